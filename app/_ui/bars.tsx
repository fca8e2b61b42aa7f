import Link from "next/link";
import { vars } from "./vars.ts";

/** `percent`: how long the bar is. `value` and `note` stand at its end. */
type Item = { label: string; href?: string | undefined; percent: number; value: string; note?: string | undefined };

/** Lists rows that are as long as their share. */
export function Bars({ items }: { items: readonly Item[] }) {
  return (
    <ul className="bars">
      {items.map(({ label, href, percent, value, note }) => (
        <li key={label} style={vars({ "--v": Math.round(percent * 10) / 10 })}>
          {href ? (
            <Link prefetch={false} href={href} className="cut" title={label}>
              {label}
            </Link>
          ) : (
            <span className="cut" title={label}>
              {label}
            </span>
          )}
          <span className="n">{value}</span>
          {note && <span className="n">{note}</span>}
        </li>
      ))}
    </ul>
  );
}
