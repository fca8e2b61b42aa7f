"use server";

import * as z from "zod";
import { action } from "#app/(dashboard)/_lib/action.ts";
import { readLine } from "#lib/base/text.ts";
import { readReturnUrl } from "#lib/core/return-url.rules.ts";
import { prepareRun, requestRun } from "#lib/gate-test/gate-test-run.ts";
import { wordsOf } from "#lib/wording.ts";

const text = z.string();
const MAX_TEXT = 200;
const LINE = `Enter at most ${MAX_TEXT} characters, on one line.`;
const PAGE = wordsOf({ ok: false, reason: "shop_page_invalid" }).heading;
const isLine = (typed: string) => readLine(typed, MAX_TEXT) !== null;

export const prepareRunAction = action(
  z.object({
    organization: text,
    key: text,
    // The verb also refuses such a page, but alone: the form says at once what is wrong with each field.
    page: text.trim().refine((typed) => typeof readReturnUrl(typed, true) !== "string", PAGE),
    protects: text.trim().min(3, "Enter a text of at least 3 characters.").refine(isLine, LINE),
    start: text.trim().refine(isLine, LINE),
  }),
  (user, { organization, key, page, protects, start }) =>
    prepareRun(user, organization, { key, page, protects, start: start === "" ? null : start }),
  ({ id }) => ({ to: `/dashboard/gate-test/${id}` }),
);

export const requestRunAction = action(
  z.object({ organization: text, run: text }),
  (user, { organization, run }) => requestRun(user, organization, run),
  ({ id }) => ({ to: `/dashboard/gate-test/${id}` }),
);
