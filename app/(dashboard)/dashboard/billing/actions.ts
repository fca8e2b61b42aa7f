"use server";

import * as z from "zod";
import { shownField } from "#app/_ui/shown-field.rules.ts";
import { action } from "#app/(dashboard)/_lib/action.ts";
import { setSpendCapTyped } from "#lib/billing/spend-cap.ts";
import { startCheckout } from "#lib/billing/stripe/checkout.ts";
import { openPortal } from "#lib/billing/stripe/portal.ts";
import { cancelSubscription, choosePlan } from "#lib/billing/subscription.ts";

const text = z.string();
const SHOWN_CAP = shownField("cap");

export const setSpendCapAction = action(
  z.object({ organization: text, cap: text, atCap: z.enum(["tell", "stop"]), [SHOWN_CAP]: text.optional() }),
  (user, { organization, cap, atCap, [SHOWN_CAP]: shown }, isChanged) =>
    setSpendCapTyped(user, organization, {
      ...(isChanged("cap") && { amount: cap, shown }),
      ...(isChanged("atCap") && { stopsAtCap: atCap === "stop" }),
    }),
  () => ({ message: "Cap saved. It applies to the next call." }),
);

export const choosePlanAction = action(
  z.object({ organization: text, plan: text, agreement: text }),
  (user, { organization, plan, agreement }) => choosePlan(user, organization, plan, agreement),
  () => ({ to: "/dashboard/billing/plan?done=chosen" }),
);

export const cancelSubscriptionAction = action(
  z.object({ organization: text }),
  (user, { organization }) => cancelSubscription(user, organization),
  () => ({ to: "/dashboard/billing/plan?done=ended" }),
);

export const subscribeAtStripe = action(
  z.object({ organization: text, plan: text, agreement: text }),
  (user, { organization, plan, agreement }) => startCheckout(user, organization, plan, agreement),
  ({ url }) => ({ to: url }),
);

export const manageAtStripe = action(
  z.object({ organization: text }),
  (user, { organization }) => openPortal(user, organization),
  ({ url }) => ({ to: url }),
);
