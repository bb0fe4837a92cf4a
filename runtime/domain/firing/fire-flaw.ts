/** Why a fire can't be made from its event as it stands: permanent until somebody changes something. */
export const FireFlawCode = {
  templateFailed: "TemplateFailed",
  targetTeamNotFound: "TargetTeamNotFound",
  fireTooLarge: "FireTooLarge",
} as const;
export type FireFlawCode = (typeof FireFlawCode)[keyof typeof FireFlawCode];

/** A reason why nothing is dispatched; the message names target, key and expression, never a value. */
export type FireFlaw = { readonly kind: "flaw"; readonly code: FireFlawCode; readonly message: string };

/** Makes a flaw. */
export function fireFlaw(code: FireFlawCode, message: string): FireFlaw {
  return { kind: "flaw", code, message };
}
