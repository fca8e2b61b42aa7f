/** Milliseconds since 1970: by our clock when we asked and when the answer came, and by theirs in between. */
type Reading = { asked: number; answered: number; theirs: number };

/**
 * How far our clock is ahead of theirs at least, in milliseconds; negative: behind. They read theirs at any moment in between, so
 * what the way takes counts for neither.
 */
export function differenceOf({ asked, answered, theirs }: Reading): number {
  if (theirs < asked) return asked - theirs;
  return theirs > answered ? answered - theirs : 0;
}
