import { handlerOf } from "#app/_http/answer.ts";
import { refusalPage } from "#app/api/_lib/refusal-page.ts";
import { urlGenerator } from "#app/api/_lib/url-generator.ts";

const handle = handlerOf(urlGenerator("b", refusalPage));

export {
  handle as DELETE,
  handle as GET,
  handle as HEAD,
  handle as OPTIONS,
  handle as PATCH,
  handle as POST,
  handle as PUT,
};
