import type { Language } from "#lib/core/language.rules.ts";

/** A way on: `post` acts, `href` only leads somewhere. `language`: what the words are in, where that is not the page's own. */
export type Way = { words: string; language?: Language } & ({ post: string } | { href: string });

/** The ways on from a screen; the first is the primary one. One form: each button names its own deed. */
export function Ways({ ways }: { ways: Way[] }) {
  const all = ways.map((way, i) => {
    const className = i === 0 ? "way first" : "way";
    return "post" in way ? (
      <button key={way.words} type="submit" formAction={way.post} className={className} lang={way.language}>
        {way.words}
      </button>
    ) : (
      <a key={way.words} href={way.href} rel="noreferrer" className={className}>
        {way.words}
      </a>
    );
  });
  return ways.some((way) => "post" in way) ? (
    <form className="acts" method="post">
      {all}
    </form>
  ) : (
    <div className="ways">{all}</div>
  );
}
