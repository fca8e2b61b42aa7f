import { randomBytes } from "node:crypto";
import { beforeAll, expect, test } from "vitest";
import { flushActivity } from "#lib/activity/flush.ts";
import { referenceOf } from "#lib/crypto/reference.ts";
import { openDashboard } from "#tests/support/dashboard.ts";
import { check, NAVIGATION } from "#tests/support/gateway.ts";
import { newOrganization } from "#tests/support/organization.ts";
import { signedIn } from "#tests/support/signed-in.ts";
import { browser, started, tokenIn } from "#tests/support/visitor.ts";

type Shop = Awaited<ReturnType<typeof newOrganization>>;

let dashboard: Awaited<ReturnType<typeof openDashboard>>;
beforeAll(async () => {
  dashboard = await openDashboard();
});

/** One live check from the call to the question of the shop's backend; all that names it on the way. */
async function checked(shop: Shop, provider: "s" | "b", persona: string) {
  const { url, device, id } = await started(provider, shop);
  const visitor = browser();
  await visitor.go(url, "GET", NAVIGATION);
  const eid = (await visitor.go(`${url}&do=confirm`, "POST")).headers.get("location") ?? "";
  await visitor.go(await visitor.choose(eid, persona));
  const home = await visitor.go(`${url}&do=leave`, "POST");
  const token = tokenIn(home.headers.get("location")) ?? "";
  const answer = await check(token, device, shop.key);
  const { searchParams } = new URL(eid);
  return {
    token,
    session: new URL(url).searchParams.get("session") ?? "",
    state: searchParams.get("state") ?? "",
    nonce: searchParams.get("nonce") ?? "",
    "reference of the token check": answer.headers.get("ageway-reference") ?? "",
    "reference of the check": referenceOf(id),
  };
}

const CHECKS = "/dashboard/checks";
const RECORD = ["/dashboard", CHECKS, `${CHECKS}/export`, `${CHECKS}/refused/export`, "/dashboard/connect"];
const LEDGER = ["/dashboard/billing", "/dashboard/billing/events", "/dashboard/billing/events/export"];

type Member = Awaited<ReturnType<typeof signedIn>>;

/** What members read of the record, and of the ledger, a text each. Times are left out: both say when. */
async function shown(shop: Shop, viewer: Member, owner: Member, reference: string | null = null) {
  await flushActivity();
  const read = async ({ cookie }: Member, paths: string[]) => {
    const pages = await Promise.all(paths.map((path) => dashboard.get(path, cookie)));
    for (const { status } of pages) expect(status).toBe(200);
    return pages
      .map(({ text }) => text.replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z|\d+ \w{3} \d{4}, \d\d:\d\d|\d\d:\d\d:\d\d/g, ""))
      .join("\n");
  };
  const record = await read(viewer, [
    ...RECORD,
    ...(reference === null ? [] : [`/dashboard/checks/${reference}`]),
    `/dashboard/connect/calls?organization=${shop.id}&key=${shop.key}`,
  ]);
  return { record, ledger: await read(owner, LEDGER) };
}

const GRAM = 8;

/** Every eight characters that stand together in a word of a text: as it is written, and as its bytes in hexadecimal. */
function gramsOf(text: string): Set<string> {
  const grams = new Set<string>();
  for (const [word] of text.matchAll(/[\w-]{8,}/g)) {
    const bytes = Buffer.from(word, "base64url");
    const isEncoded = bytes.toString("base64url") === word && word.length >= 22;
    for (const spelling of [word, word.replaceAll("-", ""), ...(isEncoded ? [bytes.toString("hex")] : [])])
      for (let n = 0; n + GRAM <= spelling.length; n += 1) grams.add(spelling.slice(n, n + GRAM).toLowerCase());
  }
  return grams;
}

function uuidsIn(text: string): string[] {
  return text.match(/\b[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}\b/g) ?? [];
}

function without(grams: Set<string>, others: Set<string>): Set<string> {
  return new Set([...grams].filter((gram) => !others.has(gram)));
}

test.for([
  ["s", "adult"],
  ["s", "seventeen"],
  ["b", "adult"],
  ["b", "seventeen"],
  ["b", "cancel"],
] as const)(
  "token, session, state, ledger, record and exports of one check at %s (%s) have no value in common",
  async ([provider, persona]) => {
    const shop = await newOrganization();
    // A check before it: what the pages say of both is said of no check alone.
    await checked(shop, provider, persona);
    const [viewer, owner] = [
      await signedIn({ of: shop.id, role: "viewer" }),
      await signedIn({ of: shop.id, role: "owner" }),
    ];
    const before = await shown(shop, viewer, owner);
    const check = await checked(shop, provider, persona);
    const after = await shown(shop, viewer, owner, check["reference of the check"]);
    const { "reference of the check": reference, ...opaque } = check;
    const groups = new Map(Object.entries(opaque).map(([name, value]) => [name, gramsOf(value)]));
    for (const name of ["record", "ledger"] as const)
      groups.set(name, without(gramsOf(after[name]), gramsOf(before[name])));
    // The search is not blind: the check is on both, if it was billed, and a token that begins with the ledger's id is found.
    expect(groups.get("record")?.has(reference.toLowerCase())).toBe(true);
    const [row] = uuidsIn(after.ledger).filter((id) => !uuidsIn(before.ledger).includes(id));
    expect(row !== undefined).toBe(provider === "b" || persona === "adult");
    const naive = Buffer.concat([Buffer.from((row ?? "").replaceAll("-", ""), "hex"), randomBytes(16)]);
    expect([...gramsOf(naive.toString("base64url"))].some((gram) => groups.get("ledger")?.has(gram))).toBe(
      row !== undefined,
    );
    const names = [...groups.keys()];
    const shared = names.flatMap((one, n) =>
      names
        .slice(n + 1)
        .filter((other) => [...(groups.get(one) ?? [])].some((gram) => groups.get(other)?.has(gram)))
        .map((other) => `${one} and ${other}`),
    );
    expect(shared).toEqual([]);
  },
);
