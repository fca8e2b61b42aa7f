import type { Page } from "@playwright/test";

/** What no reader should meet outside of code: names of ours for eIDs and amounts, words of the wire, times and ids of machines. */
const STRAY = [
  /\bprovider [sb]\b/gi,
  /\b[a-z]+(?:_[a-z]+)+\b/g,
  /\bminor\b/gi,
  /\d{4}-\d\d-\d\dT[\d:.]+/g,
  /\b[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}\b/g,
] as const;

/** The stray words in the text of a page. The addresses of personas have ids, so that tests can run side by side; a key is chance, and is shown on purpose. */
export async function strayWords(page: Page): Promise<string[]> {
  const texts = await page.evaluate(() => {
    const found: string[] = [];
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (walker.nextNode()) {
      const around = walker.currentNode.parentElement;
      if (!around?.closest("code, pre, kbd, script, style, template, [hidden]"))
        found.push(walker.currentNode.textContent ?? "");
    }
    return found;
  });
  const words = texts
    .join(" ")
    .split(/\s+/)
    .filter((word) => !word.includes("@") && !/^pk_(?:live|test)_/.test(word));
  const text = words.join(" ");
  return STRAY.flatMap((pattern) => text.match(pattern) ?? []);
}
