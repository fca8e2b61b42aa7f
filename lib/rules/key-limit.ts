const MOST = 10_000_000;

/** Can this be a limit of a plugin key? `null`: it has none of its own. */
export function isKeyLimit(limit: number | null): boolean {
  return limit === null || (Number.isSafeInteger(limit) && limit >= 1 && limit <= MOST);
}
