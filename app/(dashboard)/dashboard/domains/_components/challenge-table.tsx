import { Copyable } from "#app/_ui/copy-button.tsx";
import { Facts } from "#app/_ui/facts.tsx";
import type { Method } from "#lib/domains/advice.rules.ts";
import type { Challenge } from "#lib/domains/domain.ts";

/** Shows the DNS record or the file that verifies a domain, field by field, to copy. */
export function ChallengeTable({ method, challenge }: { method: Method; challenge: Challenge }) {
  return (
    <Facts
      boxed
      rows={rowsOf(method, challenge).map(([label, text, what]) => [
        label,
        what === null ? <code key={label}>{text}</code> : <Copyable key={label} text={text} what={what} />,
      ])}
    />
  );
}

/** Writes a message to the person who manages the DNS or the host, with the same fields. */
export function stepsLink(method: Method, challenge: Challenge, host: string): string {
  const fields = rowsOf(method, challenge).map(([label, text]) => `${label}: ${text}`);
  const what = method === "dns" ? "Please add this DNS record" : "Please put this file on the host";
  const body = [`${what}, so that ${host} is verified for age checks.`, "", ...fields, "", "Do not remove it later."];
  return `mailto:?subject=${encodeURIComponent(`${what}: ${host}`)}&body=${encodeURIComponent(body.join("\r\n"))}`;
}

type Row = readonly [label: string, text: string, what: string | null];

function rowsOf(method: Method, { name, relativeName, value, fileUrl }: Challenge): readonly Row[] {
  return method === "dns"
    ? [
        ["Type", "TXT", null],
        ["Name", name, "name"],
        ["Name, if your provider adds the domain for you", relativeName, "short name"],
        ["Value", value, "value"],
      ]
    : [
        ["Address, reachable by https", fileUrl, "address"],
        ["Content", value, "value"],
      ];
}
