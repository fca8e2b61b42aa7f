import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "@playwright/test";
import { drawnPicture, outlineOf, PICTURES } from "#tests/e2e/support/docs-pictures.ts";

const FOLDER = join(import.meta.dirname, "../../docs/integrate");

/** Draws the pictures of the documentation anew that no longer show the product. */
for (const picture of PICTURES)
  test(picture.file, async ({ page }) => {
    const path = join(FOLDER, picture.file);
    const drawn = await drawnPicture(page, picture);
    const isFresh =
      existsSync(path) && JSON.stringify(outlineOf(readFileSync(path, "utf8"))) === JSON.stringify(outlineOf(drawn));
    if (!isFresh) writeFileSync(path, drawn);
  });
