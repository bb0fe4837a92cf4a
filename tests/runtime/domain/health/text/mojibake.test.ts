import { Buffer } from "node:buffer";
import fc from "fast-check";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { mojibakeIn } from "../../../../../runtime/domain/health/text/mojibake.ts";

const test = suite("mojibakeIn");

test("finds none in text as it is written", () => {
  for (const text of [
    "Grüße aus Köln",
    "L'été à Orléans «ça va»",
    "São João",
    "10 °C ± 1",
    "naïve café",
    "Привет",
    "日本語",
  ])
    assert.equal(mojibakeIn(text), { pairs: 0, longer: 0 }, text);
});

test("counts every character that was read as Latin-1", () => {
  const letters = fc.string({ unit: fc.constantFrom("é", "ß", "ж", "ω", "日", "€", "😀"), minLength: 1 });
  fc.assert(
    fc.property(letters, (text) => {
      const { pairs, longer } = mojibakeIn(Buffer.from(text, "utf8").toString("latin1"));
      return pairs + longer === [...text].length;
    }),
  );
});

test("knows the characters of Windows-1252", () => {
  assert.equal(mojibakeIn("Itâ€™s"), { pairs: 0, longer: 1 });
});

test.run();
