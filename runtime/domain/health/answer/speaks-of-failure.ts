import { wordsOf } from "../text/words-of.ts";

const MAX_WORDS = 30;
const SHARE = 0.75;

/** Words that report a failure by themselves. */
const FAILURE =
  /^(?:err|errors?|errno|fail|fails|failed|failing|failure|faulty?|exception|time-?outs?|timed|timing|refused|reset|denied|exceed(?:ed|s)|unavailable|invalid|expired|unexpected(?:ly)?|dead|died|crash(?:ed)?|abort(?:ed)?|disconnect(?:ed)?|terminated|exited|missing|unreachable|overload(?:ed)?|unsupported|unknown|unrecogni[sz]ed|broke|broken|wrong|closed|interrupted|can(?:not|'t)|unable|offline|unhealthy|corrupt(?:ed)?|blocked|throttled|unauthori[sz]ed|unauthenticated|forbidden|discontinued|violation|trouble|difficult(?:y|ies)|busy|down|lost|dropped|reject(?:ed)?|insufficient|exhausted|depleted|suspended|deactivated|revoked|disabled|malformed|mismatch|deadlock|stalled|hung|killed|oom|oomkilled|panic|fatal|degraded|maintenance|outage|overflow|prematurely|stopped|eof|required|incident|problem|issue|undefined)$/;
/** Words that only complete one: a limit that was reached, a file that is not found. */
const WEAK =
  /^(?:limit|reached|hit|not|no|too|again|later|wait|please|before|empty|bad|retry|retries|retrying|try|found|sorry|unfortunately|ready|many|large|long|running|available|responding|looking|beginning|respond|complete|moment|minutes?|seconds?|soon|without|sending|waiting|temporarily|currently|permanently|now|shortly|moments)$/;
/** What machines are made of, in their own error texts. */
const SYSTEM =
  /^(?:servers?|services?|models?|engines?|workers?|streams?|connections?|connect|requests?|responses?|api|gateway|proxy|upstream|backends?|hosts?|sockets?|sessions?|network|databases?|db|process(?:es|ing)?|pipeline|inference|generation|completion|llm|vllm|gpu|cuda|memory|disk|files?|tokens?|keys?|quota|rate|billing|credits?|balance|account|trial|licen[cs]e|subscription|plan|tier|certificate|tls|ssl|x509|handshake|dns|ports?|client|node|cluster|container|pod|instance|deployment|replica|region|endpoint|url|route|path|method|header|payload|body|parameters?|arguments?|property|properties|fields?|values?|characters?|inputs?|outputs?|prompt|context|length|window|buffer|queue|thread|tasks?|jobs?|operation|calls?|query|transaction|lock|authority|signed|permissions?|access|users?|auth|authentication|authorization|login|logins?|credentials?|assistant|chat|runner|certificates?|chain|issuer|system|site|page|application|app|tools?|registry|channel|code|status|id|reason|messages?|cause|details|support|admin|administrator|attempts?|internal|remote|hard|requested|maximum|max|http|https|tcp|rpc|grpc|json|xml|html|load|loading|loaded|start|side|end|our|web|daily|monthly|hourly|free|ai|agent|provider|runtime|program|command|script|module|index|cache|store|storage|resource|resources|capacity|traffic|data|knowledge|base|reaching|warning|background|loop)$/;
const EMPTY =
  /^(?:the|an?|this|that|these|those|is|are|was|were|be|been|being|has|have|had|do|does|did|to|of|for|from|with|while|when|during|by|at|on|in|into|and|or|it|its|your|you|as|so|there|will|would|could|can|may|should|if|after|some|any|all|due|because|via|per|than|very|right|just|\d+\w*|s|t)$/;
/** "Errors, timeouts and crashes" names what somebody works with. */
const NAMES_MANY =
  /\b(?:errors|failures|timeouts|exceptions|crashes|problems|issues|outages|incidents|bugs|warnings|faults|logins|alerts)\b|,[^,]+,|\band\b|^(?:failed|expired|blocked|lost|broken|invalid|missing|unknown|denied|rejected|closed|unsupported|corrupt(?:ed)?)\s+[\w -]*s\W*$|\?|\|[^|]*\||\b(?:no|any|without) (?:problems?|issues?|errors?|trouble|worries)\b/i;
const SPEAKER = /(?:^|[^\p{L}])(?:I|my|me|ich|je|yo)(?![\p{L}])/u;
const EXPLAINS = /\b(?:means?|is (?:an?|when|what)|are (?:an?|the)|refers? to|stands? for)\b/i;

/**
 * Whether a short text is about nothing but a machine that failed: most of its words name a failure or a part of a
 * system, and nobody speaks in it. It tells the failures that no phrase list foresees ("Stream disconnected before
 * completion"), so it is only for prompts that leave no room for such a topic.
 */
export function speaksOfFailure(plain: string): boolean {
  if (SPEAKER.test(plain) || NAMES_MANY.test(plain) || EXPLAINS.test(plain)) return false;
  const words = wordsOf(plain.replace(/(?<=\p{L})[_./:-](?=\p{L})/gu, " ")).filter(
    (word) => !EMPTY.test(word),
  );
  if (words.length < 2 || words.length > MAX_WORDS) return false;
  const failures = words.filter((word) => FAILURE.test(word)).length;
  const reachesLimit = words.includes("limit") && (words.includes("reached") || words.includes("hit"));
  const known = words.filter((word) => FAILURE.test(word) || WEAK.test(word) || SYSTEM.test(word)).length;
  return (failures > 0 || reachesLimit) && known >= words.length * SHARE;
}
