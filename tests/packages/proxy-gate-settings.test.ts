import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { readGateSettings } from "#packages/gate/src/settings.ts";
import { freePort } from "#tests/support/ports.ts";
import { GATE_ENVIRONMENT, GATE_SECRET, noFile } from "#tests/support/proxy-gate.ts";
import { visitorOf } from "#tests/support/shop-visitor.ts";

test.each([
  ["AGEWAY_URL", "marker.example"],
  ["AGEWAY_URL", "http://marker.example"],
  ["AGEWAY_KEY", "sk_secret"],
  ["AGEWAY_SECRET", "pk_live_secret"],
  ["AGE", "17"],
  ["ORIGIN", "marker.example"],
  ["ORIGIN", "https://marker.example/checkout"],
  ["SESSION_SECRET", "too short a secret"],
  ["SESSION_SECRET", `${GATE_SECRET},too short a secret`],
  ["MATCH", "marker"],
  ["MATCH", "/marker,"],
  ["MATCH", "/order/:id"],
  ["MATCH", "/orders/a*"],
  ["MATCH", "/a$b"],
  ["MATCH", "/caf%C3%A9"],
  ["MATCH", "?marker"],
  ["MATCH", "?marker=a%20b"],
  ["RETURN_TO", "https://elsewhere.example/"],
  ["RETURN_TO", "//elsewhere.example/"],
  ["PROVIDER", "S"],
  ["LANGUAGE", "fr"],
  ["TRUSTED_PROXIES", "everybody"],
  ["TRUSTED_PROXIES", "0.0.0.0/0"],
  ["TRUSTED_PROXIES", "10.0.0.0/33"],
  ["TRUSTED_PROXIES", "10.0.0.0/"],
  ["HOST", "127.0.0.1 or so"],
  ["PORT", "65536"],
])("%s=%s is refused by its name, and its value is not printed", (name, value) => {
  const read = readGateSettings({ ...GATE_ENVIRONMENT, [name]: value }, noFile);
  const problems = read.ok ? [] : read.problems;
  expect(problems).toEqual([expect.stringMatching(new RegExp(`^${name} must `))]);
  if (value.length > 2) expect(problems.join()).not.toContain(value);
});

test("what is missing is named, all of it at once; what is empty is missing", () => {
  const read = readGateSettings({ AGEWAY_URL: " ", MATCH: "", PORT: "" }, noFile);
  expect(read.ok ? [] : read.problems.map((problem) => problem.split(".")[0])).toEqual(
    ["AGEWAY_URL", "AGEWAY_KEY", "AGE", "ORIGIN", "SESSION_SECRET"].map((name) => `${name} is missing`),
  );
});

test("it listens on this machine alone, and believes its networks, unless told", () => {
  const read = readGateSettings({ ...GATE_ENVIRONMENT, PORT: "" }, noFile);
  if (!read.ok) expect.fail(read.problems.join());
  const { host, port, proxies } = read.settings;
  expect([host, port]).toEqual(["127.0.0.1", 8_090]);
  expect([proxies.check("172.31.255.255"), proxies.check("172.32.0.0"), proxies.check("8.8.8.8")]).toEqual([
    true,
    false,
    false,
  ]);
});

test("secrets come from files, too, and nothing else does", () => {
  const files: Record<string, string> = { "/run/session": `${GATE_SECRET}\n`, "/run/empty": "\n" };
  const readFile = (path: string) => files[path] ?? expect.fail(`${path} was read`);
  const { SESSION_SECRET: _, ...others } = GATE_ENVIRONMENT;
  const from = (more: Record<string, string>) => {
    const read = readGateSettings({ ...others, ...more }, readFile);
    return read.ok ? [] : read.problems;
  };
  expect(from({ SESSION_SECRET_FILE: "/run/session", AGE_FILE: "/run/age" })).toEqual([]);
  expect(from({ SESSION_SECRET_FILE: "/run/session", SESSION_SECRET: GATE_SECRET })).toEqual([
    "SESSION_SECRET_FILE is set, and so is SESSION_SECRET: keep one of the two.",
  ]);
  expect(from({ SESSION_SECRET_FILE: "/run/empty" })).toEqual(["SESSION_SECRET_FILE is empty: /run/empty"]);
  const gone = () => {
    throw Object.assign(new Error(GATE_SECRET), { code: "ENOENT" });
  };
  const read = readGateSettings({ ...others, SESSION_SECRET_FILE: "/run/gone" }, gone);
  expect(read).toEqual({ ok: false, problems: ["SESSION_SECRET_FILE cannot be read (ENOENT): /run/gone"] });
});

test("as a program: bad settings by name with status 2, else it serves until it is told to stop", async () => {
  const program = "packages/gate/src/main.ts";
  const folder = mkdtempSync(join(tmpdir(), "ageway-gate-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  writeFileSync(join(folder, "secret"), GATE_SECRET);
  const { SESSION_SECRET: _, ...others } = GATE_ENVIRONMENT;
  const start = (env: Record<string, string>, ...words: string[]) => {
    const child = spawn(process.execPath, [program, ...words], {
      env: { PATH: process.env.PATH, NODE_ENV: "production", ...env },
      stdio: ["ignore", "pipe", "pipe"],
    });
    let printed = "";
    for (const stream of [child.stdout, child.stderr]) stream.on("data", (part) => (printed += part));
    return { child, printed: () => printed, closed: once(child, "close") };
  };
  const bad = start({ ...others, SESSION_SECRET: "my short secret" });
  expect((await bad.closed)[0]).toBe(2);
  expect(bad.printed()).toMatch(/^ageway-gate: SESSION_SECRET must have at least 32 .*\n$/);
  const help = start({}, "--help");
  expect((await help.closed)[0]).toBe(0);
  for (const name of [...Object.keys(GATE_ENVIRONMENT), "AGEWAY_SECRET", "TRUSTED_PROXIES", "HOST"])
    expect(help.printed()).toContain(`  ${name} `);
  const port = await freePort();
  const good = start({ ...others, SESSION_SECRET_FILE: join(folder, "secret"), PORT: String(port) });
  await once(good.child.stdout, "data");
  expect(good.printed()).toBe(
    `ageway-gate: listens on 127.0.0.1, port ${port}, for https://shop.example, from 18 on\n`,
  );
  const health = await visitorOf(`http://localhost:${port}`).go("/health");
  expect([health.status, health.text]).toEqual([200, "ok\n"]);
  const second = start({ ...GATE_ENVIRONMENT, PORT: String(port) });
  expect((await second.closed)[0]).toBe(2);
  expect(second.printed()).toBe(`ageway-gate: cannot listen on 127.0.0.1, port ${port} (EADDRINUSE).\n`);
  good.child.kill("SIGTERM");
  expect((await good.closed)[0]).toBe(0);
});
