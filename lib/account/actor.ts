/** Who acts: a person, or a job when its time has come. Every verb of this room takes one first and decides itself what it may do. */
export type Actor = { kind: "operator" } | { kind: "clock" };

/** How the audit log names the actor. */
export function nameOf(actor: Actor): string {
  return actor.kind;
}
