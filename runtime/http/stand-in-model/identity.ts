/** Name under which the stand-in lists and signs itself. */
export const STAND_IN_MODEL = "tocsin-stand-in";
/** Header on every answer, so that none is taken for a model's. */
export const STAND_IN_HEADER = "X-Tocsin-Stand-In";
/** What it says of itself. */
export const STAND_IN_NOTICE =
  "This is Tocsin's stand-in for a language model. It knows nothing: it composes its answers from the words " +
  "of the prompt, the same answer for the same prompt. For real answers start Tocsin with OPENAI_BASE_URL " +
  "and OPENAI_API_KEY set.";
