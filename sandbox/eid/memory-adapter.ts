import { LRUCache } from "lru-cache";
import type { AdapterFactory, AdapterPayload } from "oidc-provider";

/** More than the logins that a sandbox remembers have. */
const MAX_STORED = 100_000;

/** Stores in memory what a provider asks for, by the interface that oidc-provider documents; without one it warns at every start. */
export function memoryAdapter(): AdapterFactory {
  const stored = new LRUCache<string, AdapterPayload>({ max: MAX_STORED });
  return (kind) => {
    const nameOf = (id: string) => `${kind} ${id}`;
    return {
      async upsert(id, payload, expiresIn) {
        stored.set(nameOf(id), payload, { ttl: (expiresIn ?? 0) * 1_000 });
        if (payload.uid) stored.set(nameOf(`uid ${payload.uid}`), payload, { ttl: (expiresIn ?? 0) * 1_000 });
      },
      find: async (id) => stored.get(nameOf(id)),
      findByUid: async (uid) => stored.get(nameOf(`uid ${uid}`)),
      findByUserCode: async () => undefined,
      async consume(id) {
        const payload = stored.get(nameOf(id));
        if (payload) payload.consumed = Math.floor(Date.now() / 1_000);
      },
      async destroy(id) {
        stored.delete(nameOf(id));
      },
      async revokeByGrantId(grantId) {
        for (const [name, payload] of stored.entries()) if (payload.grantId === grantId) stored.delete(name);
      },
    };
  };
}
