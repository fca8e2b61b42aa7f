/**
 * `<age-gate>`: its link opens the age check in a window of its own where the browser allows one, and leads there as any link
 * where not. `<age-gate done>`, on the page that visitors come back to: tells the pages that wait, and closes that window.
 *
 * It decides nothing. What it says is "look again": the page asks its own backend, which alone knows.
 */
declare global {
  interface HTMLElementTagNameMap {
    "age-gate": AgeGateElement;
  }
  interface HTMLElementEventMap {
    "age-gate:change": CustomEvent<"look again">;
  }
}

/** Of the element, of the channel between pages of one origin, and of the window. */
const NAME = "age-gate";
const [WIDTH, HEIGHT] = [480, 720];
/** How long a page to come back to waits for a page that opened its window. There is none after a redirect. */
const MAX_ANSWER_MS = 300;

/** Those of this page that wait. They share one channel and one window. */
const waiting = new Set<HTMLElement>();
let channel: BroadcastChannel | undefined;
let check: { window: Window; href: string } | null = null;

/** A server that renders the element has no `HTMLElement`. */
const Base = globalThis.HTMLElement ?? (Object as unknown as typeof HTMLElement);

export class AgeGateElement extends Base {
  connectedCallback(): void {
    if (this.hasAttribute("done")) leave(this);
    else wait(this);
  }

  disconnectedCallback(): void {
    if (!waiting.delete(this) || waiting.size > 0) return;
    channel?.close();
    removeEventListener("focus", notice);
  }
}

function wait(gate: HTMLElement): void {
  gate.addEventListener("click", handleClick);
  if (waiting.add(gate).size > 1) return;
  channel = new BroadcastChannel(NAME);
  channel.onmessage = hear;
  addEventListener("focus", notice);
}

function handleClick(event: MouseEvent): void {
  const link = event.composedPath().find((one) => one instanceof HTMLAnchorElement);
  const { defaultPrevented, button, ctrlKey, metaKey, shiftKey, altKey } = event;
  // A tab or a window that the visitor asks for by a key, and a phone, where an eID's app may come back to another tab.
  const isForBrowser = defaultPrevented || button || ctrlKey || metaKey || shiftKey || altKey;
  if (!link?.href || isForBrowser || matchMedia("(pointer: coarse)").matches) return;
  if (!check || check.window.closed || check.href !== link.href) {
    const left = Math.round(screenX + (outerWidth - WIDTH) / 2);
    const top = Math.round(screenY + (outerHeight - HEIGHT) / 2);
    const opened = open(link.href, NAME, `popup,width=${WIDTH},height=${HEIGHT},left=${left},top=${top}`);
    // Blocked: the link leads there.
    if (!opened) return;
    check = { window: opened, href: link.href };
  }
  event.preventDefault();
  check.window.focus();
}

/** A visitor came back, to a window of this page or to any other page of this origin. */
function hear({ data }: MessageEvent): void {
  if (data !== "done") return;
  if (check) channel?.postMessage("heard");
  dispatchChange();
}

/** The visitor looks at this page again. A window that an eID cut off says that it is closed, too. */
function notice(): void {
  if (check?.window.closed) dispatchChange();
}

function dispatchChange(): void {
  check = null;
  for (const gate of [...waiting])
    gate.dispatchEvent(new CustomEvent("age-gate:change", { bubbles: true, composed: true, detail: "look again" }));
}

/** Closes the window if a page says that it opened one; else goes on by the link. */
function leave(gate: HTMLElement): void {
  let isHeard = false;
  const own = new BroadcastChannel(NAME);
  own.onmessage = ({ data }) => {
    if (data !== "heard") return;
    isHeard = true;
    close();
  };
  own.postMessage("done");
  setTimeout(() => {
    own.close();
    const link = gate.querySelector("a");
    if (!isHeard && gate.isConnected && link) location.replace(link.href);
  }, MAX_ANSWER_MS);
}

if (globalThis.customElements && !customElements.get(NAME)) customElements.define(NAME, AgeGateElement);
