/** Is what an operator may call by its name, or by the beginning of its id. */
export type Named = { id: string; name: string };

/** Keeps a slip of the hand from naming something. */
const MIN_CHARACTERS = 4;

/** Finds what a text may mean: whatever has this name, in capitals or not, or an id that begins so. */
export function meantBy(typed: string, all: readonly Named[]): Named[] {
  const name = typed.toLowerCase();
  const isBeginning = typed.length >= MIN_CHARACTERS;
  return all.filter((one) => one.name.toLowerCase() === name || (isBeginning && one.id.startsWith(typed)));
}
