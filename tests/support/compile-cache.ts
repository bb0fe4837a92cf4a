import { fileURLToPath } from "node:url";

/**
 * The environment in which Node keeps what it has stripped of types and compiled. The processes of the tests and
 * benches are many and load the same modules.
 */
export const COMPILE_CACHE = {
  NODE_COMPILE_CACHE: fileURLToPath(new URL("../../node_modules/.cache/node", import.meta.url)),
};
