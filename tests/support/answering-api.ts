import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

/**
 * An instance whose tokens say what they prove and to whom: `yes.{device}`, `no.{device}`; any other, and any other device, is
 * unknown. `later.{device}` is a yes for the second question. A key with `locked` in it wants its secret; with `verified` in it, it turns the first device away.
 */
export async function startAnsweringApi() {
  const asked: string[] = [];
  const firstDevices = new Map<string, string>();
  const putOff = new Set<string>();
  const state = { isDown: false, beforeAnswer: async () => {} };
  const server = createServer(async (request, response) => {
    const path = request.url ?? "";
    asked.push(path);
    await state.beforeAnswer();
    const json = (status: number, body: unknown, headers = {}) =>
      response.writeHead(status, { "Content-Type": "application/json", ...headers }).end(JSON.stringify(body));
    if (state.isDown) return void json(503, { url: null, age: null, verified: false });
    const [, what, first = "", device = ""] =
      /^\/api\/(auth_check|url_generator_[sb])\/([^/]+)\/([^/?]+)/.exec(path) ?? [];
    if (what !== "auth_check") {
      const hasSecret = request.headers.authorization === "Bearer sk_secret";
      if (first.includes("locked") && !hasSecret)
        return void json(403, { url: null }, { "Ageway-Reason": "secret_required" });
      if (first.includes("verified") && (firstDevices.get(first) ?? device) === device) {
        firstDevices.set(first, device);
        return void json(403, { url: null }, { "Ageway-Reason": "already_verified" });
      }
      return void json(200, { url: `http://${request.headers.host}/verify/s?session=${device}` });
    }
    const [word, owner] = first.split(".");
    const expires_at = new Date(Date.now() + (word === "brief" ? 300 : 1_740_000)).toISOString();
    if (owner !== device || word === "unknown") return void json(404, { age: null, verified: false });
    if (word === "later" && !putOff.has(first)) {
      putOff.add(first);
      return void json(429, { age: null, verified: false });
    }
    if (word === "no") return void json(200, { age: null, verified: false, provider: "s", mode: "test", expires_at });
    const age = word === "sixteen" ? 16 : 18;
    json(200, {
      age,
      verified: true,
      minimum_age: age,
      provider: "s",
      mode: "test",
      verified_at: expires_at,
      expires_at,
    });
  });
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    asked,
    state,
    async close() {
      server.closeAllConnections();
      await new Promise((done) => server.close(done));
    },
  };
}
