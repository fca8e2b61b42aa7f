/** Says what a form hears that the server refused before its action. A text: of such an answer, Next's client hands on nothing else. */
export function refusedWrite(text: string): string {
  return JSON.stringify({ refused: text });
}

/** Reads what was refused; `null`: the answer is another's, such as a proxy's, and nobody knows whether something changed. */
export function readRefusedWrite(answer: string): string | null {
  try {
    const { refused } = JSON.parse(answer);
    return typeof refused === "string" ? refused : null;
  } catch {
    return null;
  }
}
