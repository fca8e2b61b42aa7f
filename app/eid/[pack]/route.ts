import { imageOf } from "#app/hosted/image.ts";
import { eidLogoOf } from "#lib/providers/logos.ts";

type Context = { params: Promise<{ pack: string }> };

/** The mark of an eID that the operator has put there. */
export async function GET(_request: Request, { params }: Context): Promise<Response> {
  return imageOf(await eidLogoOf((await params).pack), "public, max-age=3600");
}
