import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import PostalMime from "postal-mime";
import { inject } from "vitest";

/** The mails to an address that were written into the mail folder, in order. */
export async function mailsTo(address: string) {
  const directory = inject("env").MAIL_DIR ?? "";
  const mails = readdirSync(directory)
    .toSorted()
    .map((file) => readFileSync(join(directory, file)))
    .filter((mail) => mail.includes(`To: ${address}`));
  return Promise.all(mails.map((mail) => PostalMime.parse(mail)));
}
