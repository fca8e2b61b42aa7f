import * as z from "zod";
import type { ZodOpenApiPathsObject } from "zod-openapi";
import { otherMethod } from "./other-method.ts";
import { preflight } from "./preflight.ts";

export const FILES_TAG = "Files";

const unchanged = { description: "As the reader has it (`If-None-Match`)." };

/** What has no parameters and is the same for everybody. */
export const files: ZodOpenApiPathsObject = {
  "/device_id.js": {
    get: {
      operationId: "device_id_script",
      tags: [FILES_TAG],
      summary: "Give a browser an id",
      description:
        "A classic script of less than 1 KB. It writes a UUID v4 under `localStorage['service_device_id']` if none is there, and sets `window.service_device_id`. It never changes an id that is there.",
      security: [],
      responses: {
        200: {
          description: "The script.",
          content: {
            "application/javascript": {
              schema: z.string(),
              example: "window.service_device_id = localStorage.getItem('service_device_id');",
            },
          },
        },
        304: unchanged,
        405: otherMethod,
      },
    },
  },
  "/openapi.json": {
    get: {
      operationId: "openapi",
      tags: [FILES_TAG],
      summary: "This document",
      security: [],
      responses: {
        200: {
          description: "An OpenAPI document, version 3.1.1, with this instance’s address as its server.",
          content: {
            "application/json": {
              schema: z.looseObject({ openapi: z.literal("3.1.1") }),
              example: { openapi: "3.1.1" },
            },
          },
        },
        304: unchanged,
        405: otherMethod,
      },
    },
    options: preflight("preflight_openapi", "May a page read this document?", {}),
  },
};
