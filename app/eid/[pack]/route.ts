import { imageResponse } from "#app/_http/files.ts";
import { eidLogoOf } from "#lib/eid/logos.ts";

type Context = { params: Promise<{ pack: string }> };

/** The mark of an eID that the operator has put there. */
export async function GET(_request: Request, { params }: Context): Promise<Response> {
  return imageResponse(await eidLogoOf((await params).pack), "public, max-age=3600");
}
