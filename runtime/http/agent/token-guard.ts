import { createHash, timingSafeEqual } from "node:crypto";
import { createMiddleware } from "hono/factory";
import { TASK_TOKEN_HEADER } from "../../../lib/api/keys.ts";

/** Gives the task token as it is now, or undefined where there is none; then nobody is let in. */
export type TaskToken = () => string | undefined;

/** Lets only callers with the task token pass, compared in constant time; everybody else gets one answer. */
export function tokenGuard(token: TaskToken) {
  return createMiddleware(async (c, next) => {
    const expected = token();
    const given = c.req.header(TASK_TOKEN_HEADER);
    const isAllowed =
      expected !== undefined && expected !== "" && given !== undefined && isSame(given, expected);
    if (!isAllowed) return c.json({ error: `${TASK_TOKEN_HEADER} is missing or wrong` }, 401);
    return await next();
  });
}

/** Compares digests, so that neither the content nor the length shows in the time it takes. */
function isSame(given: string, expected: string): boolean {
  return timingSafeEqual(digest(given), digest(expected));
}

function digest(text: string): Buffer {
  return createHash("sha256").update(text).digest();
}
