import * as z from "zod";
import type { ZodOpenApiPathsObject } from "zod-openapi";
import { otherMethod, refusedWrite } from "./other-method.ts";

export const health: ZodOpenApiPathsObject = {
  "/api/health/live": {
    get: {
      operationId: "live",
      tags: ["Health"],
      summary: "Does the process run?",
      security: [],
      responses: {
        200: {
          description: "It runs.",
          content: {
            "application/json": {
              schema: z.strictObject({ status: z.literal("live") }),
              example: { status: "live" },
            },
          },
        },
        405: refusedWrite,
      },
    },
  },
  "/api/health/ready": {
    get: {
      operationId: "ready",
      tags: ["Health"],
      summary: "May traffic come?",
      description: "For a load balancer: the database answers, has its next partition, and its clock agrees with ours.",
      security: [],
      responses: {
        200: {
          description: "It may.",
          content: {
            "application/json": {
              schema: z.strictObject({ status: z.literal("ready") }),
              example: { status: "ready" },
            },
          },
        },
        405: otherMethod,
        503: {
          description: "It may not.",
          content: {
            "application/json": {
              schema: z.strictObject({
                status: z.literal("not ready"),
                reason: z.enum(["database_away", "partitions_missing", "clock_wrong", "stopping"]),
              }),
              example: { status: "not ready", reason: "database_away" },
            },
          },
        },
      },
    },
  },
};
