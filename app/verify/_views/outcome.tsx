import type { RequestHead } from "#app/_http/request-head.ts";
import { newReference } from "#lib/crypto/reference.ts";
import { providerOf } from "#lib/eid/providers.ts";
import { log } from "#lib/observe/log.ts";
import { PAGE_STATUS, type PageCode } from "#lib/reasons/page-status.rules.ts";
import type { Shop } from "#lib/verification/link-state.ts";
import type { Problem } from "#lib/verification/verification.rules.ts";
import { type LanguageForm, rememberLanguage } from "../_lib/language.ts";
import { Actions, Fallback } from "./actions.tsx";
import { htmlPage } from "./html.ts";
import { Layout, type MarkName } from "./layout.tsx";
import type { ActionName } from "./messages.ts";
import { briefHostOf, hostOf, settingOf } from "./setting.ts";

export type OutcomeCode = PageCode | Problem;

/** Tells apart what is an end, what takes time, and what only has to be known. */
const MARKS = {
  too_young: "stop",
  cancelled: "info",
  eid_timeout: "clock",
  eid_no_age: "stop",
  eid_refused: "stop",
  eid_down: "clock",
  expired: "clock",
  forgotten: "clock",
  used: "info",
  other_browser: "info",
  in_app_browser: "info",
  cookies_blocked: "info",
  shop_unavailable: "info",
  domain_not_verified: "stop",
  link_incomplete: "info",
  rate_limited: "clock",
  internal: "clock",
  not_found: "info",
} as const satisfies Record<OutcomeCode, MarkName>;

/** Lists the ends that blame nobody: a visitor may want to know whether others meet the same. */
const ENDS_OF_NOBODY: readonly OutcomeCode[] = ["eid_timeout", "eid_down", "internal"];

/** `name`: of its words among the messages, which may name the host and the other values of the page. */
export type OutcomeAction = { name: ActionName } & ({ post: string } | { href: string });

/** The way on where nobody knows from which shop a visitor came: the front page says what to do. */
export const HOME = { name: "home", href: "/#visitors" } as const satisfies OutcomeAction;

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
  /** How the language is changed where the address of the page itself must not be asked again. */
  languageForm?: LanguageForm;
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
    status = PAGE_STATUS[code],
    headers,
    cookies = [],
    reference,
    explained,
    languageForm,
  }: OutcomeOptions = {},
): Promise<Response> {
  const setting = { ...settingOf(request, shop), ...(languageForm && { languageForm }) };
  const { words } = setting;
  const all = { ...(shop && valuesOf(shop)), ...(host !== undefined && { host }), ...values };
  const offered = actions.map(({ name, ...to }) => ({ words: words(`action.${name}`, all), ...to }));
  return htmlPage(
    <Layout
      {...setting}
      heading={words(`outcome.${code}.heading`, all)}
      mark={MARKS[code]}
      host={shop ? hostOf(shop) : null}
    >
      <p>{words(`outcome.${code}.text`, all)}</p>
      {offered.length > 0 && <Actions actions={offered} />}
      {shop && code === "eid_no_age" && <Fallback shop={shop} text={words("action.otherWays")} />}
      {ENDS_OF_NOBODY.includes(code) && (
        <p className="small">
          <a className="more" href={`/status?lang=${setting.language}`}>
            {words("status.link")}
          </a>
        </p>
      )}
      {reference && <p className="small">{words("layout.reference", { reference: inGroups(reference) })}</p>}
      {explained && (
        <p className="small">
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

type Incomplete = Pick<OutcomeOptions, "status" | "headers" | "languageForm"> & {
  reason?: string;
  reference?: string;
  isShownAgain?: boolean;
};

/** The page for a link that says too little to go on. Its reference is logged with the reason, once. */
export function incompletePage(
  request: RequestHead,
  { reason = "link_incomplete", reference: ref = newReference(), isShownAgain = false, ...options }: Incomplete = {},
): Promise<Response> {
  if (!isShownAgain) log.info({ event: "link_incomplete", reason, ref });
  return outcomePage(request, "link_incomplete", { ...options, values: { ref: inGroups(ref) }, actions: [HOME] });
}
