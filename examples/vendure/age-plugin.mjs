import { isConfirmed } from "@ageway/server";
import { ageGate } from "@ageway/server/express";
import { ConfigService, EntityHydrator, EventBus, LogoutEvent, VendurePlugin } from "@vendure/core";

const REFUSED = "age_not_confirmed";
/** In these states an order is a basket. */
const BASKET = ["Created", "AddingItems", "Draft"];

const minimumAge = {
  name: "minimumAge",
  type: "int",
  nullable: false,
  defaultValue: 18,
  validate: (age) => ([0, 16, 18].includes(age) ? undefined : "A minimum age is 0, 16 or 18"),
};

/** Asks visitors at `/checkout`, and lets no order become one without their yes. `session`: a `sealedCookie`. */
export function agePlugin({ ageway, session, origin }) {
  const isHttps = origin.startsWith("https:");
  let hydrator;

  /** Has the visitor of this request a yes to the highest age in the order? The storefront passes their cookies on. */
  async function mayBuy(ctx, order) {
    await hydrator.hydrate(ctx, order, { relations: ["lines.productVariant.product"] });
    const ages = order.lines.map(({ productVariant }) => productVariant.product.customFields.minimumAge);
    const age = Math.max(0, ...ages);
    return age === 0 || isConfirmed(await session.open(ctx.req?.headers.cookie, isHttps), { ageway, age });
  }

  /** Declines a payment before anybody is charged: the yes may have ended since the order left the basket. */
  function decline(handler) {
    const { createPayment } = handler;
    handler.createPayment = async (ctx, order, amount, ...others) =>
      // What a webhook tells was paid before.
      ctx.apiType === "admin" || (await mayBuy(ctx, order))
        ? createPayment.call(handler, ctx, order, amount, ...others)
        : { amount, method: handler.code, state: "Declined", errorMessage: REFUSED, metadata: {} };
  }

  const orderProcess = {
    init(injector) {
      hydrator = injector.get(EntityHydrator);
      injector.get(ConfigService).paymentOptions.paymentMethodHandlers.forEach(decline);
      const forget = async ({ ctx }) => ctx.req?.res?.append("Set-Cookie", await session.seal({}, isHttps));
      injector.get(EventBus).registerBlockingEventHandler({ id: "ageway", event: LogoutEvent, handler: forget });
    },
    async onTransitionStart(from, to, { ctx, order }) {
      const isOrdered = BASKET.includes(from) && ![...BASKET, "Cancelled"].includes(to);
      const isByAdministrator = ctx.apiType === "admin" && ctx.activeUserId !== undefined;
      if (isOrdered && !isByAdministrator && !(await mayBuy(ctx, order))) return REFUSED;
    },
  };

  const handler = ageGate({ ageway, age: 18, match: "/checkout", session, origin });

  class AgePlugin {}
  VendurePlugin({
    compatibility: "^3.7.0",
    configuration(config) {
      const { customFields, orderOptions, apiOptions } = config;
      customFields.Product = [...(customFields.Product ?? []), minimumAge];
      orderOptions.process = [...orderOptions.process, orderProcess];
      apiOptions.middleware = [{ route: "/", beforeListen: true, handler }, ...apiOptions.middleware];
      return config;
    },
  })(AgePlugin);
  return AgePlugin;
}
