/** Shows the method of an endpoint. */
export function MethodName({ children }: { children: string }) {
  return <b className="font-mono text-meta font-semibold text-accent">{children}</b>;
}
