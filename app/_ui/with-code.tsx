/** A sentence in which what stands between backticks is code. */
export function WithCode({ children }: { children: string }) {
  return children.split("`").map((part, n) => (n % 2 === 0 ? part : <code key={n}>{part}</code>));
}

/** The same as a paragraph. */
export function Paragraph({ children }: { children: string }) {
  return (
    <p>
      <WithCode>{children}</WithCode>
    </p>
  );
}
