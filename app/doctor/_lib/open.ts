import * as z from "zod";
import { API_HEADERS, json } from "#app/_http/responses.ts";
import { openRun } from "#lib/gate-test/open-run.ts";
import { readBearer } from "#lib/keys/plugin-key.rules.ts";
import { callerOf } from "#lib/limits/caller.ts";
import { config } from "#lib/runtime/config.ts";
import { ANSWER_MS, withTimeout } from "#lib/runtime/with-timeout.ts";
import { problem } from "./problem.ts";
import { readFields } from "./read-fields.ts";

const WANTED = {
  fields: z.object({ plugin_key: z.string(), shop: z.string() }),
  // A return URL has 2 KB at most.
  maxBytes: 4 * 1024,
  takesForm: false,
};

/** `POST /doctor`: opens a run. It takes JSON alone, which no form of another site can send. */
export async function openGateTest(request: Request): Promise<Response> {
  if (request.method !== "POST") return problem({ reason: "method_not_allowed" }, { Allow: "POST" });
  const read = await readFields(request, WANTED);
  if (!read.ok) return problem(read);
  const { plugin_key: pluginKey, shop } = read.fields;
  const secret = readBearer(request.headers.get("Authorization"));
  const opened = await withTimeout(ANSWER_MS, openRun({ pluginKey, shop, secret, caller: callerOf(request.headers) }));
  if (!opened.ok) return problem(opened);
  const address = `${config().baseUrl}/doctor/${opened.run}`;
  const body = { address, secret: opened.secret, expires_at: opened.expiresAt.toISOString() };
  return json(201, body, { ...API_HEADERS, Location: address });
}
