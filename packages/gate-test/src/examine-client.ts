import { type ClientQuestion, type Expected, flawOf, isWrongYes, type Said } from "./client-answer.rules.ts";
import { CHECK_CASES, QUESTION_CASES, startMisbehavingApi } from "./misbehaving-api.ts";

/** `flaw`: `null` where the case passed. `isSilent`: no line came. */
type ClientResult = { name: string; flaw: string | null; isWrongYes: boolean; isSilent: boolean };

/** `base`: where the API has the case's answer. A question that nobody has to ask has a yes there. */
type ClientCase = { name: string; base: string; mustAsk: boolean; question: Question; expected: Expected };
type Question = Omit<ClientQuestion, "base_url">;

const USUAL: Question = {
  plugin_key: "pk_test_cases",
  token: "token",
  device_id: "6f9f2f60-5f0b-4c0e-9a1c-0c8d3d6f7a11",
  age: 18,
  // For a busy machine.
  timeout_ms: 10_000,
};
/** Where no answer will come. */
const SHORT_MS = 500;
/** However far an instance's clock is off. Contract §3. */
const MAX_TTL_S = 30 * 60;

/** Every case of a client, in order. */
export const CLIENT_CASES: readonly ClientCase[] = [
  ...CHECK_CASES.map(({ name, age = 18, key = "test", answer, allowed, why }, n) => {
    const timeout_ms = why === "timeout" ? SHORT_MS : USUAL.timeout_ms;
    const [, seconds] = /"expires_at":"\{\+(\d+)\}"/.exec(JSON.stringify(answer)) ?? [];
    return {
      name,
      base: `check/${n}`,
      mustAsk: true,
      question: { ...USUAL, plugin_key: `pk_${key}_cases`, age, timeout_ms },
      expected: { allowed, why, lastsMs: Math.min(Number(seconds ?? 0), MAX_TTL_S) * 1_000 },
    };
  }),
  ...QUESTION_CASES.map(({ name, token = USUAL.token, device = USUAL.device_id, age = 18, why }) => ({
    name,
    base: "check/0",
    mustAsk: false,
    question: { ...USUAL, token, device_id: device, age },
    expected: { allowed: false, why, lastsMs: 0 },
  })),
];

/** Asks a client about every case, one after the other, with an API that lies on loopback. `ask` never throws. */
export async function* examineClient(ask: (question: ClientQuestion) => Promise<Said>): AsyncGenerator<ClientResult> {
  const api = await startMisbehavingApi();
  try {
    for (const { name, base, mustAsk, question, expected } of CLIENT_CASES) {
      const asked = { base_url: `${api.url}/${base}`, ...question };
      const began = Date.now();
      const said = await ask(asked);
      const paths = mustAsk ? api.asked(base).map(({ path }) => path) : null;
      const flaw = flawOf(said, asked, expected, { began, paths, ended: Date.now() });
      yield { name, flaw, isWrongYes: isWrongYes(said, expected), isSilent: "silence" in said };
    }
  } finally {
    await api.close();
  }
}
