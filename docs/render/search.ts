import { type ReasonText, reasonsOf } from "#app/_http/reason-catalogue.ts";
import type { BuiltChapter } from "#app/(docs)/_docs/built-docs.ts";
import { GROUPS } from "#app/(docs)/_docs/chapters.ts";
import type { SearchPage, SearchSection } from "#app/(docs)/search/_lib/search.rules.ts";
import { MENDERS, plainText } from "#lib/reasons/entry.rules.ts";
import messages from "#messages/integrator.json" with { type: "json" };
import { textsIn } from "./texts.ts";

type Operation = { operationId?: string; summary?: string };
type OpenApi = Parameters<typeof textsIn>[1] & { paths: Readonly<Record<string, Readonly<Record<string, Operation>>>> };

const { reference, reasons } = messages;

/** Every page of the documentation as the search reads it: the chapters, the reference and the reasons. */
export function searchPages(chapters: readonly BuiltChapter[], openApi: OpenApi): SearchPage[] {
  const byPath = new Map(chapters.map((chapter) => [chapter.path, chapter]));
  return GROUPS.flatMap(({ name: group, links }) =>
    links.flatMap(({ path, name }): SearchPage[] => {
      if (path === "/reference") return [referencePage(group, name, openApi), ...operationPages(name, openApi)];
      const { title, html } = byPath.get(path) ?? {};
      if (title === undefined) throw new Error(`Nobody indexes ${path}`);
      if (path === "/reasons")
        return [listPage(group, name), ...MENDERS.flatMap(reasonsOf).map((reason) => reasonPage(name, reason))];
      return [{ path, group, name, title, sections: sectionsOf(html ?? "") }];
    }),
  );
}

/** Reads the parts of a page under each heading that has an anchor. */
export function sectionsOf(html: string): SearchSection[] {
  return html.split(/(?=<h1>|<h[2-6] id=)/).flatMap((part) => {
    const [, anchor = "", heading = "", rest = ""] =
      /^<h[1-6](?: id="([^"]*)")?>(.*?)<\/h[1-6]>(.*)$/s.exec(part) ?? [];
    return heading === "" ? [] : [{ anchor, heading: textOf(heading), text: textOf(rest) }];
  });
}

/** Marks inside a line part no words; blocks do. */
function textOf(html: string): string {
  return html
    .replace(/<\/?(?:a|code|em|span|strong)\b[^>]*>/g, "")
    .replace(/<[^>]*>/g, " ")
    .replaceAll("&lt;", "<")
    .replaceAll("&gt;", ">")
    .replaceAll("&quot;", '"')
    .replaceAll("&amp;", "&")
    .replace(/\s+/g, " ")
    .trim();
}

function referencePage(group: string, name: string, { components, paths }: OpenApi): SearchPage {
  const { headers, schemas } = components;
  const endpoints = Object.entries(paths).flatMap(([path, item]) => [
    path,
    ...Object.values(item).map(({ summary = "" }) => summary),
  ]);
  const shared = textsIn({ headers, schemas: [schemas?.Problem] }, { components });
  const text = [reference.text, reference.document, ...endpoints, ...shared].join(" ");
  const intro = { anchor: "", heading: reference.title, text: plainText(text) };
  return { path: "/reference", group, name, title: reference.title, sections: [intro] };
}

function operationPages(group: string, openApi: OpenApi): SearchPage[] {
  return Object.entries(openApi.paths).flatMap(([path, item]) =>
    Object.entries(item).flatMap(([method, operation]): SearchPage[] => {
      const { operationId, summary = "", ...rest } = operation;
      if (!operationId) return [];
      const text = plainText([method.toUpperCase(), path, ...textsIn(rest, openApi)].join(" "));
      const sections = [{ anchor: "", heading: summary, text }];
      return [{ path: `/reference/${operationId}`, group, name: operationId, title: summary, sections }];
    }),
  );
}

/** Each reason has a page of its own, so this one is found by what it says itself. */
function listPage(group: string, name: string): SearchPage {
  const { heading, text, reference, by } = reasons;
  const intro = { anchor: "", heading, text: plainText(`${text} ${reference}`) };
  const lists = MENDERS.map((mender) => ({
    anchor: `by-${mender}`,
    heading: by[mender].heading,
    text: by[mender].text,
  }));
  return { path: "/reasons", group, name, title: heading, sections: [intro, ...lists] };
}

function reasonPage(group: string, reason: ReasonText): SearchPage {
  const { code, status, title, words, fix, details, causes = [], note = "" } = reason;
  const text = `${code} ${status} ${words}. ${fix} ${[...details.flat(), ...causes, note].join(" ")}`;
  const sections = [{ anchor: "", heading: title, text: plainText(text).trim() }];
  return { path: `/reasons/${code}`, group, name: code, title, sections };
}
