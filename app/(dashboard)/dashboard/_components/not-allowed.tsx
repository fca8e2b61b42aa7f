import { Notice } from "#app/_ui/notice.tsx";
import { whoMay } from "#app/(dashboard)/_lib/disabled-reason.ts";

/** Shown in place of a page that the role of this member does not allow. */
export function NotAllowed({ what, who }: { what: string; who: string }) {
  return (
    <Notice variant="plain" heading={`Your role does not show ${what}`}>
      <p>
        {who} can see it. {whoMay("change roles")} can change your role on the Team page.
      </p>
    </Notice>
  );
}
