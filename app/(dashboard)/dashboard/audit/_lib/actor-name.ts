import type { Actor } from "#lib/core/actor.ts";
import { wasErased } from "./phrase.rules.ts";

/** Names actors that are no members. */
const ACTORS: Readonly<Record<string, string>> = {
  operator: "The operator",
  system: "Ageway",
  stripe: "Stripe",
} satisfies Record<Exclude<Actor["kind"], "user">, string>;

/** Names a person by their address, which is all that we know of them. */
export function actorName(actor: string): string {
  return ACTORS[actor] ?? (wasErased(actor) ? "An erased person" : actor);
}

export function standsForPerson(actor: string): boolean {
  return ACTORS[actor] === undefined;
}
