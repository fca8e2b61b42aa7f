/** Says at a glance what a page is about, without colour too: something to know, a time that is over, an end. */
export type MarkName = keyof typeof SHAPES;

const ROUND = "M12 2a10 10 0 1 1 0 20 10 10 0 0 1 0-20";
const SHAPES = {
  info: `${ROUND}m0 9v6m0-10v.01`,
  clock: `${ROUND}m0 4v6l4 2`,
  stop: "M8 2h8l6 6v8l-6 6H8l-6-6V8zM7.5 12h9",
} as const;

export function Mark({ name }: { name: MarkName }) {
  return (
    <svg
      className={name}
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth="2"
      strokeLinecap="round"
      aria-hidden="true"
    >
      <path d={SHAPES[name]} />
    </svg>
  );
}
