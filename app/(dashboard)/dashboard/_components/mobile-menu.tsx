"use client";

import { Menu, X } from "lucide-react";
import { usePathname } from "next/navigation";
import { Dialog } from "radix-ui";
import { type ReactNode, useEffect, useState } from "react";

/** A button that opens the navigation over the page, for narrow windows. */
export function MobileMenu({ children }: { children: ReactNode }) {
  const [isOpen, setOpen] = useState(false);
  const path = usePathname();
  useEffect(() => setOpen(false), [path]);
  return (
    <Dialog.Root open={isOpen} onOpenChange={setOpen}>
      <Dialog.Trigger className="flex min-h-11 shrink-0 items-center gap-2 rounded-lg px-3 font-medium hover:bg-wash">
        <Menu aria-hidden="true" className="size-5" /> Menu
      </Dialog.Trigger>
      <Dialog.Portal>
        <Dialog.Overlay className="fixed inset-0 z-20 bg-black/50" />
        <Dialog.Content
          aria-describedby={undefined}
          className="fixed inset-y-0 right-0 z-30 flex w-80 max-w-[90vw] flex-col gap-5 overflow-y-auto bg-ground p-4"
        >
          <div className="flex items-center justify-between">
            <Dialog.Title className="font-semibold">Menu</Dialog.Title>
            <Dialog.Close className="flex min-h-11 items-center gap-2 rounded-lg px-3 font-medium hover:bg-wash">
              <X aria-hidden="true" className="size-5" /> Close
            </Dialog.Close>
          </div>
          {children}
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  );
}
