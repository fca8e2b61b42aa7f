import type { Blanks } from "./blanks.ts";

/** The front half of a shop. The back half is any of the backends: the visitor's device id and token stay there. */
export const html = ({
  page,
}: Blanks) => `<!-- On any page of your shop. Your backend starts the check: see Node, PHP or Python. -->
<form method="post" action="${page}">
  <button>Confirm that you are 18 or over</button>
</form>
`;
