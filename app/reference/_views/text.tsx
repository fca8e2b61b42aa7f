/** A text of the document, with its code marked. */
export function Text({ children }: { children: string }) {
  return children.split("`").map((part, n) => {
    return n % 2 === 0 ? part : <code key={n}>{part}</code>;
  });
}
