import { inject } from "vitest";

/** The address of the built app that the files of the integration project share: `BASE_URL`. The first call starts it. */
export async function sharedApp(): Promise<string> {
  const answer = await fetch(inject("appOnDemand"));
  const text = await answer.text();
  if (!answer.ok) throw new Error(text);
  return text;
}
