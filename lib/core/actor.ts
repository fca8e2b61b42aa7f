/** The person at the `ageway` command. Verbs that only the operator may use take this type, so a member cannot be passed to them. */
export type Operator = { kind: "operator" };

/** Is a job of ours. */
type System = { kind: "system" };

/** Is Stripe, when it reports a payment. */
type Stripe = { kind: "stripe" };

/** A member who is signed in. `sessionId`: of this browser. `signedInAt`: when they last proved who they are; 1970 if unknown. */
export type User = { kind: "user"; id: string; email: string; sessionId: string; signedInAt: Date };

/**
 * Who acts. Every verb takes one first. A user's permissions depend on the organization, so the verb looks up the role, in
 * the transaction of the change.
 */
export type Actor = Operator | System | Stripe | User;

export const OPERATOR: Operator = { kind: "operator" };
export const SYSTEM: System = { kind: "system" };

/** Names the actor in the audit log: a user's address, else the kind. */
export function nameOf(actor: Actor): string {
  return actor.kind === "user" ? actor.email : actor.kind;
}
