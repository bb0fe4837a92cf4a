import { TASK_TOKEN_HEADER } from "../../../lib/api/keys.ts";
import { parseVerdict, type UnhealthyVerdict } from "../../domain/agent/parse-verdict.ts";
import type { AgentEndpoint } from "../../ports/agent-endpoints.ts";
import type { PodVerdicts } from "../../ports/pod-verdicts.ts";
import type { Timers } from "../../ports/timers.ts";
import { HttpProbe } from "./http-probe.ts";
import type { FindTaskAddress } from "./http-tasks.ts";

/** The verdict is there already: whoever takes longer to say it has other troubles. */
const TIMEOUT_SECONDS = 2;

/** Reads `GET /verdict` of pods. */
export class HttpVerdicts implements PodVerdicts {
  readonly #findAddress: FindTaskAddress;
  readonly #http: HttpProbe;
  readonly #end = new AbortController();

  constructor(findAddress: FindTaskAddress, timers: Timers) {
    this.#findAddress = findAddress;
    this.#http = new HttpProbe(timers);
  }

  async whyUnhealthy(endpoint: AgentEndpoint): Promise<UnhealthyVerdict | undefined> {
    try {
      const address = await this.#findAddress(endpoint);
      if (address === undefined) return undefined;
      const { baseURL, token, gateway } = address;
      const { status, text } = await this.#http.get({
        url: `${baseURL}/verdict`,
        headers: { ...gateway?.headers, [TASK_TOKEN_HEADER]: token },
        dispatcher: gateway?.dispatcher,
        timeoutSeconds: TIMEOUT_SECONDS,
        signal: this.#end.signal,
      });
      return status === 200 ? parseVerdict(text) : undefined;
    } catch {
      return undefined;
    }
  }

  /** Ends whatever is being asked. */
  async close(): Promise<void> {
    this.#end.abort();
    await this.#http.close();
  }
}
