import Link from "next/link";
import { AgewayMark } from "#app/_ui/centered-layout.tsx";
import { formatTime } from "#app/_ui/format-date.ts";
import { initialsOf } from "#app/(dashboard)/_lib/initials.ts";
import type { AuditEntry } from "#lib/organizations/audit-log.ts";
import { actorName, standsForPerson } from "../_lib/actor-name.ts";
import type { AuditNames } from "../_lib/phrase.rules.ts";
import { sentenceParts } from "../_lib/sentence.rules.ts";

/** Says who did what, as a sentence whose things are links. */
export function EntryRow({ entry, words, timeZone }: { entry: AuditEntry; words: AuditNames; timeZone: string }) {
  const { createdAt, actor, action } = entry;
  return (
    <li>
      <time className="meta" dateTime={createdAt.toISOString()}>
        {formatTime(createdAt, timeZone)}
      </time>
      <span className="avatar" aria-hidden="true">
        {standsForPerson(actor) ? initialsOf(actorName(actor)) : <AgewayMark />}
      </span>
      <p>
        <b>{actorName(actor)}</b>{" "}
        {sentenceParts(action, entry, words).map((phrase, n) =>
          typeof phrase === "string" ? (
            <span key={n}>{phrase}</span>
          ) : (
            <Link key={n} href={phrase.href} prefetch={false}>
              {phrase.text.startsWith("pk_") ? <code>{phrase.text}</code> : phrase.text}
            </Link>
          ),
        )}
      </p>
    </li>
  );
}
