/** A part of a page, under one heading. `anchor`: empty for the part under the title. */
export type SearchSection = { anchor: string; heading: string; text: string };

/** A page as the search reads it. `group`: the part of the navigation. `name`: what the navigation calls the page. */
export type SearchPage = {
  path: string;
  group: string;
  name: string;
  title: string;
  sections: readonly SearchSection[];
};

/** A page with everything in small letters beside it, so that a search has only to look. */
export type ReadyPage = SearchPage & { small: { names: string[]; sections: { heading: string; text: string }[] } };

/** `snippet`: a piece of the section's text, in parts; a part that was asked for is a match. */
export type SearchResult = { page: SearchPage; section: SearchSection; snippet: readonly SnippetPart[] };
type SnippetPart = { text: string; isMatch: boolean };

export const MAX_QUERY = 100;
export const MAX_RESULTS = 20;
const SNIPPET_BEFORE = 60;
const SNIPPET_LENGTH = 200;

/** Reads the words of a query, without the marks around them. */
export function termsOf(query: string): string[] {
  const words = query.toLowerCase().split(/\s+/);
  return [...new Set(words.flatMap((word) => /[\p{L}\p{N}_](?:.*[\p{L}\p{N}_])?/u.exec(word)?.[0] ?? []))];
}

export function readyPage(page: SearchPage): ReadyPage {
  const names = [page.name, page.title].map((name) => termsOf(name).join(" "));
  const sections = page.sections.map(({ heading, text }) => ({
    heading: heading.toLowerCase(),
    text: text.toLowerCase(),
  }));
  return { ...page, small: { names, sections } };
}

/** Finds the pages that have every word of the query, or words that begin with it: titles first, then headings, then text. */
export function searched(pages: readonly ReadyPage[], query: string): SearchResult[] {
  const terms = termsOf(query);
  if (terms.length === 0) return [];
  return pages
    .flatMap((page) => {
      const score = scoreOf(page, terms);
      return score === 0 ? [] : [{ page, score }];
    })
    .toSorted((a, b) => b.score - a.score)
    .slice(0, MAX_RESULTS)
    .map(({ page }) => {
      const section = bestSection(page, terms);
      return { page, section, snippet: snippetOf(section.text, terms) };
    });
}

const OF_NAME = 200;
const OF_TITLE = 40;
/** Several words together, as they were written. */
const OF_PHRASE = 20;
const OF_HEADING = 12;
const MOST_OF_TEXT = 5;

/** 0: a word is missing. */
function scoreOf({ small: { names, sections } }: ReadyPage, terms: readonly string[]): number {
  const phrase = terms.join(" ");
  let score = names.includes(phrase) ? OF_NAME : 0;
  if (terms.length > 1 && sections.some(({ heading, text }) => has(heading, phrase) || has(text, phrase)))
    score += OF_PHRASE;
  for (const term of terms) {
    const ofTitle = names.some((name) => has(name, term)) ? OF_TITLE : 0;
    const ofHeadings = sections.some(({ heading }) => has(heading, term)) ? OF_HEADING : 0;
    const ofText = sections.reduce((sum, { text }) => sum + timesIn(text, term, MOST_OF_TEXT - sum), 0);
    const found = ofTitle + ofHeadings + ofText;
    if (found === 0) return 0;
    score += found;
  }
  return score;
}

/** The part with most of the words, and them together; of several, the one that has more of them in its heading, then the first. */
function bestSection({ sections, small }: ReadyPage, terms: readonly string[]): SearchSection {
  const wanted = [...terms, terms.join(" ")];
  const worths = small.sections.map(({ heading, text }) =>
    wanted.reduce((sum, term) => sum + (has(heading, term) ? 3 : has(text, term) ? 2 : 0), 0),
  );
  const best = sections[worths.indexOf(Math.max(...worths))];
  if (!best) throw new Error("A page of the search has no part");
  return best;
}

/** Cuts the text around the words that were asked for, together or the first of them, between words. */
export function snippetOf(text: string, terms: readonly string[]): SnippetPart[] {
  const small = text.toLowerCase();
  const together = placeOf(small, terms.join(" "), 0);
  const places =
    together === -1 ? terms.map((term) => placeOf(small, term, 0)).filter((place) => place !== -1) : [together];
  const from = Math.max(0, Math.min(...places, text.length) - SNIPPET_BEFORE);
  const start = from === 0 || places.length === 0 ? 0 : text.indexOf(" ", from) + 1;
  const rest = text.slice(start);
  const end = rest.length <= SNIPPET_LENGTH ? rest.length : rest.lastIndexOf(" ", SNIPPET_LENGTH);
  const cut = rest.slice(0, end === -1 ? SNIPPET_LENGTH : end);
  return marked(`${start > 0 ? "… " : ""}${cut}${cut.length < rest.length ? " …" : ""}`, terms);
}

/** Marks whole words, also those that only begin with what was asked for. */
function marked(text: string, terms: readonly string[]): SnippetPart[] {
  const small = text.toLowerCase();
  const parts: SnippetPart[] = [];
  let at = 0;
  while (at < text.length) {
    const places = terms.map((term) => placeOf(small, term, at)).filter((place) => place !== -1);
    const next = Math.min(text.length, ...places);
    const length = Math.max(0, ...terms.map((term) => (small.startsWith(term, next) ? term.length : 0)));
    const [rest = ""] = /^[\p{L}\p{N}]*/u.exec(text.slice(next + length)) ?? [];
    const end = next + length + (length > 0 ? rest.length : 0);
    if (next > at) parts.push({ text: text.slice(at, next), isMatch: false });
    if (end > next) parts.push({ text: text.slice(next, end), isMatch: true });
    at = end;
  }
  return parts;
}

function has(small: string, term: string): boolean {
  return placeOf(small, term, 0) !== -1;
}

/** Counts no further than `most`: a letter alone is on every page thousands of times. */
function timesIn(small: string, term: string, most: number): number {
  let [times, from] = [0, 0];
  while (times < most) {
    const place = placeOf(small, term, from);
    if (place === -1) return times;
    times += 1;
    from = place + term.length;
  }
  return times;
}

/** Where a word begins with the term; -1: nowhere. An underscore parts words. */
function placeOf(small: string, term: string, from: number): number {
  for (let place = small.indexOf(term, from); place !== -1; place = small.indexOf(term, place + 1))
    if (place === 0 || !/[\p{L}\p{N}]/u.test(small.charAt(place - 1))) return place;
  return -1;
}
