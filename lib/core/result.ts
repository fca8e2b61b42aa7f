/** Not done, and nothing was written. `reason`: a code, which one table at each edge turns into words or a status. */
export type Refused<Reason extends string = string> = { ok: false; reason: Reason };

/** What a verb answers: what it did or read, or why it did not. */
export type Result<Value extends object, Reason extends string> = ({ ok: true } & Value) | Refused<Reason>;

/** `facts`: what the words about it need beside the reason, such as the nearest colour that would do. */
export function refuse<const Reason extends string, Facts extends object>(
  reason: Reason,
  facts?: Facts,
): Refused<Reason> & Facts {
  return { ok: false, reason, ...facts } as Refused<Reason> & Facts;
}
