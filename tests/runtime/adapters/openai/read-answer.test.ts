import { suite } from "uvu";
import * as assert from "uvu/assert";
import { aProviderModel, aRequest, hear } from "../../../support/a-provider-model.ts";
import {
  answers,
  answersWell,
  breaksOffAfter,
  chunk,
  completion,
  event,
  streams,
  USAGE_AND_DONE,
} from "../../../support/hostile-behaviours.ts";
import { type Behaviour, HostileProvider } from "../../../support/hostile-provider.ts";

const test = suite("readAnswer");

const soundAnswers: readonly (readonly [string, Behaviour, string])[] = [
  ["sent in pieces", answersWell("ding", " dong"), "ding dong"],
  [
    "split within events and characters",
    streams(...[...Buffer.from(chunk("gong “ü” 鐘") + chunk({}, "stop"))].map((byte) => Uint8Array.of(byte))),
    "gong “ü” 鐘",
  ],
  [
    "with CRLF line ends",
    streams((chunk("a") + chunk("b", "stop") + USAGE_AND_DONE).replaceAll("\n", "\r\n")),
    "ab",
  ],
  [
    "with comments and fields around it",
    streams(": processing\n\n", "event: message\nid: 1\n", chunk("ok", "STOP")),
    "ok",
  ],
  ["without usage and without [DONE]", streams(chunk("ok", "stop")), "ok"],
  [
    "with an error-free filter chunk first",
    streams(event({ choices: [], prompt_filter_results: [] }), chunk("ok"), chunk({}, "eos_token")),
    "ok",
  ],
  [
    "with content in parts",
    streams(
      chunk(
        {
          content: [
            { type: "thinking", thinking: [] },
            { type: "text", text: "ok" },
          ],
        },
        "stop",
      ),
    ),
    "ok",
  ],
  ["as one JSON completion", answers(200, completion("all at once")), "all at once"],
  [
    "as indented JSON of the wrong type",
    answers(200, `\n${JSON.stringify(completion("all at once"), null, 2)}`),
    "all at once",
  ],
  ["that breaks off after its finish reason", breaksOffAfter(chunk("done"), chunk({}, "COMPLETE")), "done"],
];

for (const [name, behaviour, expected] of soundAnswers) {
  test(`accepts an answer ${name}`, async () => {
    const provider = await HostileProvider.start(behaviour);
    try {
      const { text, end, error } = await hear(aProviderModel(provider).stream(aRequest()));
      assert.is(error, undefined);
      assert.is(text, expected);
      assert.type(end?.finishReason, "string");
    } finally {
      await provider.close();
    }
  });
}

test.run();
