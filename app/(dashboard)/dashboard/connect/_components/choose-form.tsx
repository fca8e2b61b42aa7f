"use client";

import { useRouter } from "next/navigation";
import type { ReactNode } from "react";
import { Button } from "#app/_ui/button.tsx";

/** Puts what is chosen into the address, by which the server writes the code anew. Without script it has a button. */
export function ChooseForm({ children }: { children: ReactNode }) {
  const router = useRouter();
  const apply = (form: HTMLFormElement) => {
    const params = new URLSearchParams([...new FormData(form)] as [string, string][]);
    router.replace(`/dashboard/connect?${params}`, { scroll: false });
  };
  return (
    <form
      className="flex flex-wrap items-start gap-4"
      onChange={({ currentTarget, target }) => !isText(target) && apply(currentTarget)}
      onBlur={({ currentTarget, target }) =>
        isText(target) && target.value !== target.defaultValue && apply(currentTarget)
      }
      onSubmit={(event) => {
        event.preventDefault();
        apply(event.currentTarget);
      }}
    >
      {children}
      <Button className="self-end not-noscript:hidden">Apply</Button>
    </form>
  );
}

/** A text is applied when it is complete: on Enter, or when the field is left. */
function isText(target: EventTarget): target is HTMLInputElement {
  return target instanceof HTMLInputElement && target.type === "text";
}
