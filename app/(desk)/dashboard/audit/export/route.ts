import { csvAnswer } from "#app/desk/csv-answer.ts";
import { seated } from "#app/desk/seated.ts";
import { auditCsv } from "#lib/account/audit.ts";

export async function GET(request: Request): Promise<Response> {
  return seated(request, async ({ user, organization }) => {
    const exported = await auditCsv(user, organization.id, {});
    return exported.ok ? csvAnswer("audit-log", exported.csv) : exported;
  });
}
