import { personal } from "#app/_http/personal.ts";
import { published } from "#app/_http/published.ts";
import { siteRoute } from "#app/_site/site-page.tsx";
import { KEY_IN_DOCS } from "#app/(docs)/_docs/built-docs.ts";
import { DOCS_HEADERS } from "#app/(docs)/_docs/docs-page.tsx";
import { ownTestKey } from "./_lib/own-test-key.ts";
import { referencePage } from "./_views/reference-page.tsx";

/** A reader who signs in gets another page, so no cache may give them the one from before. */
const VARY = "Accept-Encoding, Cookie";

const forEverybody = published({ ...DOCS_HEADERS, Vary: VARY }, () => referencePage({ isOwn: false }));

let withKey: Promise<string> | undefined;

/** Shows the API, operation by operation. Its programs have the reader's own test key in them where a member is signed in. */
export const referenceRoute = siteRoute("reference", async (request) => {
  const key = await ownTestKey(request);
  if (key === null) return forEverybody(request);
  withKey ??= referencePage({ isOwn: true });
  const html = (await withKey).replaceAll(KEY_IN_DOCS, key);
  return personal(request, html, { ...DOCS_HEADERS, Vary: VARY });
});
