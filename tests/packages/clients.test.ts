import { execFile, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { PassThrough } from "node:stream";
import { text } from "node:stream/consumers";
import { promisify } from "node:util";
import { afterAll, describe, expect, test } from "vitest";
import { type ClientQuestion, type Expected, flawOf, type Said } from "#packages/gate-test/src/client-answer.rules.ts";
import { clientProgram } from "#packages/gate-test/src/client-program.ts";
import { CLIENT_CASES, examineClient } from "#packages/gate-test/src/examine-client.ts";
import { createAgeway } from "#packages/server/src/index.ts";
import { PYTHON_ENV, pythonWith } from "#tests/support/python.ts";

// The conformance kit: every client of ours passes it, and one with a fault does not.

type Ask = (question: ClientQuestion) => Promise<Said>;

const folder = mkdtempSync(join(tmpdir(), "ageway-clients-"));
const programs: { stop(): void }[] = [];
afterAll(() => {
  for (const { stop } of programs) stop();
  rmSync(folder, { recursive: true });
});

// No program listens at this proxy: a client that used it would get no answer.
const NOBODY = "http://127.0.0.1:1";
const environment = { ...process.env, ...PYTHON_ENV, HTTP_PROXY: NOBODY, http_proxy: NOBODY };
/** Ends what hangs, and nothing else. */
const PATIENCE_MS = 600_000;

function program(...command: string[]): Ask {
  const surroundings = { environment, errors: new PassThrough(), folder: process.cwd() };
  const started = clientProgram(command, surroundings, PATIENCE_MS);
  programs.push(started);
  return started.ask;
}

const ofPackage = ({ base_url, plugin_key, token, device_id, age, timeout_ms }: ClientQuestion) =>
  createAgeway({ url: base_url, pluginKey: plugin_key, timeoutMs: timeout_ms }).check({
    token,
    deviceId: device_id,
    age: age as 18,
  });

const CLIENTS: Record<string, Ask> = {
  "@ageway/server": async (question) => ({ line: JSON.stringify(await ofPackage(question)) }),
  "PHP with curl": program("php", "tests/packages/php/run.php"),
  "PHP with its sockets": program("php", "-d", "disable_functions=curl_init", "tests/packages/php/run.php"),
  "PHP with Guzzle": program("php", "tests/packages/php/run.php", "guzzle"),
  Python: program(pythonWith(), "tests/packages/python/client.py"),
};

/** The cases that a client fails, and those of them in which it lets somebody in. */
async function examined(ask: Ask) {
  const [flaws, wrong]: [string[], string[]] = [[], []];
  let count = 0;
  for await (const { name, flaw, isWrongYes } of examineClient(ask)) {
    count += 1;
    if (flaw !== null) flaws.push(`${name}: ${flaw}`);
    if (isWrongYes) wrong.push(name);
  }
  expect(count).toBe(CLIENT_CASES.length);
  return { flaws, wrong };
}

describe("a client of ours makes the right thing of every answer", () => {
  // They mostly wait: all at once.
  test.concurrent.for(Object.entries(CLIENTS))("%s", async ([, ask], { expect }) => {
    expect(await examined(ask)).toEqual({ flaws: [], wrong: [] });
  });

  const hasGo = spawnSync("go", ["version"]).status === 0;
  const title = "Go, as in clients/client.go (skipped where the machine has no go)";
  test.skipIf(!hasGo)(title, { concurrent: true }, async ({ expect }) => {
    const built = join(folder, "client");
    await promisify(execFile)("go", ["build", "-o", built, "packages/gate-test/clients/client.go"]);
    expect(await examined(program(built))).toEqual({ flaws: [], wrong: [] });
  });
});

test.concurrent("the client that everybody writes first lets people in", async ({ expect }) => {
  const first: Ask = async ({ base_url, plugin_key, token, device_id, age, timeout_ms }) => {
    const address = `${base_url}/api/auth_check/${token}/${device_id}?plugin_key=${plugin_key}`;
    try {
      const answer = await (await fetch(address, { signal: AbortSignal.timeout(timeout_ms) })).json();
      return { line: JSON.stringify({ allowed: answer.verified && answer.age >= age, until: answer.expires_at }) };
    } catch {
      return { line: '{"allowed":false}' };
    }
  };
  const { wrong } = await examined(first);
  const lies = ["expired", "a yes called a page", "a yes of 10 MB", "a yes with 500", "a redirect to a yes"];
  expect(wrong).toEqual(expect.arrayContaining([...lies, "a token that leads up a folder", "no device id"]));
  expect(wrong).not.toContain("no");
});

describe("what a client said", () => {
  const NOW = Date.parse("2031-05-06T12:00:00Z");
  const minutes = (count: number) => new Date(NOW + count * 60_000).toISOString();
  const question = {
    base_url: "http://a",
    plugin_key: "pk_test_1",
    token: "t",
    device_id: "d",
    age: 18,
    timeout_ms: 1,
  };
  const path = "/api/auth_check/t/d?plugin_key=pk_test_1";
  const yes: Expected = { allowed: true, lastsMs: 29 * 60_000 };
  const no: Expected = { allowed: false, why: "expired", lastsMs: 0 };
  const judged = (said: Said, expected: Expected, paths: readonly string[] | null = [path]) =>
    flawOf(said, question, expected, { began: NOW, paths, ended: NOW });

  test.for([
    ["a yes", { allowed: true, until: minutes(29), mode: "test" }, yes, null],
    ["a yes for less long, of no mode", { allowed: true, until: minutes(1) }, yes, null],
    [
      "a yes for too long",
      { allowed: true, until: minutes(30) },
      yes,
      /^It keeps the yes until .*, 30 minutes\. It may for 29\.$/,
    ],
    [
      "a yes without end",
      { allowed: true, until: null },
      yes,
      /^It keeps the yes until null, which is no moment to come\.$/,
    ],
    ["a yes that has ended", { allowed: true, until: minutes(0) }, yes, /no moment to come/],
    [
      "a yes of another mode",
      { allowed: true, until: minutes(1), mode: "live" },
      yes,
      /^It said mode live for this key\.$/,
    ],
    ["a yes that is none", { allowed: true, until: minutes(1) }, no, /^It said yes\.$/],
    ["a no", { allowed: false, why: "expired" }, no, null],
    ["a no in words of its own", { allowed: false }, no, null],
    [
      "a no for another reason",
      { allowed: false, why: "timeout" },
      no,
      /^It said no: timeout\. The reason is expired\.$/,
    ],
    ["a no where yes is right", { allowed: false, why: "timeout" }, yes, /^It said no: timeout\.$/],
    ["neither", { allowed: "yes" }, yes, /^It answered \{"allowed":"yes"\}, not /],
    ["no object", null, no, /^It answered null, not /],
  ] as const)("%s", ([, answer, expected, flaw]) => {
    const found = judged({ line: JSON.stringify(answer) }, expected);
    if (flaw === null) expect(found).toBeNull();
    else expect(found).toMatch(flaw);
  });

  test("and what it asked for that", () => {
    const said = { line: '{"allowed":false}' };
    expect(judged(said, no, [`${path}&once=1`, path])).toBeNull();
    expect(judged(said, no, null)).toBeNull();
    expect(judged(said, no, [])).toBe("It did not ask.");
    const other = path.replace("/d?", "/e?");
    expect(judged(said, no, [path, other])).toBe(`It asked ${other}, not ${path}.`);
    expect(judged({ silence: "It ended, with 1." }, no)).toBe("It ended, with 1.");
  });
});

describe("the command", () => {
  async function call(script: string) {
    const words = ["client", "--", process.execPath, "--input-type=module", "--eval", script];
    const child = spawn(process.execPath, ["packages/gate-test/src/main.ts", ...words], {
      stdio: ["ignore", "pipe", "pipe"],
    });
    const [output, errors, [status]] = await Promise.all([
      text(child.stdout),
      text(child.stderr),
      once(child, "close"),
    ]);
    return { status, output, errors };
  }
  /** A program that answers with what an expression makes of `asked`. */
  const answering = (expression: string) => `
    import { createInterface } from "node:readline";
    for await (const line of createInterface(process.stdin)) {
      const asked = JSON.parse(line);
      console.log(${expression});
    }`;

  test.concurrent("prints a row for each case, and the sum", async ({ expect }) => {
    const { status, output } = await call(answering('asked.age === 16 ? "yes" : JSON.stringify({ allowed: true })'));
    const rows = output.trim().split("\n");
    expect(rows.filter((row) => row.startsWith("FAILED"))).toHaveLength(CLIENT_CASES.length);
    expect(output).toMatch(/^FAILED {2}yes {5,}It keeps the yes until null, which is no moment to come\.$/m);
    expect(output).toMatch(/^FAILED {2}yes to 16 {5,}It answered yes, not \{"allowed": …\}\.$/m);
    expect(output).toMatch(/^FAILED {2}a redirect to a yes {5,}It said yes\.$/m);
    const noes = CLIENT_CASES.filter(({ expected }) => !expected.allowed).length;
    expect(rows.at(-1)).toBe(`0 of ${CLIENT_CASES.length} cases passed; a yes where no is right: ${noes}.`);
    expect(status).toBe(1);
  });

  test.concurrent("starts a client again that ends in the middle", async ({ expect }) => {
    const { status, output } = await call(`
      const ask = async ({ base_url, token, device_id, plugin_key, age, timeout_ms }) => {
        if (age === 16) process.exit(3);
        const address = \`\${base_url}/api/auth_check/\${token}/\${device_id}?plugin_key=\${plugin_key}\`;
        await fetch(address, { signal: AbortSignal.timeout(timeout_ms), redirect: "manual" }).catch(() => {});
        return { allowed: age === 18 && base_url.endsWith("/check/0"), until: new Date(Date.now() + 60_000) };
      };
      ${answering("JSON.stringify(await ask(asked))")}`);
    expect(output).toMatch(/^FAILED {2}yes to 16 {5,}It ended, with 3\.$/m);
    expect(output).toMatch(/^ok {6}a shop that asks for the age 0$/m);
    expect(status).toBe(1);
  });

  test.concurrent.for([
    ["answers twice", "", String.raw`'{"allowed":false}\n{}'`, 'It answered {"allowed":false} and {}, not '],
    ["greets", 'console.log("Ready");', `'{"allowed":false}'`, "It answered Ready"],
  ] as const)(
    "takes nothing of a client that %s for the answer to another case",
    async ([, first, said, flaw], { expect }) => {
      const { status, output } = await call(first + answering(said));
      const rows = output.trim().split("\n").slice(0, CLIENT_CASES.length);
      expect(rows).toHaveLength(CLIENT_CASES.length);
      expect(rows.filter((row) => !row.startsWith("FAILED") || !row.includes(flaw))).toEqual([]);
      expect(status).toBe(1);
    },
  );

  test.concurrent("says what is wrong with a client that never answers, and ends", async ({ expect }) => {
    expect(await call("process.exit(4)")).toEqual({
      status: 2,
      output: "",
      errors: "The client cannot be tested. It ended, with 4.\n",
    });
  });
});
