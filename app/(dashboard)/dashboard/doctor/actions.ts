"use server";

import { z } from "zod";
import { action } from "#app/(dashboard)/_lib/action.ts";
import { readLine } from "#lib/core/text.ts";
import { prepareRun, requestRun } from "#lib/shop-doctor/doctor-run.ts";

const text = z.string();
const MAX_TEXT = 200;
const LINE = `Enter at most ${MAX_TEXT} characters, on one line.`;
const isLine = (typed: string) => readLine(typed, MAX_TEXT) !== null;

export const prepareRunAction = action(
  z.object({
    organization: text,
    key: text,
    page: text.trim(),
    protects: text.trim().min(3, "Enter a text of at least 3 characters.").refine(isLine, LINE),
    start: text.trim().refine(isLine, LINE),
  }),
  (user, { organization, key, page, protects, start }) =>
    prepareRun(user, organization, { key, page, protects, start: start === "" ? null : start }),
  ({ id }) => ({ to: `/dashboard/doctor/${id}` }),
);

export const requestRunAction = action(
  z.object({ organization: text, run: text }),
  (user, { organization, run }) => requestRun(user, organization, run),
  ({ id }) => ({ to: `/dashboard/doctor/${id}` }),
);
