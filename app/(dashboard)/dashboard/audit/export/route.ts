import { csvResponse } from "#app/_http/files.ts";
import { memberRoute } from "#app/(dashboard)/_lib/member-route.ts";
import { auditCsv } from "#lib/organizations/audit-log.ts";

export async function GET(request: Request): Promise<Response> {
  return memberRoute(request, async ({ user, organization }) => {
    const exported = await auditCsv(user, organization.id, {});
    return exported.ok ? csvResponse("audit-log", exported.csv) : exported;
  });
}
