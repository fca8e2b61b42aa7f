const [MAX_SHOWN, MAX_LENGTH] = [3, 40];

/**
 * Says what an address asks of its page that the page does not know, as `name=value`. `read`: what the page understood.
 * `beside`: names that are no filters. An empty value is what a form sends for "any".
 */
export function unknownFilters(
  given: URLSearchParams,
  read: URLSearchParams,
  beside: readonly string[] = [],
): string[] {
  const isKnown = (name: string, value: string) =>
    beside.includes(name) ||
    value === "" ||
    read.getAll(name).some((one) => one === value || one === value.toLowerCase());
  const unknown = [...given]
    .filter(([name, value]) => !isKnown(name, value.trim()))
    .map(([name, value]) => `${name}=${value}`)
    .map((text) => (text.length > MAX_LENGTH ? `${text.slice(0, MAX_LENGTH)}…` : text));
  return [...new Set(unknown)].slice(0, MAX_SHOWN);
}
