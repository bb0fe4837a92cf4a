/** In a file of its own because it is imported lazily, and as `import("yaml")` a split bundle would not find it. */
export { parse as parseYaml } from "yaml";
