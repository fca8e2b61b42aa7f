/** `percent`: how long the bar is. `value` and `note` stand at its end. */
type Item = { label: string; href?: string | undefined; percent: number; value: string; note?: string | undefined };

/** Lists rows that are as long as their share. */
export function Bars({ items }: { items: readonly Item[] }) {
  return (
    <ul className="grid gap-1">
      {items.map(({ label, href, percent, value, note }) => (
        <li
          key={label}
          className="relative isolate grid min-h-9 grid-cols-[minmax(0,1fr)_auto_auto] items-center gap-x-4 overflow-hidden rounded-m px-3 py-1"
        >
          <i
            className="absolute inset-y-0 start-0 -z-1 bg-wash forced-color-adjust-none forced-colors:bg-chart-fill"
            style={{ width: `${Math.round(percent * 10) / 10}%` }}
          />
          <Name label={label} href={href} />
          {note && <span className="tabular-nums">{value}</span>}
          <span className="min-w-18 text-end text-soft tabular-nums">{note || value}</span>
        </li>
      ))}
    </ul>
  );
}

/** Leads there with its whole row. */
function Name({ label, href }: Pick<Item, "label" | "href">) {
  if (!href)
    return (
      <span className="truncate" title={label}>
        {label}
      </span>
    );
  return (
    <a href={href} className="truncate after:absolute after:inset-0" title={label}>
      {label}
    </a>
  );
}
