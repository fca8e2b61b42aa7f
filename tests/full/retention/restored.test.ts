import { sql } from "drizzle-orm";
import postgres from "postgres";
import { beforeAll, expect, inject, onTestFinished, test } from "vitest";
import type { Database } from "#db/client.ts";
import { flushActivity } from "#lib/activity/flush.ts";
import { sealLedger } from "#lib/billing/ledger-seal.ts";
import { newSecret, secretDigest } from "#lib/crypto/digest.ts";
import { addKeySecret } from "#lib/keys/key-secret.ts";
import { postMail } from "#lib/mail/outbox.ts";
import { findInvitation } from "#lib/organizations/accept-invitation.ts";
import { invite } from "#lib/organizations/invitation.ts";
import type { Restored } from "#lib/retention/restored.ts";
import { closeDatabase, database } from "#lib/runtime/database.ts";
import { epochKeys } from "#lib/runtime/epoch.ts";
import { awaitEpoch, readEpoch } from "#lib/runtime/read-epoch.ts";
import { emailOfLink } from "#lib/sign-in/link.ts";
import { readUser } from "#lib/sign-in/session.ts";
import { ageway } from "#tests/support/command.ts";
import { configure } from "#tests/support/configure.ts";
import { askRun, callRun, openedRun, orderedToken } from "#tests/support/gate-test.ts";
import { check, generate, NAVIGATION, newDevice } from "#tests/support/gateway.ts";
import { letterOf } from "#tests/support/letter.ts";
import { mailTo } from "#tests/support/mailbox.ts";
import { memberOf } from "#tests/support/member.ts";
import { countRows, newOrganization } from "#tests/support/organization.ts";
import { somebodyWaitsFor } from "#tests/support/organization-lock.ts";
import { enterOwnDatabase } from "#tests/support/own-database.ts";
import { asOwner, ownerUrl } from "#tests/support/owner.ts";
import { signedIn } from "#tests/support/signed-in.ts";
import { browser, completeFlow, started, tokenIn } from "#tests/support/visitor.ts";

const OPERATOR = { kind: "operator" } as const;

type Answers = Awaited<ReturnType<Awaited<ReturnType<typeof everything>>["answers"]>>;

let before: Answers;
let after: Answers;
/** Like `after`, although every row of the checks is there again. */
let withRows: Answers;
let report: Restored;
let things: Awaited<ReturnType<typeof everything>>;

// One of each thing that works without the operator, on the day before the restore; then the restore; then a server starts.
beforeAll(async () => {
  await enterOwnDatabase();
  configure({ DATABASE_OWNER_URL: ownerUrl() });
  things = await everything();
  before = await things.answers();
  const owner = asOwner();
  await keepRows(owner);
  await owner.$client.end();
  // Events that wait would open a connection again.
  await flushActivity();
  await closeDatabase();
  const { status, out, err } = await ageway(["restored", "--json"]);
  expect({ status, err }).toEqual({ status: 0, err: "" });
  report = JSON.parse(out);
  await readEpoch();
  after = await things.answers();
  const again = asOwner();
  await putRowsBack(again);
  await again.$client.end();
  withRows = await things.answers();
});

const COPIED = ["verification", "idempotency_key"];

async function keepRows(owner: Database): Promise<void> {
  for (const table of COPIED) await owner.execute(sql.raw(`CREATE TABLE kept_${table} AS TABLE ${table}`));
}

async function putRowsBack(owner: Database): Promise<void> {
  for (const table of COPIED) await owner.execute(sql.raw(`INSERT INTO ${table} SELECT * FROM kept_${table}`));
}

/** What callers, visitors and members hold, and what each of them hears when they use it. */
async function everything() {
  const shop = await newOrganization();
  const owner = await memberOf(shop.id, "owner");
  // A proof that is not redeemed, and one that is; the browser of each has its cookies.
  const [fresh, redeemed] = [await proof("b"), await proof("s")];
  expect((await check(redeemed.token, redeemed.device, shop.key)).status).toBe(200);
  // A link that nobody has opened, and a visitor at the eID.
  const [unopened, under] = [await started("s", shop), await started("s", shop)];
  const visitor = browser();
  await visitor.go(under.url);
  const eidUrl = (await visitor.go(`${under.url}&do=confirm`, "POST")).headers.get("location") ?? "";
  const callback = await visitor.choose(eidUrl, "adult");
  const order = { ...shop, device: newDevice(), headers: { "Idempotency-Key": "order 1" } };
  const link = (await generate("b", order)).text;
  // A member, who also asked for a link, and a guest.
  const { cookie } = await signedIn({ of: shop.id });
  const [name = "", session = ""] = cookie.split("=");
  const signInToken = newSecret();
  await database().execute(
    sql`INSERT INTO sign_in_link (digest, email, expires_at) VALUES (${secretDigest(signInToken)}, 'somebody@member.example', now() + interval '10 minutes')`,
  );
  await invite(owner, shop.id, "invited-before@people.example", "developer");
  const invitation = await mailTo("invited-before@people.example");
  const invitationToken = /token=([\w-]+)/.exec(invitation.text)?.[1] ?? "";
  const run = await openedRun();
  const ordered = await orderedToken(run, "yes");
  await postMail(database(), [{ about: "a fact", recipient: "n@shop.example", letter: letterOf("A fact") }]);
  await newOrganization({ locked: true });
  await addKeySecret(OPERATOR, (await newOrganization()).key);
  await sealLedger();

  async function proof(provider: "s" | "b") {
    const link = await started(provider, shop);
    const visitor = browser();
    const back = await completeFlow(visitor, link.url, "adult");
    return { ...link, visitor, token: tokenIn(back.headers.get("location")) ?? "" };
  }

  return {
    shop,
    async answers() {
      const turned = async ({ visitor, device }: typeof redeemed) => {
        const headers = { ...NAVIGATION, cookie: visitor.cookies(new URL(process.env.BASE_URL ?? "")) };
        const { headers: answered } = await generate("s", { ...shop, device, headers });
        return answered.get("ageway-reason") ?? "accepted";
      };
      return {
        token: (await check(fresh.token, fresh.device, shop.key)).status,
        redeemedToken: (await check(redeemed.token, redeemed.device, shop.key)).status,
        verifiedDevice: await turned(redeemed),
        link: (await browser().go(unopened.url)).status,
        finishedLink: (await fresh.visitor.go(fresh.url)).status,
        state: new URL((await visitor.go(callback)).headers.get("location") ?? "").pathname,
        sameLinkAgain: (await generate("b", order)).text === link,
        run: (await callRun(run)).status,
        tokenOfRun: (await askRun(run, ordered.token, ordered.id)).status,
        session: (await readUser({ [name]: session })) !== null,
        signInLink: (await emailOfLink(signInToken)) !== null,
        invitation: (await findInvitation(invitationToken)) !== null,
        mails: await countRows(sql`SELECT count(*)::int AS n FROM mail_outbox WHERE sent_at IS NULL`),
      };
    },
  };
}

test("before the restore each of them answers", () => {
  expect(before).toEqual({
    token: 200,
    redeemedToken: 200,
    verifiedDevice: "already_verified",
    link: 200,
    finishedLink: 303,
    state: "/checkout",
    sameLinkAgain: true,
    run: 200,
    tokenOfRun: 200,
    session: true,
    signInLink: true,
    invitation: true,
    mails: 1,
  });
});

const ENDED: Answers = {
  token: 404,
  redeemedToken: 404,
  verifiedDevice: "accepted",
  // As for a session that we did not make.
  link: 400,
  finishedLink: 400,
  // As for a state that we did not make.
  state: "/verify/s",
  sameLinkAgain: false,
  run: 404,
  tokenOfRun: 404,
  session: false,
  signInLink: false,
  invitation: false,
  mails: 0,
};

test.for(Object.keys(ENDED) as (keyof Answers)[])("after ageway restored, nothing from before answers: %s", (name) => {
  expect(after[name]).toBe(ENDED[name]);
});

test("nor does any of it where the rows of its checks are there again: the epoch is part of what signs", () => {
  expect(withRows).toEqual(ENDED);
});

test("the ledger verifies, and what was billed stays billed", async () => {
  const { status, out } = await ageway(["ledger", "verify", things.shop.id, "--json"]);
  expect(status).toBe(0);
  expect(JSON.parse(out)[0] ?? JSON.parse(out).rows[0]).toMatchObject({ finding: null, unchecked: { unknownKey: 0 } });
  expect(report.ended).toMatchObject({
    verifications: expect.any(Number),
    sessions: 1,
    signInLinks: 1,
    invitations: 1,
  });
});

test("it says of which moment the database is, which mails waited, and which keys, domains and members may work again", () => {
  expect(+new Date(report.lastWriteAt ?? 0)).toBeGreaterThan(Date.now() - 120_000);
  expect(report.mails).toMatchObject([{ recipient: "n@shop.example", subject: "A fact" }]);
  expect(report.keys).toContainEqual(expect.objectContaining({ key: things.shop.key, secrets: "", lockedAt: null }));
  // Changed last, so they come first. Of two keys with a secret only one is locked.
  expect(report.keys.slice(0, 2)).toMatchObject([
    { secrets: expect.stringMatching(/^\S+$/), lockedAt: null },
    { secrets: expect.stringMatching(/^\S+$/), lockedAt: expect.stringMatching(/Z$/) },
  ]);
  expect(report.domains).toContainEqual(expect.objectContaining({ host: things.shop.host }));
  expect(report.members).toContainEqual(expect.objectContaining({ role: "owner" }));
});

test("it refuses while a server is connected, and ends nothing", async () => {
  await started("b", things.shop);
  const links = () => countRows(sql`SELECT count(*)::int AS n FROM verification`);
  const there = await links();
  const { status, err } = await ageway(["restored"]);
  expect([status, err]).toEqual([1, expect.stringMatching(/^Servers have \d+ connections to this database\./)]);
  expect([await links(), there > 0]).toEqual([there, true]);
});

test("a server that starts meanwhile waits for the new epoch", async () => {
  const owner = asOwner();
  onTestFinished(() => owner.$client.end());
  let hasRead = false;
  const reading = await owner.transaction(async (tx) => {
    await tx.execute(sql`LOCK TABLE restore IN ACCESS EXCLUSIVE MODE`);
    const read = readEpoch().then(() => {
      hasRead = true;
    });
    await somebodyWaitsFor(tx);
    expect(hasRead).toBe(false);
    return { read };
  });
  await reading.read;
  expect(hasRead).toBe(true);
});

test("a server that starts while the database is away answers 503 until it knows the epoch", async () => {
  const shop = await newOrganization();
  const [row] = await database().execute<{ name: string }>(sql`SELECT current_database() AS name`);
  const name = sql.identifier(row?.name ?? "");
  await stopReading();
  // Not in the database that other files are copying.
  const server = asOwner(new URL("/postgres", inject("ownerUrl")).href);
  onTestFinished(() => server.$client.end());
  await server.execute(sql`ALTER DATABASE ${name} RENAME TO ${sql.identifier(`${row?.name}_away`)}`);
  await awaitEpoch();
  expect(() => epochKeys()).toThrow("The database has not told the epoch yet");
  await server.execute(sql`ALTER DATABASE ${sql.identifier(`${row?.name}_away`)} RENAME TO ${name}`);
  await expect.poll(async () => (await generate("b", shop)).status).toBe(200);
  expect(await linkOf(shop)).toBe(200);
});

test("a server that was cut off during the command learns the epoch by itself", async () => {
  await awaitEpoch(20);
  const old = epochKeys();
  const owner = asOwner();
  await owner.execute(sql`INSERT INTO restore (id) VALUES (gen_random_uuid())`);
  await owner.$client.end();
  await expect.poll(() => epochKeys() === old).toBe(false);
});

/** What a link says that was made after the epoch began. */
async function linkOf(shop: Awaited<ReturnType<typeof newOrganization>>): Promise<number> {
  return (await browser().go((await started("b", shop)).url)).status;
}

test("it refuses while another session uses its tables, and says which", async () => {
  await stopReading();
  const dump = postgres(ownerUrl(), { max: 1, connection: { application_name: "pg_dump" } });
  onTestFinished(() => dump.end());
  const there = await dump`SELECT FROM restore`;
  await dump.begin(async (tx) => {
    const [row] = await tx`SELECT pg_backend_pid() AS pid, count(*) FROM verification`;
    const { status, err } = await ageway(["restored"]);
    const words = new RegExp(
      `: ${row?.pid} \\(pg_dump, as \\w+\\)\\. Wait until.*pg_terminate_backend\\(${row?.pid}\\)`,
    );
    expect([status, err]).toEqual([1, expect.stringMatching(words)]);
  });
  expect(await dump`SELECT FROM restore`).toHaveLength(there.length);
});

test("run twice, it tells the second time when it was done, and the same as then; not after a server has worked", async () => {
  await stopReading();
  await started("b", things.shop);
  await postMail(database(), [{ about: "a second fact", recipient: "n@shop.example", letter: letterOf("Two") }]);
  const first = await runRestored();
  expect([first.doneAt, first.ended.verifications, first.ended.mails]).toEqual([null, expect.any(Number), 1]);
  const [second, third] = [await runRestored(), await runRestored()];
  expect(+new Date(second.doneAt ?? 0)).toBeGreaterThan(Date.now() - 60_000);
  expect(third.doneAt).toBe(second.doneAt);
  const withoutEpoch = ({ epoch: _, doneAt: __, ...same }: Restored) => same;
  expect([withoutEpoch(second), withoutEpoch(third)]).toEqual([withoutEpoch(first), withoutEpoch(first)]);
  expect(new Set([first.epoch, second.epoch, third.epoch]).size).toBe(3);
  await closeDatabase();
  expect((await ageway(["restored"])).out).toMatch(
    /^This already ran at 2[\d :-]+ UTC, and nothing has changed since\./,
  );
  await readEpoch();
  await started("b", things.shop);
  expect(await runRestored()).toMatchObject({ doneAt: null, ended: { verifications: 1, mails: 0 } });
});

/** As a server that stops: it reads the epoch no more, and has no connection. */
async function stopReading(): Promise<void> {
  await awaitEpoch(2 ** 30);
  await flushActivity();
  await closeDatabase();
}

async function runRestored(): Promise<Restored> {
  await flushActivity();
  await closeDatabase();
  const { status, out, err } = await ageway(["restored", "--json"]);
  expect({ status, err }).toEqual({ status: 0, err: "" });
  return JSON.parse(out);
}
