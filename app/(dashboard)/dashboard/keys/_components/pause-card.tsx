import { ActionForm } from "#app/_ui/action-form.tsx";
import { formatDate } from "#app/_ui/format-date.ts";
import { Section } from "#app/_ui/section.tsx";
import { pauseKeyAction, resumeKey } from "../actions.ts";

type Props = {
  organization: string;
  row: { key: string; pausedAt: Date | null };
  timeZone: string;
  disabledReason: string | null;
};

/** Pauses a key, or resumes it. */
export function PauseCard({ organization, row: { key, pausedAt }, timeZone, disabledReason }: Props) {
  const form = { organization, hidden: { key }, disabledReason };
  return (
    <Section
      heading={pausedAt ? "This key is paused" : "Pause"}
      lead={
        pausedAt
          ? `Its calls have been refused since ${formatDate(pausedAt, timeZone)}.`
          : "Stop this key for now. Its calls are refused at once; you can resume it at any time."
      }
    >
      {pausedAt ? (
        <ActionForm action={resumeKey} {...form} button="Resume the key" />
      ) : (
        <ActionForm action={pauseKeyAction} {...form} button="Pause the key" />
      )}
    </Section>
  );
}
