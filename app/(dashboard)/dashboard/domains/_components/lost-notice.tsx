import Link from "next/link";
import { formatMoment } from "#app/_ui/format-date.ts";
import { Notice } from "#app/_ui/notice.tsx";
import type { Domain } from "#lib/domains/domain.ts";
import { MISSING_FOR_MS } from "#lib/domains/proof.rules.ts";

type Props = { domain: Domain; timeZone: string; now: Date; isLinked?: boolean };

/** The proof of a verified domain is gone: until when its checks go on. `isLinked`: on another page than the domain's. */
export function LostNotice({ domain: { host, unicode, method, missingSince }, timeZone, now, isLinked }: Props) {
  if (!missingSince) return null;
  const what = method === "dns" ? "record" : "file";
  return (
    <Notice variant="bad" heading={isLinked ? `The ${what} of ${unicode} is gone` : `The ${what} is gone`}>
      <span>
        Since {formatMoment(missingSince, timeZone, now)}. Live checks stop on{" "}
        {formatMoment(new Date(+missingSince + MISSING_FOR_MS), timeZone, now)} unless it is back.
      </span>
      {isLinked && (
        <Link className="btn small" href={`/dashboard/domains/${host}`} prefetch={false}>
          Fix the {what}
        </Link>
      )}
    </Notice>
  );
}
