import type { Command } from "commander";
import { isUuid } from "#lib/base/text.ts";
import { OPERATOR } from "#lib/core/actor.ts";
import { listKeySecrets } from "#lib/keys/key-secret.ts";
import { readPluginKey } from "#lib/keys/plugin-key.rules.ts";
import { listKeysBeginning } from "#lib/keys/plugin-key.ts";
import { listMembers } from "#lib/organizations/member.ts";
import { listOrganizations } from "#lib/organizations/organization.ts";
import { firstRowsText } from "./format-table.ts";

/** Is what an operator may call by its name, or by the beginning of its id. */
type Named = { id: string; name: string };

/** Keeps a slip of the hand from naming something. */
const MIN_CHARACTERS = 4;

/** `means`: what an operator may type for this argument. `whole`: the ids before it, such as the organization of a member. */
type Nameable = { means: string; candidates: (typed: string, whole: Record<string, string>) => Promise<Named[]> };

/** The arguments that need no whole id, by their names in the commands. */
export const NAMEABLE: Readonly<Record<string, Nameable>> = {
  organization: {
    means: "Name, id, or the first characters of the id (at least 4)",
    candidates: async () => (await listOrganizations(OPERATOR)).rows,
  },
  key: {
    means: "The key, or its first characters (at least 4 after pk_live_)",
    candidates: async (typed) =>
      (await listKeysBeginning(OPERATOR, typed)).map(({ key, label }) => ({ id: key, name: label })),
  },
  user: {
    means: "E-mail address, id, or the first characters of the id (at least 4)",
    candidates: async (_, { organization = "" }) => {
      const found = await listMembers(OPERATOR, organization);
      return found.ok ? found.rows.map(({ userId, email }) => ({ id: userId, name: email })) : [];
    },
  },
  secret: {
    means: "Last four characters, id, or the first characters of the id (at least 4)",
    candidates: async (_, { key = "" }) => {
      const found = await listKeySecrets(OPERATOR, key);
      return found.ok ? found.rows.map(({ id, hint }) => ({ id, name: hint })) : [];
    },
  },
};

/** Replaces what was typed by the id that it names. What names several ends the command with their list; a verb refuses what names none. */
export async function resolveNames({ registeredArguments, processedArgs }: Command, asJson: boolean): Promise<void> {
  const whole: Record<string, string> = {};
  for (const [place, argument] of registeredArguments.entries()) {
    const [name, typed] = [argument.name(), processedArgs[place]];
    const nameable = NAMEABLE[name];
    if (!nameable || typeof typed !== "string") continue;
    const isWhole = isUuid(typed) || readPluginKey(typed) !== null;
    const [meant, ...others] = isWhole ? [] : meantBy(typed, await nameable.candidates(typed, whole));
    if (meant && others.length > 0) endWith(name, typed, [meant, ...others], asJson);
    whole[name] = processedArgs[place] = meant?.id ?? typed;
  }
}

/** Finds what a text may mean: whatever has this name, in capitals or not, or an id that begins so. */
export function meantBy(typed: string, all: readonly Named[]): Named[] {
  const name = typed.toLowerCase();
  const isBeginning = typed.length >= MIN_CHARACTERS;
  return all.filter((one) => one.name.toLowerCase() === name || (isBeginning && one.id.startsWith(typed)));
}

function endWith(name: string, typed: string, several: Named[], asJson: boolean): never {
  const candidates = several.map(({ id, name }) => ({ id, name }));
  if (asJson) console.log(JSON.stringify({ error: "name_ambiguous", candidates }));
  console.error(`"${typed}" matches more than one ${name}. Give the id of one:\n${firstRowsText(candidates)}`);
  process.exit(1);
}
