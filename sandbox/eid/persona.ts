import { dayOf } from "#lib/base/time.rules.ts";

/** A day, `YYYY-MM-DD`. */
export type Day = { year: number; month: number; day: number };

export type Claims = { birthdate?: string; isOver18?: true };

/** A persona ends the login, or makes the eID answer wrongly in exactly one way. */
export type Behaviour =
  | "cancel"
  | "timeout"
  | "slow"
  | "down"
  | "wrong-nonce"
  | "wrong-issuer"
  | "wrong-audience"
  | "expired-token"
  | "unsigned-token"
  | "forged-signature"
  | "rotated-key"
  | "stale-login";

export type Persona = {
  id: string;
  words: string;
  group: Group;
  claims: (today: Day) => Claims;
  behaviour?: Behaviour;
};

export type Group = "People" | "An eID that misbehaves";

/** All personas, in the order of the page. */
export const PERSONAS: readonly Persona[] = [
  person("adult", "Adult, 42 years", (today) => bornYearsAgo(42, today, -90)),
  person("eighteen-today", "Turns 18 today", (today) => bornYearsAgo(18, today, 0)),
  person("eighteen-tomorrow", "Turns 18 tomorrow", (today) => bornYearsAgo(18, today, 1)),
  person("seventeen", "17 years", (today) => bornYearsAgo(17, today, -90)),
  person("sixteen-today", "Turns 16 today", (today) => bornYearsAgo(16, today, 0)),
  person("sixteen-tomorrow", "Turns 16 tomorrow", (today) => bornYearsAgo(16, today, 1)),
  person("fifteen", "15 years", (today) => bornYearsAgo(15, today, -90)),
  person("leap-day", "Born on 29 February, just 18 or a little older", lastLeapDayAdult),
  {
    id: "over-18-claim",
    words: "Says only “over 18”, no birth date",
    group: "People",
    claims: () => ({ isOver18: true }),
  },
  { id: "no-birthdate", words: "An ID without a birth date", group: "People", claims: () => ({}) },
  adultWho("slow", "Approves, and the answer takes its time", "People"),
  adultWho("cancel", "Cancels", "People"),
  adultWho("timeout", "Never approves", "People"),
  adultWho("rotated-key", "Signs with a brand-new key", "An eID that misbehaves"),
  adultWho("down", "Breaks down halfway", "An eID that misbehaves"),
  {
    id: "impossible-date",
    words: "Sends a date that does not exist",
    group: "An eID that misbehaves",
    claims: () => ({ birthdate: "1990-17-02" }),
  },
  {
    id: "contradictory",
    words: "Says “over 18” beside a birth date of 15 years ago",
    group: "An eID that misbehaves",
    claims: (today) => ({ birthdate: bornYearsAgo(15, today, -90), isOver18: true }),
  },
  adultWho("wrong-nonce", "Answers another request", "An eID that misbehaves"),
  adultWho("wrong-issuer", "Signs as somebody else", "An eID that misbehaves"),
  adultWho("wrong-audience", "Answers somebody else", "An eID that misbehaves"),
  adultWho("expired-token", "Sends an answer that has expired", "An eID that misbehaves"),
  adultWho("unsigned-token", "Does not sign", "An eID that misbehaves"),
  adultWho("forged-signature", "Signs with a key that is not its own", "An eID that misbehaves"),
  adultWho("stale-login", "Reuses a login from an hour ago", "An eID that misbehaves"),
];

export function personaOf(id: string | undefined | null): Persona | undefined {
  return PERSONAS.find((persona) => persona.id === id);
}

/** The calendar date in a time zone. */
export function todayIn(timeZone: string): Day {
  const [year = 0, month = 0, day = 0] = new Intl.DateTimeFormat("sv-SE", { timeZone })
    .format(new Date())
    .split("-")
    .map(Number);
  return { year, month, day };
}

function person(id: string, words: string, birth: (today: Day) => string): Persona {
  return { id, words, group: "People", claims: (today) => ({ birthdate: birth(today) }) };
}

function adultWho(behaviour: Behaviour, words: string, group: Group): Persona {
  return { id: behaviour, words, group, behaviour, claims: (today) => ({ birthdate: bornYearsAgo(42, today, -90) }) };
}

/** The birth date of somebody who turns `years` in `days` days; negative: that many days ago. */
function bornYearsAgo(years: number, { year, month, day }: Day, days: number): string {
  return dayOf(Date.UTC(year - years, month - 1, day + days));
}

/** The youngest adult born on 29 February: 18 counts from 1 March in a common year, and not every year has such a birthday. */
function lastLeapDayAdult(today: Day): string {
  const isLeap = (year: number) => new Date(Date.UTC(year, 1, 29)).getUTCDate() === 29;
  const isAdult = (year: number) => year + 18 < today.year || (year + 18 === today.year && today.month >= 3);
  let year = today.year - 18;
  while (!isLeap(year) || !isAdult(year)) year -= 1;
  return `${year}-02-29`;
}
