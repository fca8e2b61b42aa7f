import { csvAnswer } from "#app/desk/csv-answer.ts";
import { seated } from "#app/desk/seated.ts";
import { auditCsv } from "#lib/account/audit.ts";

export async function GET(): Promise<Response> {
  return seated(async ({ user, organization }) => {
    const exported = await auditCsv(user, organization.id, {});
    return exported.ok ? csvAnswer("audit-log", exported.csv) : exported;
  });
}
