import type { CaseName, FindingName } from "#packages/gate-test/src/index.ts";
import { type Parts, SOUND } from "./shop.ts";

const TOKEN = "token_age_verified";
const { untilOf } = SOUND;
const later = () => Date.now() + 30 * 60_000;

/** One shop for each way in which shops are wrong: its title, what it has wrong, and what must catch it. */
export const BROKEN: readonly { title: string; caughtBy: CaseName | FindingName; fault: Partial<Parts> }[] = [
  {
    title: "looks at the session of browsers that have one already",
    caughtBy: "no_token",
    fault: { isAdmitted: ({ isNew, until }) => isNew || until > Date.now() },
  },
  {
    title: "decodes what looks like a JWT and believes its claims",
    caughtBy: "made_up",
    fault: {
      believes(token) {
        const [, claims] = token.split(".");
        if (claims === undefined) return null;
        return JSON.parse(Buffer.from(claims, "base64url").toString()).age >= 18 ? later() : 0;
      },
    },
  },
  {
    title: "asks only if the token is not empty",
    caughtBy: "malformed",
    fault: {
      tokenIn: (query) => query.get(TOKEN),
      believes: (token) => (token === "" ? later() : null),
    },
  },
  {
    title: "fills in the age that is missing",
    caughtBy: "no",
    fault: {
      untilOf({ status, text }, age) {
        const { age: confirmed, expires_at: expiresAt } = status === 200 ? JSON.parse(text) : { age: 0 };
        return Number.isInteger(confirmed ?? age) && (confirmed ?? age) >= age ? Date.parse(expiresAt) : 0;
      },
    },
  },
  {
    title: "does not compare the age",
    caughtBy: "sixteen",
    fault: {
      untilOf({ status, text }) {
        const { verified, expires_at: expiresAt } = status === 200 ? JSON.parse(text) : {};
        return verified === true ? Date.parse(expiresAt) : 0;
      },
    },
  },
  {
    title: "carries the device id in the return address",
    caughtBy: "another_session",
    fault: {
      returnUrl: (shop, { deviceId }) => `${shop}/checkout?device=${deviceId}`,
      deviceOf: (_, query) => query.get("device"),
    },
  },
  {
    title: "takes the device id from the return address where the browser brings no session",
    caughtBy: "another_session",
    fault: {
      returnUrl: (shop, { deviceId }) => `${shop}/checkout?device=${deviceId}`,
      deviceOf: ({ isNew, deviceId }, query) => (isNew ? query.get("device") : deviceId),
    },
  },
  {
    title: "names no key when it asks",
    caughtBy: "another_key",
    fault: {
      question: (token, deviceId) => `/api/auth_check/${encodeURIComponent(token)}/${encodeURIComponent(deviceId)}`,
    },
  },
  {
    title: "would rather sell while the API is down",
    caughtBy: "errors",
    fault: { untilOf: (answer, age) => (answer.status >= 500 ? later() : untilOf(answer, age)) },
  },
  {
    title: "is sorry about an error, and lets in whoever opens the page again",
    caughtBy: "errors",
    fault: { home: "/sorry", untilOf: (answer, age) => (answer.status >= 500 ? later() : untilOf(answer, age)) },
  },
  {
    title: "lets everybody in while it is rate limited",
    caughtBy: "errors",
    fault: { untilOf: (answer, age) => (answer.status === 429 ? later() : untilOf(answer, age)) },
  },
  {
    title: "lets everybody in when the question takes too long",
    caughtBy: "hang",
    fault: { onFault: ({ name }) => (name === "TimeoutError" ? later() : 0) },
  },
  {
    title: "lets everybody in when the connection breaks",
    caughtBy: "early_close",
    fault: { onFault: (error) => (error instanceof TypeError ? later() : 0) },
  },
  {
    title: "takes any true and any 18",
    caughtBy: "nonsense",
    fault: {
      untilOf({ status, text }, age) {
        const { verified, age: confirmed } = status === 200 ? JSON.parse(text) : {};
        return verified && confirmed >= age ? Date.now() + 2_000 : 0;
      },
    },
  },
  {
    title: "keeps the yes for half an hour of its own",
    caughtBy: "adult",
    fault: {
      untilOf({ status, text }, age) {
        const { verified, age: confirmed } = status === 200 ? JSON.parse(text) : {};
        return verified === true && Number.isInteger(confirmed) && confirmed >= age ? later() : 0;
      },
    },
  },
  {
    title: "lets nobody in",
    caughtBy: "adult",
    fault: { untilOf: () => 0 },
  },
  {
    title: "has a session that browsers do not bring along from another site",
    caughtBy: "adult",
    fault: { sameSite: "Strict" },
  },
  {
    title: "has a script that asks as well",
    caughtBy: "browser_check",
    fault: { head: '<script src="/age.js" defer></script>' },
  },
  {
    title: "lets caches keep the page for five minutes",
    caughtBy: "public_cache",
    fault: { headers: { "Cache-Control": "public, max-age=300" } },
  },
  {
    title: "answers the return with the page itself",
    caughtBy: "token_in_address",
    fault: { staysAtToken: true },
  },
  {
    title: "says nothing about referrers",
    caughtBy: "referrer",
    fault: { returnHeaders: {} },
  },
  {
    title: "has one device id for all, and knows its visitors by a state of its own",
    caughtBy: "same_device",
    fault: {
      newSession: () => ({ deviceId: "shop-of-wines-0001", until: 0, isNew: true, state: crypto.randomUUID() }),
      returnUrl: (shop, { state }) => `${shop}/checkout?state=${state}`,
      deviceOf: ({ deviceId, state }, query) => (query.get("state") === state ? deviceId : null),
    },
  },
];
