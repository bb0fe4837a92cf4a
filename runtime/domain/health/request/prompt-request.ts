/**
 * What an owner's prompt asks for, as far as its words tell. The rules use it in one direction only: a form that
 * would be a failure of its own (an error text, a page of HTML, a lone symbol) is no failure when it was asked for.
 */
export type PromptRequest = {
  readonly markup: boolean;
  readonly json: boolean;
  readonly code: boolean;
  readonly symbols: boolean;
  readonly encoding: boolean;
  readonly languages: boolean;
  readonly template: boolean;
  readonly specialTokens: boolean;
  readonly dialogue: boolean;
  readonly persona: boolean;
  readonly toolCall: boolean;
  readonly emptyValue: boolean;
  readonly noValue: boolean;
  readonly mojibake: boolean;
  /** How often a unit may be repeated; 0 when no repetition was asked for. */
  readonly repeats: number;
};

type Flag = Exclude<keyof PromptRequest, "repeats">;

const WORDS: Readonly<Record<Flag, RegExp>> = {
  markup: /html|web ?(?:page|site)|home ?page|markup|\bxml|\bsvg|\brss|\btags?\b|sitemap|\bsoap\b|xhtml/,
  json: /json|\bobjects?\b|\bdict|\byaml|payload/,
  code: /(?<!status |error |exit |country |zip |postal |area |response )\bcodes?\b(?! means)|snippet|\bfunction|\bscript|\bprogram|python|javascript|typescript|\bjava\b|golang|\brust\b|\bruby\b|\bphp\b|\bperl\b|\bsql\b|\bquery|\bbash\b|\bshell\b|\bcommand|\bregex|regular expression|\byaml|\btoml|dockerfile|makefile|manifest|\bconfig|workflow|\bhelm\b|terraform|\bcss\b|\bjsx\b|one-?liner|c\+\+|c#|kotlin|haskell|\blua\b|\bjq\b|\bawk\b|latex|\bjava|pseudo/,
  symbols:
    /symbol|\bsigns?\b|character|punctuat|operator|emoji|emoticon|kaomoji|ascii|\bdraw|\bart\b|pattern|regex|expression|\bglob\b|wildcard|cron|morse|braille|formula|equation|\bmath|divider|separator|\bdash|\bdots?\b|ellipsis|asterisk|\bstars?\b|bracket|\bbar\b|sparkline|command|\bpath|password|(?:line|row|string) of|progress|music|notation|chess|delimiter|quot(?:e|ation) marks?|escape|pretend|role-?play|imitate|sounds?\b|noise|\barrow|zeichen|symbole|signe|símbolo|signo|記号|絵文字|符号|表情|기호|이모지/,
  encoding:
    /base ?-?(?:16|32|58|64|85)|\bhex|encod|encrypt|cipher|\bhash|\bsha-?\d|\bmd5|checksum|digest|uuid|guid|\btoken|\bkey\b|password|random|identifier|\bids?\b|commit|\burl\b|\bstring|version|serial|\bdna\b|binary|\bjwt|fingerprint|signature|licen[cs]e plate|kodier|encode|codifica|编码|エンコード|인코딩/,
  languages:
    /language|translat|\bscripts?\b|alphabet|hello|greet|unicode|multilingual|polyglot|countr|sprach|langue|idioma|lingua|язык|语言|言語|언어|writing system|characters? from/,
  template:
    /template|jinja|handlebars|mustache|liquid|\bhelm\b|ansible|placeholder|variable|interpolat|curly|brace|\berb\b|\bejs\b|angular|\bvue\b|github actions|format string|f-string|s?printf|\{\{|\$\{|\{%|%s|\bpath\b|\broute|endpoint|\burls?\b|vorlage|modèle|plantilla|模板|テンプレート/,
  specialTokens:
    /\btoken|chat ?ml|special (?:tag|marker)|chat format|prompt format|instruct(?:ion)? format|\binst\b|<\||<\/?s>|\beos\b|\bbos\b|end[- ]of[- ](?:text|turn|sequence|sentence)|\btags?\b|delimiter|marker|markup|html|strike/,
  dialogue:
    /dialog|conversation|transcript|interview|role-?play|\bscene|\bplay\b|chat between|q ?& ?a|exchange|examples?\b|few-shot|user:|human:|assistant:|gespräch|diálogo|conversación|对话|対話|会話|대화/,
  persona: /system (?:prompt|message)|persona\b|instruction|role-?play|who am i|prompt for|pretend/,
  toolCall: /(?:tool|function)[- ]?call|json|\breact\b|action input|openapi|mcp/,
  emptyValue:
    /\bvalues?\b|return|output|evaluat|\bresult|print|type ?of|\blists?\b|\barrays?\b|object|field|json|null|undefined|\bnil\b|\bnan\b|empty|literal|keyword/,
  noValue:
    /\bvalues?\b|evaluat|\bresult|print|type ?of|null|undefined|\bnil\b|\bnan\b|literal|keyword|javascript|returns?\b(?! (?:an? )?(?:valid )?(?:json|object))/,
  mojibake: /mojibake|encod|utf-?8|latin-?1|charset|garbled|character set|decod|byte/,
};

const REPETITION =
  /repeat|\btimes\b|\btwice\b|\bthrice\b|in a row|(?:row|line|string|sequence) of|\bcop(?:y|ies)\b|\bchant|mantra|refrain|chorus|\bsongs?\b|lyric|\bsing\b|\brap\b|\bpoem|nursery|laugh|\bdraw|ascii|pattern|\bfill|matrix|\bgrid\b|wiederhol|répèt|repite|repit|ripet|повтор|重复|繰り返|반복|\b\d{1,4} (?:\p{L}+ ){0,2}(?:x|times|copies|words|stars|dashes|zeros|zeroes|ones|letters|emojis?|lines|rows|items|dots|asterisks)\b|\b(?:five|six|seven|eight|nine|ten|twelve|fifteen|twenty|thirty|forty|fifty|hundred)\b/u;
const FEWEST_REPEATS = 60;

/** Reads off a prompt which unusual forms of answer it asks for. */
export function readRequest(prompt: string): PromptRequest {
  const text = foldPrompt(prompt);
  const has = (flag: Flag) => WORDS[flag].test(text);
  return {
    markup: has("markup"),
    json: has("json"),
    code: has("code"),
    symbols: has("symbols"),
    encoding: has("encoding"),
    languages: has("languages"),
    template: has("template"),
    specialTokens: has("specialTokens"),
    dialogue: has("dialogue"),
    persona: has("persona"),
    toolCall: has("toolCall"),
    emptyValue: has("emptyValue"),
    noValue: has("noValue"),
    mojibake: has("mojibake"),
    repeats: REPETITION.test(text) ? Math.max(FEWEST_REPEATS, 2 * largestNumber(text)) : 0,
  };
}

/** Folds a prompt for comparison with the word lists: lower case, one apostrophe, compatibility forms. */
export function foldPrompt(prompt: string): string {
  return prompt
    .normalize("NFKC")
    .toLowerCase()
    .replace(/[\u2018\u2019\u02BC]/g, "'");
}

function largestNumber(text: string): number {
  return Math.max(0, ...(text.match(/\d{1,5}/g) ?? []).slice(0, 100).map(Number));
}
