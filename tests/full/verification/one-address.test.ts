import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { changeKeySettings } from "#lib/keys/key-settings.ts";
import { startApp } from "#tests/support/app.ts";
import { beset } from "#tests/support/beset.ts";
import { callingStranger } from "#tests/support/calling-stranger.ts";
import { type GeneratorCall, generate } from "#tests/support/gateway.ts";
import { backendOf } from "#tests/support/key.ts";
import { newOrganization } from "#tests/support/organization.ts";
import { enterOwnDatabase } from "#tests/support/own-database.ts";
import { freePort } from "#tests/support/ports.ts";
import { browser, completeFlow, tokenIn } from "#tests/support/visitor.ts";

const STRANGER = "127.0.0.66";
/** More than all of the shop's own calls with the secret. */
const BRAKE = 1_500;

let app: Awaited<ReturnType<typeof startApp>>;

beforeAll(async () => {
  await enterOwnDatabase();
  const usual = { RATE_LIMIT_ADDRESS: "300", DATABASE_URL: process.env.DATABASE_URL ?? "" };
  app = await startApp({ ...inject("env"), ...usual }, await freePort());
  process.env.SERVER_URL = app.url;
});
afterAll(async () => {
  delete process.env.SERVER_URL;
  await app?.kill();
});

type Shop = Awaited<ReturnType<typeof newOrganization>>;
/** `calls`: at least so many by the stranger, so many of them `atOnce`. `idempotent`: everybody sends an Idempotency-Key. */
type Row = {
  shop: () => Promise<Shop>;
  provider: "s" | "b";
  calls: number;
  atOnce: number;
  heard: string[];
  idempotent?: true;
};

const ROWS: [string, Row][] = [
  [
    "200 links that nobody opens, of a shop whose cap has room for four checks",
    { shop: () => newOrganization({ spendCapMinor: 44 }), provider: "s", calls: 200, atOnce: 1, heard: ["200", "429"] },
  ],
  ["20,000 calls", { shop: newOrganization, provider: "b", calls: 20_000, atOnce: 8, heard: ["200", "429"] }],
  [
    "more calls than the brake of the key allows",
    { shop: () => roomyShop({ acceptedPerHour: BRAKE }), provider: "b", calls: BRAKE + 1, atOnce: 4, heard: ["200"] },
  ],
  [
    "calls with each Idempotency-Key before the shop's own",
    {
      shop: roomyShop,
      provider: "b",
      calls: 1_000,
      atOnce: 4,
      heard: ["200"],
      idempotent: true,
    },
  ],
];

test.for(ROWS)(
  "%s, of one address with the public key, refuse no visitor and no backend, and hardly slow them",
  async ([, row]) => {
    const shop = await row.shop();
    const [backend, page] = [await backendOf(shop.key), { Origin: `https://${shop.host}` }];
    const call = (n: number, { headers, ...given }: Partial<GeneratorCall>) =>
      generate(row.provider, {
        ...shop,
        ...given,
        headers: { ...headers, ...(row.idempotent && { "Idempotency-Key": `order-${n}` }) },
      });
    let heard = {};
    const { refused, slower } = await beset(
      [
        (n) => call(n, { address: `127.0.1.${n % 200}`, headers: page }),
        (n) => call(n, { address: STRANGER, headers: backend }),
      ],
      async (last) => {
        const { tally, calls, end } = await callingStranger({
          url: app.url,
          path: `/api/url_generator_${row.provider}/${shop.key}/DEVICE/18?domain=${encodeURIComponent(shop.domain)}`,
          from: STRANGER,
          atOnce: row.atOnce,
          first: last + 1,
          idempotent: row.idempotent === true,
        });
        return {
          isDone: () => calls() >= row.calls,
          end: () => {
            heard = tally();
            return end();
          },
        };
      },
    );
    expect(Object.keys(heard)).toEqual(row.heard);
    expect(refused).toEqual([]);
    expect(slower).toBeLessThanOrEqual(3);
    expect(await check(shop, row.provider)).not.toBeNull();
  },
);

/** A shop whose key leaves one address more calls than the stranger makes. */
async function roomyShop(more: { acceptedPerHour?: number } = {}): Promise<Shop> {
  const shop = await newOrganization();
  const settings = { ...more, callsPerMinute: 100_000, callsPerAddress: 50_000 };
  expect(await changeKeySettings({ kind: "operator" }, shop.key, settings)).toMatchObject({ ok: true });
  return shop;
}

/** The token with which a visitor of the shop comes home afterwards. */
async function check(shop: Shop, provider: "s" | "b"): Promise<string | null> {
  const { body } = await generate(provider, shop);
  const home = await completeFlow(browser(), (body as { url: string }).url, "adult");
  return tokenIn(home.headers.get("location"));
}
