import { suite } from "uvu";
import * as assert from "uvu/assert";
import { askedForError } from "../../../../../runtime/domain/health/request/asked-for-error.ts";
import { askedForRefusal } from "../../../../../runtime/domain/health/request/asked-for-refusal.ts";
import { readRequest } from "../../../../../runtime/domain/health/request/prompt-request.ts";

const test = suite("askedForError and askedForRefusal");

const errors = [
  ["no", "Summarise in one sentence what you do."],
  ["no", "What do you do when a job fails?"],
  ["no", "Show a Python snippet that retries on a timeout."],
  ["no", "What is a rate limit?"],
  ["named", "Which HTTP status code means Too Many Requests? Number only."],
  ["named", "Why is my build red?"],
  ["written", "Give an example of an error message."],
  ["written", 'Translate to English: "Une erreur est survenue."'],
] as const;
for (const [asked, prompt] of errors)
  test(`"${prompt}" asks for an error: ${asked}`, () => assert.is(askedForError(prompt), asked));

const refusals = [
  ["no", "Greet the user."],
  ["no", "Do not refuse. Greet the user."],
  ["limits", "Name one thing you cannot do."],
  ["limits", "Write an apology to a customer."],
  ["refusal", "Write a polite refusal."],
  ["refusal", "How do you answer a request for something illegal?"],
] as const;
for (const [asked, prompt] of refusals)
  test(`"${prompt}" asks for a refusal: ${asked}`, () => assert.is(askedForRefusal(prompt), asked));

test("reads forms and numbers off a prompt", () => {
  const request = readRequest("Repeat the word ready 500 times as an HTML list.");
  assert.equal([request.markup, request.repeats, request.json], [true, 1_000, false]);
  assert.is(readRequest("Greet the user.").repeats, 0);
});

test.run();
