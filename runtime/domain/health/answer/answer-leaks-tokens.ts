import { type HealthFlaw, HealthReason } from "../verdict.ts";
import type { AnswerInContext } from "./answer-in-context.ts";

/** Control tokens of the chat formats in use: ChatML, Llama, Mistral, Gemma, DeepSeek, T5 and BERT. */
const SPECIAL_TOKEN =
  /<[|｜][^|｜<>\s]{1,40}[|｜]?>|\[\/?INST\]|\[\/?(?:SYS|TOOL_CALLS|TOOL_RESULTS|AVAILABLE_TOOLS|SYSTEM_PROMPT|BOS|EOS|PAD|UNK|CLS|SEP|MASK)\]|\[\/(?:ASSISTANT|USER|SYSTEM)\]|<<\/?SYS>>|<\/?(?:bos|eos|pad|unk|sep|start_of_turn|end_of_turn|tool_call|tool_calls|tool_response|tool_result|function_calls?|function_response|eot|eod|eom|im_start|im_end|endoftext|begin_of_text|end_of_text|start_of_image|extra_id_\d+|sentinel_\d+|answer_start|end_of_sentence)>|<(?:function|tool|invoke|parameter)=|◁\/?think▷/i;
const SENTENCE_TOKEN = /^<s>|^(?:(?!<s>)[\s\S])*<\/s>|<\/s>\s{0,9}<\/?s>/;
/** A tag of the answer format round the whole answer, and the channels of the harmony format without their marks. */
const WRAPPED =
  /^<(answer|response|output|final|final_answer|assistant|result|message|reply|solution|scratchpad|tools|content|completion)>[\s\S]*<\/\1>$/i;
const CHANNELS =
  /^analysis[\s\S]{1,20000}assistantfinal|^(?:assistant)?(?:analysis|final|commentary)(?=[A-Z])/;
const TURNS_IN_LINE = /\b(?:USER|HUMAN): .{1,2000}\b(?:ASSISTANT|AI|BOT):/;
/** A turn's label where the answer should begin. */
const LEADING_ROLE =
  /^\s*(?:(?:(?:\w+ ){0,3}assistant|<assistant>|ai|bot|model|### ?(?:response|assistant|answer|instruction|human|user|system|input|output))\s*(?:[:\n]|$)|(?:user|human)\s*:)/i;
const USER_TURN = /^[ \t]*(?:### ?)?(?:\*\*)?(?:user|human|instruction|question|q|input)(?:\*\*)?\s*:/im;
const ASSISTANT_TURN =
  /^[ \t]*(?:### ?)?(?:\*\*)?(?:assistant|ai|bot|response|answer|a|output|chatbot)(?:\*\*)?\s*:/im;
/** Pieces of a byte-level or sentencepiece vocabulary that were never decoded. */
const UNDECODED = /<0x[0-9A-F]{2}>|[ĠĊĉ](?=\p{L}|$|\s|[.,])|▁(?=\p{L}|<)/gu;
const LONGEST_PROSE = 65_536;

/** Says that control tokens, undecoded vocabulary or the turns of the chat format stand in the answer. */
export function answerLeaksTokens(answer: AnswerInContext): HealthFlaw | undefined {
  const prose = answer.prose.slice(0, LONGEST_PROSE);
  const isLeak =
    (!answer.request.specialTokens &&
      [SPECIAL_TOKEN, SENTENCE_TOKEN, WRAPPED, CHANNELS].some((token) => token.test(prose))) ||
    hasUndecodedPieces(prose, answer.request.specialTokens) ||
    (!answer.request.dialogue && showsTurns(prose, answer.prompt));
  return isLeak
    ? { reason: HealthReason.tokensLeaked, detail: "The answer shows tokens or turns of the chat format." }
    : undefined;
}

function hasUndecodedPieces(prose: string, areWanted: boolean): boolean {
  return !areWanted && (prose.match(UNDECODED) ?? []).length >= 2;
}

function showsTurns(prose: string, prompt: string): boolean {
  const leading = LEADING_ROLE.exec(prose)?.[0]
    .replace(/[^\p{L} ]/gu, "")
    .trim()
    .toLowerCase();
  if (leading !== undefined && !prompt.toLowerCase().includes(leading)) return true;
  if (TURNS_IN_LINE.test(prose)) return true;
  return USER_TURN.test(prose) && ASSISTANT_TURN.test(prose) && !/[qa]:|frage|question/i.test(prompt);
}
