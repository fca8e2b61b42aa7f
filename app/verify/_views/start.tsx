import type { ReactElement } from "react";
import { eidLogoOf } from "#lib/eid/logos.ts";
import { buttonOf } from "#lib/eid/packs.rules.ts";
import { providerOf } from "#lib/eid/providers.ts";
import type { Shop } from "#lib/verification/link-state.ts";
import { rememberLanguage } from "../_lib/language.ts";
import { Actions, Fallback, type PageAction } from "./actions.tsx";
import { htmlPage } from "./html.ts";
import { Layout } from "./layout.tsx";
import { clockTime } from "./messages.ts";
import { briefHostOf, hostOf, type Setting, settingOf } from "./setting.ts";

type OpenLink = {
  shop: Shop;
  openUntil: Date;
  /** The address of an action on this link. */
  actionPath: (action: string) => string;
  cookies: readonly string[];
};

/** The first page of a link: nothing has happened yet. */
export function startPage(request: Request, link: OpenLink): Promise<Response> {
  return openPage(request, link, (facts) => <Start {...facts} />);
}

/**
 * The page of a link whose visitor went to the eID. `hasChecked`: the visitor asked just now whether the eID has
 * answered.
 */
export function waitingPage(request: Request, link: OpenLink & { hasChecked: boolean }): Promise<Response> {
  return openPage(request, link, (facts) => <Waiting {...facts} hasChecked={link.hasChecked} />);
}

type Facts = Pick<OpenLink, "shop" | "actionPath"> & {
  setting: Setting;
  id: string;
  host: string;
  /** The host inside a sentence. */
  brief: string;
  openUntil: string;
  /** The clock time of this answer. */
  now: string;
  /** The button to the eID, in the words that its scheme allows. */
  confirm: PageAction;
  /** Where the eID's logo is, if the operator has one. */
  logo: string | null;
};

async function openPage(
  request: Request,
  { shop, openUntil, actionPath, cookies }: OpenLink,
  render: (facts: Facts) => ReactElement,
): Promise<Response> {
  const setting = settingOf(request, shop);
  const { words, language } = setting;
  const eid = providerOf(shop);
  const { name: id, pack } = eid;
  const allowed = buttonOf(eid, language) ?? { text: words("action.confirm", { id }), language };
  const facts = {
    setting,
    shop,
    id,
    host: hostOf(shop),
    brief: briefHostOf(shop),
    openUntil: clockTime(openUntil, language, eid.timeZone),
    now: clockTime(new Date(), language, eid.timeZone),
    actionPath,
    confirm: {
      words: allowed.text,
      post: actionPath("confirm"),
      ...(allowed.language !== language && { language: allowed.language }),
    },
    logo: pack !== undefined && (await eidLogoOf(pack)) !== null ? `/eid/${pack}` : null,
  };
  return htmlPage(render(facts), 200, { setting, cookies: [...cookies, ...rememberLanguage(request)] });
}

/** Who asks, what is proven, what is passed on; and exactly two actions. It promises only what the button does. */
function Start({ setting, shop, id, host, brief, openUntil, actionPath, confirm, logo }: Facts) {
  const { words } = setting;
  const asking = shop.name === host ? brief : words("start.named", { name: briefNameOf(shop), host: brief });
  return (
    <Layout {...setting} heading={words("start.heading", { age: shop.minimumAge })} host={host}>
      <p>{words("start.ask", { shop: asking, id })}</p>
      <EidLogo id={id} logo={logo} />
      <ul className="facts">
        <li>
          <Tick />
          {words("start.passedOn")}
        </li>
        <li>
          <Tick />
          {words("start.notPassedOn")}
        </li>
      </ul>
      <Actions actions={[confirm, { words: words("action.cancel", { host: brief }), post: actionPath("leave") }]} />
      <details>
        <summary>{words("start.next")}</summary>
        <ol>
          <li>{words("start.approve", { id })}</li>
          <li>{words("start.comeBack")}</li>
          <li>{words("start.return")}</li>
        </ol>
      </details>
      <p className="small">{words("start.openUntil", { time: openUntil })}</p>
      <Fallback shop={shop} text={words("action.withoutEid", { id })} />
    </Layout>
  );
}

/**
 * Serves somebody who went to the eID and is here again: from its app, which led elsewhere, or by Back. Checking goes
 * on if the eID has answered meanwhile, in whichever tab of this browser.
 */
function Waiting({ setting, id, host, brief, openUntil, now, hasChecked, actionPath, confirm, logo }: Facts & Checked) {
  const { words } = setting;
  const checkNow: PageAction = { words: words("action.checkNow"), href: actionPath("check") };
  const cancel: PageAction = { words: words("action.cancel", { host: brief }), post: actionPath("leave") };
  return (
    <Layout {...setting} heading={words(hasChecked ? "waiting.notYet" : "waiting.question", { id })} host={host}>
      <p>{words("waiting.unfinished")}</p>
      <EidLogo id={id} logo={logo} />
      <Actions actions={hasChecked ? [confirm, checkNow, cancel] : [checkNow, confirm, cancel]} />
      <p className="small">
        {hasChecked && `${words("status.lookedAt", { time: now })} `}
        {words("start.openUntil", { time: openUntil })}
      </p>
    </Layout>
  );
}

type Checked = { hasChecked: boolean };

/** A very long name is cut: its beginning is what people know it by. */
function briefNameOf({ name }: Shop): string {
  return name.length <= MAX_NAME_LENGTH ? name : `${name.slice(0, MAX_NAME_LENGTH - 1)}…`;
}

const MAX_NAME_LENGTH = 28;

function EidLogo({ id, logo }: Pick<Facts, "id" | "logo">) {
  return logo === null ? null : <img className="mark" src={logo} alt={id} />;
}

function Tick() {
  return (
    <svg viewBox="0 0 16 16" fill="none" stroke="currentColor" strokeWidth="2" strokeLinecap="round" aria-hidden="true">
      <path d="M2.5 8.5 6 12l7.5-8" />
    </svg>
  );
}
