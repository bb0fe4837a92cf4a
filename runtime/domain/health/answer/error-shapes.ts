/** How an error text begins when a program wrote it: a header, an exception's name, a status line, a trace. */
export const ERROR_HEADERS: readonly RegExp[] = [
  /^\[?(?:errors?|err|fatal(?: error)?|exception|failure|critical|panic|runtime error|internal error|unhandled (?:exception|rejection|error)|uncaught(?: \w+)?)\]?\s*(?:[:：]|\s[-–—]\s|!|\])/i,
  /^["']?(?:error|err|exception|fault|error_?message|error_?code)["']?\s*[:=]/i,
  /^(?:api |http |server |network |internal |system |unexpected |unknown |fatal |client |connection |request |gateway |authentication |validation |model |provider |upstream |service |stream |parse |timeout |io |i\/o |ssl |tls |database |token |api connection )+(?:error|exception|failure|fault)\s*(?:[:：#(]|\s[-–—]\s|\d|$)/i,
  /^(?!(?:i|we|my|our|common|typical|one|every|each|for)\b)(?:[\w'-]+ ){0,3}(?:error|exception|failure)\s*[:#(]/i,
  /^error (?:code|number|id|no\.?)?\s*[:#=]?\s*\d/i,
  /^(?:E(?:OF|CONN[A-Z]+|TIMEDOUT|PIPE|HOSTUNREACH|NETUNREACH|NOTFOUND|AI_AGAIN|ACCES|PERM|NOENT|NOMEM|NOSPC))\b(?=$|[:. ])/,
  /^(?:[a-z_]\w*\.){1,6}[A-Z]\w*(?::|$)/,
  /^[A-Z][A-Z0-9]*_(?:[A-Z0-9]+_)*[A-Z0-9]*$(?<=(?:ERR|ERROR|FAIL|FAILED|FAILURE|TIMEOUT|INVALID|DENIED|EXCEEDED|UNAVAILABLE|REFUSED|RESET|EXHAUSTED|SYSCALL)\w*)/,
  /^E: |^W: /,
  /^(?!(?:i|we|fix|see|ignore|explain)\b)(?:[\w.-]+ ){1,3}error -?\d+\b/i,
  /^(?:read|write|connect|send|recv|getaddrinfo) E[A-Z_]{3,}\b/,
  /^(?:x509|ssl|tls|nccl|cudnn|vllm|cuda error|git|oom|kernel|redis|mysql|postgres|mongo\w*|kafka|nginx|envoy|varnish|guru meditation|uncaught \w+|unhandled \w+)\s?:/i,
  /^[[(]?[\dT:.,/ Z+-]{8,40}[\])]?\s*[[(]?(?:ERROR|FATAL|CRITICAL|SEVERE|PANIC|ERR)\b/,
  /^(?:\S+ ){0,6}\blevel=(?:error|fatal|critical|panic)\b/i,
  /^(?:error|http|status)(?:[ /]?(?:error|status|code|[\d.]{1,3}))*[ :#=(]*[45]\d\d\b/i,
  /^["']?(?:status|status_?code|code)["']?\s*[:=]\s*["']?[45]\d\d\b/i,
  /^(?:error|err|code|status)[ _#:(-]{1,3}(?:[45]\d\d|\d{2,5}|[A-Z0-9_]{3,})\b(?! (?:means|is|was|are|stands|tells|indicates))/,
  /^[45]\d\d[\s:–—-]+(?:bad gateway|bad request|service (?:temporarily )?unavailable|gateway time-?out|internal server error|too many requests|unauthori[sz]ed|forbidden|not found|request time-?out|payload too large|method not allowed|page not found|client error|server error|request entity|unprocessable|conflict|error|a timeout occurred|origin)/i,
  /^(?:[A-Za-z_$][\w$]*[.:\\])*[A-Za-z_$][\w$]*(?:Error|Exception|Fault|Timeout|Panic|Interrupt)\b\s*(?:[:(]|$|\s[-–—]\s)/,
  /^(?:\w+ )?Traceback \(most recent call last\)/i,
  /^(?:exception in thread|thread '[^']{0,60}' panicked at|goroutine \d+ \[|panic: |caused by: |stack ?trace:|unhandledpromiserejection|node:internal\/|fatal error: |segmentation fault|core dumped|bus error)/i,
  /^(?:rpc error: |grpc|curl: \(|ba?sh: |zsh: |sh: \d|npm ERR!|ORA-\d{5}|SQLSTATE\[|psql: |fatal: |docker: |E\d{4}\b|\[errno |errno |os error|dial tcp|read tcp|getaddrinfo |connect (?:E[A-Z]{4,}|to \S+ port)|connect: |E[A-Z]{5,}[: ]+(?:\d|\w+\()|net::ERR_|ERR_[A-Z_]{4,})/i,
  /^(?:Fehler(?:meldung)?|Fehlercode|Erreur|Error(?:e|es)?|Errore|Erro|Ошибка|Помилка|Błąd|Fout(?:melding)?|Fel|Fejl|Feil|Virhe|Chyba|Hiba|Eroare|Hata|Σφάλμα|خطأ|שגיאה|エラー|错误|錯誤|异常|오류|에러|ข้อผิดพลาด|Lỗi|Kesalahan|Galat)\s*(?:[:：!]|\s[-–—(]|\d{3})/i,
];

/** Lines that carry a trace, whatever language the program is in. */
export const TRACE_LINE =
  /^(?:at (?:async |new )?[\w.$<>[\]/ ]{1,80}\([^)]{0,200}\)|at [\w./\\:@-]{3,200}:\d+|File "[^"]{1,200}", line \d+|\S{1,200}\.(?:go|rs|py|js|ts|java|rb|c|cpp):\d+|from \S{1,200}:\d+:in |\.\.\. \d+ more|goroutine \d+|Caused by:)/;

/** A statement of what an error is or means explains it; the error text itself doesn't. */
export const EXPLAINS =
  /\b(?:means?|meaning|indicates?|signals?|tells|refers to|stands for|is (?:an?|the|when|what|used|returned|raised|thrown|sent|how|usually|often|one|not (?:an?|the|always|your))|are (?:a|the|usually|often)|occurs? (?:when|if|because)|happens? (?:when|if|because)|describes?|represents?|says that|is called|was added|came from)\b/i;
