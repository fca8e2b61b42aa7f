/** Set by `npm run test:full`: every product of cases runs whole. docs/design/testing.md lists what runs smaller without it. */
export const isFull = process.env.FULL === "1";

/** How much of something a test tries: `usual` on every run, `full` in `npm run test:full`. */
export function inFull<Amount>(full: Amount, usual: Amount): Amount {
  return isFull ? full : usual;
}
