import { proveDomain } from "./support/prove-domain.ts";
import { test } from "./support/test.ts";

test("a domain is shown as verified once its record is there, without a reload", ({ page }) => proveDomain(page));
