import { setSuspendedCommand } from "./set-suspended.ts";

/** `tocsin resume <event>`: lets a suspended event fire again. */
export const resumeCommand = setSuspendedCommand({
  name: "resume",
  summary: "let a suspended event fire again",
  about:
    "Lets a suspended event fire again. A schedule fires at its next slot; what it missed is not made up for.",
  suspended: false,
  done: "fires again",
});
