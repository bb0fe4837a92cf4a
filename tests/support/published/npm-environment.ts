/** Where npm finds packages; the rest of what `npm test` sets is about this project, and would bend another one. */
const KEPT = /^npm_config_(?:registry|cache|userconfig|globalconfig|.*proxy)$/i;

/** The environment of an npm that works in another folder. */
export function npmEnvironment(): NodeJS.ProcessEnv {
  const entries = Object.entries(process.env).filter(
    ([name]) => !(name.startsWith("npm_") || name.startsWith("UVU")) || KEPT.test(name),
  );
  return { ...Object.fromEntries(entries), CDK8S_CHECK_UPGRADE: "false" };
}
