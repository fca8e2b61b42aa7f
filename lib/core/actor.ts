/**
 * Who acts: a person at the operator's command, a job when its time has come, Stripe when it tells of a payment, or somebody
 * who is signed in. Every verb of this room takes one first and decides itself what it may do. What a user may do depends on
 * the organization, so the verb looks up the role, in the transaction of the change.
 */
export type Actor = { kind: "operator" } | { kind: "clock" } | { kind: "stripe" } | User;

/** `sessionId`: the browser this came from; `signedInAt`: when they were last asked who they are, 1970 where nobody knows. */
export type User = { kind: "user"; id: string; email: string; sessionId: string; signedInAt: Date };

/** How the audit log names the actor. */
export function nameOf(actor: Actor): string {
  return actor.kind === "user" ? actor.email : actor.kind;
}
