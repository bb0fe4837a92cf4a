import { z } from "zod";

const part = z.looseObject({ type: z.string(), text: z.string().optional() });
const message = z.looseObject({
  role: z.enum(["system", "developer", "user", "assistant", "tool"]),
  content: z.union([z.string(), z.array(part)]).nullish(),
});

/** Most messages of a conversation that is read. */
const MAX_MESSAGES = 1_000;

/** A chat completion's request, as far as the stand-in looks at it. */
export const chatRequestSchema = z
  .looseObject({
    model: z.string().min(1).max(256),
    messages: z.array(message).min(1).max(MAX_MESSAGES),
    stream: z.boolean().nullish(),
    stream_options: z.looseObject({ include_usage: z.boolean().nullish() }).nullish(),
  })
  .transform(({ model, messages, stream, stream_options }) => ({
    model,
    system: textOf(messages.filter(({ role }) => role === "system" || role === "developer")),
    prompt: textOf(messages.filter(({ role }) => role === "user").slice(-1)),
    isStreaming: stream === true,
    wantsUsage: stream_options?.include_usage === true,
    words: wordsIn(textOf(messages)),
  }));
export type ChatRequest = z.infer<typeof chatRequestSchema>;

/** Counts tokens as well as anybody can who has no tokenizer: words. */
export function wordsIn(text: string): number {
  return text.match(/\S+/g)?.length ?? 0;
}

function textOf(messages: readonly z.infer<typeof message>[]): string {
  return messages
    .map(({ content }) =>
      typeof content === "string" ? content : (content ?? []).map(({ text }) => text ?? "").join(""),
    )
    .join("\n\n");
}
