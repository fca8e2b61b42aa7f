import Link from "next/link";

/** Shows name, address and VAT number, as the next invoice will have them. */
export function BilledTo({ lines }: { lines: readonly string[] }) {
  return (
    <section className="card stack">
      <div className="row">
        <h2>Billed to</h2>
        <Link className="meta push" href="/dashboard/settings#organization" prefetch={false}>
          Edit
        </Link>
      </div>
      <address className="soft">
        {lines.map((line, n) => (
          <span key={n} dir="auto">
            {line}
          </span>
        ))}
      </address>
    </section>
  );
}
