/** Writes a sentence, with what stands between backticks as code. */
export function WithCode({ children }: { children: string }) {
  return children.split("`").map((part, n) => (n % 2 === 0 ? part : <code key={n}>{part}</code>));
}

/** Does the same for a paragraph. */
export function Paragraph({ children }: { children: string }) {
  return (
    <p>
      <WithCode>{children}</WithCode>
    </p>
  );
}
