import { personal } from "#app/_http/personal.ts";
import { published } from "#app/_http/published.ts";
import { wordsForIntegrators } from "#app/verify/_views/messages.ts";
import { KEY_IN_DOCS } from "./built-docs.ts";
import { DOCS_HEADERS } from "./docs-page.tsx";
import { ownTestKey } from "./own-test-key.ts";

/** A reader who signs in gets another page, so no cache may give them the one from before. */
const HEADERS = { ...DOCS_HEADERS, Vary: "Accept-Encoding, Cookie" };

const words = wordsForIntegrators();

/**
 * Answers a page whose programs have the reader's own test key in them where a member is signed in. `make`: draws the page
 * for somebody with a key, or for everybody else.
 */
export function ownKeyAnswer(make: (isOwn: boolean) => Promise<string>) {
  const forEverybody = published(HEADERS, () => make(false));
  let withKey: Promise<string> | undefined;
  return async (request: Request): Promise<Response> => {
    const key = await ownTestKey(request);
    if (key === null) return forEverybody(request);
    withKey ??= make(true);
    // Text around the programs may be about the placeholder.
    const html = (await withKey).replaceAll(/<pre.*?<\/pre>/gs, (program) => program.replaceAll(KEY_IN_DOCS, key));
    return personal(request, html, HEADERS);
  };
}

/** Says whose key is in the programs of the page at `path`. */
export function KeyNote({ isOwn, path }: { isOwn: boolean; path: string }) {
  return (
    <p className="text-meta text-soft">
      {isOwn ? (
        words("docs.key.own")
      ) : (
        <>
          {words("docs.key.none", { key: KEY_IN_DOCS })}{" "}
          <a href={`/sign-in?next=${path}`}>{words("docs.key.signIn")}</a>.
        </>
      )}
    </p>
  );
}
