import { type HealthFlaw, HealthReason } from "../verdict.ts";
import type { AnswerInContext } from "./answer-in-context.ts";

/** Control tokens of the chat formats in use: ChatML, Llama, Mistral, Gemma, DeepSeek, T5 and BERT. */
const SPECIAL_TOKEN =
  /<[|｜][^|｜<>\s]{1,40}[|｜]?>|\[\/?INST\]|\[\/?(?:SYS|TOOL_CALLS|TOOL_RESULTS|AVAILABLE_TOOLS|SYSTEM_PROMPT|BOS|EOS|PAD|UNK|CLS|SEP|MASK)\]|\[\/(?:ASSISTANT|USER|SYSTEM)\]|<<\/?SYS>>|<\/?(?:bos|eos|pad|unk|sep|start_of_turn|end_of_turn|tool_call|tool_calls|tool_response|tool_result|function_calls?|function_response|eot|eod|eom|im_start|im_end|endoftext|begin_of_text|end_of_text|start_of_image|extra_id_\d+|sentinel_\d+|answer_start|end_of_sentence)>|<(?:function|tool|invoke|parameter)=|◁\/?think▷/i;
const SENTENCE_TOKEN = /^<s>|(?:^|[^>])<\/s>\s*$|<\/s>\s*<s>/;
/** A turn's label where the answer should begin. */
const LEADING_ROLE =
  /^\s*(?:(?:<?assistant>?|### ?(?:response|assistant|answer|instruction|human|user|system|input|output))\s*(?:[:\n]|$)|(?:user|human)\s*:)/i;
const USER_TURN = /^\s*(?:### ?)?(?:\*\*)?(?:user|human|instruction|question|q|input)(?:\*\*)?\s*:/im;
const ASSISTANT_TURN =
  /^\s*(?:### ?)?(?:\*\*)?(?:assistant|ai|bot|response|answer|a|output|chatbot)(?:\*\*)?\s*:/im;
/** Pieces of a byte-level or sentencepiece vocabulary that were never decoded. */
const UNDECODED = /<0x[0-9A-F]{2}>|[ĠĊĉ](?=\p{L}|$|\s|[.,])|▁(?=\p{L}|<)/gu;
const LONGEST_PROSE = 65_536;

/** Says that control tokens, undecoded vocabulary or the turns of the chat format stand in the answer. */
export function answerLeaksTokens(answer: AnswerInContext): HealthFlaw | undefined {
  const prose = answer.prose.slice(0, LONGEST_PROSE);
  const isLeak =
    (!answer.request.specialTokens && (SPECIAL_TOKEN.test(prose) || SENTENCE_TOKEN.test(prose))) ||
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
  const leading = LEADING_ROLE.exec(prose)?.[0].trim().toLowerCase();
  if (leading !== undefined && !prompt.toLowerCase().includes(leading)) return true;
  return USER_TURN.test(prose) && ASSISTANT_TURN.test(prose) && !/[qa]:|frage|question/i.test(prompt);
}
