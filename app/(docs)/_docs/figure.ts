import { escapeHtml } from "./escape-html.rules.ts";

type Figure = { caption?: string | undefined; html: string; region?: string | undefined; isWrapped?: boolean };

export const FIGURE = "overflow-hidden rounded-l border border-line bg-sunk print:overflow-visible";

/** Writes a block of code with its name. `html`: coloured. `region`: the name of a block that scrolls, for the keyboard. */
export function figureInside({ caption, html, region, isWrapped = false }: Figure): string {
  const name = caption
    ? `<figcaption class="border-b border-line px-4 py-2 font-mono text-meta text-soft">${escapeHtml(caption)}</figcaption>`
    : "";
  const stop = region ? ` tabindex="0" role="region" aria-label="${escapeHtml(region)}"` : "";
  const flow = isWrapped
    ? "whitespace-pre-wrap wrap-anywhere"
    : "overflow-x-auto print:overflow-visible print:whitespace-pre-wrap print:wrap-anywhere";
  return `${name}<pre class="${flow} p-4 text-meta/[1.375rem] focus-visible:rounded-l focus-visible:-outline-offset-2"${stop}><code>${html}</code></pre>`;
}
