import type { Blanks } from "./blanks.ts";

/** The form of a shop's page. It needs one of the backends, which keeps the device id and the token of the visitor. */
export const html = ({
  page,
}: Blanks) => `<!-- On any page of your shop. Your backend starts the check: see Node, PHP or Python. -->
<form method="post" action="${page}">
  <button>Confirm that you are 18 or over</button>
</form>
`;
