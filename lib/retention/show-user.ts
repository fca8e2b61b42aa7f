import { selectPersonalRows } from "#db/queries/person.ts";
import { readEmail } from "#lib/base/email.rules.ts";
import { type Result, refuse } from "#lib/base/result.ts";
import { database } from "#lib/runtime/database.ts";
import type { RetentionReason } from "./wording.ts";

type Shown = Awaited<ReturnType<typeof selectPersonalRows>>;

/** Reads everything that the database has about a person who uses the dashboard: what `eraseUser` touches. For the operator, whom they ask. */
export async function showUser(email: string): Promise<Result<Shown, RetentionReason>> {
  const address = readEmail(email);
  if (address === null) return refuse("email_invalid");
  const shown = await selectPersonalRows(database(), address);
  const { user, ...rows } = shown;
  const isNobody = user === null && Object.values(rows).every((one) => one.length === 0);
  return isNobody ? refuse("user_unknown") : { ok: true, ...shown };
}
