import { urlGenerator } from "#app/api/_lib/url-generator.ts";

const handle = urlGenerator("b");

export {
  handle as DELETE,
  handle as GET,
  handle as HEAD,
  handle as OPTIONS,
  handle as PATCH,
  handle as POST,
  handle as PUT,
};
