import { csvResponse } from "#app/_http/files.ts";
import { memberRoute } from "#app/(dashboard)/_lib/member-route.ts";
import { auditCsv } from "#lib/organizations/audit-log.ts";
import { filterOfChoice, readChoice } from "../_lib/filter.rules.ts";

/** The entries that the address filters, as codes: a spreadsheet sorts them. */
export async function GET(request: Request): Promise<Response> {
  return memberRoute(request, async ({ user, organization }) => {
    const choice = readChoice(new URL(request.url).searchParams);
    const exported = await auditCsv(user, organization.id, filterOfChoice(choice, new Date()));
    return exported.ok ? csvResponse("audit-log", exported.csv) : exported;
  });
}
