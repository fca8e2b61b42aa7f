/** The fields that a change touched: before → after, one line each. */
export function Changes({ before, after }: { before: unknown; after: unknown }) {
  const [old, current] = [fieldsOf(before), fieldsOf(after)];
  const names = [...new Set([...Object.keys(old), ...Object.keys(current)])].filter(
    (name) => formatValue(old[name]) !== formatValue(current[name]),
  );
  if (names.length === 0) return null;
  return (
    <ul className="grid gap-0.5 text-sm text-soft">
      {names.map((name) => (
        <li key={name}>
          {spaced(name)}: {name in old && `${formatValue(old[name])} → `}
          <span className="text-ink">{formatValue(current[name])}</span>
        </li>
      ))}
    </ul>
  );
}

function fieldsOf(given: unknown): Record<string, unknown> {
  return typeof given === "object" && given !== null ? (given as Record<string, unknown>) : {};
}

function formatValue(value: unknown): string {
  if (value === null || value === undefined || value === "") return "nothing";
  if (value === true) return "yes";
  if (value === false) return "no";
  return typeof value === "string" ? value : JSON.stringify(value);
}

/** includeSubdomains → include subdomains */
function spaced(name: string): string {
  return name.replace(/[A-Z]/g, (capital) => ` ${capital.toLowerCase()}`);
}
