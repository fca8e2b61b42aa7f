import { Notice } from "#app/_ui/notice.tsx";
import { whoMay } from "#app/(dashboard)/_lib/disabled-reason.ts";

/** This member's role does not show it. */
export function NotAllowed({ what, who }: { what: string; who: string }) {
  return (
    <Notice variant="plain" heading={`Your role does not show ${what}`}>
      <p>
        {who} can see it. {whoMay("change roles")} can change your role on the Team page.
      </p>
    </Notice>
  );
}
