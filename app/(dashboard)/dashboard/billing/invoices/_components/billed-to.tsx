import { Card } from "#app/_ui/box.tsx";

/** Shows name, address and VAT number, as the next invoice will have them. */
export function BilledTo({ lines }: { lines: readonly string[] }) {
  return (
    <Card as="section" className="grid content-start gap-4">
      <div className="flex flex-wrap items-center gap-2">
        <h2>Billed to</h2>
        <a className="ms-auto text-meta text-soft" href="/dashboard/settings#organization">
          Edit
        </a>
      </div>
      <address className="text-soft not-italic">
        {lines.map((line, n) => (
          <span key={n} dir="auto" className="block">
            {line}
          </span>
        ))}
      </address>
    </Card>
  );
}
