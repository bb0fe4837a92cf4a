import { Hono } from "hono";
import { ApiError } from "./api-error.ts";
import { completeChat } from "./complete-chat.ts";
import { STAND_IN_HEADER, STAND_IN_MODEL, STAND_IN_NOTICE } from "./identity.ts";
import { readJSON } from "./read-json.ts";
import type { StandInEnv, StandInParts } from "./stand-in-env.ts";
import { MAX_MODELS_WITH_MODE, modeChangeSchema } from "./stand-in-modes.ts";

const MODES_PATH = "/stand-in/mode";
const CHAT_PATH = "/v1/chat/completions";
const MODELS_PATH = "/v1/models";
const ALLOWED: Readonly<Record<string, string>> = {
  "/": "GET",
  [MODES_PATH]: "GET, PUT",
  [CHAT_PATH]: "POST",
  [MODELS_PATH]: "GET",
};

const MODEL = { id: STAND_IN_MODEL, object: "model", created: 0, owned_by: "tocsin" };
const SECONDS_TO_STAY_AWAY = "1";

/** A server that speaks OpenAI's chat completions and says that it is no model (issue: a model to try it with). */
export function standInApp(parts: StandInParts): Hono<StandInEnv> {
  const app = new Hono<StandInEnv>();
  app.use(async (c, next) => {
    c.header(STAND_IN_HEADER, "true");
    // No browser has business here, and a page must not set modes behind its reader's back.
    if (c.req.header("origin") !== undefined)
      throw new ApiError(403, "invalid_request_error", "requests from browsers are refused");
    await next();
  });
  app.get("/", (c) =>
    c.text(`${STAND_IN_NOTICE}\n\nPOST ${CHAT_PATH}\nGET ${MODELS_PATH}\nGET, PUT ${MODES_PATH}\n`),
  );
  app.get(MODELS_PATH, (c) => c.json({ object: "list", data: [MODEL] }));
  app.post(CHAT_PATH, completeChat(parts));
  app.get(MODES_PATH, (c) => c.json(parts.modes.list()));
  app.put(MODES_PATH, async (c) => {
    const isSet = parts.modes.set(await readJSON(c.env.incoming, modeChangeSchema));
    if (!isSet) {
      const message = `at most ${MAX_MODELS_WITH_MODE} models can have a mode of their own`;
      throw new ApiError(400, "invalid_request_error", message, "model");
    }
    return c.json(parts.modes.list());
  });
  app.notFound((c) => {
    const allow = ALLOWED[c.req.path];
    if (allow === undefined)
      throw new ApiError(
        404,
        "invalid_request_error",
        "the stand-in has nothing at this path; GET / lists it",
      );
    c.header("Allow", allow);
    throw new ApiError(405, "invalid_request_error", `use ${allow}`);
  });
  app.onError((error, c) => {
    const known = error instanceof ApiError ? error : new ApiError(500, "server_error", "internal error");
    if (known.status === 429) c.header("Retry-After", SECONDS_TO_STAY_AWAY);
    return c.json(known.body, known.status);
  });
  return app;
}
