/** The process of an agent's pod: serves until it is told to stop, then ends once its tasks have ended. */
import { startAgent } from "../composition/agent.ts";
import { readAgentSettings } from "../composition/agent-settings.ts";
import { startUnlessStopped } from "./start-unless-stopped.ts";
import { untilAskedToStop } from "./until-asked-to-stop.ts";

const stopAsked = untilAskedToStop();
try {
  const agent = await startUnlessStopped(stopAsked, () => startAgent(readAgentSettings(process.env)));
  if (agent !== undefined) {
    await stopAsked;
    await agent.stop();
  }
} catch (error) {
  console.error(`tocsin agent: ${error instanceof Error ? error.message : String(error)}`);
  process.exitCode = 1;
}
