import { createHash } from "node:crypto";
import { wordsForIntegrators } from "#app/verify/_views/messages.ts";

/**
 * Gives each block of code a button that copies it; without script, or over http to another machine, there is none. Chooses the
 * language that the address names.
 */
const SCRIPT = `{
const { look, copy, copied } = document.currentScript.dataset;
if (navigator.clipboard) for (const code of document.querySelectorAll("figure code")) {
const button = Object.assign(document.createElement("button"), { type: "button", className: look, textContent: copy, ariaLive: "polite" });
button.onclick = async () => {
await navigator.clipboard.writeText(code.textContent);
button.textContent = copied;
setTimeout(() => { button.textContent = copy; }, 2000);
};
code.closest("figure").append(button);
}
const choose = () => document.getElementById(location.hash.slice(1))?.querySelector("[type=radio]")?.click();
choose();
addEventListener("hashchange", choose);
}`;

/** Allows this script and no other (CSP). */
export const COPY_SCRIPT_SOURCE = `'sha256-${createHash("sha256").update(SCRIPT).digest("base64")}'`;

/** The script stands behind the blocks. Its words and the looks of its buttons are beside it, so that the hash is of the script alone. */
export function CopyScript() {
  const words = wordsForIntegrators();
  return (
    <script
      data-look="absolute end-0.5 top-2.75 min-h-8 rounded-m bg-sunk px-2.5 text-meta text-soft group-has-[figcaption]:top-0.5 hover:bg-hover hover:text-ink print:hidden"
      data-copy={words("docs.copy")}
      data-copied={words("docs.copied")}
      dangerouslySetInnerHTML={{ __html: SCRIPT }}
    />
  );
}
