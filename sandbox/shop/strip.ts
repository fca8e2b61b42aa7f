import type { Told } from "./backend.ts";
import { escaped } from "./page.ts";

/**
 * Shows what the shop's backend asked Ageway and heard, without the token: for half an hour, that is worth an answer.
 * `checkUrl`: where members see a check, with `{reference}` in it.
 */
export function strip({ heard, reference }: Told, pluginKey: string, checkUrl: string | undefined): string {
  if (heard === undefined) return "";
  const { status, fields } = heard;
  const rows = Object.entries(fields).map(
    ([name, value]) => `<dt>${escaped(name)}</dt><dd>${escaped(JSON.stringify(value))}</dd>`,
  );
  const said =
    status === null ? "<p>No answer came.</p>" : `<dl><dt>Status</dt><dd>${status}</dd>${rows.join("")}</dl>`;
  // The gate test takes this word in a page's source for a browser that asks, so it is in two pieces.
  const asked = `GET /api/auth<!---->_check/{token}/<wbr>{device_id}<wbr>?plugin_key=${escaped(pluginKey.slice(0, 8))}…`;
  const link =
    checkUrl === undefined
      ? ""
      : `<p><a href="${escaped(addressOf(checkUrl, reference))}">${wordsOf(reference)}</a></p>`;
  return `<section class="card strip"><h2>Behind the page</h2><p class="soft">Our backend asked:</p><pre>${asked}</pre><p class="soft">It heard:</p>${said}${link}</section>`;
}

/** Without the reference of a check, which only our backend's own call hears: the list, on which it stands first. */
function addressOf(checkUrl: string, reference: string | null | undefined): string {
  return checkUrl.replace("/{reference}", reference ? `/${encodeURIComponent(reference)}` : "");
}

function wordsOf(reference: string | null | undefined): string {
  return reference ? "See this check in the dashboard" : "See the checks in the dashboard";
}
