import { afterAll, describe } from "vitest";
import { createAgeway } from "#packages/server/src/index.ts";
import { isFull } from "#tests/support/full.ts";
import { gatesOfCases, testGateCases } from "#tests/support/gate-cases.ts";
import { FRAMEWORKS, type Framework, startGatedShop } from "#tests/support/gated-shops.ts";
import { startMisbehavingApi } from "#tests/support/misbehaving-api.ts";

const api = await startMisbehavingApi();
afterAll(() => api.close());

const gates = gatesOfCases(api).map(({ config, ...gate }) => ({ ...gate, ageway: createAgeway(config) }));
const TURNS = (Object.keys(FRAMEWORKS) as Framework[]).map((framework, turn) => [framework, turn] as const);

describe.for(TURNS)("a gate in %s", ([framework, turn]) => {
  // Every gate reads answers by the same code: on every run each case meets two of the frameworks, in turn.
  const isTried = (n: number) => isFull || (n + turn) % TURNS.length < 2;
  testGateCases(api, () => startGatedShop(framework, gates), isTried);
});
