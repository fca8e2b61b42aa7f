import type { Claims, Day } from "#sandbox/eid/persona.ts";

/** For a birth date that does not exist, the answer is not a boolean either. */
export function overAnswer(age: 16 | 18, { birthdate, isOver18 }: Claims, today: Day): boolean | "perhaps" | undefined {
  if (birthdate === undefined) return isOver18;
  return isDate(birthdate) ? birthdate <= dayText({ ...today, year: today.year - age }) : "perhaps";
}

/** What an eID says in a second place of its answer, which of one persona is not what the first one says. */
export function elsewhere({ birthdate, isOver18 }: Claims): { isOver18: true } | undefined {
  return birthdate !== undefined && isOver18 ? { isOver18 } : undefined;
}

export function yearsOf({ birthdate, isOver18 }: Claims, today: Day): number | undefined {
  if (birthdate === undefined) return isOver18 && 18;
  if (!isDate(birthdate)) return -1;
  const years = today.year - Number(birthdate.slice(0, 4));
  return birthdate <= dayText({ ...today, year: today.year - years }) ? years : years - 1;
}

function isDate(text: string): boolean {
  return !Number.isNaN(Date.parse(text));
}

function dayText({ year, month, day }: Day): string {
  return [year, String(month).padStart(2, "0"), String(day).padStart(2, "0")].join("-");
}

/** A birth date, also where only a yes to 18 is known of the persona: an eID of this kind then tells one. */
export function birthDateOf({ birthdate, isOver18 }: Claims): string | undefined {
  return birthdate ?? (isOver18 && "1980-06-15");
}
