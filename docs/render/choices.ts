import type { Token } from "markdown-it";
import { CHOICE, choiceInside } from "#app/(docs)/_docs/choice.ts";
import { escapeHtml } from "#app/(docs)/_docs/escape-html.rules.ts";
import messages from "#messages/integrator.json" with { type: "json" };
import { anchorOf } from "./anchors.ts";

/** Stands in a document before parts of the third level, of which a reader needs one; they end at the next higher heading. */
export const CHOICE_MARK = "<!-- choice -->";

/** Makes each marked run of parts a choice: a label for each, and the parts themselves, without anchors of their own. */
export function withChoices(tokens: readonly Token[]): Token[] {
  const made: Token[] = [];
  let isInside = false;
  let choices = 0;
  for (const [n, token] of tokens.entries()) {
    const isHeading = token.type === "heading_open";
    if (tokens[n + 1]?.content === CHOICE_MARK) {
      choices += 1;
      made.push(html(openingOf(`choice-${choices}`, labelsFrom(tokens, n)), token));
      isInside = true;
    } else if (isInside && isHeading && token.tag === "h3") {
      const isFirst = made.at(-1)?.type === "html_block";
      token.meta = { isOption: true };
      made.push(html(`${isFirst ? "" : "</div>"}<div data-option>`, token), token);
    } else if (isInside && isHeading) {
      made.push(html("</div></div>\n", token), token);
      isInside = false;
    } else if (token.content !== CHOICE_MARK && tokens[n - 1]?.content !== CHOICE_MARK) made.push(token);
  }
  const last = made.at(-1);
  return isInside && last ? [...made, html("</div></div>\n", last)] : made;
}

function labelsFrom(tokens: readonly Token[], from: number): string[] {
  const labels: string[] = [];
  for (const [n, { type, tag }] of tokens.entries()) {
    if (n <= from || type !== "heading_open") continue;
    if (tag !== "h3") return labels;
    labels.push(tokens[n + 1]?.content ?? "");
  }
  return labels;
}

function openingOf(name: string, labels: readonly string[]): string {
  const inside = choiceInside(
    name,
    labels.map((label) => ({ label, id: anchorOf(label) })),
  );
  const legend = escapeHtml(messages.docs.choice);
  return `<div data-choice><fieldset class="${CHOICE}" aria-label="${legend}">${inside}</fieldset>`;
}

function html(content: string, like: Token): Token {
  const token: Token = Object.assign(Object.create(Object.getPrototypeOf(like)), like);
  return Object.assign(token, { type: "html_block", tag: "", content, attrs: null, meta: null });
}
