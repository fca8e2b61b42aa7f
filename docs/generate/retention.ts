import { createTranslator } from "use-intl/core";
import { RETENTION, type StoredName, untilWords } from "#lib/retention/retention.rules.ts";
import messages from "#messages/integrator.json" with { type: "json" };
import { code, generatedFrom, table } from "./markdown.ts";

/** What an instance stores, with its tables and the jobs that remove it: the page `/retention`, for an operator. */
export function retentionReference(): string {
  const words = createTranslator({ locale: "en", messages });
  return [
    generatedFrom("lib/retention/retention.rules.ts and messages/integrator.json"),
    "# What we store",
    "Every table of the database is in this list, which every instance shows at `/retention`. The jobs also run at every start.",
    table(
      ["what", "what is in it", "how long", "tables", "removed by"],
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
    "Partitions are dropped early enough that a job may fail for ten hours. The job queue keeps its runs for a week; they name no person. A backup keeps its copy for as long as you keep the backup. Without `SMTP_URL`, each e-mail is a file in `MAIL_DIR` (`.eml`), which you delete yourself. `ageway user show <email>` prints everything about a person, and `user erase` deletes it.",
    "",
  ].join("\n\n");
}
