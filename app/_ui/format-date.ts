/** For example "21 Nov 2026, 14:35", in the time zone of the organization. */
export function formatDate(at: Date, timeZone: string): string {
  return new Intl.DateTimeFormat("en-GB", { dateStyle: "medium", timeStyle: "short", timeZone }).format(at);
}

/** For example "21 Nov 2026". */
export function formatDay(at: Date, timeZone: string): string {
  return new Intl.DateTimeFormat("en-GB", { dateStyle: "medium", timeZone }).format(at);
}
