/** The live view as a terminal shows it: the real program in tmux, against a standalone server. */
import { fileURLToPath } from "node:url";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { AgentTeamResource } from "../../../lib/api/agent-team.ts";
import { API_VERSION } from "../../../lib/api/group.ts";
import { TestSystem } from "../../support/a-system.ts";
import { aStep, aTeamSpec } from "../../support/builders/a-team.ts";
import { hasTmux, PseudoTerminal } from "../../support/cli/pseudo-terminal.ts";

const test = suite("the live view");

const MAIN = fileURLToPath(new URL("../../../runtime/cli/main.ts", import.meta.url));
const PROGRAM = `"${process.execPath}" --disable-warning=ExperimentalWarning "${MAIN}"`;
const SPINNER = /^[⠋⠙⠹⠸⠼⠴⠦⠧⠇⠏] /m;
const LONG = "a-step-with-quite-a-long-name-that-waits";

const leftOut = hasTmux() ? undefined : "left out: the live view on a terminal: no tmux on the PATH";
let system: TestSystem;

test.before(async () => {
  if (leftOut !== undefined) return;
  system = await TestSystem.start();
  await system.addTeam();
  const steps = [
    aStep("gather"),
    aStep(LONG, { service: "nobody", dependsOn: ["gather"] }),
    aStep("say", { dependsOn: ["gather", LONG] }),
  ];
  const type = { apiVersion: API_VERSION, kind: "AgentTeam" } as const;
  const metadata = { namespace: "default", name: "mixed" };
  await system.store.create(AgentTeamResource, { ...type, metadata, spec: aTeamSpec({ steps }) });
});
test.after(() => system?.stop());

async function inTerminal(
  args: string,
  columns: number,
  look: (terminal: PseudoTerminal) => Promise<void>,
  term = "xterm-256color",
): Promise<void> {
  if (leftOut !== undefined) {
    process.stdout.write(`\n${leftOut}\n`);
    return;
  }
  const terminal = await PseudoTerminal.open({
    columns,
    rows: 20,
    command: `TERM=${term} ${PROGRAM} ${args}`,
    env: { KUBECONFIG: system.standalone.kubeconfig },
  });
  try {
    await look(terminal);
  } finally {
    await terminal.close();
  }
}

/** Each step's line, of which there has to be one: what was drawn before has to be gone. */
function stepLines(lines: readonly string[]): readonly string[] {
  return lines.filter((line) => /^[⠋⠙⠹⠸⠼⠴⠦⠧⠇⠏✔✖○–] /.test(line));
}

for (const columns of [80, 40]) {
  test(`draws one line a step within ${columns} columns, and leaves the run going at Ctrl-C`, () =>
    inTerminal("trigger mixed --watch", columns, async (terminal) => {
      await terminal.shows(/○ say/);
      // Some frames later there are still as many lines.
      await terminal.shows(/✔ gather/);
      const lines = await terminal.shows(/○ a-step/);
      const [gathered = "", waiting = "", last = "", ...more] = stepLines(lines);
      assert.match(gathered, /^✔ gather +[\d.]+m?s$/);
      assert.match(last, columns === 80 ? /^○ say +after a-step-with-quite/ : /^○ say$/);
      assert.match(waiting, columns === 80 ? /wai/ : /^○ a-step-with-quite-a-long-nam…$/);
      assert.equal(more, []);
      assert.match(lines.join("\n"), /^gather \| /m);
      await terminal.press("C-c");
      const ended = (await terminal.shows(/exit \d+/)).join("\n");
      assert.match(ended.replace(/\n/g, ""), /tocsin: run mixed-\w+ goes on/);
      assert.match(ended, "Follow it with: tocsin watch mixed-");
      assert.match(ended, "exit 130");
    }));
}

test("draws anew when the terminal becomes narrower", () =>
  inTerminal("trigger mixed --watch", 80, async (terminal) => {
    await terminal.shows(/✔ gather/);
    await terminal.resize(40, 20);
    const lines = await terminal.shows(/○ a-step-with-quite-a-long-nam…/);
    const marks = lines.slice(-3).map((line) => line.slice(0, 5));
    assert.equal(marks, ["✔ gat", "○ a-s", "○ say"]);
  }));

test("ends with every step's mark and how the run went", () =>
  inTerminal("trigger writers --watch", 80, async (terminal) => {
    const lines = await terminal.shows(/exit 0/);
    assert.match(lines.join("\n"), /✔ write +[\d.]+m?s\nrun writers-\w+ succeeded in [\d.]+m?s\nexit 0/);
    assert.not.match(lines.join("\n"), SPINNER);
  }));

test("lists runs with their phase within 40 columns", () =>
  inTerminal("runs writers", 40, async (terminal) => {
    const [heading = "", ...rows] = await terminal.shows(/exit 0/);
    assert.match(heading, /^NAME .*PHASE/);
    assert.match(rows.join("\n"), /^writers-\w+ .*Succeeded/m);
  }));

test("writes plain lines where the terminal is dumb", () =>
  inTerminal(
    "trigger writers --watch",
    80,
    async (terminal) => {
      assert.match((await terminal.shows(/exit 0/)).join("\n"), /^write: started$/m);
    },
    "dumb",
  ));

test.run();
