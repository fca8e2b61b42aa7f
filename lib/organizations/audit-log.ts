import { type AuditRow, listAuditActors, listAuditEvents } from "#db/queries/audit-event.ts";
import { csvOf, FOR_MACHINES } from "#lib/base/csv.ts";
import { isUuid } from "#lib/base/text.ts";
import type { Actor } from "#lib/core/actor.ts";
import { type Action, readAction } from "#lib/core/audit.rules.ts";
import { listOf, readOrganization } from "#lib/core/read.ts";
import { database } from "#lib/runtime/database.ts";

/** `actor`: a name as `nameOf` writes it. `until`: exclusive. */
export type AuditFilter = { actor?: string; actions?: readonly Action[]; since?: Date; until?: Date };

/** `action`: `null` for one that another version wrote. */
export type AuditEntry = Omit<AuditRow, "action"> & { action: Action | null };

export type AuditWords = { actorOf: (actor: string) => string; sentenceOf: (entry: AuditEntry) => string };

const PAGE = 50;
const CSV_PAGE = 500;
const COLUMNS = ["time", "actor", "action", "sentence", "subject", "before", "after", "label"] as const;

/** A page of audit entries, the latest first. `cursor`: the `next` of the previous page; `next` is `null` on the last page. */
export async function listAudit(
  actor: Actor,
  organizationId: string,
  { cursor, ...filter }: AuditFilter & { cursor: string | null },
) {
  const before = cursor !== null && isUuid(cursor) ? cursor : null;
  // One more than the page shows, to know whether there is a next page.
  return readOrganization(actor, "see the audit log", organizationId, async (db) => {
    const found = await listAuditEvents(db, organizationId, { ...filter, before, limit: PAGE + 1 });
    const rows = found.slice(0, PAGE).map(entryOf);
    return { ok: true, rows, next: found.length > PAGE ? (rows.at(-1)?.id ?? null) : null };
  });
}

export async function listAuditPeople(actor: Actor, organizationId: string) {
  return listOf(actor, "see the audit log", organizationId, (db) => listAuditActors(db, organizationId));
}

/** All audit entries as CSV, read from the database page by page: in the words of the page, with the codes beside them. */
export async function auditCsv(
  actor: Actor,
  organizationId: string,
  filter: AuditFilter,
  words: AuditWords,
  form = FOR_MACHINES,
) {
  return readOrganization(actor, "see the audit log", organizationId, async () => ({
    ok: true,
    csv: csvOf(COLUMNS, linesOf(organizationId, filter, words), form),
  }));
}

async function* linesOf(organizationId: string, filter: AuditFilter, { actorOf, sentenceOf }: AuditWords) {
  let before: string | null = null;
  do {
    const rows: AuditRow[] = await listAuditEvents(database(), organizationId, { ...filter, before, limit: CSV_PAGE });
    for (const row of rows) {
      const { createdAt: time, action, subject, subjectLabel } = row;
      const [actor, sentence] = [actorOf(row.actor), sentenceOf(entryOf(row))];
      const facts = { before: written(row.before), after: written(row.after) };
      yield { time, actor, action, sentence, subject, ...facts, label: subjectLabel ?? "" };
    }
    before = rows.length === CSV_PAGE ? (rows.at(-1)?.id ?? null) : null;
  } while (before !== null);
}

function entryOf(row: AuditRow): AuditEntry {
  return { ...row, action: readAction(row.action) };
}

function written(facts: unknown): string {
  return facts === null ? "" : JSON.stringify(facts);
}
