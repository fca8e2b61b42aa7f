import { randomInt } from "node:crypto";
import { log } from "#lib/log.ts";
import { outcomeScreen } from "./screen.tsx";

/** No 0/O or 1/I: people read it out over the phone. */
const LETTERS = "23456789ABCDEFGHJKLMNPQRSTUVWXYZ";

/** The page for a link that says too little to go on. Its reference stands in the log beside the reason. */
export function incompletePage(
  request: Request,
  reason = "link_incomplete",
  status = 400,
  headers: Record<string, string> = {},
): Promise<Response> {
  const ref = Array.from({ length: 8 }, () => LETTERS[randomInt(LETTERS.length)]).join("");
  log.info({ event: "link_incomplete", reason, ref });
  return outcomeScreen(request, "link_incomplete", { values: { ref }, status, headers });
}
