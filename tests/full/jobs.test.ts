import { spawn } from "node:child_process";
import { once } from "node:events";
import { sql } from "drizzle-orm";
import { PgBoss } from "pg-boss";
import { afterAll, expect, onTestFinished, test, vi } from "vitest";
import { postMail } from "#lib/mail/outbox.ts";
import { database } from "#lib/runtime/database.ts";
import { bundle } from "#tests/support/bundle.ts";
import { ageway } from "#tests/support/command.ts";
import { lineToDatabase } from "#tests/support/database-line.ts";
import { tamper } from "#tests/support/ledger.ts";
import { letterOf } from "#tests/support/letter.ts";
import { countRows } from "#tests/support/organization.ts";
import { enterOwnDatabase } from "#tests/support/own-database.ts";
import { asOwner } from "#tests/support/owner.ts";
import { startVerb } from "#tests/support/process.ts";
import { startSmtp } from "#tests/support/smtp.ts";

const smtp = await startSmtp();
await enterOwnDatabase({ SMTP_URL: smtp.url, MAIL_FROM: "Ageway <no-reply@age.example>" });
afterAll(smtp.close);

/** The shortest heartbeat that pg-boss has. */
const TIMES = { heartbeatSeconds: 10, monitorSeconds: 1, pollSeconds: 2, retryMs: 1_000 };

test("what an earlier version left is made anew: schedules of jobs that nobody knows, and queues in which runs pile up", async () => {
  const boss = await jobQueues();
  // What another test had.
  await boss.deleteQueue("send-mail");
  await database().execute(sql`DELETE FROM jobs.schedule`);
  await boss.createQueue("retired");
  await boss.schedule("retired", "* * * * *");
  await boss.createQueue("alert-keys", { policy: "exclusive", heartbeatSeconds: 10 });
  await boss.schedule("alert-keys", "0 0 1 1 *");
  await boss.createQueue("send-mail", { policy: "singleton" });
  for (let n = 0; n < 17; n += 1) await boss.send("send-mail");
  expect(await scheduled()).toEqual(["alert-keys", "retired"]);

  const { kill, ended } = startVerb("#lib/jobs.ts", "startJobs");
  onTestFinished(async () => {
    kill();
    await ended;
  });
  await expect.poll(scheduled).not.toContain("retired");
  expect(await scheduled()).toContain("close-months");
  for (const name of ["send-mail", "alert-keys"])
    expect(await boss.getQueue(name)).toMatchObject({ policy: "exclusive", heartbeatSeconds: 30 });
  expect(await boss.getSchedules("alert-keys")).toMatchObject([{ cron: "*/10 * * * *" }]);
});

test("a start removes what grew too old while no process ran", async () => {
  await postMail(database(), [{ about: "old", recipient: "a@shop.example", letter: letterOf("Fact") }]);
  await database().execute(sql`UPDATE mail_outbox SET sent_at = now(), created_at = now() - interval '41 days'`);
  await jobQueues();
  // What another test had: a queue of which a run waits takes no other.
  await database().execute(sql`DELETE FROM jobs.job`);
  startProcess();
  const left = () => countRows(sql`SELECT count(*)::int AS n FROM mail_outbox`);
  await expect.poll(left).toBe(0);
});

test("the command says of each job when it is due, how late it is, and how it went", async () => {
  const boss = await jobQueues();
  await database().execute(sql`DELETE FROM jobs.job`);
  await database().execute(sql`DELETE FROM jobs.schedule`);
  expect((await ageway(["jobs"])).out).toBe("(none)\n");
  for (const name of ["close-months", "send-mail"]) await boss.createQueue(name);
  await boss.schedule("close-months", "5 * * * *");
  await boss.schedule("send-mail", "* * * * *");
  const minutesAgo = (minutes: number) => new Date(Math.floor(Date.now() / 60_000 - minutes) * 60_000 + 1_000);
  // It succeeded twenty minutes ago, failed since, and runs now.
  for (const [verb, minutes] of [
    ["complete", 20],
    ["fail", 10],
    ["run", 0],
  ] as const) {
    const id = (await boss.send("send-mail", null, { retryLimit: 0 })) ?? "";
    await boss.fetch("send-mail");
    if (verb !== "run") await boss[verb]("send-mail", id);
    const at = minutesAgo(minutes).toISOString();
    await database().execute(sql`
      UPDATE jobs.job SET created_on = ${at}, started_on = ${at}, completed_on = CASE WHEN completed_on IS NOT NULL THEN ${at}::timestamptz END
      WHERE id = ${id}`);
  }
  const { out, status } = await ageway(["jobs", "--json"]);
  const [closing, mailing] = JSON.parse(out);
  expect([status, closing]).toEqual([
    0,
    {
      job: "close-months",
      due: expect.any(String),
      lagSeconds: 0,
      runningSince: null,
      lastSuccess: null,
      lastFailure: null,
    },
  ]);
  expect(new Date(closing.due).getUTCMinutes()).toBe(5);
  expect(+new Date(closing.due)).toBeGreaterThan(Date.now() - 60_000);
  const [succeeded, failed, running] = [20, 10, 0].map((minutes) => +minutesAgo(minutes));
  // The minute may have passed meanwhile.
  const near = (text: string, at = 0) => Math.abs(Date.parse(text) - at) <= 60_000;
  expect(mailing).toMatchObject({ job: "send-mail" });
  expect(near(mailing.lastSuccess, succeeded)).toBe(true);
  expect(near(mailing.lastFailure, failed)).toBe(true);
  expect(near(mailing.runningSince, running)).toBe(true);
  expect(near(mailing.due, (succeeded ?? 0) + 59_000)).toBe(true);
  expect(Math.round(mailing.lagSeconds / 60)).toBeOneOf([18, 19, 20]);
});

test.for([
  ["is killed", "SIGKILL", 30_000],
  ["stops", "SIGTERM", 5_000],
] as const)("when a process %s, another goes on with the job that it had", async ([, signal, ms]) => {
  const [taken, released] = [vi.fn(), Promise.withResolvers<void>()];
  // The first process gets no answer from the mail server.
  smtp.hooks.onData = () => {
    taken();
    return released.promise;
  };
  onTestFinished(() => released.resolve());
  await tamper(sql`TRUNCATE mail_outbox`);
  await postMail(database(), [{ about: signal, recipient: "a@shop.example", letter: letterOf("Fact") }]);
  const boss = await jobQueues();
  // What a killed process of another test had.
  await database().execute(sql`DELETE FROM jobs.job`);
  const first = startProcess();
  await first.ready;
  await boss.send("send-mail");
  await expect.poll(() => taken.mock.calls.length).toBe(1);
  // As after many minutes in which nobody could run it.
  for (let n = 0; n < 17; n += 1) await boss.send("send-mail");
  expect(
    await countRows(sql`SELECT count(*)::int AS n FROM jobs.job WHERE name = 'send-mail' AND state <= 'active'`),
  ).toBe(1);
  const second = startProcess();
  await second.ready;

  first.kill(signal);
  await vi.waitFor(() => expect(taken).toHaveBeenCalledTimes(2), { timeout: ms });
  await first.ended;
});

test("after a database that was away, and took no writes then, the queues go on", async () => {
  const [boss, line, owner] = [await jobQueues(), await lineToDatabase(), asOwner()];
  onTestFinished(() => owner.$client.end());
  await database().execute(sql`DELETE FROM jobs.job`);
  const jobs = startProcess(TIMES, { DATABASE_URL: line.url });
  await jobs.ready;
  const isCalled = async (count: number) => {
    const before = line.calls.length;
    await expect.poll(() => line.calls.length).toBeGreaterThanOrEqual(before + count);
  };
  line.hangUp();
  await isCalled(8);
  const setting = sql`${sql.identifier(new URL(line.url).pathname.slice(1))}`;
  await owner.execute(sql`ALTER DATABASE ${setting} SET default_transaction_read_only = on`);
  line.takeCalls();
  await isCalled(6);
  await owner.execute(sql`ALTER DATABASE ${setting} RESET default_transaction_read_only`);
  const done = () =>
    countRows(sql`SELECT count(*)::int AS n FROM jobs.job WHERE name = 'send-meter-events' AND state = 'completed'`);
  await boss.send("send-meter-events");
  await expect.poll(done).toBe(1);
});

/** A process with the jobs, which stops at SIGTERM. */
function startProcess(times = TIMES, env: Record<string, string> = {}) {
  const program = `import { loadConfiguration } from "#lib/eid/read-providers.ts";
    import { startJobs } from "#lib/jobs.ts";
    loadConfiguration();
    const jobs = startJobs(${JSON.stringify(times)});
    process.once("SIGTERM", async () => { await jobs.stop(); process.exit(0); });`;
  const child = spawn(process.execPath, [bundle(program)], {
    env: { ...process.env, ...env, LOG_LEVEL: "warn" },
    stdio: ["ignore", "pipe", "inherit"],
  });
  const ended = once(child, "close");
  onTestFinished(async () => {
    child.kill("SIGKILL");
    await ended;
  });
  return { ended, kill: (signal: NodeJS.Signals) => child.kill(signal), ready: once(child.stdout, "data") };
}

async function jobQueues(): Promise<PgBoss> {
  const address = new URL(process.env.DATABASE_URL ?? "");
  address.searchParams.set("options", "-c role=ageway_app");
  const connection = { connectionString: address.href, max: 1, schema: "jobs", createSchema: false };
  const boss = new PgBoss({ ...connection, schedule: false, supervise: false });
  boss.on("error", () => {});
  await boss.start();
  onTestFinished(() => boss.stop({ graceful: false }));
  return boss;
}

async function scheduled(): Promise<string[]> {
  const rows = await database().execute<{ name: string }>(sql`SELECT name FROM jobs.schedule ORDER BY name`);
  return rows.map(({ name }) => name);
}
