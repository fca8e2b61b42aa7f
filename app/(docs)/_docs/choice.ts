import { escapeHtml } from "./escape-html.rules.ts";

/** A part of a choice. `id`: the anchor of its label. */
type Option = { label: string; id?: string };

export const CHOICE = "flex w-fit flex-wrap gap-1 rounded-m border border-line bg-raised p-1 text-meta print:hidden";

/** Writes a label for each part of a choice, of which the style sheet shows one, without script. `name`: this choice's alone. */
export function choiceInside(name: string, options: readonly Option[]): string {
  return options
    .map(({ label, id }, n) => {
      const anchor = id === undefined ? "" : ` id="${id}"`;
      const input = `<input class="absolute inset-0 appearance-none" type="radio" name="${name}"${n === 0 ? " checked" : ""}>`;
      return `<label class="relative flex min-h-7 items-center rounded-s border-accent px-3 hover:bg-hover has-checked:border has-checked:bg-accent has-checked:text-on-accent"${anchor}>${input}${escapeHtml(label)}</label>`;
    })
    .join("");
}
