import { execFile } from "node:child_process";
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { resolve } from "node:path";
import { promisify } from "node:util";
import { expect, onTestFinished, test } from "vitest";

test("where Node is told to use the proxy of the environment, eIDs and Stripe are asked through it", async () => {
  const asked: string[] = [];
  const proxy = createServer().on("connect", ({ url = "" }, socket) => {
    asked.push(url);
    socket.end("HTTP/1.1 502 Bad Gateway\r\n\r\n");
  });
  await once(proxy.listen(0, "127.0.0.1"), "listening");
  onTestFinished(() => void proxy.close());
  const at = (file: string) => JSON.stringify(resolve(file));
  const program = `
    const { boundedFetch } = await import(${at("lib/eid/fetch.ts")});
    const { stripeAt } = await import(${at("lib/billing/stripe/client.ts")});
    const options = { method: "GET", headers: {}, body: undefined, redirect: "manual" };
    await boundedFetch("https://eid.invalid/", options).catch(() => {});
    const stripe = await stripeAt({ secretKey: "sk_test_x", api: "https://stripe.invalid" });
    await stripe.customers.retrieve("cus_x", undefined, { maxNetworkRetries: 0 }).catch(() => {});
    process.exit();`;
  const HTTPS_PROXY = `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`;
  const env = { ...process.env, HTTPS_PROXY, NODE_USE_ENV_PROXY: "1", NO_PROXY: "", no_proxy: "" };
  await promisify(execFile)(process.execPath, ["--input-type=module", "--eval", program], { env });
  expect(asked).toEqual(["eid.invalid:443", "stripe.invalid:443"]);
});
