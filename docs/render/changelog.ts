import type { Version } from "#app/_docs/built-docs.ts";
import { anchorOf } from "./anchors.ts";
import { htmlOf } from "./markdown.ts";

/** The versions of the changelog, the newest first. `file` counts from `docs/`. */
export function versionsIn(changelog: string, file: string): Version[] {
  const [, ...sections] = changelog.split(/^## /m);
  return sections.map((section) => {
    const [heading = "", ...lines] = section.split("\n");
    const [name = "", date = null] = heading.split(" - ");
    return { name, date, anchor: anchorOf(heading), html: htmlOf(lines.join("\n"), file) };
  });
}
