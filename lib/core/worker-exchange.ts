/** Adds an amount to what is known under a name: at the other workers of this machine, or at this one. */
type Publish = (name: string, amount: number) => void;
type Change = [kind: string, name: string, amount: number];

const listeners = new Map<string, Publish>();
/** What is not sent yet, by kind and name. */
let waiting = new Map<string, Change>();

const { AGEWAY_PROCESS: role, WORKERS: count } = process.env;
const isOneOfSeveral = role === "worker" && count !== "1" && process.send !== undefined;
if (isOneOfSeveral)
  process.on("message", (message: { changes?: Change[] } | null) => {
    for (const [kind, name, amount] of message?.changes ?? []) listeners.get(kind)?.(name, amount);
  });

/**
 * Calls `receive` with the changes of one kind that other workers publish, and returns the function that publishes ours; `null`:
 * there are no other workers. The changes of one turn of the event loop are one message, which leaves while their calls wait for
 * the database. So no call waits for it, and a call that begins after another was answered finds the change of that one. Calls
 * in the same millisecond may miss each other's changes.
 */
export function exchange(kind: string, receive: Publish): Publish | null {
  if (!isOneOfSeveral) return null;
  listeners.set(kind, receive);
  return (name, amount) => {
    if (waiting.size === 0) setImmediate(send);
    const key = `${kind} ${name}`;
    const known = waiting.get(key);
    if (known) known[2] += amount;
    else waiting.set(key, [kind, name, amount]);
  };
}

function send(): void {
  const changes = [...waiting.values()].filter(([, , amount]) => amount !== 0);
  waiting = new Map();
  // Without its supervisor, this worker is ending.
  if (process.connected && changes.length > 0) process.send?.({ changes }, undefined, undefined, () => {});
}
