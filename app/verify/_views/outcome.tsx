import type { RequestHead } from "#app/_http/request-head.ts";
import { newReference } from "#lib/crypto/reference.ts";
import { providerOf } from "#lib/eid/providers.ts";
import { log } from "#lib/observe/log.ts";
import { PAGES } from "#lib/reasons/pages.rules.ts";
import type { Shop } from "#lib/verification/link-state.ts";
import type { Problem } from "#lib/verification/verification.rules.ts";
import { rememberLanguage } from "../_lib/language.ts";
import { Actions, Fallback } from "./actions.tsx";
import { htmlPage } from "./html.ts";
import { Layout } from "./layout.tsx";
import type { ActionName } from "./messages.ts";
import { briefHostOf, hostOf, settingOf } from "./setting.ts";

export type OutcomeCode = keyof typeof PAGES | Problem;

/** `name`: of its words among the messages, which may name the host and the other values of the page. */
export type OutcomeAction = { name: ActionName } & ({ post: string } | { href: string });

export type OutcomeOptions = {
  shop?: Shop;
  /** Named in the text where there is no shop: the host that a link claims to come from. */
  host?: string;
  values?: Record<string, string | number>;
  actions?: OutcomeAction[];
  status?: number;
  headers?: Record<string, string>;
  cookies?: readonly string[];
  /** The visitor tells it to the shop, which finds the check or the refused call by it. */
  reference?: string | undefined;
  /** A reason of the API whose page is linked: only where nobody but the shop's developer can be looking. */
  explained?: string | undefined;
};

/** Says how a check ended, or why it cannot go on: a heading, a sentence, and the actions that are left. */
export function outcomePage(
  request: RequestHead,
  code: OutcomeCode,
  {
    shop,
    host,
    values,
    actions = [],
    status = PAGES[code].status,
    headers,
    cookies = [],
    reference,
    explained,
  }: OutcomeOptions = {},
): Promise<Response> {
  const setting = settingOf(request, shop);
  const { words } = setting;
  const all = { ...(shop && valuesOf(shop)), ...(host !== undefined && { host }), ...values };
  const offered = actions.map(({ name, ...to }) => ({ words: words(`action.${name}`, all), ...to }));
  return htmlPage(
    <Layout {...setting} heading={words(`outcome.${code}.heading`, all)} host={shop ? hostOf(shop) : null}>
      <p>{words(`outcome.${code}.text`, all)}</p>
      {offered.length > 0 && <Actions actions={offered} />}
      {shop && code === "eid_no_age" && <Fallback shop={shop} text={words("action.otherWays")} />}
      {reference && <p className="small reference">{words("layout.reference", { reference: inGroups(reference) })}</p>}
      {explained && (
        <p className="small reference">
          {words("layout.developer")}{" "}
          <a href={`/reasons/${explained}`}>
            <code>{explained}</code>
          </a>
        </p>
      )}
    </Layout>,
    status,
    {
      headers: { "Ageway-Reason": code, ...(status === 503 && { "Retry-After": "120" }), ...headers },
      cookies: [...cookies, ...rememberLanguage(request)],
      setting,
    },
  );
}

/** Two groups of four letters can be read out. */
function inGroups(reference: string): string {
  return `${reference.slice(0, 4)}\u00a0${reference.slice(4)}`;
}

function valuesOf(shop: Shop) {
  return { age: shop.minimumAge, id: providerOf(shop).name, host: briefHostOf(shop) };
}

type Incomplete = { reason?: string; status?: number; headers?: Record<string, string>; reference?: string };

/** The page for a link that says too little to go on. Its reference is logged with the reason. */
export function incompletePage(
  request: RequestHead,
  { reason = "link_incomplete", status = 400, headers = {}, reference: ref = newReference() }: Incomplete = {},
): Promise<Response> {
  log.info({ event: "link_incomplete", reason, ref });
  return outcomePage(request, "link_incomplete", { values: { ref: inGroups(ref) }, status, headers });
}
