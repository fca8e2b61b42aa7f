import { type ReactNode, ViewTransition } from "react";

/** Holds the page. What lays it out asks for the width of the sheet. The edge of the test mode is on the sheet, too. */
export function Sheet({ children }: { children: ReactNode }) {
  return (
    <ViewTransition default="none" update={{ page: "sheet", default: "none" }}>
      <div className="@container/sheet min-h-[calc(100dvh-3.25rem)] bg-sheet px-4 pt-4 pb-12 *:mx-auto *:max-w-[70rem] group-has-[[data-mode=test][aria-current]]/app:border-t-3 group-has-[[data-mode=test][aria-current]]/app:border-t-test-edge motion-safe:[view-transition-name:sheet] lg:min-h-[calc(100dvh-1rem-var(--demo,0rem))] lg:rounded-l lg:border lg:border-line lg:px-8 lg:pt-5">
        {children}
      </div>
    </ViewTransition>
  );
}
