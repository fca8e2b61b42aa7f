import { decryptId } from "#lib/crypto/opaque-id.ts";
import { browserOver } from "./browser.ts";
import { type GatewayAnswer, generate, newDevice, send } from "./gateway.ts";
import { newOrganization } from "./organization.ts";

/** A browser at the gateway that this run tests. */
export const browser = () => browserOver(send);

type Shop = { key: string; domain: string };

/** A started link, and what became of it. */
export async function started(provider: "s" | "b", shop: Shop, { age = "18", device = newDevice() } = {}) {
  const answer = await generate(provider, { ...shop, age, device });
  const { url } = answer.body as { url: string };
  if (answer.status !== 200) throw new Error(`The link was refused: ${answer.headers.get("ageway-reason")}`);
  return { url, device, id: decryptId("session", new URL(url).searchParams.get("session") ?? "") ?? "" };
}

/** Walks to the eID as a persona and back; answers what the gateway said then. */
export async function completeFlow(
  visitor: ReturnType<typeof browser>,
  link: string,
  persona: string,
): Promise<GatewayAnswer> {
  await visitor.go(link);
  const posted = await visitor.go(`${link}&do=confirm`, "POST");
  const eid = posted.headers.get("location") ?? "";
  if (posted.status !== 303 || eid.startsWith(String(process.env.BASE_URL))) return posted;
  return visitor.go(await visitor.choose(eid, persona));
}

/** A shop, and the token with which an adult came home to it. */
export async function proof(flaw: Parameters<typeof newOrganization>[0] = {}) {
  const shop = await newOrganization(flaw);
  const { url, device, id } = await started("b", shop);
  const token = tokenIn((await completeFlow(browser(), url, "adult")).headers.get("location")) ?? "";
  return { shop, token, device, id };
}

/** The token that an address carries home, exactly once; `null` where there is none. */
export function tokenIn(location: string | null): string | null {
  const tokens = new URL(location ?? "", "http://nowhere.example").searchParams.getAll("token_age_verified");
  if (tokens.length > 1) throw new Error("The token appears more than once");
  return tokens[0] ?? null;
}

/** Which attempt a request to the eID is, without its moment. */
export function attemptIn(request: string): string {
  return (new URL(request).searchParams.get("state") ?? "").replace(/\.[0-9a-z]+$/, "");
}
