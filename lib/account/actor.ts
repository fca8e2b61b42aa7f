/** Who acts. Every verb of this room takes one first and decides itself what it may do. */
export type Actor = { kind: "operator" };

/** How the audit log names the actor. */
export function nameOf(actor: Actor): string {
  return actor.kind;
}
