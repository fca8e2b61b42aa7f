import { Copyable } from "#app/_ui/copy-button.tsx";
import type { Challenge } from "#lib/domains/domain.ts";
import type { Method } from "#lib/domains/proof.rules.ts";

/** The DNS record or the file that verifies a domain, field by field, to copy. */
export function ChallengeTable({ method, challenge }: { method: Method; challenge: Challenge }) {
  const { name, relativeName, value, fileUrl } = challenge;
  const rows =
    method === "dns"
      ? ([
          ["Type", "TXT", null],
          ["Name", name, null],
          ["Name, where the form adds the domain itself", relativeName, null],
          ["Value", value, null],
        ] as const)
      : ([
          ["Address", fileUrl, "The file must be reachable there by https."],
          ["What it says", value, null],
        ] as const);
  return (
    <dl className="grid gap-4">
      {rows.map(([label, text, hint]) => (
        <div key={label} className="grid gap-1 sm:grid-cols-[14rem_minmax(0,1fr)] sm:items-center sm:gap-4">
          <dt className="text-soft">{label}</dt>
          <dd className="grid gap-1">
            {text === "TXT" ? <code className="font-mono text-sm">TXT</code> : <Copyable text={text} what={label} />}
            {hint && <span className="text-sm text-soft">{hint}</span>}
          </dd>
        </div>
      ))}
    </dl>
  );
}
