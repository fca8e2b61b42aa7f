import { ButtonLink } from "#app/_ui/button.tsx";
import { Notice } from "#app/_ui/notice.tsx";
import { readerDates } from "#app/(dashboard)/_lib/reader-dates.ts";
import type { Domain } from "#lib/domains/domain.ts";
import { MISSING_FOR_MS } from "#lib/domains/proof.rules.ts";

type Props = { domain: Domain; isLinked?: boolean };

/** Says until when the checks of a verified domain go on whose record is gone. `isLinked`: on another page than the domain's. */
export async function LostNotice({ domain: { host, unicode, method, missingSince }, isLinked }: Props) {
  if (!missingSince) return null;
  const { moment } = await readerDates();
  const what = method === "dns" ? "record" : "file";
  return (
    <Notice
      variant="bad"
      heading={isLinked ? `The ${what} of ${unicode} is gone` : `The ${what} is gone`}
      action={
        isLinked && (
          <ButtonLink size="sm" href={`/dashboard/domains/${host}`}>
            Fix the {what}
          </ButtonLink>
        )
      }
    >
      <span>
        Since {moment(missingSince)}. Live checks stop on {moment(new Date(+missingSince + MISSING_FOR_MS))} unless it
        is back.
      </span>
    </Notice>
  );
}
