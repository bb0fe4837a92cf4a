import { ApiObject, type App } from "cdk8s";
import { workloadFlaws } from "./workload-flaws.ts";

/**
 * Writes the manifests of an app, once all of them are fit to be applied. A function and no plugin of the CLI, so
 * that `npm run synth` refuses what `cdk8s synth` does.
 * @throws Error that names each construct and what is wrong with it; then nothing is written.
 */
export function writeManifests(app: App): void {
  const flaws = app.node
    .findAll()
    .filter(ApiObject.isApiObject)
    .flatMap((object) => workloadFlaws(object.toJson()).map((flaw) => `${object.node.path}: ${flaw}`));
  if (flaws.length > 0) throw new Error(`the manifests are not fit to be applied:\n${flaws.join("\n")}`);
  app.synth();
}
