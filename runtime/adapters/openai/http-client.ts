/**
 * What is used of undici. It is CommonJS, of which a bundle that is split gives an `import()` the default export alone;
 * of this file, which is imported lazily in its place, it gives all.
 */
export { Agent, fetch } from "undici";
