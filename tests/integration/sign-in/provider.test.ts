import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { uuidV7 } from "#lib/base/uuid.ts";
import { config } from "#lib/runtime/config.ts";
import { cookieName } from "#lib/runtime/cookie.ts";
import { database } from "#lib/runtime/database.ts";
import { readUser, sessionCookie } from "#lib/sign-in/session.ts";
import { send } from "#tests/support/gateway.ts";
import { startSignInProvider } from "#tests/support/sign-in-provider.ts";
import { signedIn } from "#tests/support/signed-in.ts";

let provider: Awaited<ReturnType<typeof startSignInProvider>>;
beforeAll(async () => {
  provider = await startSignInProvider();
});
afterAll(() => provider.close());

/**
 * A browser: keeps cookies by origin, goes wherever it is sent. Comes to rest at one of our own pages. `edit`: changes our
 * cookies on the way.
 */
async function completeFlow(cookie = "", edit: (jar: Map<string, string>) => void = () => {}) {
  const jars = new Map<string, Map<string, string>>();
  const base = String(process.env.BASE_URL);
  const jarOf = (origin: string) => jars.get(origin) ?? jars.set(origin, new Map()).get(origin) ?? new Map();
  for (const pair of cookie ? [cookie] : []) jarOf(base).set(...(pair.split(/=(.*)/s) as [string, string]));
  const cookies = (origin: string) => [...jarOf(origin)].map(([name, value]) => `${name}=${value}`).join("; ");
  const keep = (origin: string, lines: string[]) => {
    for (const line of lines) jarOf(origin).set(...((line.split(";")[0] ?? "").split(/=(.*)/s) as [string, string]));
  };
  const posted = await send("/sign-in/provider", {
    method: "POST",
    body: "next=/dashboard/team",
    headers: { Origin: base, Cookie: cookies(base) },
  });
  keep(base, posted.headers.getSetCookie());
  let at = new URL(posted.headers.get("location") ?? "", base);
  while (at.origin !== base) {
    const answer = await fetch(at, { redirect: "manual", headers: { Cookie: cookies(at.origin) } });
    keep(at.origin, answer.headers.getSetCookie());
    at = new URL(answer.headers.get("location") ?? "", at);
  }
  if (!at.pathname.startsWith("/api/auth/"))
    return { location: at.pathname + at.search, user: null, jar: jarOf(base), at };
  edit(jarOf(base));
  const back = await send(at.pathname + at.search, { headers: { Cookie: cookies(base) } });
  keep(base, back.headers.getSetCookie());
  const location = (back.headers.get("location") ?? "").replace(base, "");
  const user = await readUser({ [sessionCookie()]: jarOf(base).get(sessionCookie()) ?? "" });
  return { location, user, jar: jarOf(base), at };
}

test("somebody whose address is known and verified there is signed in, and sent where they were going", async () => {
  const { id, email } = await signedIn();
  provider.signsIn({ sub: uuidV7(), email, email_verified: true });
  expect(await completeFlow()).toMatchObject({ location: "/dashboard/team", user: { id, email } });
});

test("the account is known again by its subject, though the address has changed there", async () => {
  const { id, email } = await signedIn();
  const sub = uuidV7();
  provider.signsIn({ sub, email, email_verified: true });
  await completeFlow();
  provider.signsIn({ sub, email: `new-${email}`, email_verified: true });
  expect((await completeFlow()).user).toMatchObject({ id, email });
});

test.for([
  ["not verified", { email_verified: false }],
  ["not said to be verified", {}],
  ["verified in words only", { email_verified: "true" }],
] as const)("an address that is %s signs nobody in", async ([, claims]) => {
  const { email } = await signedIn();
  const sub = uuidV7();
  provider.signsIn({ sub, email, ...claims });
  expect(await completeFlow()).toMatchObject({ location: "/sign-in?problem=provider_refused", user: null });
  const [row] = await database().execute<{ n: number }>(
    sql`SELECT count(*)::int AS n FROM sign_in_account WHERE subject = ${sub}`,
  );
  expect(row?.n).toBe(0);
});

test("a stranger is not let in, and leaves no account", async () => {
  const email = `${uuidV7()}@stranger.example`;
  provider.signsIn({ sub: uuidV7(), email, email_verified: true });
  expect(await completeFlow()).toMatchObject({ location: "/sign-in?problem=provider_refused", user: null });
  const [row] = await database().execute<{ n: number }>(
    sql`SELECT count(*)::int AS n FROM "user" WHERE email = ${email}`,
  );
  expect(row?.n).toBe(0);
});

test("signing in again this way is fresh too, and ends the session of before", async () => {
  const { email, cookie } = await signedIn({ minutes: 60 });
  provider.signsIn({ sub: uuidV7(), email, email_verified: true });
  // The provider tells whole seconds.
  const before = Math.floor(Date.now() / 1000) * 1000;
  const { user } = await completeFlow(cookie);
  expect(Number(user?.signedInAt)).toBeGreaterThanOrEqual(before);
  const [name = "", value = ""] = cookie.split("=");
  expect(await readUser({ [name]: value })).toBeNull();
});

test("signing in again asks the provider to ask, however many single sign-ons there are", async () => {
  const { email, cookie } = await signedIn({ minutes: 60 });
  provider.signsIn({ sub: uuidV7(), email, email_verified: true });
  await completeFlow();
  expect([provider.asked().get("prompt"), provider.asked().get("max_age")]).toEqual([null, null]);
  await completeFlow(cookie);
  expect([provider.asked().get("prompt"), provider.asked().get("max_age")]).toEqual(["login", "0"]);
});

test("a provider that did not ask does not sign anybody in again, and the session of before goes on as it was", async () => {
  const { email, cookie } = await signedIn({ minutes: 60 });
  provider.signsIn({ sub: uuidV7(), email, email_verified: true }, 11);
  expect(await completeFlow(cookie)).toMatchObject({ location: "/sign-in?problem=provider_silent" });
  const [name = "", value = ""] = cookie.split("=");
  const before = await readUser({ [name]: value });
  expect(Date.now() - Number(before?.signedInAt)).toBeGreaterThan(59 * 60_000);
});

test("whoever comes by a single sign-on of this morning is in, but has not signed in in the last minutes", async () => {
  const { email } = await signedIn();
  provider.signsIn({ sub: uuidV7(), email, email_verified: true }, 180);
  const { user } = await completeFlow();
  expect(user).toMatchObject({ email });
  expect(Math.round((Date.now() - Number(user?.signedInAt)) / 60_000)).toBe(180);
});

test.for([
  ["verified", undefined, false],
  ["verified_as_text", undefined, false],
  ["verified_as_text", "true", true],
  ["verified_as_text", "false", false],
  ["unverified", undefined, true],
  ["unverified", "true", true],
  ["unverified", false, false],
] as const)(
  "SIGN_IN_TRUST_EMAIL=%s, and the provider says %j of an address: signed in, %j",
  async ([trust, claim, isIn]) => {
    const { email } = await signedIn();
    const given = config().signInProvider;
    if (given === null) throw new Error("There is no provider");
    const { trustEmail } = given;
    onTestFinished(() => {
      given.trustEmail = trustEmail;
    });
    given.trustEmail = trust;
    provider.signsIn({ sub: uuidV7(), email, ...(claim !== undefined && { email_verified: claim }) });
    expect((await completeFlow()).user !== null).toBe(isIn);
  },
);

test("an answer that this browser did not ask for signs nobody in", async () => {
  const { email } = await signedIn();
  provider.signsIn({ sub: uuidV7(), email, email_verified: true });
  const { at } = await completeFlow();
  const stolen = await send(at.pathname + at.search);
  expect(stolen.headers.get("location")).toBe("/sign-in?problem=provider_refused");
  expect(stolen.headers.getSetCookie().join()).not.toContain(`${sessionCookie()}=`);
});

test("an address of another site in a cookie sends nobody there", async () => {
  const { email } = await signedIn();
  provider.signsIn({ sub: uuidV7(), email, email_verified: true });
  const toElsewhere = (jar: Map<string, string>) =>
    jar.set(cookieName("next"), encodeURIComponent("https://elsewhere.example/"));
  expect((await completeFlow("", toElsewhere)).location).toBe("/dashboard");
});

test("a look at the headers of the way back takes nothing", async () => {
  expect((await send("/api/auth/callback/oidc?code=x&state=y", { method: "HEAD" })).status).toBe(405);
});
