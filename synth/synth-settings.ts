/** What an environment variable can change about the manifests. */
export type SynthSettings = {
  /** Folder that the manifests are written to. `cdk8s synth` sets it; `dist` otherwise. */
  readonly outdir: string;
  /** Model that the examples' agents ask for. */
  readonly exampleModel: string;
};

/** Reads the settings; the only place where the synth app looks at the environment. */
export function synthSettings(environment: Readonly<Record<string, string | undefined>>): SynthSettings {
  return {
    outdir: environment["CDK8S_OUTDIR"] || "dist",
    exampleModel: environment["TOCSIN_EXAMPLE_MODEL"] || "gpt-4o-mini",
  };
}
