import { wordsForIntegrators } from "#app/verify/_views/messages.ts";
import type { Heading } from "./built-docs.ts";
import { GROUPS, placeOf } from "./chapters.ts";

const words = wordsForIntegrators();

/** Lists the chapters, beside the page. */
export function Side({ current }: { current: string }) {
  return (
    <nav className="side" aria-label={words("docs.chapters")}>
      <Groups current={current} />
    </nav>
  );
}

/** Lists them on a phone, behind the place of this page. */
export function Crumb({ current }: { current: string }) {
  const { here } = placeOf(current);
  return (
    <details className="crumb">
      <summary>
        {here ? (
          <>
            {here.group} <span aria-hidden="true">/</span> <b>{here.name}</b>
          </>
        ) : (
          <b>{words("docs.chapters")}</b>
        )}
      </summary>
      <nav aria-label={words("docs.chapters")}>
        <Groups current={current} />
      </nav>
    </details>
  );
}

/** The group of this page is open, so that the page's own name is in sight. */
function Groups({ current }: { current: string }) {
  const { here } = placeOf(current);
  return GROUPS.map(({ name, links }, n) => (
    <details key={name} className="links" open={here ? here.group === name : n === 0}>
      <summary>{name}</summary>
      <ul>
        {links.map(({ path, name }) => (
          <li key={path}>
            <a href={path} {...(path === current && { "aria-current": "page" as const })}>
              {name}
            </a>
          </li>
        ))}
      </ul>
    </details>
  ));
}

/** Lists the headings of the page. One alone needs no list. */
export function Contents({ headings }: { headings: readonly Heading[] }) {
  const shown = headings.filter(({ level }) => level <= (headings.length > 24 ? 2 : 3));
  if (shown.length < 2) return null;
  return (
    <nav className="contents" aria-labelledby="contents">
      <p className="group" id="contents">
        {words("docs.contents")}
      </p>
      <ul>
        {shown.map(({ id, text, level }) => (
          <li key={id} className={`level${level}`}>
            <a href={`#${id}`}>{text}</a>
          </li>
        ))}
      </ul>
    </nav>
  );
}

/** Leads to the page before and the page after, in the order of the navigation. */
export function Neighbours({ path }: { path: string }) {
  const { before, after } = placeOf(path);
  return (
    <nav className="neighbours" aria-label={words("docs.neighbours")}>
      {before && (
        <a rel="prev" href={before.path}>
          <span className="meta">{words("docs.previous")}</span>
          {before.name}
        </a>
      )}
      {after && (
        <a rel="next" href={after.path}>
          <span className="meta">{words("docs.next")}</span>
          {after.name}
        </a>
      )}
    </nav>
  );
}
