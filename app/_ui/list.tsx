import type { ComponentProps } from "react";
import { Box } from "./box.tsx";
import { classes } from "./classes.ts";

/** Lists names in a box, one a line. */
export function List(props: ComponentProps<"ul">) {
  return <Box as="ul" {...props} />;
}

/** Shows a name, and at the end of its line what there is to say of it. */
export function ListRow({ className, ...rest }: ComponentProps<"li">) {
  return (
    <li
      className={classes(
        "flex min-h-row items-center justify-between gap-3 border-b border-line px-4 py-1 last:border-b-0",
        "[&>a]:min-w-0 [&>a]:wrap-anywhere",
        className,
      )}
      {...rest}
    />
  );
}
