import { Badge } from "#app/_ui/badge.tsx";

type Facts = { verifiedAt: Date | null; missingSince: Date | null };

export function DomainState({ verifiedAt, missingSince }: Facts) {
  if (missingSince) return <Badge look="warn">Proof is missing</Badge>;
  return verifiedAt ? <Badge look="good">Verified</Badge> : <Badge>Not verified yet</Badge>;
}
