const OPERATION = /^[\s(]*([a-z]+)/i;
const TABLE = /\b(?:from|into|update|join)\s+(?:only\s+)?"?([a-z_][a-z0-9_]*)\b"?(?!\s*\()/i;
const MAX_LENGTH = 63;

/** What a statement does, and the first table that it names: `SELECT plugin_key`. No value and no other word of it. */
export function summaryOf(text: string): string {
  const [, operation = "statement"] = OPERATION.exec(text) ?? [];
  const [, table] = TABLE.exec(text) ?? [];
  return [operation.toUpperCase(), table]
    .filter((word) => word !== undefined)
    .join(" ")
    .slice(0, MAX_LENGTH);
}
