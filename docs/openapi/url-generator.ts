import * as z from "zod";
import type { ZodOpenApiPathsObject } from "zod-openapi";
import { POLICY, type ProviderId } from "#lib/core/provider.rules.ts";
import { CALL_REASONS, type CallReason } from "#lib/reasons/reason.rules.ts";
import * as headers from "./headers.ts";
import { age, deviceId, idempotencyKey, language, pluginKey, returnUrl, visitor } from "./parameters.ts";
import { preflight } from "./preflight.ts";
import { refusals } from "./refusals.ts";
import { startSamples } from "./samples.ts";
import { page, SERVERS } from "./shared.ts";

const LINK = "https://age.example/verify/s?session=8sN2kV0xQmZbT4cYwLr1uHfEaGdJpKiXoRvCnMtBq7A";

const link = z
  .strictObject({
    url: z.url().meta({
      description: "The page to send the visitor to. It is open for 10 minutes and works for one browser.",
      examples: [LINK],
    }),
  })
  .meta({ id: "Link" });

const noLink = z.strictObject({ url: z.null() }).meta({ id: "NoLink" });

const returnAddress = z
  .strictObject({
    url: z.string().meta({
      description: "The return address as you sent it, so that the visitor can go on there.",
      examples: ["https://shop.example/age-check"],
    }),
  })
  .meta({ id: "ReturnAddress" });

const NO_LINK = { schema: noLink, example: { url: null } };
const RETURN_ADDRESS = { schema: returnAddress, example: { url: "https://shop.example/age-check" } };

const REASONS = Object.keys(CALL_REASONS) as CallReason[];

const ON_EVERY_ANSWER = { "Ageway-Version": headers.version, "Ageway-Reference": headers.reference };

export const urlGenerators: ZodOpenApiPathsObject = { ...generator("s", "first"), ...generator("b", "second") };

/** `nth`: which eID of the instance. */
function generator(provider: ProviderId, nth: string): ZodOpenApiPathsObject {
  const { turnsAwayTheVerified, bills } = POLICY[provider];
  const reasons = REASONS.filter((one) => turnsAwayTheVerified || one !== "already_verified");
  return {
    [`/api/url_generator_${provider}/{pluginKey}/{device_id}/{age}`]: {
      servers: SERVERS,
      get: {
        operationId: `start_${provider}`,
        tags: ["Start a check"],
        summary: `Start a check at the ${nth} eID`,
        description: [
          "Makes a link for one visitor. A program gets the link as JSON; a browser that navigates here is sent on at once, so a plain link in your page is enough. Calls from pages of every origin are answered (CORS). No answer may be stored.",
          bills === "when verified"
            ? "A live check costs its price when it ends with a yes."
            : "A live check costs its price when its link is made.",
          turnsAwayTheVerified
            ? "A device that proved this age a short while ago gets no second check until its token expires (`already_verified`), unless a page of a verified domain fetches."
            : "",
        ]
          .filter(Boolean)
          .join("\n\n"),
        "x-codeSamples": startSamples(`url_generator_${provider}`),
        // An open key needs no secret, a locked one does.
        security: [{}, { secret: [] }],
        requestParams: {
          path: z.object({ pluginKey, device_id: deviceId, age }),
          query: z.object({ domain: returnUrl, lang: language }),
          header: z.object({ "Idempotency-Key": idempotencyKey, "Ageway-Visitor": visitor }),
        },
        responses: {
          200: {
            description: "The link.",
            headers: z.strictObject(ON_EVERY_ANSWER),
            content: { "application/json": { schema: link, example: { url: LINK.replace("/s?", `/${provider}?`) } } },
          },
          303: {
            description:
              "For a browser that navigates here: on to the link; or back to the return address, where its host is verified, with the reason why there is no check.",
            headers: z.strictObject({
              ...ON_EVERY_ANSWER,
              Location: headers.location,
              "Ageway-Reason": headers.reason(reasons.filter(mayGoHome)).optional(),
              "Ageway-Detail": headers.detail(["domain_not_verified"]),
              Link: headers.help.optional(),
            }),
          },
          ...refusals({
            kind: "call",
            reasons,
            body: (status) => (status === 403 ? RETURN_ADDRESS : NO_LINK),
            allow: "GET, OPTIONS",
            page,
          }),
        },
      },
      options: preflight(`preflight_${provider}`, `May a page start a check at the ${nth} eID?`, {
        servers: SERVERS,
        requestParams: { path: z.object({ pluginKey, device_id: deviceId, age }) },
      }),
    },
  };
}

/** Of a key that nobody has, no host is verified. */
function mayGoHome(reason: CallReason): boolean {
  return CALL_REASONS[reason].status === 403 && reason !== "plugin_key_unknown";
}
