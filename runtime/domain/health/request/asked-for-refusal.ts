import { foldPrompt } from "./prompt-request.ts";

/**
 * How far a prompt asks for words of inability: not at all, for a limit, an apology or a letter (a stated inability
 * answers it, a refusal of the prompt itself does not), or for a refusal.
 */
export type AskedForRefusal = "no" | "limits" | "refusal";

const REFUSAL =
  /(?<!(?:do not|don't|never|not|without|no) )(?:refus|declin|reject)|turn(?:s|ed|ing)? (?:\w+ ){0,3}down|say(?:s|ing)? no\b|harmful|illegal|unsafe|dangerous|forbidden|inappropriate|not allowed to|disallowed|jailbreak|out of scope|what (?:would|do|will) you (?:reply|say|answer)\b|quote|\bfilm\b|movie|villain|ablehn|weiger|déclin|rechaz|recus|rifiut|отказ|отклон|拒绝|拒絕|拒否|断り|거절/;
const LIMITS =
  /can't|cannot|can not|unable|not able|won't|\bnot (?:do|handle|cover|support|answer|know)|don't (?:do|handle|cover|support|know)|limit|restrict|boundar|weakness|shortcoming|\bnever\b|(?:^|[.!?:] )(?:can|could|may|will|would|do) (?:you|i)\b|are you (?:able|allowed|permitted)|is it possible|apolog|sorry|regret|condolence|letter|e-?mail|customer|client|patient|role-?play|\bact as|pretend|imagine|in the voice|character|\bstory|\bpoem|dialog|grenzen|nicht|kannst du|können sie|limites|peux-tu|pouvez-vous|ne (?:peux|pouvez)|puedes|puede usted|límites|no sabes|limiti|puoi|você pode|entschuldig|brief an |excus|désol|disculp|lettre|carta|scus|lettera|не умееш|не можеш|можешь|извин|письм|道歉|抱歉|对不起|不能|客户|お詫び|謝罪|できない|できますか|お客|사과|할 수/;

/** Tells how far a prompt asks for words of inability. */
export function askedForRefusal(prompt: string): AskedForRefusal {
  const text = foldPrompt(prompt);
  if (REFUSAL.test(text)) return "refusal";
  return LIMITS.test(text) ? "limits" : "no";
}
