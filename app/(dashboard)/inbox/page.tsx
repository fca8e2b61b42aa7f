import type { Metadata } from "next";
import { headers } from "next/headers";
import { notFound } from "next/navigation";
import { Section } from "#app/_ui/section.tsx";
import { config } from "#lib/core/config.ts";
import { readInbox } from "#lib/core/inbox.ts";

export const metadata: Metadata = { title: "Local inbox" };
export const dynamic = "force-dynamic";

/** The mail of a demo or a development machine, which sends none. */
export default async function Inbox() {
  // DNS rebinding: a foreign page whose name resolves to this machine must not read the mail.
  const isAskedHere = (await headers()).get("host") === new URL(config().baseUrl).host;
  const emails = isAskedHere ? await readInbox() : null;
  if (emails === null) notFound();
  return (
    <main className="mx-auto grid w-full max-w-2xl gap-6 p-4 py-10">
      <div className="grid gap-2">
        <h1 className="text-2xl font-semibold">Local inbox</h1>
        <p className="text-soft">No mail leaves this machine. What would be sent stands here, the newest first.</p>
      </div>
      {emails.length === 0 && (
        <Section>
          <p>
            No mail yet.{" "}
            <a className="text-accent underline" href="/sign-in">
              Sign in
            </a>{" "}
            to send yourself one.
          </p>
        </Section>
      )}
      {emails.map(({ name, to, subject, text }) => (
        <Section key={name} heading={subject} lead={`To ${to}`}>
          <p className="whitespace-pre-wrap">{linked(text)}</p>
        </Section>
      ))}
    </main>
  );
}

/** The text with its addresses as links. */
function linked(text: string) {
  return text
    .trim()
    .split(/(https?:\/\/\S+)/)
    .map((part) =>
      /^https?:/.test(part) ? (
        <a key={part} className="text-accent underline" href={part}>
          {part}
        </a>
      ) : (
        part
      ),
    );
}
