import { timingSafeEqual } from "node:crypto";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { Answer } from "#app/_http/answer.ts";
import { argumentsIn } from "#app/_http/api-path.ts";
import { namedKey, verdictAnswer } from "#app/api/_lib/auth-check.ts";
import { findProofs, type ProofRow } from "#db/queries/verification-proof.ts";
import { startActivity } from "#lib/activity/flush.ts";
import { recordCheck } from "#lib/activity/record.ts";
import { deviceDigests } from "#lib/crypto/digest.ts";
import { decryptId } from "#lib/crypto/opaque-id.ts";
import { newReference } from "#lib/crypto/reference.ts";
import { callerAt } from "#lib/limits/caller.ts";
import { countRequest } from "#lib/observe/metrics.ts";
import { currentRequest } from "#lib/observe/request-context.ts";
import { traceresponseOf } from "#lib/observe/trace-context.ts";
import { config } from "#lib/runtime/config.ts";
import { database } from "#lib/runtime/database.ts";
import { ANSWER_MS, withTimeout } from "#lib/runtime/with-timeout.ts";
import { batched } from "#lib/verification/batch.ts";
import { askAboutToken, limitNameOf, takeQuestion } from "#lib/verification/question-limit.ts";
import { type Verdict, verdictOf } from "#lib/verification/token.rules.ts";
import { logAnswered } from "#server/access-log.ts";
import { keepConnections } from "#server/connections.ts";
import { readHead } from "#server/read-head.ts";
import { configure } from "#tests/support/configure.ts";
import { RUNG_NAMES, type Rung } from "./rungs.ts";

/** A server that does for a token check what its rung and those below it say, by the functions that the server does it with. */
const top = RUNG_NAMES.indexOf(process.env.RUNG as Rung);
const has = Object.fromEntries(RUNG_NAMES.map((name, n) => [name, n <= top])) as Record<Rung, boolean>;

if (has.record) startActivity();

const ENDPOINT = "/api/auth_check";
const REFERENCE = "23456789";
const YES: Verdict = {
  age: 18,
  verified: true,
  minimum_age: 18,
  provider: "b",
  mode: "live",
  verified_at: "2026-01-01T00:00:00.000Z",
  expires_at: "2026-01-01T01:00:00.000Z",
};

const readTogether = batched(
  async (ids: readonly string[]) => {
    const { now, proofs } = await findProofs(database("check"), [...ids]);
    return ids.map((id) => ({ row: proofs.get(id), now }));
  },
  has.metrics ? { name: "check" } : {},
);

async function check(token: string, deviceId: string, reference: string): Promise<Verdict> {
  const id = has.token ? (decryptId("token", token) ?? "") : token;
  const name = has.limits ? limitNameOf(token) : "";
  if (has.limits) askAboutToken(name);
  const { row, now } = await readTogether(id);
  if (row === undefined) throw new Error("There is no such verification");
  const isSameDevice = has.device ? isOf(row, deviceId) : true;
  const verdict = has.verdict ? verdictOf({ ...row, isSameDevice }, undefined, now, config().ttl) : YES;
  if (verdict === null || (has.limits && takeQuestion(name, true))) throw new Error("This is not what is measured");
  if (has.record) recordCheck({ code: "answered_yes", verification: row, reference });
  return verdict;
}

function isOf({ organizationId, device }: ProofRow, deviceId: string): boolean {
  return deviceDigests(organizationId, deviceId).some((digest) => timingSafeEqual(digest, device));
}

let ready: (() => void)[] = [];

function sendReady(): void {
  const sending = ready;
  ready = [];
  for (const send of sending) send();
}

async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const began = performance.now();
  const context = currentRequest();
  const url = new URL(has.address ? (readHead(request)?.url ?? "") : (request.url ?? ""), "http://localhost");
  if (has.address) namedKey(url);
  const [token = "", deviceId = ""] = has.address ? argumentsIn(url) : url.pathname.split("/").slice(3);
  const reference = has.address ? newReference() : REFERENCE;
  const checking = check(token, deviceId, reference);
  const verdict = await (has.deadline ? withTimeout(ANSWER_MS, checking) : checking);
  if (ready.length === 0) process.nextTick(sendReady);
  ready.push(() => {
    send(response, has.answer ? verdictAnswer(verdict, reference) : LEAN);
    if (has.log) logAnswered({ method: "GET", endpoint: ENDPOINT, status: 200, reason: null }, began, context);
    else if (has.metrics) countRequest(ENDPOINT, 200, null, performance.now() - began);
  });
}

const LEAN: Answer = {
  status: 200,
  headers: { "content-type": "application/json" },
  body: JSON.stringify({ verified: true }),
};

function send(response: ServerResponse, { status, headers, body }: Answer): void {
  const pairs: string[] = [];
  for (const name in headers) pairs.push(name, headers[name] ?? "");
  pairs.push("content-length", String(Buffer.byteLength(body ?? "")));
  const context = currentRequest();
  if (has.answer && context) pairs.push("traceresponse", traceresponseOf(context));
  response.writeHead(status, pairs).end(body);
}

configure();
const server = createServer();
if (!has.connection) server.on("request", (request, response) => void answer(request, response));
else keepConnections(server, answer, { max: 10_000, callerAt, isProxy: () => false });
server.listen(Number(process.env.PORT));
process.once("disconnect", () => process.exit());
