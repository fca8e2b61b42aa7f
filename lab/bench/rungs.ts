/**
 * What the server does for a token check and the bare server does not, in the order in which the ladder adds it: each rung has
 * all before it. `bare.ts` is the ground, and the server itself the top.
 */
export const RUNGS = {
  batch: "waits for the batch by a promise of its own",
  answer: "headers and body of our answer",
  token: "decrypts the token, where the bare server is sent the id",
  device: "compares the digest of the device",
  verdict: "decides by the rules",
  limits: "counts the question",
  deadline: "has a deadline",
  address: "reads Host and address, makes a reference",
  record: "writes into the activity record",
  metrics: "counts and times requests and batches",
  log: "writes a line into the log",
  connection: "one request of a connection at a time, and a stop that cuts none",
} as const;

export type Rung = keyof typeof RUNGS;
export const RUNG_NAMES = Object.keys(RUNGS) as Rung[];
