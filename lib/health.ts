import { hasPartitionsAhead } from "#db/queries/forgetting.ts";
import { database } from "./database.ts";

export async function isReady(): Promise<boolean> {
  return hasPartitionsAhead(database());
}
