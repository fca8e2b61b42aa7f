import { imageResponse } from "#app/_http/files.ts";
import { readLogo } from "#lib/organizations/branding.ts";

type Context = { params: Promise<{ digest: string }> };

/** A shop's logo. Its address is the digest of what it shows, so it never changes. */
export async function GET(_request: Request, { params }: Context): Promise<Response> {
  return imageResponse(await readLogo((await params).digest), "public, max-age=31536000, immutable");
}
