import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import PostalMime from "postal-mime";
import { isLoopback } from "#lib/base/host.rules.ts";
import { config } from "#lib/runtime/config.ts";

/** `at`: `null` for a mail that does not say when it was sent. */
type InboxEmail = { name: string; at: Date | null; to: string; subject: string; text: string };

const MAX = 50;

/** Only without SMTP and on localhost, because a reader of the inbox can sign in as anybody. */
export function hasInbox(): boolean {
  return "directory" in config().mail && isLoopback(new URL(config().baseUrl).hostname);
}

/** The latest 50 e-mails, the newest first; `null` where there is no inbox. */
export async function readInbox(): Promise<InboxEmail[] | null> {
  const { mail } = config();
  if (!hasInbox() || !("directory" in mail)) return null;
  const files = await readdir(mail.directory).catch(() => []);
  const newest = files
    .filter((name) => name.endsWith(".eml"))
    .toSorted()
    .slice(-MAX)
    .toReversed();
  return Promise.all(
    newest.map(async (name) => {
      const { date, to, subject = "", text = "" } = await PostalMime.parse(await readFile(join(mail.directory, name)));
      const at = new Date(date ?? Number.NaN);
      return { name, at: Number.isNaN(+at) ? null : at, to: to?.[0]?.address ?? "", subject, text };
    }),
  );
}
