import { execFileSync } from "node:child_process";
import { randomBytes, randomUUID } from "node:crypto";
import { readFileSync } from "node:fs";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { letterOf } from "#tests/support/letter.ts";
import { mailsTo, mailTo } from "#tests/support/mailbox.ts";
import { startSignInProvider } from "#tests/support/sign-in-provider.ts";
import { signedIn } from "#tests/support/signed-in.ts";

const OLD = process.env.AGEWAY_KEYS ?? "";
const NEW = randomBytes(32).toString("base64url");
const ID = "01900000-0000-7000-8000-000000000001";
const SHOP = "01900000-0000-7000-8000-000000000002";
const RUN = {
  pluginKey: `pk_test_${"a".repeat(24)}`,
  organizationId: SHOP,
  host: "shop.example",
  openedBy: "program",
} as const;

let provider: Awaited<ReturnType<typeof startSignInProvider>>;
beforeAll(async () => {
  provider = await startSignInProvider();
});
afterAll(() => provider.close());

/** From here on our modules are those of a process with these keys. */
async function under(keys: string): Promise<void> {
  const { closeDatabase } = await import("#lib/runtime/database.ts");
  await closeDatabase();
  process.env.AGEWAY_KEYS = keys;
  vi.resetModules();
  const { loadConfiguration } = await import("#lib/eid/read-providers.ts");
  loadConfiguration();
}

const opaqueId = () => import("#lib/crypto/opaque-id.ts");
const digest = () => import("#lib/crypto/digest.ts");
const run = () => import("#lib/gate-test/run.ts");
const attempt = () => import("#lib/verification/authorization-attempt.ts");
const CHECK = { id: ID, provider: "s", mode: "live", minimumAge: 18 } as const;
const LEDGER_ROW = {
  id: ID,
  organizationId: SHOP,
  pluginKeyId: ID,
  provider: "b",
  mode: "live",
  host: "shop.example",
  createdAt: new Date("2026-03-01T12:00:00.123Z"),
} as const;
const ledgerRow = async () =>
  (await import("#lib/billing/ledger.rules.ts")).rowOfCheck(LEDGER_ROW, {
    priceMinor: 12,
    currency: "EUR",
    basis: "price",
  });

async function providerCookies() {
  const { startProviderSignIn } = await import("#lib/sign-in/provider.ts");
  const { email } = await signedIn();
  provider.signsIn({ sub: randomUUID(), email, email_verified: true });
  const begun = await startProviderSignIn("/dashboard/team", { cookies: {}, browser: "" });
  const pairs = (lines: readonly string[]) =>
    lines
      .map((line) => /^([^=]+)=([^;]*)/.exec(line))
      .flatMap((pair) => (pair ? [[pair[1], decodeURIComponent(pair[2] ?? "")]] : []));
  const cookies = Object.fromEntries(pairs(begun?.setCookies ?? [])) as Record<string, string>;
  let [at, jar] = [new URL(begun?.location ?? ""), ""];
  while (at.origin !== process.env.BASE_URL) {
    const answer = await fetch(at, { redirect: "manual", headers: { Cookie: jar } });
    const kept = pairs(answer.headers.getSetCookie()).map(([name, value]) => `${name}=${value}`);
    jar = [jar, ...kept].filter(Boolean).join("; ");
    at = new URL(answer.headers.get("location") ?? "", at);
  }
  return { cookies, query: Object.fromEntries(at.searchParams) };
}

type Kind = [name: string, file: string, make: () => Promise<unknown>, use: (made: never) => Promise<unknown>];

/** Everything that is made under a key of AGEWAY_KEYS. `use`: answers `true` where it still opens, or is found. */
const KINDS: Kind[] = [
  ...(["session", "token", "state", "cursor"] as const).map(
    (purpose): Kind => [
      `the opaque id of a ${purpose}`,
      "lib/crypto/opaque-id.ts",
      async () => (await opaqueId()).encryptId(purpose, ID),
      async (made) => (await opaqueId()).decryptId(purpose, made) === ID,
    ],
  ),
  [
    "the digest of a device",
    "lib/crypto/digest.ts",
    async () => (await digest()).deviceDigest(SHOP, "device"),
    async (made: Buffer) => (await digest()).deviceDigests(SHOP, "device").some((one) => one.equals(made)),
  ],
  [
    "the digest of a browser",
    "lib/crypto/digest.ts",
    async () => (await digest()).browserDigest(ID, "secret"),
    async (made: Buffer) => (await digest()).browserDigests(ID, "secret").some((one) => one.equals(made)),
  ],
  [
    "the digest of a mailed code",
    "lib/crypto/digest.ts",
    async () => (await digest()).codeDigest(ID, "123456"),
    async (made: Buffer) => (await digest()).codeDigests(ID, "123456").some((one) => one.equals(made)),
  ],
  [
    "the digest of an idempotency key",
    "lib/crypto/digest.ts",
    async () => (await digest()).idempotencyDigests("key", SHOP, "order-1")[0],
    async (made: string) => (await digest()).idempotencyDigests("key", SHOP, "order-1").includes(made),
  ],
  [
    "the state, verifier and nonce of a visitor at the eID",
    "lib/verification/authorization-attempt.ts",
    async () => (await attempt()).attemptOf(CHECK, { number: 1, begunAt: new Date("2026-03-01T12:00:00Z") }),
    async (made: { state: string; codeVerifier: string; nonce: string }) => {
      const { attemptOf, readState } = await attempt();
      const answered = readState([made.state]);
      const { state, codeVerifier, nonce } = attemptOf(CHECK, answered ?? expect.fail("Not ours"));
      expect(made).toMatchObject({ state, codeVerifier, nonce });
      return true;
    },
  ],
  [
    "the return URL in a visitor's cookie",
    "lib/crypto/encrypted-claims.ts",
    async () =>
      (await import("#lib/verification/encrypted-return-url.ts")).encryptReturnUrl({
        verificationId: ID,
        href: "https://shop.example/",
      }),
    async (made) => {
      const { decryptReturnUrl } = await import("#lib/verification/encrypted-return-url.ts");
      return (await decryptReturnUrl(made))?.verificationId === ID;
    },
  ],
  [
    "the return URL in the row of a link",
    "lib/verification/page-key.ts",
    async () => {
      const { id, encrypt } = await (await import("#lib/verification/page-key.ts")).linkPageKey();
      const { database } = await import("#lib/runtime/database.ts");
      const [row] = await database().execute<{ salt: Buffer }>(sql`SELECT salt FROM page_key WHERE id = ${id}`);
      return { stored: encrypt("https://shop.example/"), salt: row?.salt };
    },
    async ({ stored, salt }: { stored: Buffer; salt: Buffer }) =>
      String((await import("#lib/verification/page-key.ts")).decryptPage(stored, salt)) === "https://shop.example/",
  ],
  [
    "a run of the gate test, with its secret, token, device and session",
    "lib/gate-test/run.ts",
    async () => {
      const { encryptRun, readRun, runSecret, tokenKeysOf, deviceOf } = await run();
      const { encryptSession } = await import("#lib/gate-test/session.ts");
      const known = (await readRun((await encryptRun(RUN)).text)) ?? expect.fail("Not ours");
      const played = {
        provider: "s",
        device: "d",
        minimumAge: 18,
        returnUrl: "https://shop.example",
        by: "server",
      } as const;
      return {
        text: known.text,
        secret: runSecret(known),
        token: (await opaqueId()).encryptId("token", ID, tokenKeysOf(known)),
        device: deviceOf(known, "device"),
        session: await encryptSession(known, played),
      };
    },
    async (made: Record<"text" | "secret" | "token" | "device" | "session", string>) => {
      const { readRun, isSecretOf, tokenKeysOf, isDeviceOf } = await run();
      const { decryptSession } = await import("#lib/gate-test/session.ts");
      const known = (await readRun(made.text)) ?? expect.fail("Cannot be read");
      return (
        isSecretOf(known, made.secret) &&
        (await opaqueId()).decryptId("token", made.token, tokenKeysOf(known)) === ID &&
        isDeviceOf(known, "device", made.device) &&
        (await decryptSession(known, made.session)) !== null
      );
    },
  ],
  [
    "the MAC of a row of the ledger",
    "lib/billing/row-mac.ts",
    async () => (await import("#lib/billing/row-mac.ts")).macOf(await ledgerRow()),
    async (made) => (await import("#lib/billing/row-mac.ts")).macStateOf(await ledgerRow(), made) === "valid",
  ],
  [
    "the question of an instance's doctor",
    "lib/limits/doctor-probe.ts",
    async () => {
      const { config } = await import("#lib/runtime/config.ts");
      return (await import("#lib/limits/doctor-probe.ts")).probeHeader(config().keys[0]);
    },
    async (made) => (await import("#lib/limits/doctor-probe.ts")).isProbe(made),
  ],
  [
    "a mail that waits and opens something",
    "lib/crypto/encrypted-claims.ts",
    async () => {
      const [{ postMail }, { database }] = [
        await import("#lib/mail/outbox.ts"),
        await import("#lib/runtime/database.ts"),
      ];
      const recipient = `${randomUUID()}@shop.example`;
      const posted = {
        about: "a link",
        recipient,
        letter: letterOf("Link"),
        opensUntil: new Date(Date.now() + 60_000),
      };
      return { recipient, ids: await postMail(database(), [posted]) };
    },
    async ({ recipient, ids: [id = ""] }: { recipient: string; ids: string[] }) => {
      await (await import("#lib/mail/mail.ts")).sendNow(id);
      return (await mailsTo(recipient)).length === 1;
    },
  ],
  [
    "a mailed link to sign in",
    "lib/sign-in/options.ts",
    async () => {
      const { email } = await signedIn();
      const before = (await mailsTo(email)).length;
      await (await import("#lib/sign-in/link.ts")).requestLink(email, "/dashboard");
      const { text } = await mailTo(email, before + 1);
      return { email, token: new URL(/https?:\/\/\S+/.exec(text)?.[0] ?? "").searchParams.get("token") ?? "" };
    },
    async ({ email, token }: { email: string; token: string }) => {
      const { emailOfLink, signInByLink } = await import("#lib/sign-in/link.ts");
      expect(await emailOfLink(token)).toBe(email);
      return (await signInByLink(token, { cookies: {}, browser: "" })) !== null;
    },
  ],
  [
    "a sign-in that is at the operator's provider",
    "lib/sign-in/options.ts",
    providerCookies,
    async ({ cookies, query }: Awaited<ReturnType<typeof providerCookies>>) => {
      const { finishProviderSignIn } = await import("#lib/sign-in/provider.ts");
      return "location" in (await finishProviderSignIn(query, { cookies, browser: "" }));
    },
  ],
];

/** What uses the keys and keeps nothing that has to outlive them. */
const OTHERS: Record<string, string> = {
  "lib/runtime/epoch.ts": "gives the keys",
  "lib/crypto/reference.ts": "names a check; opens nothing",
  "lib/billing/corrections.ts": "asks whether there are keys",
  "lib/billing/close-months.ts": "asks whether there are keys",
  "lib/billing/verify-chain.ts": "asks whether there are keys",
  "lib/retention/restored.ts": "asks whether there are keys",
  "lib/doctor/check-configuration.ts": "counts the keys",
};

test.for(KINDS)("%s, made under the old first key, works under the new one", async ([, , make, use]) => {
  await under(OLD);
  const made = await make();
  await under(`${NEW},${OLD}`);
  expect(await use(made as never)).toBe(true);
});

test.for(KINDS.filter(([name]) => !/mailed link|provider/.test(name)))(
  "%s does not outlive its key",
  async ([, , make, use]) => {
    await under(OLD);
    const made = await make();
    await under(NEW);
    expect(await use(made as never).catch(() => false)).toBe(false);
  },
);

test("every file that takes a key of ours is in this table", () => {
  const files = execFileSync("git", ["ls-files", "lib", "app", "cli"], { encoding: "utf8" }).split("\n");
  const takes = files.filter(
    (file) =>
      /\.tsx?$/.test(file) &&
      /\bepochKeys\(|onfig\(\)\.keys\b|\bkeys\b[^;]*= (?:adminC|c)onfig\(\)|config\.keys\b/.test(
        readFileSync(file, "utf8"),
      ),
  );
  expect(takes.toSorted()).toEqual([...new Set([...KINDS.map(([, file]) => file), ...Object.keys(OTHERS)])].toSorted());
});
