import { type Account, type MeterEvent, newId, seconds } from "./account.ts";
import { asText, asTexts, type Form } from "./form.ts";
import { missing, Refusal } from "./refusal.ts";

const DAY_SECONDS = 86_400;

/** `POST /v1/billing/meter_events`: each identifier once. */
export function createMeterEvent(account: Account, form: Form): MeterEvent {
  const [event_name, payload] = [asText(form.event_name) ?? "", asTexts(form.payload)];
  const identifier = asText(form.identifier) ?? newId("meter_event");
  const timestamp = Number(asText(form.timestamp) ?? seconds());
  if (event_name !== account.meter)
    throw new Refusal(400, `No active meter found for event name '${event_name}'.`, { param: "event_name" });
  const { stripe_customer_id: customer = "", value = "" } = payload;
  if (!account.customers.has(customer)) throw missing(400, "customer", customer, "payload[stripe_customer_id]");
  if (!/^-?\d+$/.test(value)) throw new Refusal(400, "The value must be a whole number.", { param: "payload[value]" });
  if (timestamp < seconds() - 35 * DAY_SECONDS || timestamp > seconds() + 300)
    throw new Refusal(400, "The timestamp must be within the past 35 days and up to 5 minutes in the future.", {
      param: "timestamp",
    });
  // As observed: in words, without a code.
  if (account.meterEvents.has(identifier))
    throw new Refusal(400, `An event already exists with identifier ${identifier}.`);
  const event = {
    object: "billing.meter_event",
    identifier,
    event_name,
    created: seconds(),
    timestamp,
    payload,
  } as const;
  account.meterEvents.set(identifier, event);
  return event;
}
