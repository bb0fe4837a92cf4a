import { foldPrompt } from "./prompt-request.ts";

/**
 * How far a prompt asks for an error text: not at all, for the name or meaning of one (a bare "Service
 * Unavailable" answers it), or for a whole message to be written, quoted or translated.
 */
export type AskedForError = "no" | "named" | "written";

const ERROR =
  /error|exception|\bfail|fault|time-?out|timed out|status (?:code|line)|\bhttp|errno|traceback|stack ?trace|panic|crash|outage|incident|\balerts?\b|alarm|\blogs?\b|logging|\blog level|rate limit|quota|warning|problem|\bbugs?\b|\b[45]\d\d\b|severity|diagnos|went wrong|happened|wrong password|\bexit\b|signal|maintenance|unavailable|overload|denied|refused|fehler|störung|ausfall|erreur|panne|échec|\berro|fallo|avería|guasto|ошибк|сбой|błąd|\bfout|\bhata|エラー|障害|错误|錯誤|故障|异常|오류|에러|장애/;
/** Questions after the state of something, or after why it is as it is: a failure may be the true answer. */
const STATE =
  /\bwhat happens\b|\b(?:state|status|outcome|result|condition|health) of\b|\b(?:latest|last|current)\b.{0,30}\b(?:job|run|build|backup|deploy\w*|test|alert|incident|event|state|status)\b|^why\b|\bwhy (?:is|are|did|does|was|were|has|can)\b|\breasons?\b|\bcauses?\b|\b(?:is|are) (?:the|our|my|all|any)\b.{0,40}\b(?:up|down|running|ok|fine|broken|slow|reachable)\b|\b(?:which|what)\b.{0,30}\b(?:down|failing|broken|slow|wrong|red)\b|\bany (?:\w+ )?(?:incidents?|alerts?|problems?|warnings?|issues?|errors?|outages?)\b|\bhow (?:is|are|was|did) (?:the|our|my|last)\b/;
/** In a role, anything may be said. */
const ROLE = /role-?play|\bact as\b|\bact like\b|\bpretend|villain|film quote|\bin the voice of\b/;
const ERRNO = /\bE(?!RROR)[A-Z]{4,}\b/;
const WRITTEN =
  /\b(?:examples?|samples?|write|draft|compose|quote|cite|mock|simulate|rewrite|rephrase|paraphrase|repeat|message|notice|banner|text|letter|e-?mail|sentence|translate|translation|verbatim|shows?|looks? like|last|latest|recent|output)\b|übersetz|schreib|beispiel|exemple|écri|tradu|ejemplo|escrib|esempio|scriv|exemplo|escrev|перевед|напиши|пример|写|例|翻译|翻訳|번역|써/;
const NAMED =
  /\b(?:names?|give|pick|choose|random|tell|happens|summari[sz]e|describe|explain|list|classif\w*|categori\w*|label|which|what|say|print|complete|convert|extract|format|reply|answer|respond|return|state|report|means?|stands? for|call(?:ed)?|define|one word|type)\b|nenne|\bgib|welche|was\b|donne|quel|nombra|\bqué|cuál|quale|\bqual\b|назови|какой|列出|给出|什么|何|挙げ|무엇/;
const EXPLAINED =
  /\b(?:what do you|how do you|what does your)\b|\b(?:summari[sz]e|describe)\b(?=.{0,40}\b(?:you|your|yourself)\b)/;
const DEFINED = /^what (?:is|are) an? (?!.*\b(?:[45]\d\d|http|errno|exit)\b)/;
const CODE =
  /snippet|\bfunction|\bscript\b|\bprogram|source code|(?:some|example|python|sql|java|shell|bash|go|rust) code|code (?:that|which|to)\b/;

/** Tells how far a prompt asks for an error text. A snippet that treats errors is no error text. */
export function askedForError(prompt: string): AskedForError {
  const text = foldPrompt(prompt);
  if (ROLE.test(text)) return "written";
  if (!ERROR.test(text)) return STATE.test(text) || ERRNO.test(prompt) ? "named" : "no";
  const isVerbatim = /\b(?:example|sample|quote|verbatim)\b/.test(text);
  if (!isVerbatim && (EXPLAINED.test(text) || DEFINED.test(text) || CODE.test(text))) return "no";
  if (WRITTEN.test(text)) return "written";
  return NAMED.test(text) || STATE.test(text) ? "named" : "no";
}
