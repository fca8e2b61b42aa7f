import type { AddressInfo } from "node:net";
import { expect } from "vitest";
import { serveGate } from "#packages/gate/src/serve.ts";
import { type GateSettings, readGateSettings } from "#packages/gate/src/settings.ts";
import { visitorOf } from "./shop-visitor.ts";

export const GATE_SECRET = "at least thirty-two random characters";

export const GATE_ENVIRONMENT = {
  AGEWAY_URL: "http://127.0.0.1:9",
  AGEWAY_KEY: "pk_test_1",
  AGE: "18",
  ORIGIN: "https://shop.example",
  SESSION_SECRET: GATE_SECRET,
  MATCH:
    "/checkout, ?wc-ajax=checkout, ?rest_route=/wc/store/v1/checkout, /store/carts/*/complete, ?route=checkout/confirm, /basket$",
  PORT: "0",
};

/** For settings that name none. */
export const noFile = () => expect.fail("No file is named");

/** The gate for proxies in this process. `odd`: what no environment could say. */
export async function startProxyGate(
  changes: Record<string, string> = {},
  odd?: (read: GateSettings) => Partial<GateSettings>,
) {
  const read = readGateSettings({ ...GATE_ENVIRONMENT, ...changes }, noFile);
  if (!read.ok) throw new Error(read.problems.join());
  const server = await serveGate({ ...read.settings, ...odd?.(read.settings) });
  const url = `http://localhost:${(server.address() as AddressInfo).port}`;
  return {
    visitor: () => visitorOf(url),
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}
