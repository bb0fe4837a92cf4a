import { type Context, Hono } from "hono";
import { answerFailure } from "./answer-failure.ts";
import { nothingServed } from "./api-error.ts";
import { DEFAULT_API_LIMITS } from "./api-limits.ts";
import type { ApiEnv, ApiOptions, ApiParts } from "./api-parts.ts";
import { DISCOVERY } from "./discovery.ts";
import { refuseBrowsers, requireToken } from "./guard-caller.ts";
import { requireJson } from "./media-type.ts";
import { OpenWatches } from "./open-watches.ts";
import { openapiTexts } from "./openapi.ts";
import {
  OPENAPI_V2_JSON,
  OPENAPI_V2_PATH,
  OPENAPI_V2_PROTOBUF,
  openapiV2Protobuf,
  wantsProtobuf,
} from "./openapi-v2.ts";
import { parseResourcePath, type ResourceTarget } from "./parse-resource-path.ts";
import { answerResources } from "./resource-routes.ts";

/** Paths that say that the server serves; they want no token, as on the API server. */
const HEALTH_PATHS = ["/healthz", "/livez", "/readyz"];

/**
 * The standalone Kubernetes API (design §1): a thin skin of HTTP over a store, for Tocsin's kinds, Secrets,
 * Events and Namespaces.
 */
export function apiApp(options: ApiOptions): Hono<ApiEnv> {
  const { store, clock, timers, logger, tokenDigest, stopping } = options;
  const limits = { ...DEFAULT_API_LIMITS, ...options.limits };
  const parts: ApiParts = {
    store,
    clock,
    timers,
    logger,
    limits,
    watches: new OpenWatches(limits.maxWatches, stopping),
  };
  const app = new Hono<ApiEnv>();
  app.all("*", async (c) => {
    let target: ResourceTarget | undefined;
    try {
      refuseBrowsers(c.env.incoming);
      const { path } = c.req;
      if (HEALTH_PATHS.includes(path)) return c.text("ok");
      requireToken(c.env.incoming, tokenDigest);
      const document = documentAt(c, path);
      if (document !== undefined) return document;
      target = parseResourcePath(path);
      if (target === undefined) throw nothingServed();
      const { incoming, outgoing } = c.env;
      const query = queryOf(c.req.url);
      return await answerResources(c.req.method, { target, query, incoming, outgoing, parts });
    } catch (error) {
      return answerFailure(error, target, logger);
    }
  });
  return app;
}

function documentAt(c: Context<ApiEnv>, path: string): Response | undefined {
  const known = documentTextAt(path);
  if (known === undefined || !["GET", "HEAD"].includes(c.req.method)) return undefined;
  if (path === OPENAPI_V2_PATH && wantsProtobuf(c.req.header("Accept")))
    return c.body(openapiV2Protobuf(), 200, { "Content-Type": OPENAPI_V2_PROTOBUF });
  requireJson(c.req.header("Accept"));
  return c.body(known, 200, { "Content-Type": "application/json" });
}

function documentTextAt(path: string): string | undefined {
  if (path === OPENAPI_V2_PATH) return OPENAPI_V2_JSON;
  return Object.hasOwn(DISCOVERY, path) ? JSON.stringify(DISCOVERY[path]) : openapiTexts().get(path);
}

/** The query as it was sent; what a URL would refuse does not matter here. */
function queryOf(url: string): URLSearchParams {
  const start = url.indexOf("?");
  return new URLSearchParams(start < 0 ? "" : url.slice(start + 1));
}
