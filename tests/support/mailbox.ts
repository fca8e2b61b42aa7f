import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import PostalMime from "postal-mime";
import { inject, vi } from "vitest";

/** What was written to an address, the oldest first. */
export async function mailsTo(address: string) {
  const folder = inject("env").MAIL_DIR ?? "";
  const names = (await readdir(folder).catch(() => [])).filter((name) => !name.startsWith(".")).toSorted();
  const mails = await Promise.all(names.map(async (name) => PostalMime.parse(await readFile(join(folder, name)))));
  return mails.filter(({ to }) => to?.some((one) => one.address === address));
}

/** The n-th mail to an address, as soon as it is there. */
export async function mailTo(address: string, n = 1) {
  return vi.waitFor(
    async () => {
      const mail = (await mailsTo(address))[n - 1];
      if (!mail) throw new Error("No mail yet");
      return { subject: mail.subject ?? "", text: mail.text ?? "" };
    },
    { timeout: 10_000, interval: 20 },
  );
}
