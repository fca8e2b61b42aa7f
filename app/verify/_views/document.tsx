import type { ReactElement } from "react";
import { config } from "#lib/core/config.ts";
import { eidLogoOf } from "#lib/eid/logos.ts";
import { buttonOf } from "#lib/eid/packs.ts";
import { providers } from "#lib/eid/providers.ts";
import type { Shop } from "#lib/verification/link-state.ts";
import type { Problem } from "#lib/verification/verification.rules.ts";
import { changeOf, languageOf, rememberLanguage } from "../_lib/language.ts";
import type { Way } from "./actions.tsx";
import { htmlPage } from "./html.ts";
import type { Setting } from "./layout.tsx";
import { clockTime, wordsIn } from "./messages.ts";
import { OutcomeView } from "./outcome.tsx";
import { type Open, Start } from "./start.tsx";
import { WaitingView } from "./waiting.tsx";

/** Every screen but the first, with its status (screens.md §1). The code is also the `Ageway-Reason` of the page. */
const STATUS = {
  too_young: 200,
  cancelled: 200,
  eid_timeout: 200,
  eid_no_age: 200,
  eid_refused: 200,
  eid_down: 503,
  expired: 410,
  forgotten: 410,
  used: 410,
  other_browser: 409,
  in_app_browser: 200,
  cookies_blocked: 200,
  shop_unavailable: 403,
  domain_not_verified: 403,
  link_incomplete: 400,
  rate_limited: 429,
  internal: 500,
  not_found: 404,
} as const;

export type PageCode = keyof typeof STATUS | Problem;

export type Page = {
  shop?: Shop;
  /** Named in the text where there is no shop: the host that a link claims to come from. */
  host?: string;
  values?: Record<string, string | number>;
  ways?: (words: Setting["words"]) => Way[];
  status?: number;
  headers?: Record<string, string>;
  cookies?: readonly string[];
};

/** An outcome screen as an answer. */
export function outcomePage(
  request: Request,
  code: PageCode,
  { shop, host, values, ways, status = STATUS[code], headers, cookies = [] }: Page = {},
): Promise<Response> {
  const setting = settingOf(request, shop);
  const { words } = setting;
  const said = { ...(shop && valuesOf(shop)), ...(host !== undefined && { host }), ...values };
  return htmlPage(
    <OutcomeView
      setting={setting}
      host={shop ? hostOf(shop) : null}
      heading={words(`outcome.${code}.heading`, said)}
      text={words(`outcome.${code}.text`, said)}
      ways={ways?.(words) ?? []}
    />,
    status,
    {
      headers: { "Ageway-Reason": code, ...(status === 503 && { "Retry-After": "120" }), ...headers },
      cookies: [...cookies, ...rememberLanguage(request)],
      isLocal: isLocal(setting),
      accent: shop?.accent ?? null,
    },
  );
}

type Opened = Pick<Open, "shop" | "action"> & { openUntil: Date; cookies: readonly string[] };

/** The first screen of a link: nothing has happened yet. */
export function startPage(request: Request, open: Opened): Promise<Response> {
  return openPage(request, open, (facts) => <Start {...facts} />);
}

/** The screen of a link whose visitor is at the eID, or was. */
export function waitingPage(
  request: Request,
  { look, hasLooked, ...open }: Opened & { look: string; hasLooked: boolean },
): Promise<Response> {
  return openPage(request, open, (facts) => <WaitingView {...facts} look={look} hasLooked={hasLooked} />);
}

async function openPage(
  request: Request,
  { shop, openUntil, action, cookies }: Opened,
  draw: (facts: Open) => ReactElement,
): Promise<Response> {
  const setting = settingOf(request, shop);
  const { words, language } = setting;
  const eid = eidOf(shop);
  const { name: id, pack } = eid;
  const allowed = buttonOf(eid, language) ?? { text: words("action.confirm", { id }), language };
  const facts = {
    setting,
    shop,
    id,
    host: hostOf(shop),
    brief: briefHostOf(shop),
    openUntil: clockTime(openUntil, language, eid.timeZone),
    action,
    confirm: {
      words: allowed.text,
      post: action("confirm"),
      ...(allowed.language !== language && { language: allowed.language }),
    },
    mark: pack !== undefined && (await eidLogoOf(pack)) !== null ? `/eid/${pack}` : null,
  };
  return htmlPage(draw(facts), 200, {
    cookies: [...cookies, ...rememberLanguage(request)],
    isLocal: isLocal(setting),
    accent: shop.accent,
  });
}

/** Test keys may return to the developer's own machine, and in a demo everything lives there. */
function isLocal({ isDemo, mode }: Setting): boolean {
  return isDemo || mode === "test";
}

function settingOf(request: Request, shop: Shop | undefined): Setting {
  const language = languageOf(request, shop?.language);
  const { isDemo } = config();
  const [mode, look] = [shop?.mode ?? null, shop ?? null];
  return { language, words: wordsIn(language), isDemo, mode, look, change: changeOf(request) };
}

/** Where the person came from: the verified host, with its port on a developer's machine. */
function hostOf({ origin }: Pick<Shop, "origin">): string {
  return new URL(origin).host;
}

/** The same inside a sentence or on a button. It stands above in full; of a very long one, the end says whose it is. */
export function briefHostOf(shop: Pick<Shop, "origin">): string {
  const host = hostOf(shop);
  return host.length <= LONGEST_BRIEF ? host : `…\u2060${host.slice(1 - LONGEST_BRIEF)}`;
}

const LONGEST_BRIEF = 28;

function valuesOf(shop: Shop) {
  return { age: shop.minimumAge, id: eidOf(shop).name, host: briefHostOf(shop) };
}

function eidOf({ mode, provider }: Shop) {
  return providers()[mode][provider];
}
