import type { OrderName } from "#lib/gate-test/orders.rules.ts";
import { type GatewayAnswer, newDevice, send } from "./gateway.ts";
import { newOrganization } from "./organization.ts";

/** What a developer does: an organization with a test key, and a run for a shop on this machine or on its verified host. */
export async function openedRun({ shop: address = "http://localhost:8080", ...flaw }: Flaw = {}) {
  const shop = await newOrganization({ mode: "test", ...flaw });
  const opened = await openRunOf(shop.key, address === "verified" ? shop.domain : address);
  if (opened.status !== 201) throw new Error(`No run: ${opened.status} ${opened.text}`);
  const { address: base, secret } = opened.body as { address: string; secret: string };
  const returnUrl = address === "verified" ? shop.domain : `${address}/checkout?basket=2#age`;
  return { shop, opened, base, path: base.replace(process.env.BASE_URL ?? "", ""), secret, returnUrl };
}

type Flaw = Parameters<typeof newOrganization>[0] & { shop?: string };
type Opened = Awaited<ReturnType<typeof openedRun>>;

/** A developer of their own, as far as limits go. */
const number = () => 1 + Math.floor(Math.random() * 250);

export function openRunOf(
  pluginKey: unknown,
  shop: unknown,
  headers: Record<string, string> = {},
): Promise<GatewayAnswer> {
  const body = JSON.stringify({ plugin_key: pluginKey, shop });
  const sent = { method: "POST", headers: { "Content-Type": "application/json", ...headers }, body };
  return send("/doctor", { ...sent, address: `127.${number()}.${number()}.${number()}` });
}

type Called = {
  key?: string;
  device?: string;
  age?: string;
  domain?: string;
  provider?: "s" | "b";
  headers?: Record<string, string>;
  method?: string;
};

/** The shop's call of the run's generator. */
export function callRun(run: Opened, called: Called = {}): Promise<GatewayAnswer> {
  const { key = run.shop.key, device = newDevice(), age = "18", domain = run.returnUrl, provider = "s" } = called;
  const { headers = {}, method = "GET" } = called;
  const query = new URLSearchParams({ domain });
  return send(`${run.path}/api/url_generator_${provider}/${key}/${device}/${age}?${query}`, { headers, method });
}

type Token = {
  return_url: string;
  token: string;
  device: string;
  age: number;
  start: { by: string };
  hang_refused: boolean;
};

/** A visitor of the shop who starts a check, and comes back with the token that the walker ordered. */
export async function orderedToken(run: Opened, order: OrderName, called: Called = {}) {
  const device = called.device ?? newDevice();
  const link = (await callRun(run, { ...called, device })).body as { url: string };
  const answer = await orderAt(run, link.url, { case: order });
  if (answer.status !== 200) throw new Error(`No token: ${answer.status} ${answer.text}`);
  return { ...(answer.body as Token), id: device, link: link.url };
}

/** What the walker posts to the link of a check. */
export function orderAt(run: Opened, link: string, fields: Record<string, unknown>): Promise<GatewayAnswer> {
  const url = new URL(link);
  const all = { session: url.searchParams.get("session"), secret: run.secret, ...fields };
  const headers = { "Content-Type": "application/json" };
  return send(url.pathname, { method: "POST", headers, body: JSON.stringify(all) });
}

export function askRun(
  run: Pick<Opened, "path">,
  token: string,
  device: string,
  pluginKey?: string,
): Promise<GatewayAnswer> {
  const query = pluginKey === undefined ? "" : `?plugin_key=${pluginKey}`;
  return send(`${run.path}/api/auth_check/${token}/${device}${query}`);
}

/** An answer without what differs from one to the next, and without the address of the run or of the tests. */
export const shownOf = ({ status, text, headers }: GatewayAnswer) => ({
  status,
  text: text
    .replaceAll(/\b[2-9A-HJ-NP-Z]{4}\u00a0?[2-9A-HJ-NP-Z]{4}\b|session=[\w.%-]+/g, "x")
    .replaceAll(/\/doctor\/[\w.-]+|\/test(?=\/api\/)/g, ""),
  headers: [...headers]
    .filter(
      ([name]) =>
        !["ageway-reference", "traceresponse", "date", "connection", "keep-alive", "content-length"].includes(name),
    )
    .map(([name, value]) => [name, value.replace(/session=[\w.%-]+/, "session=x").replace(/\/doctor\/[\w.-]+/, "")])
    .toSorted(),
});
