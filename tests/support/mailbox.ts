import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import PostalMime, { type Email } from "postal-mime";
import { inject, vi } from "vitest";

/** Each mail is parsed once in a process: a file is written whole, under a name of its own, and never changes. */
const parsed = new Map<string, Promise<Email>>();

/** What was written to an address, the oldest first. */
export async function mailsTo(address: string): Promise<Email[]> {
  const folder = inject("env").MAIL_DIR ?? "";
  const names = (await readdir(folder).catch(() => [])).filter((name) => !name.startsWith(".")).toSorted();
  const mails = await Promise.all(names.map((name) => parseOnce(join(folder, name))));
  return mails.filter(({ to }) => to?.some((one) => one.address === address));
}

function parseOnce(file: string): Promise<Email> {
  const mail = parsed.get(file) ?? readFile(file).then((bytes) => PostalMime.parse(bytes));
  parsed.set(file, mail);
  return mail;
}

/** The n-th mail to an address, as soon as it is there. */
export async function mailTo(address: string, n = 1) {
  return vi.waitFor(
    async () => {
      const mail = (await mailsTo(address))[n - 1];
      if (!mail) throw new Error("No mail yet");
      return { subject: mail.subject ?? "", text: mail.text ?? "" };
    },
    { timeout: 300_000, interval: 20 },
  );
}
