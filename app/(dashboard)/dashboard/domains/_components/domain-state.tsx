import { Badge } from "#app/_ui/badge.tsx";
import { readerDates } from "#app/(dashboard)/_lib/reader-dates.ts";
import type { Domain } from "#lib/domains/domain.ts";

export async function DomainState({ domain: { method, verifiedAt, missingSince } }: { domain: Domain }) {
  const { shortDay } = await readerDates();
  const what = method === "dns" ? "record" : "file";
  if (missingSince)
    return (
      <Badge variant="bad">
        {what === "record" ? "Record" : "File"} missing since {shortDay(missingSince)}
      </Badge>
    );
  return verifiedAt ? <Badge variant="good">Verified</Badge> : <Badge variant="busy">Waiting for the {what}</Badge>;
}
