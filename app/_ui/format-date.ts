/** A moment as people read it, in the time zone of the organization: 21 Nov 2026, 14:35. */
export function formatDate(at: Date, timeZone: string): string {
  return new Intl.DateTimeFormat("en-GB", { dateStyle: "medium", timeStyle: "short", timeZone }).format(at);
}

export function day(at: Date, timeZone: string): string {
  return new Intl.DateTimeFormat("en-GB", { dateStyle: "medium", timeZone }).format(at);
}
