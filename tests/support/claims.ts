import { sql } from "drizzle-orm";
import { addKeySecret, lockKey } from "#lib/keys/key-secret.ts";
import { browserOver } from "./browser.ts";
import { type GatewayAnswer, generate, send } from "./gateway.ts";
import { countRows, newOrganization } from "./organization.ts";

const OPERATOR = { kind: "operator" } as const;

type Shop = { key: string; domain: string; headers?: Record<string, string> };

/** An organization whose key is locked: its calls carry the secret. */
export async function lockedShop(flaw: Parameters<typeof newOrganization>[0]) {
  const shop = await newOrganization(flaw);
  const made = await addKeySecret(OPERATOR, shop.key);
  if (!made.ok || !(await lockKey(OPERATOR, shop.key)).ok) throw new Error("The key was not locked");
  return { ...shop, headers: { Authorization: `Bearer ${made.secret}` } };
}

/** Starts so many checks of provider s at once; answers their links. */
export async function linksOf(shop: Shop, calls: number): Promise<string[]> {
  const answers = await Promise.all(Array.from({ length: calls }, () => generate("s", shop)));
  return answers.map(
    ({ headers, body }) => (body as { url: string | null }).url ?? String(headers.get("ageway-reason")),
  );
}

/** A visitor who has pressed the button of a link. `eid`: where that led; `null`: to a page, which is `posted`. */
export type Claimed = { link: string; visitor: Visitor; posted: GatewayAnswer; eid: string | null };
type Visitor = ReturnType<typeof visitorAt>;

/** A browser at an address; `at`: which server it asks. */
const visitorAt = (address?: string, at?: string) =>
  browserOver((path, sent) => send(path, { ...sent, ...(address && { address }), ...(at && { at }) }));

export async function claim(link: string, address?: string, at?: string): Promise<Claimed> {
  const visitor = visitorAt(address, at);
  await visitor.go(link);
  return press({ link, visitor });
}

/** Presses the button, perhaps once more. */
export async function press({ link, visitor }: Pick<Claimed, "link" | "visitor">): Promise<Claimed> {
  const posted = await visitor.go(`${link}&do=confirm`, "POST");
  const to = posted.headers.get("location") ?? "";
  return { link, visitor, posted, eid: posted.status === 303 && to !== link ? to : null };
}

/** Claims the links; answers those who went to the eID, and those who read that the shop is unavailable. */
export async function claims(links: readonly string[], ofLink: (n: number) => string | undefined = () => undefined) {
  const all: Claimed[] = [];
  // Eight at once race as well as all do, and a busy machine answers them in time.
  for (let from = 0; from < links.length; from += 8) {
    const some = links.slice(from, from + 8).map((link, n) => claim(link, undefined, ofLink(from + n)));
    all.push(...(await Promise.all(some)));
  }
  const refused = all.filter(({ eid }) => eid === null);
  for (const { posted } of refused)
    if (posted.status !== 403 || posted.headers.get("ageway-reason") !== "shop_unavailable")
      throw new Error(`A claim was answered ${posted.status} ${posted.headers.get("ageway-reason")}`);
  return { underWay: all.filter(({ eid }) => eid !== null), refused };
}

/** Is this persona at the eID, comes back, and goes home. */
export async function end({ link, visitor, eid }: Claimed, persona: string): Promise<void> {
  const back = await visitor.go(await visitor.choose(eid ?? "", persona));
  if (back.headers.get("location") === link) await visitor.go(`${link}&do=leave`, "POST");
}

/** How many checks of an organization hold a reservation, by the counters and by the verifications. */
export async function reservedChecks(id: string): Promise<{ counted: number; underWay: number }> {
  return {
    counted: await countRows(sql`
      SELECT coalesce(sum(checks), 0)::int AS n FROM reservation WHERE organization_id = ${id} AND until > now()`),
    underWay: await countRows(sql`
      SELECT count(*)::int AS n FROM verification
      WHERE organization_id = ${id} AND reserved_until > now() AND completed_at IS NULL`),
  };
}
