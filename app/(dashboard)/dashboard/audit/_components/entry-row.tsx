import { AgewayMark } from "#app/_ui/ageway-mark.tsx";
import { Avatar } from "#app/_ui/avatar.tsx";
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
    <li className="grid grid-cols-[3rem_1.75rem_minmax(0,1fr)] items-start gap-x-3 border-b border-line py-2.5 @max-phone/sheet:grid-cols-[3rem_minmax(0,1fr)]">
      <time className="text-meta leading-7 text-soft" dateTime={createdAt.toISOString()}>
        {formatTime(createdAt, timeZone)}
      </time>
      {/* A phone's line is too short for a mark of whom the sentence names. */}
      <Avatar className="@max-phone/sheet:hidden">
        {standsForPerson(actor) ? initialsOf(actorName(actor)) : <AgewayMark className="size-4" />}
      </Avatar>
      <p className="max-w-none py-1 wrap-anywhere">
        <b>{actorName(actor)}</b>{" "}
        {sentenceParts(action, entry, words).map((phrase, n) =>
          typeof phrase === "string" ? (
            <span key={n}>{phrase}</span>
          ) : (
            <a key={n} href={phrase.href}>
              {phrase.text.startsWith("pk_") ? <code>{phrase.text}</code> : phrase.text}
            </a>
          ),
        )}
      </p>
    </li>
  );
}
