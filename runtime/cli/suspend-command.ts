import { setSuspendedCommand } from "./set-suspended.ts";

/** `tocsin suspend <event>`: pauses an event. */
export const suspendCommand = setSuspendedCommand({
  name: "suspend",
  summary: "pause an event's fires",
  about: "Pauses an event: nothing fires until it is resumed. What was acknowledged still runs.",
  suspended: true,
  done: "is suspended",
});
