// Starts the example of Vendure, in whose folder it is run, and at WEBHOOK_PORT what payment plugins add to it: a webhook, told that
// `?order=` is paid. Nobody has signed in to it, and no visitor calls it.
import { createServer } from "node:http";
import { createRequire } from "node:module";
import { resolve } from "node:path";
import { pathToFileURL } from "node:url";

const shop = resolve("shop.mjs");
const opened = import(pathToFileURL(shop));
const { OrderService, RequestContextService, TransactionalConnection } = createRequire(shop)("@vendure/core");

createServer(async (request, response) => {
  const { app } = await opened;
  const id = new URL(request.url, "http://webhook").searchParams.get("order");
  const orders = app.get(OrderService);
  const outer = await app.get(RequestContextService).create({ apiType: "admin" });
  const { state, transitionError } = await app.get(TransactionalConnection).withTransaction(outer, async (ctx) => {
    const order = await orders.findOne(ctx, id);
    const isMoved = order.state === "ArrangingPayment";
    const moved = isMoved ? order : await orders.transitionToState(ctx, id, "ArrangingPayment");
    return moved.transitionError ? moved : orders.addPaymentToOrder(ctx, id, { method: "invoice", metadata: {} });
  });
  response.end(JSON.stringify({ state, transitionError }));
}).listen(Number(process.env.WEBHOOK_PORT), "127.0.0.1");
