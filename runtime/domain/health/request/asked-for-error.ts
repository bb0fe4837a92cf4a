import { foldPrompt } from "./prompt-request.ts";

/**
 * How far a prompt asks for an error text: not at all, for the name or meaning of one (a bare "Service
 * Unavailable" answers it), or for a whole message to be written, quoted or translated.
 */
export type AskedForError = "no" | "named" | "written";

const ERROR =
  /error|exception|\bfail|fault|time-?out|timed out|\bstatus\b|\bhttp|errno|traceback|stack ?trace|panic|crash|outage|incident|\balerts?\b|alarm|\blogs?\b|logging|\blog level|rate limit|quota|warning|problem|\bbugs?\b|\b[45]\d\d\b|severity|diagnos|went wrong|happened|maintenance|unavailable|overload|denied|refused|fehler|störung|ausfall|erreur|panne|échec|\berro|fallo|avería|guasto|ошибк|сбой|błąd|\bfout|\bhata|エラー|障害|错误|錯誤|故障|异常|오류|에러|장애/;
const WRITTEN =
  /\b(?:examples?|samples?|write|draft|compose|quote|cite|mock|simulate|rewrite|rephrase|paraphrase|repeat|message|notice|banner|text|letter|e-?mail|sentence|translate|translation|verbatim|shows?|looks? like|last|latest|recent|output)\b|übersetz|schreib|beispiel|exemple|écri|tradu|ejemplo|escrib|esempio|scriv|exemplo|escrev|перевед|напиши|пример|写|例|翻译|翻訳|번역|써/;
const NAMED =
  /\b(?:names?|give|summari[sz]e|describe|explain|list|classif\w*|categori\w*|label|which|what|say|print|complete|convert|extract|format|reply|answer|respond|return|state|report|means?|stands? for|call(?:ed)?|define|one word|type)\b|nenne|\bgib|welche|was\b|donne|quel|nombra|\bqué|cuál|quale|\bqual\b|назови|какой|列出|给出|什么|何|挙げ|무엇/;
const EXPLAINED =
  /\b(?:what do you|how do you|what does your)\b|\b(?:summari[sz]e|describe)\b(?=.{0,40}\b(?:you|your|yourself)\b)/;
const CODE =
  /snippet|function|script|program|(?<!status |error |exit |http )\bcode\b(?! (?:means|is|for|do|does))/;

/** Tells how far a prompt asks for an error text. A snippet that treats errors is no error text. */
export function askedForError(prompt: string): AskedForError {
  const text = foldPrompt(prompt);
  if (!ERROR.test(text)) return "no";
  const isVerbatim = /\b(?:example|sample|quote|verbatim)\b/.test(text);
  if (!isVerbatim && (EXPLAINED.test(text) || CODE.test(text))) return "no";
  if (WRITTEN.test(text)) return "written";
  return NAMED.test(text) ? "named" : "no";
}
