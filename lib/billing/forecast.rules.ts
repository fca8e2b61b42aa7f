/** What a month will have come to, in minor units: the likeliest, and the range that four of five such months end in. */
export type Forecast = { likelyMinor: number; leastMinor: number; mostMinor: number };

/** So many whole days must be known. */
export const FORECAST_NEEDS_DAYS = 7;
/** So many of the latest are looked at: four of each weekday. */
const LOOKS_AT_DAYS = 28;
/** Of a normal distribution, 80 % lie within so many standard deviations. */
const Z = 1.2816;

/**
 * `soFarMinor`: of this month, today included. `days`: what each whole day before today came to, the oldest first, from the
 * first on which anything was billed. `leftDays`: of the month, the rest of today included. `null`: too little is known.
 *
 * Every day left is expected to be like the mean of the days known. The range grows with how much those differ from one
 * another and with how few they are; it does not go below what is spent already.
 */
export function forecastOf(soFarMinor: number, days: readonly number[], leftDays: number): Forecast | null {
  if (days.length < FORECAST_NEEDS_DAYS) return null;
  const known = days.slice(-LOOKS_AT_DAYS);
  const mean = known.reduce((sum, day) => sum + day, 0) / known.length;
  const variance = known.reduce((sum, day) => sum + (day - mean) ** 2, 0) / (known.length - 1);
  const spread = Z * Math.sqrt(variance * (leftDays + leftDays ** 2 / known.length));
  const likely = soFarMinor + mean * leftDays;
  return {
    likelyMinor: Math.round(Math.max(soFarMinor, likely)),
    leastMinor: Math.round(Math.max(soFarMinor, likely - spread)),
    mostMinor: Math.round(Math.max(soFarMinor, likely + spread)),
  };
}
