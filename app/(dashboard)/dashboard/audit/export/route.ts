import { formatMoment } from "#app/_ui/format-date.ts";
import { csvFormOf, csvResponse } from "#app/(dashboard)/_lib/csv-response.ts";
import { memberRoute } from "#app/(dashboard)/_lib/member-route.ts";
import { type AuditEntry, auditCsv } from "#lib/organizations/audit-log.ts";
import { actorName } from "../_lib/actor-name.ts";
import { filterOfChoice, readChoice } from "../_lib/filter.rules.ts";
import { readAuditNames } from "../_lib/read-names.ts";
import { sentenceText } from "../_lib/sentence.rules.ts";

/** Exports the entries that the address filters: the page's words, and the codes, by which a spreadsheet sorts them. */
export async function GET(request: Request): Promise<Response> {
  return memberRoute(request, async ({ user, organization }) => {
    const { id, timeZone } = organization;
    const [choice, now] = [readChoice(new URL(request.url).searchParams), new Date()];
    const names = await readAuditNames(user, id, (at) => formatMoment(at, timeZone, now));
    const sentenceOf = (entry: AuditEntry) => sentenceText(entry.action, entry, names);
    const words = { actorOf: actorName, sentenceOf };
    const exported = await auditCsv(user, id, filterOfChoice(choice, now), words, csvFormOf(request));
    return exported.ok ? csvResponse(id, "audit-log", exported.csv) : exported;
  });
}
