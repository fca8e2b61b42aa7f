import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as after } from "node:timers/promises";
import { expect, inject, onTestFinished, test } from "vitest";
import { checkPages } from "#lib/doctor/check-pages.ts";
import { startApp } from "#tests/support/app.ts";
import { newDevice } from "#tests/support/gateway.ts";
import { newOrganization } from "#tests/support/organization.ts";
import { freePort } from "#tests/support/ports.ts";
import { childrenOf } from "#tests/support/process-tree.ts";

const EVERY_MS = 100;

test.for(["pages", "worker"] as const)(
  "one that hangs of the %s is told in the metrics, killed and started again; readiness stays, and calls are answered",
  { timeout: 120_000 },
  async (role) => {
    const [port, metrics] = [await freePort(), await freePort()];
    const app = await startApp(
      { ...inject("env"), WORKERS: "2", LOG_LEVEL: "error", METRICS_PORT: String(metrics) },
      port,
    );
    onTestFinished(async () => void (await app.kill()));
    const shop = await newOrganization();
    const path = () => `/api/url_generator_b/${shop.key}/${newDevice()}/18?domain=${encodeURIComponent(shop.domain)}`;
    const ofRole = () => childrenOf(app.pid ?? 0).filter((pid) => titleOf(pid).startsWith(`ageway ${role}`));
    const serving = async () => {
      const text = await fetch(`http://127.0.0.1:${metrics}/metrics`).then((answer) => answer.text());
      return Number(new RegExp(`^ageway_processes\\{process="${role}"\\} (\\d+)$`, "m").exec(text)?.[1]);
    };
    const count = ofRole().length;
    expect(await serving()).toBe(count);
    let isOver = false;
    const answers: [path: string, Promise<number>][] = [];
    const load = (async () => {
      for (; !isOver; await after(EVERY_MS))
        for (const asked of [path(), "/api/health/ready"])
          answers.push([
            asked,
            fetch(`${app.url}${asked}`, { headers: { connection: "close" } }).then(statusOf, () => 0),
          ]);
    })();
    const [victim = 0] = ofRole();
    process.kill(victim, "SIGSTOP");
    onTestFinished(() => void (ofRole().includes(victim) && process.kill(victim, "SIGKILL")));
    await expect.poll(serving).toBe(count - 1);
    expect(await checkPages({ baseUrl: app.url })).toMatchObject([{ state: role === "pages" ? "wrong" : "ok" }]);
    await expect.poll(ofRole).not.toContain(victim);
    await expect.poll(serving).toBe(count);
    isOver = true;
    await load;
    const statuses = await Promise.all(answers.map(([, status]) => status));
    // A worker takes those with it that it has accepted. One that waits for it is answered by another.
    expect(statuses.filter((status) => status !== 200).length).toBeLessThanOrEqual(role === "worker" ? 2 : 0);
    expect(await checkPages({ baseUrl: app.url })).toMatchObject([{ state: "ok" }]);
    const lines = app
      .output()
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line));
    expect(lines.filter(({ event }) => String(event).startsWith("process_"))).toMatchObject([
      { event: "process_hung", process: role, at: "work" },
      { event: "process_ended", process: role, signal: "SIGKILL" },
    ]);
  },
);

/** A worker that finds the file stands still as it starts, and takes the file away. */
const HANGING = `import { rmSync } from "node:fs";
if (process.env.AGEWAY_PROCESS === "worker")
  try {
    rmSync(process.env.HANG_FILE);
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);
  } catch {}`;

test("one that hangs as it starts is killed after a minute and started again", { timeout: 180_000 }, async () => {
  const [port, metrics, folder] = [await freePort(), await freePort(), mkdtempSync(join(tmpdir(), "ageway-hang-"))];
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const [program, file] = [join(folder, "hang.mjs"), join(folder, "hang")];
  writeFileSync(program, HANGING);
  const app = await startApp(
    {
      ...inject("env"),
      WORKERS: "2",
      LOG_LEVEL: "error",
      METRICS_PORT: String(metrics),
      NODE_OPTIONS: `--import=${program}`,
      HANG_FILE: file,
    },
    port,
  );
  onTestFinished(async () => void (await app.kill()));
  writeFileSync(file, "");
  const [victim = 0] = childrenOf(app.pid ?? 0).filter((pid) => titleOf(pid).startsWith("ageway worker"));
  process.kill(victim, "SIGKILL");
  await expect
    .poll(() => app.output(), { timeout: 120_000 })
    .toMatch(/"event":"process_hung","process":"worker","at":"start"/);
  const figures = () => fetch(`http://127.0.0.1:${metrics}/metrics`).then((answer) => answer.text());
  await expect.poll(figures).toMatch(/^ageway_processes\{process="worker"\} 2$/m);
  expect(await figures()).toMatch(/^ageway_process_ends_total\{process="worker",why="hung"\} 1$/m);
  expect((await fetch(`${app.url}/api/health/ready`)).status).toBe(200);
});

async function statusOf(answer: Response): Promise<number> {
  await answer.arrayBuffer();
  return answer.status;
}

function titleOf(pid: number): string {
  return readFileSync(`/proc/${pid}/cmdline`, "utf8");
}
