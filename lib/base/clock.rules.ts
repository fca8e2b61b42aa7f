/** Milliseconds since 1970: by our clock before the question and after the answer, and by the other clock in between. */
type Reading = { asked: number; answered: number; theirs: number };

/**
 * The least by which our clock is ahead of the other one, in milliseconds; negative: behind. The other clock was read at some
 * moment between question and answer, so the time of the round trip counts as no difference.
 */
export function differenceOf({ asked, answered, theirs }: Reading): number {
  if (theirs < asked) return asked - theirs;
  return theirs > answered ? answered - theirs : 0;
}
