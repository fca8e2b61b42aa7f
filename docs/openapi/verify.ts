import * as z from "zod";
import type { ZodOpenApiOperationObject, ZodOpenApiPathsObject, ZodOpenApiResponsesObject } from "zod-openapi";
import { LANGUAGES } from "#lib/core/language.rules.ts";
import { PAGES } from "#lib/reasons/pages.rules.ts";
import { location, reason, retryAfter } from "./headers.ts";
import { notFound } from "./not-found.ts";
import { otherMethod } from "./other-method.ts";
import { session } from "./parameters.ts";
import { page } from "./shared.ts";

/** The pages of the flow: the others belong to the generators and to addresses where there is nothing. */
const CODES = Object.keys(PAGES).filter(
  (code) => !["domain_not_verified", "rate_limited", "not_found"].includes(code),
) as (keyof typeof PAGES)[];

/** Whether a browser keeps cookies is seen when it presses the button. */
const SHOWN = CODES.filter((code) => code !== "cookies_blocked");

const MEANING: Record<number, string> = {
  200: "The page of an open link; or how the check stands, named by `Ageway-Reason`.",
  400: "The address lacks a part.",
  403: "The shop cannot take checks now.",
  409: "Another browser came back from the eID.",
  410: "The link is used or expired.",
  500: "A fault of ours.",
  503: "The eID or our database is away.",
};

const UNAVAILABLE = ["service_unavailable"] as const;

const HOME = {
  description: "On to the eID, home to the shop with `token_age_verified`, or back to the link.",
  headers: z.strictObject({ Location: location }),
};

const path = z.object({ provider: z.enum(["s", "b"]).meta({ description: "Which eID.", examples: ["s"] }) });
const lang = z.enum(LANGUAGES).optional().meta({ description: "The language of the page." });

export const verify: ZodOpenApiPathsObject = {
  "/verify/{provider}": {
    get: operation("open_link", {
      summary: "Open a link",
      description:
        "For a browser. Opening it changes nothing, however often; the visitor’s press on its button takes the link for that browser.",
      requestParams: {
        path,
        query: z.object({
          session,
          lang,
          do: z.enum(["returned"]).optional().meta({ description: "Set by our own redirect." }),
        }),
      },
      responses: { ...pages(undefined, SHOWN), 303: HOME, 404: notFound, 405: otherMethod },
    }),
    post: operation("confirm_or_leave", {
      summary: "The buttons of the visitor’s page",
      description:
        "For the forms of our own page. Every press is answered by a redirect, so that a reload repeats nothing.",
      requestParams: {
        path,
        query: z.object({
          session,
          lang,
          do: z.enum(["confirm", "leave"]).meta({ description: "On to the eID, or home without a yes." }),
        }),
      },
      responses: { ...pages(), 303: HOME, 404: notFound, 405: otherMethod },
    }),
  },
  "/verify/{provider}/callback": {
    get: operation("callback", {
      summary: "The way back from the eID",
      description: "For the eID’s redirect (OpenID Connect). It shows no page of its own.",
      requestParams: {
        path,
        query: z.object({
          state: z.string().optional().meta({ description: "Names the visit to the eID." }),
          code: z.string().optional().meta({ description: "The eID’s authorization code." }),
        }),
      },
      responses: {
        303: HOME,
        404: notFound,
        405: otherMethod,
        ...pages([500, 503]),
      },
    }),
  },
};

type Operation = Omit<ZodOpenApiOperationObject, "operationId" | "tags" | "security">;

function operation(operationId: string, rest: Operation): ZodOpenApiOperationObject {
  return { operationId, tags: ["The visitor’s page"], security: [], ...rest };
}

/** The pages by status. */
function pages(statuses = Object.keys(MEANING).map(Number), all = CODES): ZodOpenApiResponsesObject {
  return Object.fromEntries(
    statuses.map((status) => {
      const codes = [...all.filter((code) => PAGES[code].status === status), ...(status === 503 ? UNAVAILABLE : [])];
      const named = reason(codes).meta({ description: "Which page it is." });
      return [
        status,
        {
          description: MEANING[status] ?? "",
          headers: z.strictObject({
            "Ageway-Reason": status === 200 ? named.optional() : named,
            ...(status === 503 && { "Retry-After": retryAfter }),
          }),
          content: { "text/html": { schema: page } },
        },
      ];
    }),
  );
}
