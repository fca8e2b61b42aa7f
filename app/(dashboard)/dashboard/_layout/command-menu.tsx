"use client";

import { useRouter } from "next/navigation";
import { type KeyboardEvent, type RefObject, useEffect, useId, useLayoutEffect, useRef, useState } from "react";
import { Icon } from "#app/_ui/icon.tsx";
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
    if (destination.href.includes("#")) {
      // The browser gives the focus to what an address names, also on this page, where Next only scrolls.
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
    <dialog ref={dialog} className="cmd" aria-label="Search and commands" onClose={onClose}>
      <search className="q">
        <Icon name="search" />
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
        />
        <kbd>Esc</kbd>
      </search>
      <div role="listbox" id={`${id}-list`} aria-label="Results" tabIndex={-1}>
        {found.map(({ group, destinations: members }) => (
          // biome-ignore lint/a11y/useSemanticElements: a group of options has no element of its own
          <div key={group} role="group" aria-labelledby={`${id}-${group}`}>
            <div id={`${id}-${group}`}>{group}</div>
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
                >
                  <span>{destination.name}</span>
                  {destination.note && <span className="meta">{destination.note}</span>}
                </div>
              );
            })}
          </div>
        ))}
        {loaded !== null && options.length === 0 && (
          <p className="meta">
            {loaded.isWhole ? "Nothing found" : "Not everything could be loaded. Try again in a minute."}
          </p>
        )}
      </div>
      <footer className="meta">
        <span>
          <kbd>↑</kbd> <kbd>↓</kbd> choose
        </span>
        <span>
          <kbd>Enter</kbd> open
        </span>
        <span className="push">8 letters find a check</span>
      </footer>
    </dialog>
  );
}
