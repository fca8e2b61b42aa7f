/** JSON in which no date breaks: browsers break a line after each of its hyphens. */
export function JsonText({ children }: { children: string }) {
  return children.split(/("\d{4}-[^"]+",?)/).map((part, n) =>
    n % 2 === 0 ? (
      part
    ) : (
      <span key={n} className="whitespace-nowrap">
        {part}
      </span>
    ),
  );
}
