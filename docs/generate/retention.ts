import { createTranslator } from "use-intl/core";
import { RETENTION, type StoredName, untilWords } from "#lib/retention/retention.rules.ts";
import messages from "#messages/integrator.json" with { type: "json" };
import { code, generatedFrom, table } from "./markdown.ts";

/** What an instance stores, with its tables and the jobs that remove it: the page `/retention`, for an operator. */
export function retentionReference(): string {
  const words = createTranslator({ locale: "en", messages });
  return [
    generatedFrom("lib/retention/retention.rules.ts and messages/integrator.json"),
    "# What is kept, and how long",
    "Every table of the database is in this list, and every instance shows the list at `/retention`. The jobs run at every start, too, so that an instance which was stopped for days removes what is due within a minute.",
    table(
      ["what", "what it holds", "how long", "tables", "removed by"],
      (Object.keys(RETENTION) as StoredName[]).map((name) => {
        const stored: { tables: readonly string[]; job?: string } = RETENTION[name];
        const { key, values } = untilWords(RETENTION[name].until);
        return [
          words(`retention.what.${name}`),
          words(`retention.about.${name}`),
          words(`retention.until.${key}`, values),
          stored.tables.map(code).join(", ") || "none",
          stored.job ? `job ${code(stored.job)}` : "–",
        ];
      }),
    ),
    "A partition of verifications is dropped when its youngest row is nine hours old, so that the job may fail for ten hours before a row is a day old. A partition of activity is dropped when its youngest event is 30 days old. The ledger and its seals have a partition for each month, which no job and no function drops. The job queue keeps its runs for a week, in the schema `jobs`; they name no person. A backup keeps what it holds for as long as you keep the backup. Without `SMTP_URL`, each e-mail is a file in `MAIL_DIR` (`.eml`), with the address and the links in it; no job and no `user erase` deletes these, so delete them yourself. `ageway user show <email>` prints everything that the database has about a person, and `user erase` deletes it.",
    "",
  ].join("\n\n");
}
