import { findCheck } from "./support/find-check.ts";
import { test } from "./support/test.ts";

test("from a reference, as a visitor reads it out, to how the check ended: one press", ({ page }) => findCheck(page));
