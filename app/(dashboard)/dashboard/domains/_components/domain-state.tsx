import { Badge } from "#app/_ui/badge.tsx";

type Facts = { verifiedAt: Date | null; missingSince: Date | null };

export function DomainState({ verifiedAt, missingSince }: Facts) {
  if (missingSince) return <Badge variant="busy">Proof is missing</Badge>;
  return verifiedAt ? <Badge variant="good">Verified</Badge> : <Badge>Not verified yet</Badge>;
}
