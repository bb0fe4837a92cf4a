/** Parts that English refusals are built from; each is a piece of regular-expression source. */
const ADVERB =
  "(?:(?:really|simply|just|currently|therefore|also|still|respectfully|unfortunately|regretfully|honestly|absolutely|actually|even|directly|ethically|legally|sadly) )*";

const NOT = "(?:can'?t|can ?not|won'?t|will not|may not|must not|mustn'?t|should not|shouldn'?t)";

/** First-person unwillingness, which may as well be a promise. */
export const WILL = "\\b(?:i|we)(?:'ll| will| would)? (?:won'?t|will not|will never|not)\\b";

/** First-person inability or unwillingness. */
export const INABILITY =
  `\\b(?:i|we)(?:(?: do| must| have to| need to|'ll| will| would|'d| shall| should)?(?: have to)? ${ADVERB}(?:${NOT}(?:,? (?:and|or|nor) (?:i )?(?:${NOT}|shall not|should not|may not))?|not be able to|be unable to|decline(?: to)?|refuse(?: to)?|refrain(?: from)?|couldn'?t|could not|(?:rather|prefer) not(?: to)?)` +
  `|(?:'m| am|'re| are|m) ${ADVERB}(?:(?:not|un) ?(?:able|willing|allowed|permitted|authori[sz]ed|programmed|designed|comfortable|prepared|equipped|capable|going|supposed|trained|intended)(?: of| with)?(?: to)?|(?:programmed|designed|trained|instructed|told|required) not to|(?:prohibited|restricted|prevented|barred|forbidden|blocked|banned) (?:from|to)|not in a position to|not at liberty to|afraid (?:that )?i (?:can'?t|can ?not|am unable to|'m unable to|won't be able to))` +
  `|(?: do not|'?ve| have| don'?t| lack)(?: have)? ?(?:no|the|any)? ?(?:ability|permission|capability|capacity|authori[sz]ation|authority|means|way) to` +
  `|(?:'ve| have) been (?:instructed|told|asked|programmed|trained) not to` +
  `| (?:don'?t|do not) (?:think|believe|feel)(?: that)? (?:i|we)(?: can| could| should|'m able to| am able to|'ll be able to| will be able to)` +
  `| (?:don'?t|do not) (?:wish|want|care) to` +
  `| (?:don'?t|do not) feel comfortable(?: with)?)`;

/** Having nothing to answer with; next to an apology it refuses as well. */
export const IGNORANCE =
  "\\b(?:i|we) (?:(?:do not|don'?t) (?:currently |actually )?(?:have (?:any |the |enough |sufficient )?(?:\\w+ )?(?:information|access|knowledge|data|details|answers?|idea)|know)|have no (?:\\w+ )?(?:information|access|knowledge|data|answer|idea))";

/** The same without a subject: "Unable to comply". */
export const BARE_INABILITY =
  "^(?:(?:nope|no|sorry),? )?(?:unable to|can'?t|can ?not|not able to|won'?t|(?:the|this) (?:assistant|model|ai|bot|agent|system) (?:can'?t|can ?not|is (?:unable|not able|not allowed) to|won'?t|will not))";

const REQUEST_NOUN =
  "(?:requests?|questions?|prompts?|quer(?:y|ies)|tasks?|topics?|content|information|info|instructions?|commands?|messages?|inquir(?:y|ies)|conversation|subject|matter|issue|demand|ask|kind of thing|sort of thing|things?|assistance|help|answers?|responses?|reply|service)";
const THAT = "(?:that|this|it|these|those|such|your|the|any|an?)";
const OBJECT = `(?:(?: (?:you|out))?(?: (?:with|to|on|in|for|about|from))*(?: ${THAT}(?:(?: [a-z]+){0,2} ${REQUEST_NOUN})?)?)`;
const CLAUSE_END =
  "(?=$|[.,;:!?\"')—–-]| (?:as|because|since|due|at|right|today|now|but|and|without|unless|here|anymore|further|either|if)\\b)";

/** What a refusal does not do: help, answer or carry out this request, named in general terms only. */
export const GENERIC_DEED = `(?: to)?(?: (?:be (?:able to )?|even |directly |possibly |currently ))?(?: ?(?:help|assist|comply|oblige|do (?:that|this|it|so)|answer|respond|reply|fulfil?l|satisfy|process|complete|handle|accommodate|continue|proceed|engage|participate|discuss|support|provide|generate|create|produce|share|give|offer|carry out|perform|execute|accept|honou?r|talk about|comment|address|facilitate|grant|meet|follow))${OBJECT}${CLAUSE_END}`;

/** The narrower deeds that are a refusal of the prompt even where an apology or a limit was asked for. */
export const STRICT_DEED = `(?: to)? ?(?:(?:help|assist)(?: you)? with (?:that|this|your request|such)|comply|(?:answer|fulfil?l|process|complete|satisfy|accommodate|respond to|continue with) (?:that|this|your|the|such)(?: [a-z]+)? (?:request|question|prompt|query|task|topic))`;

/** Openers that announce a refusal. */
export const APOLOGY =
  "(?:sorry|apolog(?:y|ies|i[sz]e)|unfortunately|regret(?:tably|fully)?|afraid|forgive me|pardon)";

/** "As an AI language model" and the like. */
export const AI_BOILERPLATE =
  "\\b(?:as an? |i(?:'m| am) (?:just |only |simply )?an? )(?:large |helpful |harmless )*(?:ai\\b|a\\.i\\.|artificial intelligence|(?:ai )?language model|llm\\b|chat ?bot|virtual assistant|computer program)";

/** Sentences by which a filter or a policy, not the model's first person, refuses. */
export const POLICY = [
  /\b(?:this|that|your|the) (?:request|prompt|question|query|message|content|input|topic|conversation|response|answer|output)\b[^.!?]{0,60}\b(?:violat\w+|against|goes against|breach\w*|flagged|blocked|filtered|denied|rejected|declined|refused|not (?:permitted|allowed)|prohibited|can(?:'?t|not| not) be (?:fulfilled|answered|completed|processed|displayed|shown|generated)|could not be (?:fulfilled|answered)|inappropriate|unsafe)/i,
  /^(?:[^.!?]{0,30}[,:] )?(?:(?:this|that|it|your \w+|the \w+|answering|doing|discussing)\b[^.!?]{0,60})?\b(?:against|violat\w+|conflicts? with|contrary to|not permitted by|prohibited by|due to) (?:my|our|the|its|openai's|company|content|usage|safety)(?: [a-z]+){0,3} (?:guidelines?|polic(?:y|ies)|programming|principles|rules|instructions|terms|guardrails)/i,
  /\b(?:my|our) (?:guidelines?|programming|polic(?:y|ies)|principles|rules|instructions|safety guidelines) (?:do(?:es)?n'?t|do(?:es)? not|prevent|prohibit|forbid|restrict|won't)/i,
  /(?:\bnot|n't|\bnever) (?:really )?(?:something|anything|a (?:request|question|topic|task)) (?:that )?(?:i|we)\b/i,
  /^(?:refus(?:ed|al)|declined|rejected|request (?:refused|declined))$|^(?:content|safety|usage|acceptable use) policy(?: violation)?\b|^(?:sorry|apologies|my apologies)[,.]? (?:but )?(?:no|nope|(?:that|this|it) (?:is ?n[o']t|is not) (?:possible|allowed|permitted|available))$/i,
  /\b(?:polic(?:y|ies)|guidelines?|rules|restrictions|programming) (?:do(?:es)? not|do(?:es)?n'?t|that) (?:permit|allow|let|stop|prevent|keep|forbid)/i,
  /^(?:access to |discussing |talking about )?(?:this|that|the) (?:topic|subject|information|content) is (?:restricted|off[- ]limits|confidential|not (?:available|public))/i,
  /^(?:i|we) (?:don'?t|do not) (?:answer|discuss|respond to|do|comment on|talk about|engage (?:in|with)|handle|provide|share) (?:such|this|that|these|those|any)\b/i,
  /^(?:i|we) (?:won'?t|will not|can'?t|cannot|can not|refuse|decline)$/i,
  /^(?:nope|no|sorry),? (?:can'?t|can ?not|won'?t)(?: do)?(?: that| this| it)?$/i,
  /^(?:[^.!?]{0,40}[,!] |unfortunately |sadly |sorry )?(?:that|this|it|your (?:request|question)|the (?:request|question)|\w+ing(?: \w+){1,3})(?:'s| is| are| falls| goes| lies)? (?:\w+ )?(?:beyond|outside(?: of)?) (?:what i can|the scope of|my )/i,
  /^(?:[[(]?(?:content|response|answer|output|message|text|result) )?(?:was |has been )?(?:blocked|filtered|refused|declined|censored|removed|moderated|withheld|redacted)\b.{0,20}\b(?:by|due|because|under|for)\b.{0,40}\b(?:filter\w*|polic\w+|moderation|safety|guardrail\w*|guidelines?)/i,
  /^(?:request|access to this content|content|response|message|prompt|query|input) (?:was |has been |is )?(?:denied|declined|refused|blocked|rejected|filtered|flagged|removed|not permitted|not allowed)\b/i,
  /^(?:it (?:is|would be|wouldn't be|isn't) )?(?:not )?(?:appropriate|possible|ethical|right) for me to (?:answer|respond|provide|help|assist|comply|do|share|give|generate|create|fulfil)/i,
  /\b(?:i(?:'d| would) (?:rather|prefer)(?: to)? not|i(?:'ll| will) have to (?:pass|decline)|i (?:must|have to|respectfully|politely)(?: [a-z]+)? ?decline|i decline|i refuse|(?:i )?must refuse)(?=$|[.,;!]| to (?:answer|respond|do|say|help|comply|discuss|assist|provide|this|that))/i,
  /^(?:let's|let us|can we|could we|please) (?:talk about|change|discuss|choose|try) (?:something else|another topic|a different|the topic|the subject)/i,
  /\b(?:i|we)(?:(?:'m| am|'re| are) (?:not (?:really )?|un)| (?:do not|don'?t) feel )comfortable\b/i,
  /\bno (?:ai )?(?:assistance|answer|response|help) (?:can|will) be (?:given|provided)/i,
];
