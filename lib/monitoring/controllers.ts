/**
 * The operator's controllers, as a regular expression: their metrics bear the names of controller-runtime, which other
 * operators' bear as well.
 */
export const CONTROLLERS = "agent|agentevent|agentrun|agentservice|agentteam";
