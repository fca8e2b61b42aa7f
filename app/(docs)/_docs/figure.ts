import { escapeHtml } from "./escape-html.rules.ts";

type Figure = { caption?: string | undefined; html: string; region?: string | undefined };

/** The button that copies stands in the corner, beside the name or where no line of code reaches. */
export const FIGURE = "group relative rounded-l border border-line bg-sunk";

/**
 * Writes a block of code with its name. `html`: coloured. `region`: the name of a block whose lines do not wrap, for the keyboard
 * that scrolls it. It fades out where it goes on.
 */
export function figureInside({ caption, html, region }: Figure): string {
  const name = caption
    ? `<figcaption class="border-b border-line px-4 py-2 font-mono text-meta text-soft">${escapeHtml(caption)}</figcaption>`
    : "";
  const flow = region
    ? "overflow-x-auto rounded-l mask-[linear-gradient(to_left,transparent,#000_2rem)] print:overflow-visible print:mask-none print:whitespace-pre-wrap"
    : "whitespace-pre-wrap";
  const stop = region ? ` tabindex="0" role="region" aria-label="${escapeHtml(region)}"` : "";
  const corner = caption ? "" : " pe-16";
  return `${name}<pre class="${flow} p-4 text-meta/[1.375rem] focus-visible:-outline-offset-2${corner}"${stop}><code>${html}</code></pre>`;
}
