import { plainText } from "./plain-text.ts";

const WINDOW = 90;

const NEGATOR =
  "(?:not|n't|never|no|no longer|nor|neither|cannot|can ?not|without|hardly|barely|scarcely|almost|nearly|partially|partly|half|semi|far from|nowhere near|(?:anything|everything|all) but|no \\p{L}+ (?:is|are|was|were)|none(?: of \\p{L}+(?: \\p{L}+)?)? (?:is|are)|nothing is|hesitate to|wish(?: that)? (?:i|we) (?:was|were)|yet to|fail(?:s|ed)? to|refuse[sd]? to|unable to|instead of|rather than|waiting to|isnt|arent|wasnt|cant|dont|wont|aint|nicht|kein|keine|nie|niemals|pas|jamais|non|não|nunca|jamás|mai|niet|geen|nie|не|нет|inte|ikke|icke|nem|nu|en ole|ei ole|není|nejsem|nejsme|δεν|لست|ليس|לא|नहीं|không|chưa|bukan|belum|tidak|ไม่)";
const FILLER =
  "(?:yet|quite|fully|currently|entirely|completely|really|at all|all|at this time|this|time|the|moment|be|been|being|become|get|am|is|are|was|were|say|saying|dire|decir|dizer|sagen|puedo|posso|peux|answer|reply|respond|confirm|state|report|able|to|in|a|an|any|still|actually|exactly|totally|truly|so|very|that|i'm|i|it's|it|you|we|you're|we're|think|believe|consider|call|myself|going|considered|marked|with|right|now|feel|look|seem|100%|noch|mehr|ganz|wirklich|vollständig|völlig|encore|vraiment|tout à fait|complètement|estoy|está|estamos|es|soy|estou|estamos|sono|siamo|todavía|aún|ainda|ancora|del todo|totalmente|completamente|jestem|jeszcze|ещё|еще|пока|полностью|helt|ännu|ennå|endnu|nog|helemaal|volledig)";
const MARKS = "[\\s\"'*_`([«“„-]*";

const BEFORE = new RegExp(
  `(?:(?<![\\p{L}\\p{N}])|(?=n't))${NEGATOR}(?:\\s+${FILLER})*(?:\\s|_|-)+${MARKS}$`,
  "iu",
);
const PREFIX = /(?<!\p{L})(?:un|non|dis|in|im|ir|il|not|no|no[tn]?[-_ ])[-_]?$/iu;
const OPERATOR = /(?:^|[\s"'(])[!¬]$/u;
const NOT_OK = /(?<!\p{L})n\.?$/iu;
const EAST_ASIAN_BEFORE =
  /(?:不|没|未|沒|無|无法|無法|没有|沒有|尚未|还没|還沒|並非|并非|不是|未能|안 |못 )["「『]?$/u;
const AFTER = new RegExp(
  [
    "^[\"'*_`)\\]»”]*\\s*(?:",
    "(?:[:=]|->|=>)\\s*[\"']?(?:false|no|not|never|nope|nein|non|não|нет|否|いいえ|아니)(?!\\p{L})",
    "|\\?+\\s*(?:no|not|nope|never|nein|non|nah|negative|unfortunately|i (?:am not|can|do ?n[o']t|doubt|'m not))(?!\\p{L})",
    "|(?:is|are|am|was|would be) (?:not|false|impossible|never|untrue|wrong)(?!\\p{L})",
    "|(?:i|we)(?:'m| am|'re| are) not(?!\\p{L})",
    "|[,–—-]\\s*(?:not (?:yet|really|quite|at all|now)|not)\\s*[.!]*$",
    "|(?:değil|hazır değil|nahi|नहीं)(?!\\p{L})",
    "|(?:では|じゃ)?(?:ありません|ない|できていません|していません)|(?:이|가|은|는)? ?(?:아니|아닙|않|안 )|(?:되지|하지) (?:않|못)",
    "|nicht(?!\\p{L}))",
  ].join(""),
  "iu",
);
/** "I'll be READY when the index is loaded" says when, not that. "Ready when you are" is an idiom. */
const FUTURE =
  /(?:'ll|(?<!\p{L})(?:will|shall|should|can|may|going to|would|about to|soon|werde|serai|estaré|буду))(?:\s+(?:then|only|soon|be|reply|say|answer|respond|report|with|state|write|become|get|the word|you))*\s*["'*_`]*$/iu;
const CONDITION =
  /^["'*_`.]*,?\s*(?:when|once|as soon as|after|if|until|only|in (?:\d|a )|soon|shortly|later|sobald|wenn|dès que|cuando|когда)(?!\p{L})(?! (?:you|ever|needed|required|asked))/iu;

/** Whether the words around one place of a text deny or postpone what stands there. */
export function isNegatedAt(text: string, start: number, end: number): boolean {
  return isDeniedBefore(text, start, end) || isDeniedAfter(text, start, end);
}

/** Whether the words before the place deny it. */
export function isDeniedBefore(text: string, start: number, end: number): boolean {
  const rawBefore = text.slice(Math.max(0, start - WINDOW), start);
  // plainText trims, but whether a space stands before the word decides between "un" and "un ".
  const before = `${plainText(rawBefore)}${/\s$/.test(rawBefore) ? " " : ""}`;
  const isOk = /^ok$/i.test(text.slice(start, end));
  const beginsWord = /^\p{L}/u.test(text.slice(start, end));
  return (
    BEFORE.test(before) ||
    (beginsWord && (PREFIX.test(before) || OPERATOR.test(before))) ||
    (isOk && NOT_OK.test(before)) ||
    EAST_ASIAN_BEFORE.test(before)
  );
}

function isDeniedAfter(text: string, start: number, end: number): boolean {
  const after = plainText(text.slice(end, end + WINDOW));
  if (AFTER.test(after)) return true;
  return CONDITION.test(after) && FUTURE.test(plainText(text.slice(Math.max(0, start - WINDOW), start)));
}
