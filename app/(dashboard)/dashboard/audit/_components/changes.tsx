/** What of it changed: before → after, a line a field. */
export function changesOf({ before, after }: { before: unknown; after: unknown }) {
  const [was, is] = [fieldsOf(before), fieldsOf(after)];
  const names = [...new Set([...Object.keys(was), ...Object.keys(is)])].filter(
    (name) => said(was[name]) !== said(is[name]),
  );
  if (names.length === 0) return null;
  return (
    <ul className="grid gap-0.5 text-sm text-soft">
      {names.map((name) => (
        <li key={name}>
          {spaced(name)}: {name in was && `${said(was[name])} → `}
          <span className="text-ink">{said(is[name])}</span>
        </li>
      ))}
    </ul>
  );
}

function fieldsOf(given: unknown): Record<string, unknown> {
  return typeof given === "object" && given !== null ? (given as Record<string, unknown>) : {};
}

function said(value: unknown): string {
  if (value === null || value === undefined || value === "") return "nothing";
  if (value === true) return "yes";
  if (value === false) return "no";
  return typeof value === "string" ? value : JSON.stringify(value);
}

/** includeSubdomains → include subdomains */
function spaced(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
}
