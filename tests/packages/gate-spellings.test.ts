import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fastifyCookie from "@fastify/cookie";
import fastifySession from "@fastify/session";
import express from "express";
import createFastify from "fastify";
import { afterAll, expect, test } from "vitest";
import { ageGate as expressGate } from "#packages/server/src/express.ts";
import { ageGate as fastifyGate } from "#packages/server/src/fastify.ts";
import { createAgeway, sealedCookie } from "#packages/server/src/index.ts";
import { inFull } from "#tests/support/full.ts";
import { prng } from "#tests/support/prng.ts";
import { visitorOf } from "#tests/support/shop-visitor.ts";

// Routers and servers of files read a path in ways of their own. Random spellings of gated paths find where they read one, and the
// gate another.

const SEED = Number(process.env.SEED ?? Math.floor(Math.random() * 2 ** 31));
const SPELLINGS = inFull(20_000, 200);
const SECRET = "at least thirty-two random characters";
const SOLD = "Place order";
const ageway = createAgeway({ url: "http://127.0.0.1:9", pluginKey: "pk_test_1" });
const gate = { ageway, age: 18, match: ["/checkout", "/käse"] } as const;

const folder = mkdtempSync(join(tmpdir(), "ageway-spellings-"));
mkdirSync(join(folder, "checkout"));
writeFileSync(join(folder, "checkout", "pay"), SOLD);

const shop = express().use(expressGate({ ...gate, session: sealedCookie({ secret: SECRET }) }));
shop.use(express.static(folder)).all(["/checkout", "/k%C3%A4se"], (_, response) => void response.send(SOLD));

const app = createFastify({ routerOptions: { caseSensitive: false, ignoreDuplicateSlashes: true } });
await app.register(fastifyCookie);
await app.register(fastifySession, { secret: SECRET, cookie: { secure: false } });
app.addHook("preHandler", fastifyGate(gate));
for (const path of ["/checkout", "/checkout/pay", "/käse"]) app.all(path, async () => SOLD);
await app.ready();

const servers = [createServer(shop), createServer((request, response) => app.routing(request, response))];
const visitors = await Promise.all(
  servers.map(async (server) => {
    await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
    return visitorOf(`http://localhost:${(server.address() as AddressInfo).port}`);
  }),
);
afterAll(() => {
  for (const server of servers) server.close();
  rmSync(folder, { recursive: true });
});

const random = prng(SEED);
const one = <Thing>(things: readonly Thing[]) => things[Math.floor(random() * things.length)] as Thing;
const TWINS: Record<string, readonly string[]> = { k: ["K", "\u212a"], s: ["S"], ä: ["Ä"], e: ["E"], c: ["C"] };

function spelled(segment: string): string {
  const characters = [...segment].map((character) =>
    random() < 0.08 ? one(TWINS[character] ?? [character]) : character,
  );
  return characters
    .map((character) => (/[^\w.;]/.test(character) || random() < 0.06 ? encoded(character) : character))
    .join("");
}

function encoded(character: string): string {
  return Buffer.from(character).toString("hex").replace(/../g, "%$&");
}

function spelling(): string {
  const detours = Array.from({ length: Math.floor(random() * 3) }, () =>
    random() < 0.7 ? [one(["x", "x?", "é", "x\\y", "checkoutx"]), ".."] : [one([".", "..", "", "x"])],
  ).flat();
  const path = [...detours, ...one([["checkout"], ["checkout", "pay"], ["käse"]])].map(
    (segment) => one(["/", "/", "/", "/", "%2f", "%5c", "\\", "//"]) + spelled(segment),
  );
  return one(["", "", "", "http://h"]) + path.join("") + one(["", "", "", "", ";a", "?a", "/.", "%2f", "/x/..", "%00"]);
}

test("random spellings lead past no gate", { timeout: 300_000 }, async () => {
  const sold: string[] = [];
  for (let n = 0; n < SPELLINGS; n += 1) {
    const target = spelling();
    const answers = await Promise.all(visitors.map((visitor) => visitor.go(target, {})));
    if (answers.some(({ text }) => text.includes(SOLD))) sold.push(target);
  }
  expect(sold, `SEED=${SEED}`).toEqual([]);
});
