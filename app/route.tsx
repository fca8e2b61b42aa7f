import { Fragment, type ReactNode } from "react";
import { sitePage, siteRoute } from "#app/_site/site-page.tsx";
import { SiteMain, TopBar } from "#app/_site/top-bar.tsx";
import { ButtonLink } from "#app/_ui/button.tsx";
import { wordsForIntegrators } from "#app/verify/_views/messages.ts";
import { EXAMPLE_ID } from "#lib/organizations/example.rules.ts";
import { config } from "#lib/runtime/config.ts";
import { CASES } from "#packages/gate-test/src/cases.rules.ts";

export const dynamic = "force-dynamic";

const words = wordsForIntegrators();

/** Answers at the address itself: what this is, for shops, and a way back for visitors who got lost. */
export const GET = siteRoute("front page", async () => {
  return sitePage({
    title: words("home.title"),
    isWide: true,
    children: (
      <>
        <TopBar
          links={[
            { href: "/docs", words: words("home.docs") },
            { href: "/retention", words: words("home.retention") },
          ]}
          next={{ href: "/sign-in", words: words("home.signIn") }}
        />
        <SiteMain>
          <div className="grid items-center gap-10 pt-6 pb-8 min-[60rem]:grid-cols-[minmax(0,1fr)_minmax(0,1.05fr)] min-[60rem]:gap-14">
            <Pitch />
            <Picture />
          </div>
          <Steps />
          <GateTest />
          <section
            className="grid gap-x-6 gap-y-4 border-t border-line py-8 min-[60rem]:grid-cols-3"
            aria-label={words("home.holds.heading")}
          >
            {HOLDS.map(([name, text]) => (
              <div key={name}>
                <h3>{words(name)}</h3>
                <p className="text-soft">{words(text)}</p>
              </div>
            ))}
          </section>
        </SiteMain>
        <footer className="mx-auto flex w-full max-w-280 flex-wrap gap-x-6 gap-y-2 px-5 py-6 text-meta text-soft">
          <span>{words("home.host", { host: new URL(config().baseUrl).host })}</span>
          <span id="visitors" className="target:font-semibold target:text-ink">
            {words("home.visitors")}
          </span>
          <nav className="flex flex-wrap gap-x-6 gap-y-2" aria-label={words("home.more")}>
            <a href="/docs">{words("home.docs")}</a>
            <a href="/reasons">{words("home.reasons")}</a>
            <a href="/retention">{words("home.retention")}</a>
            <a href="/changelog">{words("home.changes")}</a>
            <a href="/status">{words("home.status")}</a>
          </nav>
        </footer>
      </>
    ),
  });
});

const HOLDS = [
  ["home.holds.stolen", "home.holds.stolenText"],
  ["home.holds.page", "home.holds.pageText"],
  ["home.holds.run", "home.holds.runText"],
] as const;

function Pitch() {
  const { demoShopUrl } = config();
  return (
    <div className="grid justify-items-start gap-4">
      <h1 className="text-[clamp(2.25rem,5vw,3.5rem)] leading-[1.05] tracking-[-0.035em] text-balance">
        {words("home.heading")}
      </h1>
      <p className="max-w-112 text-[1.125rem]/6.5 text-soft">{words("home.text")}</p>
      <div className="flex flex-wrap items-center gap-2 max-sm:w-full max-sm:*:w-full">
        {demoShopUrl && (
          <ButtonLink variant="primary" href={demoShopUrl}>
            {words("home.demo")}
          </ButtonLink>
        )}
        <ButtonLink variant={demoShopUrl ? "outline" : "primary"} href="/dashboard/connect?mode=test">
          {words("home.try")}
        </ButtonLink>
        {demoShopUrl && <ButtonLink href={`/dashboard?show=${EXAMPLE_ID}`}>{words("home.example")}</ButtonLink>}
      </div>
      <p className="text-meta text-soft">{words(demoShopUrl ? "home.demoNote" : "home.tryNote")}</p>
    </div>
  );
}

/** Draws a check in three cards, which overlap where there is room: the shop, the visitor's page, the answer. */
function Picture() {
  return (
    <div
      className="grid gap-3 rounded-[1.25rem] bg-[linear-gradient(160deg,var(--color-wash),var(--color-ground))] p-6 min-[60rem]:gap-0 min-[60rem]:p-7"
      role="img"
      aria-label={words("home.picture.alt")}
    >
      <PictureCard title="shop.example" className="min-[60rem]:w-56 min-[60rem]:justify-self-start min-[60rem]:pb-9">
        <b>{words("home.picture.shop")}</b>
      </PictureCard>
      <PictureCard
        title={words("home.picture.asks")}
        className="min-[60rem]:z-1 min-[60rem]:mx-10 min-[60rem]:-mt-5 min-[60rem]:p-5.5 min-[60rem]:pb-11"
      >
        <span className="text-page leading-6 text-balance">{words("home.picture.confirm")}</span>
        <span className="rounded-m bg-wash px-2.5 py-2">{words("home.picture.promise")}</span>
        <PictureButton className="border-accent bg-accent text-on-accent">{words("home.picture.button")}</PictureButton>
        <PictureButton className="border-edge">{words("home.picture.cancel")}</PictureButton>
      </PictureCard>
      <PictureCard
        title={words("home.picture.hears")}
        className="min-[60rem]:z-2 min-[60rem]:-mt-6 min-[60rem]:w-56 min-[60rem]:justify-self-end"
      >
        <code className="leading-6 whitespace-pre-wrap">{'{ "age": 18,\n  "verified": true }'}</code>
      </PictureCard>
    </div>
  );
}

function PictureCard({ title, className, children }: { title: string; className: string; children: ReactNode }) {
  return (
    <div
      className={`grid gap-2.5 rounded-[0.875rem] bg-raised px-4.5 py-4 [box-shadow:var(--shadow-2)] forced-colors:border ${className}`}
    >
      <span className="text-meta text-soft">{title}</span>
      {children}
    </div>
  );
}

/** Looks like a button, and is part of a picture. */
function PictureButton({ className, children }: { className: string; children: ReactNode }) {
  return (
    <span className={`grid min-h-10 place-items-center rounded-m border px-4 text-center font-semibold ${className}`}>
      {children}
    </span>
  );
}

/** Tells the backend's way, as the quick start has it. */
const stepsAt = (baseUrl: string) =>
  [
    ["home.steps.id", "session.device ??= crypto.randomUUID()"],
    ["home.steps.send", `${baseUrl}/api/url_generator_s/{key}/{device}/18?domain={page}`],
    ["home.steps.ask", `${baseUrl}/api/auth_check/{token}/{device}?plugin_key={key}`],
  ] as const;

/** An address breaks after its slashes first. */
function breakable(code: string) {
  return code.split(/(?<=[^/:]\/)/).map((part) => (
    <Fragment key={part}>
      {part}
      <wbr />
    </Fragment>
  ));
}

function Steps() {
  return (
    <section className="pt-4 pb-8">
      <h2>{words("home.steps.heading")}</h2>
      <ol className="mt-3 grid gap-x-6 gap-y-4 min-[60rem]:grid-cols-3">
        {stepsAt(config().baseUrl).map(([name, code], n) => (
          <li key={name} className="grid min-w-0 content-start gap-2">
            <h3>
              <span className="me-2 inline-grid size-5.5 place-items-center rounded-full bg-wash text-meta font-semibold text-accent">
                {n + 1}
              </span>
              {words(name)}
            </h3>
            <pre className="rounded-m border border-line bg-sunk px-4 py-3 whitespace-pre-wrap">
              <code>{breakable(code)}</code>
            </pre>
          </li>
        ))}
      </ol>
      <p className="mt-4">
        <a href="/docs/quick-start">{words("home.steps.more")}</a>
      </p>
    </section>
  );
}

/** Shows the lines that a sound shop's report has. */
function GateTest() {
  return (
    <section className="border-t border-line py-8">
      <h2>{words("home.gate.heading")}</h2>
      <p className="text-soft">{words("home.gate.text")}</p>
      <ol className="my-3 grid gap-x-6 gap-y-1 rounded-m border border-line bg-sunk px-4 py-3 sm:grid-cols-2 min-[60rem]:grid-cols-3">
        {Object.values(CASES).map(({ title }) => (
          <li key={title} className="flex gap-3">
            <code className="leading-5 text-good">{words("home.gate.passed")}</code>
            {title}
          </li>
        ))}
      </ol>
      <p>
        <a href="/docs/gate-test">{words("home.gate.more")}</a>
      </p>
    </section>
  );
}
