/** Says that a verb wrote nothing. `reason`: a code that one table at each edge turns into words or a status. */
export type Refused<Reason extends string = string> = { ok: false; reason: Reason };

/** Holds the answer of a verb: its value, or the reason of a refusal. */
export type Result<Value extends object, Reason extends string> = ({ ok: true } & Value) | Refused<Reason>;

/** `facts`: values for the wording, such as the nearest colour that is allowed. */
export function refuse<const Reason extends string>(reason: Reason): Refused<Reason>;
export function refuse<const Reason extends string, Facts>(reason: Reason, facts: Facts): Refused<Reason> & Facts;
export function refuse(reason: string, facts?: object): Refused {
  return { ok: false, reason, ...facts };
}
