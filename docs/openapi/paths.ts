import type { ZodOpenApiPathsObject } from "zod-openapi";
import { authCheck } from "./auth-check.ts";
import { files } from "./files.ts";
import { health } from "./health.ts";
import { urlGenerators } from "./url-generator.ts";
import { verify } from "./verify.ts";

/** Every endpoint, in the order in which a shop meets it. */
export const PATHS: ZodOpenApiPathsObject = { ...urlGenerators, ...authCheck, ...verify, ...files, ...health };
