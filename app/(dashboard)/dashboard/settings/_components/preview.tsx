import type { CSSProperties } from "react";
import { classes } from "#app/_ui/classes.ts";
import { Icon } from "#app/_ui/icon.tsx";
import { SegmentFrame, SegmentRadio } from "#app/_ui/segments.tsx";
import { visitorsEidName } from "#app/(dashboard)/_lib/eid-name.ts";
import { clockTime, LANGUAGE_NAMES, wordsIn } from "#app/verify/_views/messages.ts";
import { LANGUAGES, type Language } from "#lib/core/language.rules.ts";
import { buttonOf } from "#lib/eid/packs.rules.ts";
import { configuredProviders, providers } from "#lib/eid/providers.ts";
import { OUR_ACCENT } from "../_lib/our-accent.ts";
import type { Branding } from "./visitor-page-form.tsx";

const OPEN_MS = 15 * 60_000;

type Props = { name: string; host: string; branding: Branding; timeZone: string };

/**
 * Shows the first page of a check and one of its endings as a visitor sees them, in the words of every language: the form's
 * choice shows one of them.
 */
export function Preview({ name, host, branding, timeZone }: Props) {
  return (
    <aside
      className="group/preview grid gap-3 @min-[52rem]/sheet:sticky @min-[52rem]/sheet:top-6 @min-[52rem]/sheet:h-fit"
      aria-labelledby="preview"
    >
      {/* On one line with the heading of the form, whose line is lower than the choice of a scheme */}
      <div className="flex flex-wrap items-center gap-2 @min-[52rem]/sheet:-my-1.5">
        <h2 id="preview">Preview</h2>
        <fieldset className="ms-auto">
          <legend className="sr-only">Page of the preview</legend>
          <SegmentFrame>
            <SegmentRadio name="previewed" id="previewed-start" defaultChecked>
              Start
            </SegmentRadio>
            <SegmentRadio name="previewed" id="previewed-ending">
              Ending
            </SegmentRadio>
          </SegmentFrame>
        </fieldset>
        <fieldset>
          <legend className="sr-only">Colour scheme of the preview</legend>
          <SegmentFrame>
            <SegmentRadio name="scheme" id="scheme-light" defaultChecked>
              Light
            </SegmentRadio>
            <SegmentRadio name="scheme" id="scheme-dark">
              Dark
            </SegmentRadio>
          </SegmentFrame>
        </fieldset>
      </div>
      <div
        id="visitors-page"
        className="max-w-[25rem] rounded-[1.75rem] bg-[light-dark(#fff,#181f1c)] px-5 py-6 font-[system-ui,sans-serif] text-[1rem]/normal wrap-anywhere text-[light-dark(#17211c,#eef3f0)] shadow-2 scheme-light group-has-[#scheme-dark:checked]/preview:scheme-dark"
        role="img"
        aria-label="The visitor’s page: your host, the question or an answer, a button in your colour, and the language"
        style={{ "--shop": branding.accent ?? OUR_ACCENT } as CSSProperties}
      >
        {LANGUAGES.map((language) => (
          <Page key={language} {...{ language, name, host, branding, timeZone }} />
        ))}
      </div>
      <p className="text-meta text-soft">
        <a href="/reasons">What visitors read in every other case</a>
      </p>
    </aside>
  );
}

function Page({ language, name, host, branding, timeZone }: Props & { language: Language }) {
  const words = wordsIn(language);
  const provider = configuredProviders().find(({ mode }) => mode === "live")?.provider ?? "s";
  const [id, eid] = [visitorsEidName(provider), providers().live[provider]];
  const button = (eid && buttonOf(eid, language)?.text) ?? words("action.confirm", { id });
  return (
    <div className={classes("hidden gap-3", SHOWN[language])} lang={language} inert>
      {branding.logo && (
        <img
          className="h-7.5 max-w-full rounded-[0.375rem] bg-[#fff] object-contain object-left p-1"
          src={`/logos/${branding.logo}`}
          alt=""
        />
      )}
      <p>
        <b>{host}</b>
      </p>
      <div className="grid gap-3 group-has-[#previewed-ending:checked]/preview:hidden">
        <Heading>{words("start.heading", { age: 18 })}</Heading>
        <p>{words("start.ask", { shop: words("start.named", { name, host }), id })}</p>
        <ul className="rounded-[0.625rem] bg-[light-dark(#e9f2ed,#1d2a25)] px-3 py-2.5">
          {[words("start.passedOn"), words("start.notPassedOn")].map((promise) => (
            <li key={promise} className="flex gap-2.5">
              <Icon name="check" className="mt-1 text-[light-dark(#0b5d46,#7fd6b4)]" />
              {promise}
            </li>
          ))}
        </ul>
        <Action className={OWN}>{button}</Action>
        <Action className="border-[light-dark(#7d8a83,#7f8d86)]">{words("action.cancel", { host })}</Action>
        <p className={SMALL}>
          {words("start.openUntil", { time: clockTime(new Date(Date.now() + OPEN_MS), language, timeZone) })}
        </p>
      </div>
      <div className="hidden gap-3 group-has-[#previewed-ending:checked]/preview:grid">
        <Heading>{words("outcome.too_young.heading", { age: 18 })}</Heading>
        <p>{words("outcome.too_young.text", { age: 18, host, id })}</p>
        <Action className={OWN}>{words("action.goBack", { host })}</Action>
      </div>
      <p className={classes(SMALL, "text-center")}>
        {words("layout.language")}: {LANGUAGE_NAMES[language]}
      </p>
    </div>
  );
}

const SMALL = "text-meta text-[light-dark(#4c5a53,#adbab3)]";
/** Has the colour of the shop. */
const OWN = "forced-colors:border-3 border-(--shop) bg-(--shop) text-[#fff]";

function Heading({ children }: { children: string }) {
  return <p className="text-[1.5rem] leading-[1.2] font-semibold tracking-[-0.015em] text-balance">{children}</p>;
}

function Action({ className, children }: { className: string; children: string }) {
  return (
    <p
      className={classes(
        "grid min-h-12 place-items-center rounded-[0.625rem] border-[1.5px] px-4 py-2 text-center leading-tight font-semibold",
        className,
      )}
    >
      {children}
    </p>
  );
}

/** Shows the page in the language that the form chooses. For the visitor's own, that is English. */
const SHOWN = {
  en: "group-has-[#language-:checked]/visitors:grid group-has-[#language-en:checked]/visitors:grid",
  da: "group-has-[#language-da:checked]/visitors:grid",
  de: "group-has-[#language-de:checked]/visitors:grid",
  fi: "group-has-[#language-fi:checked]/visitors:grid",
  nb: "group-has-[#language-nb:checked]/visitors:grid",
  sv: "group-has-[#language-sv:checked]/visitors:grid",
} as const satisfies Record<Language, string>;
