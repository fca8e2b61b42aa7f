import { Badge } from "#app/_ui/badge.tsx";
import { formatShortDay } from "#app/_ui/format-date.ts";
import type { Method } from "#lib/domains/advice.rules.ts";

type Facts = { method: Method; verifiedAt: Date | null; missingSince: Date | null; timeZone: string; now: Date };

export function DomainState({ method, verifiedAt, missingSince, timeZone, now }: Facts) {
  const what = method === "dns" ? "record" : "file";
  if (missingSince)
    return (
      <Badge variant="bad">
        {what === "record" ? "Record" : "File"} missing since {formatShortDay(missingSince, timeZone, now)}
      </Badge>
    );
  return verifiedAt ? <Badge variant="good">Verified</Badge> : <Badge variant="busy">Waiting for the {what}</Badge>;
}
