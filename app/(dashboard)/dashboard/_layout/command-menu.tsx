"use client";

import { useRouter } from "next/navigation";
import { type KeyboardEvent, type RefObject, useEffect, useId, useLayoutEffect, useRef, useState } from "react";
import { Dialog } from "#app/_ui/dialog.tsx";
import { Glyph } from "#app/_ui/glyph.tsx";
import { Kbd } from "#app/_ui/kbd.tsx";
import { type Destination, type LoadedDestinations, matching } from "../search/_lib/match.rules.ts";
import { useMode } from "./use-mode.ts";

const NOTHING: LoadedDestinations = { destinations: [], isWhole: false };

type Props = { early: RefObject<string | null>; onClose: () => void };

/** Finds whatever has a name (WAI-ARIA: combobox with a list box). `early`: what was typed before it was there. */
export function CommandMenu({ early, onClose }: Props) {
  const router = useRouter();
  const mode = useMode();
  const dialog = useRef<HTMLDialogElement>(null);
  const id = useId();
  const [loaded, setLoaded] = useState<LoadedDestinations | null>(null);
  const [query, setQuery] = useState("");
  const [chosen, setChosen] = useState(0);
  useLayoutEffect(() => {
    dialog.current?.showModal();
    setQuery(early.current ?? "");
    early.current = null;
  }, [early]);
  useEffect(() => {
    // From the page, so that the layout's own script, which every page loads, need not carry it.
    const { organization } = document.getElementById("content")?.dataset ?? {};
    fetch(`/dashboard/search/destinations?organization=${organization}&mode=${mode}`)
      .then((answer) => (answer.ok ? answer.json() : NOTHING))
      .then(setLoaded, () => setLoaded(NOTHING));
  }, [mode]);
  const found = matching(loaded?.destinations ?? [], query);
  const options = found.flatMap((group) => group.destinations);
  const open = (destination: Destination | undefined) => {
    if (!destination) return;
    if (destination.href.includes("#") || !destination.href.startsWith("/dashboard")) {
      // The browser gives the focus to what an address names, also on this page, where Next only scrolls. Docs are not Next's.
      dialog.current?.close();
      location.assign(destination.href);
      return;
    }
    onClose();
    router.push(destination.href);
  };
  const handleKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step !== undefined && options.length > 0) setChosen((chosen + step + options.length) % options.length);
    else if (event.key === "Enter") open(loaded === null ? undefined : options[chosen]);
    else return;
    event.preventDefault();
  };
  return (
    <Dialog
      ref={dialog}
      className="mx-auto mt-[12vh] mb-auto w-[min(40rem,calc(100vw-2rem))] overflow-hidden"
      aria-label="Search and commands"
      onClose={onClose}
    >
      <search className="flex items-center gap-3 border-b border-line px-4 focus-within:inset-shadow-[0_-2px] focus-within:inset-shadow-accent">
        <Glyph name="search" />
        <input
          role="combobox"
          aria-expanded="true"
          aria-controls={`${id}-list`}
          aria-activedescendant={options.length > 0 ? `${id}-${chosen}` : undefined}
          aria-label="Search pages, keys, domains and references"
          autoComplete="off"
          spellCheck={false}
          value={query}
          onChange={({ target }) => {
            setQuery(target.value);
            setChosen(0);
          }}
          onKeyDown={handleKeyDown}
          className="h-13 min-w-0 flex-1 text-[1rem]/6 focus-visible:outline-hidden"
        />
        <Kbd>Esc</Kbd>
      </search>
      <div role="listbox" id={`${id}-list`} aria-label="Results" tabIndex={-1} className="max-h-96 overflow-y-auto p-2">
        {found.map(({ group, destinations: members }) => (
          // biome-ignore lint/a11y/useSemanticElements: a group of options has no element of its own
          <div key={group} role="group" aria-labelledby={`${id}-${group}`}>
            <div id={`${id}-${group}`} className="px-3 pt-2 pb-1 text-meta text-soft">
              {group}
            </div>
            {members.map((destination) => {
              const n = options.indexOf(destination);
              return (
                // biome-ignore lint/a11y/useKeyWithClickEvents: the field above has the focus, and its keys choose
                <div
                  key={destination.href}
                  role="option"
                  id={`${id}-${n}`}
                  tabIndex={-1}
                  aria-selected={n === chosen}
                  ref={(option) => {
                    if (n === chosen) option?.scrollIntoView({ block: "nearest" });
                  }}
                  onClick={() => open(destination)}
                  className="flex min-h-10 items-center gap-3 rounded-m px-3 wrap-anywhere aria-selected:bg-wash aria-selected:inset-shadow-[2px_0] aria-selected:inset-shadow-accent aria-selected:outline-2 aria-selected:-outline-offset-2 aria-selected:outline-transparent"
                >
                  <span>{destination.name}</span>
                  {destination.note && (
                    <span className="ms-auto flex-none text-meta text-soft">{destination.note}</span>
                  )}
                </div>
              );
            })}
          </div>
        ))}
        {loaded !== null && options.length === 0 && (
          <p className="px-3 py-2 text-meta text-soft">
            {loaded.isWhole ? "Nothing found" : "Not everything could be loaded. Try again in a minute."}
          </p>
        )}
      </div>
      <footer className="flex gap-4 border-t border-line px-4 py-2 text-meta text-soft">
        <span>
          <Kbd>↑</Kbd> <Kbd>↓</Kbd> choose
        </span>
        <span>
          <Kbd>Enter</Kbd> open
        </span>
        <span className="ms-auto">8 letters find a check</span>
      </footer>
    </Dialog>
  );
}
