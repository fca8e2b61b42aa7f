import * as z from "zod";
import { createDocument, type ZodOpenApiPathsObject } from "zod-openapi";
import { API_VERSION } from "#app/_http/version.ts";
import { BASE_URL_IN_DOCS } from "#app/(docs)/_docs/built-docs.ts";
import { authCheck } from "./auth-check.ts";
import { FILES_TAG, files } from "./files.ts";
import { health } from "./health.ts";
import { PREFLIGHT_TAG } from "./preflight.ts";
import { problem } from "./problem.ts";
import { urlGenerators } from "./url-generator.ts";
import { verify } from "./verify.ts";

/** Every endpoint, in the order in which a shop meets it. */
export const PATHS: ZodOpenApiPathsObject = { ...urlGenerators, ...authCheck, ...verify, ...files, ...health };

/** Bodies that never get another field (contract §1). Readers of all others pass over fields that they do not know. */
const CLOSED = new Set(["Link", "NoLink", "ReturnAddress"]);

/** The API as an OpenAPI document. */
export function openApi() {
  return createDocument(
    {
      openapi: "3.1.1",
      info: {
        title: "Ageway",
        version: API_VERSION,
        summary: "Ask for an age, not an identity.",
        description:
          "A shop starts a check, its visitor confirms with a national eID, and the shop’s backend asks what the token proves: yes or no. An answer that is not a success names its reason in `Ageway-Reason`. Left out on purpose, because no client of the API calls them: Stripe’s webhook, the way back of the dashboard’s sign-in, the dashboard itself, and the addresses of the gate test.",
        license: { name: "Apache-2.0", identifier: "Apache-2.0" },
      },
      externalDocs: { url: `${BASE_URL_IN_DOCS}/docs`, description: "How to connect a shop, step by step" },
      servers: [{ url: BASE_URL_IN_DOCS, description: "This instance" }],
      tags: [
        { name: "Start a check", description: "From your page or your backend, without credentials." },
        { name: "Check a token", description: "From your backend." },
        { name: FILES_TAG, description: "The same for everybody, without a key." },
        { name: "The visitor’s page", description: "Where the browser goes. Your code calls none of these." },
        { name: PREFLIGHT_TAG, description: "What a browser asks by itself before a call with headers (CORS)." },
        { name: "Health", description: "For operators and tools." },
      ],
      paths: PATHS,
      webhooks: {},
      components: {
        schemas: { Problem: problem },
        securitySchemes: {
          secret: {
            type: "http",
            scheme: "bearer",
            description: "The secret of a locked live key (`sk_live_…`). It belongs in your backend, never in a page.",
          },
        },
      },
    },
    {
      override: ({ jsonSchema, zodSchema }) => {
        if (!CLOSED.has(z.globalRegistry.get(zodSchema)?.id ?? "")) delete jsonSchema.additionalProperties;
      },
    },
  );
}
