import { wordsForIntegrators } from "#app/verify/_views/messages.ts";
import { config } from "#lib/runtime/config.ts";
import { builtDocs, type Version } from "./built-docs.ts";
import { escapeHtml } from "./escape-html.rules.ts";

/** Writes the changelog as an Atom feed (RFC 4287). What is not released yet is an entry of the day on which this instance was built. */
export function changelogFeed(): string {
  const { versions, builtOn } = builtDocs();
  const { baseUrl } = config();
  const page = `${baseUrl}/changelog`;
  const dateOf = ({ date }: Version) => `${date ?? builtOn}T00:00:00Z`;
  const [newest] = versions;
  return [
    '<?xml version="1.0" encoding="utf-8"?>',
    '<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="en">',
    `<id>${page}</id>`,
    `<title>${wordsForIntegrators()("docs.feed")}</title>`,
    `<updated>${newest ? dateOf(newest) : `${builtOn}T00:00:00Z`}</updated>`,
    "<author><name>Ageway</name></author>",
    `<link rel="self" type="application/atom+xml" href="${page}.atom"/>`,
    `<link rel="alternate" type="text/html" href="${page}"/>`,
    ...versions.map((version) => entry(version, page, dateOf(version))),
    "</feed>\n",
  ].join("\n");
}

function entry({ name, anchor, html }: Version, page: string, updated: string): string {
  const address = `${page}#${anchor}`;
  return [
    "<entry>",
    `<id>${address}</id>`,
    `<title>${escapeHtml(name)}</title>`,
    `<updated>${updated}</updated>`,
    `<link rel="alternate" type="text/html" href="${address}"/>`,
    `<content type="html">${escapeHtml(html)}</content>`,
    "</entry>",
  ].join("\n");
}
