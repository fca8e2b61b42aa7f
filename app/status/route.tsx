import type { ReactNode } from "react";
import { Brand } from "#app/_site/brand.tsx";
import { SiteCard } from "#app/_site/site-card.tsx";
import { sitePage, siteRoute } from "#app/_site/site-page.tsx";
import { languageOf, rememberLanguage } from "#app/verify/_lib/language.ts";
import { clockTime, LANGUAGE_NAMES, type Words, wordsIn } from "#app/verify/_views/messages.ts";
import { LANGUAGES, type Language } from "#lib/core/language.rules.ts";
import { configuredProviders } from "#lib/eid/providers.ts";
import type { EidStanding } from "#lib/verification/eid-standing.rules.ts";
import { type InstanceStatus, instanceStatus } from "#lib/verification/instance-status.ts";

export const dynamic = "force-dynamic";

const SERVICE_WORDS = {
  works: "status.services.works",
  database_away: "status.services.database_away",
  not_ready: "status.services.not_ready",
} as const satisfies Record<InstanceStatus["service"], string>;

const EID_WORDS = {
  works: "status.eids.works",
  quiet: "status.eids.quiet",
  answers: "status.eids.answers",
  unknown: "status.eids.unknown",
  silent: "status.eids.silent",
  failing: "status.eids.failing",
} as const satisfies Record<EidStanding["is"], string>;

/** Says to visitors, and to their shop, what works: our service and each eID. It answers 200 whatever does not work. */
export const GET = siteRoute("status", async (request) => {
  const language = languageOf(request);
  const words = wordsIn(language);
  const { service, eids, lookedAt } = await instanceStatus();
  const timeAt = timesOf(language, lookedAt);
  const isWell = service === "works" && eids.every(({ standing }) => !isBad(standing));
  const heading = words(isWell ? "status.well" : "status.bad");
  const page = await sitePage({
    title: heading,
    language,
    children: (
      <main className="mx-auto grid min-h-dvh w-full max-w-120 content-center gap-5 px-4 py-6">
        <div className="justify-self-center">
          <Brand />
        </div>
        <SiteCard>
          <h1 className="text-balance">{heading}</h1>
          <ul className="grid gap-4">
            <Part name={words("status.service")} mark={service === "works" ? "good" : "bad"}>
              {words(SERVICE_WORDS[service])}
            </Part>
            {eids.map(({ mode, name, standing }) => (
              <Part
                key={`${mode} ${name}`}
                name={mode === "test" ? words("status.test", { id: name }) : name}
                mark={isBad(standing) ? "bad" : standing.is === "unknown" ? "unknown" : "good"}
              >
                {inWords(standing, words, timeAt)}
              </Part>
            ))}
          </ul>
          <p className="text-meta text-soft">{words("status.lookedAt", { time: timeAt(lookedAt) })}</p>
        </SiteCard>
        <nav className="flex flex-wrap justify-center gap-x-4 gap-y-2 text-meta" aria-label={words("layout.language")}>
          {LANGUAGES.map((one) => (
            <a
              key={one}
              className="py-1 aria-[current=page]:border-b-2 aria-[current=page]:no-underline"
              href={`/status?lang=${one}`}
              lang={one}
              aria-current={one === language ? "page" : undefined}
            >
              {LANGUAGE_NAMES[one]}
            </a>
          ))}
        </nav>
      </main>
    ),
  });
  for (const cookie of rememberLanguage(request)) page.headers.append("Set-Cookie", cookie);
  return page;
});

const MARKS = {
  good: "border-good bg-good forced-colors:bg-[CanvasText]",
  bad: "border-bad",
  unknown: "border-edge",
} as const;

/** The words say what the mark shows. */
function Part({ name, mark, children }: { name: string; mark: keyof typeof MARKS; children: ReactNode }) {
  return (
    <li className="flex gap-3">
      <span className={`mt-1.5 size-2.5 shrink-0 rounded-full border-2 ${MARKS[mark]}`} aria-hidden="true" />
      <div className="min-w-0">
        <h2>{name}</h2>
        <p className={mark === "bad" ? "text-bad" : "text-soft"}>{children}</p>
      </div>
    </li>
  );
}

function isBad({ is }: EidStanding): boolean {
  return is === "silent" || is === "failing";
}

function inWords(standing: EidStanding, words: Words, timeAt: (at: Date) => string): string {
  return "since" in standing
    ? words(EID_WORDS[standing.is], { time: timeAt(standing.since) })
    : words(EID_WORDS[standing.is]);
}

/** Writes times where the first eID is at home; with their day, unless it is the day of `now`. */
function timesOf(language: Language, now: InstanceStatus["lookedAt"]): (at: Date) => string {
  const timeZone = configuredProviders()[0]?.configuration.timeZone ?? "UTC";
  const day = new Intl.DateTimeFormat(language === "en" ? "en-GB" : language, {
    day: "numeric",
    month: "long",
    timeZone,
  });
  return (at) => {
    const time = clockTime(at, language, timeZone);
    return day.format(at) === day.format(now) ? time : `${day.format(at)}, ${time}`;
  };
}
