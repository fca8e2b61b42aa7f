/**
 * Multiplies a deadline by `TEST_PACE`. Tests set it to how much slower their machine is than a quiet one, so that a busy machine is no
 * hung database. Everywhere else a deadline is what is written at it: a server refuses the setting unless `BASE_URL` is loopback.
 */
export function paced(ms: number): number {
  return ms * Number(process.env.TEST_PACE || 1);
}
