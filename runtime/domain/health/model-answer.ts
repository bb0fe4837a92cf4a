/**
 * A provider's whole reply, as it came: fields that the provider sent with the wrong type are kept so, because
 * the judge has to see them. A reply that never arrived is no ModelAnswer: the caller names that reason itself.
 */
export type ModelAnswer = {
  /** HTTP status of the call. */
  readonly status?: unknown;
  /** `choices[0].message.content`: text in a sound reply. */
  readonly content?: unknown;
  /** `choices[0].finish_reason`. */
  readonly finishReason?: unknown;
  /** `choices[0].message.refusal`; null, absent or empty when the model did not refuse. */
  readonly refusal?: unknown;
  /** `choices[0].message.tool_calls` or `function_call`. */
  readonly toolCalls?: unknown;
  /** The body as text. When it is given it has to be a chat completion; missing fields are read from it. */
  readonly raw?: unknown;
};
