import type { IncomingHttpHeaders } from "node:http";
import type { Account } from "./account.ts";
import { asForm, asText, type Form } from "./form.ts";
import { Refusal } from "./refusal.ts";
import { routeOf } from "./routes.ts";

/** One call of the API. */
export type StripeCall = { method: string; path: string; form: Form; body: string; headers: IncomingHttpHeaders };

/** The answer to a call: checks the secret key, then the Idempotency-Key, then runs the operation. */
export async function answerOf(account: Account, call: StripeCall, after: () => Promise<void>): Promise<object> {
  if (call.headers.authorization !== `Bearer ${account.secretKey}`) throw new Refusal(401, "Invalid API Key provided.");
  const operation = routeOf(call.method, call.path);
  if (operation === null) throw new Refusal(404, `Unrecognized request URL (${call.method}: ${call.path}).`);
  const once = () =>
    oneAtATime(account, call, async () => {
      const answer = structuredClone(operation(account, call.form));
      await after();
      return answer;
    });
  const key = call.headers["idempotency-key"];
  return call.method === "POST" && typeof key === "string" ? keyed(account, key, call, once) : once();
}

async function keyed(
  { answers }: Account,
  key: string,
  call: StripeCall,
  once: () => Promise<object>,
): Promise<object> {
  const request = `${call.path} ${call.body}`;
  const before = answers.get(key);
  if (before?.answer === null)
    throw new Refusal(409, "Another request with this key is under way.", { code: "idempotency_key_in_use" });
  if (before && before.request !== request)
    throw new Refusal(400, "Keys for idempotent requests can only be used with the same parameters.", {
      type: "idempotency_error",
    });
  if (before?.answer) return before.answer;
  answers.set(key, { request, answer: null });
  try {
    const answer = await once();
    answers.set(key, { request, answer });
    return answer;
  } catch (fault) {
    // A request that failed may be sent again.
    answers.delete(key);
    throw fault;
  }
}

/** Of one customer and meter, Stripe takes one event at a time. */
async function oneAtATime({ busy }: Account, { path, form }: StripeCall, once: () => Promise<object>): Promise<object> {
  if (path !== "/v1/billing/meter_events") return once();
  const one = `${asText(form.event_name)} ${asText(asForm(form.payload).stripe_customer_id)}`;
  if (busy.has(one)) throw new Refusal(409, "Another event of this customer is being taken.", { code: "lock_timeout" });
  busy.add(one);
  try {
    return await once();
  } finally {
    busy.delete(one);
  }
}
