import {
  chmodSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "drizzle-orm";
import { afterAll, afterEach, beforeAll, expect, test, vi } from "vitest";
import { insertLink } from "#db/queries/sign-in-link.ts";
import { uuidV7 } from "#lib/base/uuid.ts";
import { newSecret, secretDigest } from "#lib/crypto/digest.ts";
import { log } from "#lib/observe/log.ts";
import { database } from "#lib/runtime/database.ts";
import { createFirstOwner, isFirstOwnerLink, offerFirstOwnerLink } from "#lib/sign-in/first-owner.ts";
import { emailOfLink } from "#lib/sign-in/link.ts";
import { enterOwnDatabase } from "#tests/support/own-database.ts";
import { signedIn } from "#tests/support/signed-in.ts";

const root = mkdtempSync(join(tmpdir(), "ageway-first-owner-"));
const data = join(root, "data");
const file = join(data, "first-owner-link");
beforeAll(() => enterOwnDatabase({ DATA_DIR: data }));
afterEach(() => vi.unstubAllEnvs());
afterAll(() => rmSync(root, { recursive: true }));

async function firstLink(ttlMs = 60_000): Promise<string> {
  const secret = newSecret();
  await insertLink(database(), { digest: secretDigest(secret), email: null, ttlMs });
  return secret;
}

/** The one line about the first owner that an offer writes. */
async function lineOfOffer(level: "warn" | "error"): Promise<Record<string, unknown>> {
  const line = vi.spyOn(log, level);
  await offerFirstOwnerLink();
  const lines = line.mock.calls.map(([written]) => written as unknown as Record<string, unknown>);
  line.mockRestore();
  expect(lines).toMatchObject([{ event: "first_owner_wanted" }]);
  return lines[0] ?? {};
}

const works = (link: string) => isFirstOwnerLink(new URL(link).searchParams.get("token") ?? "");
const countLinks = async () => (await database().execute(sql`SELECT 1 FROM sign_in_link WHERE email IS NULL`)).length;

test("where nobody can sign in, the log names a private file with the link, and never has the link", async () => {
  for (const before of ["nothing", "a file for everybody"]) {
    if (before !== "nothing") chmodSync(file, 0o644);
    const line = await lineOfOffer("warn");
    expect(line.file).toBe(file);
    expect(JSON.stringify(line)).not.toMatch(/token|http/);
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(readdirSync(data)).toEqual(["first-owner-link"]);
    expect(await works(readFileSync(file, "utf8").trim())).toBe(true);
  }
});

test("on a terminal the line has the link, and no file is written", async () => {
  vi.stubEnv("AGEWAY_TERMINAL", "1");
  rmSync(file, { force: true });
  const { link } = await lineOfOffer("warn");
  expect(await works(String(link))).toBe(true);
  expect(readdirSync(data)).toEqual([]);
});

test("where the file cannot be written, the line says why, no link is made, and the jobs start", async () => {
  rmSync(data, { recursive: true });
  writeFileSync(data, "a file in the place of the folder");
  const before = await countLinks();
  expect(await lineOfOffer("error")).toMatchObject({ file, code: "EEXIST" });
  expect(await countLinks()).toBe(before);
  rmSync(data);
});

// From here on there is somebody; tests/full/start/first-start.test.ts makes the first owner.
test("where there is somebody, the link that makes the first owner is dead", async () => {
  await signedIn();
  const link = await firstLink();
  expect(await isFirstOwnerLink(link)).toBe(false);
  const email = `${uuidV7()}@shop.example`;
  expect(await createFirstOwner(link, email, "Shop")).toEqual({ ok: false, reason: "link_dead" });
  const [row] = await database().execute<{ n: number }>(
    sql`SELECT count(*)::int AS n FROM "user" WHERE email = ${email}`,
  );
  expect(row?.n).toBe(0);
});

test("where there is somebody, no such link is offered", async () => {
  await signedIn();
  const before = await countLinks();
  await offerFirstOwnerLink();
  expect(await countLinks()).toBe(before);
  expect(existsSync(file)).toBe(false);
});

test("a link of one kind is none of the other", async () => {
  const link = await firstLink();
  expect(await emailOfLink(link)).toBeNull();
});
