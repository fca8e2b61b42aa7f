import type { MinimumAge } from "./proof.ts";

export type ClosedAnswer = { status: number; headers: Record<string, string>; body: string };

/** `asked`: the last check brought no yes. `lost`: the session did not come with it. `unavailable`: ask later. */
export type ClosedPage = { age: MinimumAge; state: "closed" | "asked" | "lost" | "unavailable"; start: string | null };

const LATER = { "Retry-After": "5" };
const HEADERS = { "Cache-Control": "no-store", "Referrer-Policy": "no-referrer" };

export function redirect(to: string): ClosedAnswer {
  return { status: 303, headers: { ...HEADERS, Location: to }, body: "" };
}

export function nothing(status = 403): ClosedAnswer {
  return { status, headers: HEADERS, body: "" };
}

/** `start`: `null` where nobody answers now. */
export function json(age: MinimumAge, start: string | null): ClosedAnswer {
  const headers = { ...HEADERS, "Content-Type": "application/json", ...(!start && LATER) };
  const body = JSON.stringify({ error: "age_not_confirmed", age, start });
  return { status: start ? 403 : 503, headers, body };
}

export function page(closed: ClosedPage, html: string, reason: string | null): ClosedAnswer {
  const isLater = closed.state === "unavailable";
  return {
    status: isLater ? 503 : 403,
    headers: {
      ...HEADERS,
      "Content-Type": "text/html; charset=utf-8",
      "X-Content-Type-Options": "nosniff",
      ...(isLater && LATER),
      ...(reason !== null && { "Ageway-Reason": reason }),
    },
    body: html,
  };
}

/** The page of a shop that brings none of its own. */
export function plainPage({ age, state, start }: ClosedPage): string {
  const [title, text, link] = {
    closed: [
      `Confirm that you are ${age} or over`,
      "This page is open to you after an age check.",
      "Start the age check",
    ],
    asked: ["Your age is not confirmed", `The last check did not confirm that you are ${age} or over.`, "Try again"],
    lost: [
      "Your age is not confirmed",
      "This came without your session. If this page comes back, allow cookies.",
      "Try again",
    ],
    unavailable: [
      "The age check is not available",
      "This page stays closed until it is. Try again in a moment.",
      "Try again",
    ],
  }[state];
  const way = start === null ? "" : `<p><a rel="nofollow" href="${escaped(start)}">${link}</a></p>`;
  return `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><title>${title}</title><style>:root{color-scheme:light dark}body{max-width:30rem;margin:15vh auto;padding:0 1rem;font:1rem/1.5 system-ui}h1{line-height:1.25}a{line-height:3}</style><h1>${title}</h1><p>${text}</p>${way}</html>`;
}

function escaped(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}
