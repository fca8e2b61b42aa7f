import { createServer, type ServerResponse } from "node:http";
import { beginMonth, type Condition, insertVerifications } from "#db/queries/admission.ts";
import { readKeys } from "#db/queries/admission-key.ts";
import { findProofs } from "#db/queries/verification-proof.ts";
import { uuidV7 } from "#lib/base/uuid.ts";
import { database } from "#lib/runtime/database.ts";
import { linkPageKey } from "#lib/verification/page-key.ts";
import { configure } from "#tests/support/configure.ts";

/**
 * The floor: as little as a server can do around the same statements. It shares commits as Ageway does, and has no limits, no
 * rules, no digests, no encryption, no record and no log.
 */
const MAX_BATCH = 256;

const start = together(async (asks: URL[]) => {
  const db = database("start");
  const keysAndHosts = asks.map((url) => [url.pathname.split("/")[3] ?? "", hostOf(url)] as const);
  const { now, keys } = await readKeys(db, new Map(keysAndHosts.map(([key, host]) => [key, [host]])));
  const byText = new Map(keys.map((key) => [key.text, key]));
  const conditions = new Map<string, Condition>();
  const rows = keysAndHosts.flatMap(([text, host]) => {
    const key = byText.get(text);
    if (!key?.subscription || !key.domains.some((domain) => domain.host === host)) return [];
    const { organizationId, factsVersion } = key;
    const { priceBMinor: priceMinor, currency } = key.subscription;
    const adds = conditions.get(organizationId)?.adds ?? { checks: 0, spentMinor: 0 };
    adds.checks += 1;
    adds.spentMinor += priceMinor;
    const validUntil = new Date(+now + 60_000);
    conditions.set(organizationId, { organizationId, factsVersion, validUntil, expected: null, adds });
    return {
      id: uuidV7(+now),
      organizationId,
      pluginKeyId: key.id,
      provider: "b" as const,
      mode: key.mode,
      minimumAge: 18 as const,
      device: "5a".repeat(32),
      returnOrigin: `https://${host}`,
      returnUrl: `https://${host}/checkout?basket=2#age`,
      createdAt: now,
      host,
      bill: { priceMinor, currency, basis: "price" as const, mac: "5a".repeat(20) },
      withSecret: false,
      idempotency: null,
    };
  });
  const uncounted = keys.filter(({ usage }) => !usage.isCounted).map(({ organizationId }) => organizationId);
  await beginMonth(db, uncounted, now);
  const written = await insertVerifications(db, [...conditions.values()], rows, await linkPageKey(), now);
  return rows.map(({ id, organizationId }) =>
    written.has(organizationId) ? JSON.stringify({ url: `http://localhost/verify/b?session=${id}` }) : "",
  );
});

/** Asked with the id itself, where Ageway decrypts a token. */
const check = together(async (asks: URL[]) => {
  const ids = asks.map(({ pathname }) => pathname.split("/")[3] ?? "");
  const { proofs } = await findProofs(database("check"), ids);
  return ids.map((id) => JSON.stringify({ verified: proofs.get(id)?.outcome === "verified" }));
});

configure();
const server = createServer((request, response) => {
  const url = new URL(request.url ?? "", "http://localhost");
  (url.pathname.startsWith("/api/auth_check/") ? check : start)(url, response);
});
server.listen(Number(process.env.PORT));
process.once("disconnect", () => process.exit());

/** What arrives while a batch runs is the next batch. Each request is answered after the commit of its batch. */
function together(answer: (asks: URL[]) => Promise<string[]>) {
  const waiting: [URL, ServerResponse][] = [];
  let isRunning = false;
  const run = async () => {
    const batch = waiting.splice(0, MAX_BATCH);
    const texts = await answer(batch.map(([url]) => url)).catch(() => []);
    for (const [n, [, response]] of batch.entries()) {
      const text = texts[n] ?? "";
      const headers = { "Content-Type": "application/json", "Content-Length": Buffer.byteLength(text) };
      response.writeHead(text === "" ? 503 : 200, headers).end(text);
    }
    isRunning = waiting.length > 0;
    if (isRunning) setImmediate(run);
  };
  return (url: URL, response: ServerResponse) => {
    waiting.push([url, response]);
    if (!isRunning) setImmediate(run);
    isRunning = true;
  };
}

function hostOf(url: URL): string {
  return new URL(url.searchParams.get("domain") ?? "").host;
}
