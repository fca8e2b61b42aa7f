import { log } from "#lib/core/log.ts";
import { newReference } from "#lib/core/reference.ts";
import { outcomePage } from "../_views/document.tsx";

type Incomplete = { reason?: string; status?: number; headers?: Record<string, string>; reference?: string };

/** The page for a link that says too little to go on. Its reference stands in the log beside the reason. */
export function incompletePage(
  request: Request,
  { reason = "link_incomplete", status = 400, headers = {}, reference: ref = newReference() }: Incomplete = {},
): Promise<Response> {
  log.info({ event: "link_incomplete", reason, ref });
  return outcomePage(request, "link_incomplete", { values: { ref }, status, headers });
}
