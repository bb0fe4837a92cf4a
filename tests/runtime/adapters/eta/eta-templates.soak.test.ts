import { suite } from "uvu";
import { hostileTemplatesAreHarmless } from "../../../support/hostile-template-check.ts";

const test = suite("EtaTemplates");

test("renders 200,000 hostile templates or ends in the documented flaws", () => {
  hostileTemplatesAreHarmless({ count: 200_000, seed: 1 });
});

test.run();
