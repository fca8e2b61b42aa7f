import postgres from "postgres";
import type { DatabaseAddress } from "./address.ts";
import type { Line, Watch } from "./line.ts";
import { openLine } from "./open-socket.ts";

type Host = DatabaseAddress["hosts"][number];
type Options = Omit<postgres.Options<Record<string, postgres.PostgresType>>, "connection"> & {
  connection?: Readonly<Record<string, string>>;
};
/** `onLine`: gets each line that is opened. */
type Watching = Watch & { onLine?: (line: Line) => void };

const CONNECT_SECONDS = 5;

/**
 * A client of the driver for an address, whose text the driver never sees: it would read it in its own way. Of several hosts it takes
 * one that takes writes.
 */
export function openClient(
  address: DatabaseAddress,
  options: Options = {},
  { onLine, ...watch }: Watching = {},
): postgres.Sql {
  const seconds = Number(options.connect_timeout ?? CONNECT_SECONDS);
  const { user, password, database } = address;
  const [{ host, port }, ...others] = address.hosts;
  // The driver would choose servers by it, and throw for a value that it does not know.
  delete process.env.PGTARGETSESSIONATTRS;
  return postgres({
    onnotice: () => {},
    // The driver would ask every new connection for all types of lists, and throw where nobody catches if that fails.
    fetch_types: false,
    ...options,
    host: [host],
    port: [port],
    user,
    // By a text that is empty, the driver would look for another one in the environment.
    password: () => password,
    database,
    ssl: false,
    connect_timeout: seconds,
    socket: async () => {
      const place = others.length === 0 ? address.hosts[0] : await findWritable(address);
      const line = await openLine(place, address, 1_000 * seconds, watch);
      onLine?.(line);
      return line;
    },
  } as object);
}

/** The host of each address that took writes last. */
const found = new WeakMap<DatabaseAddress, Host>();
/** What several connections ask for at once is asked once. */
const asked = new WeakMap<DatabaseAddress, Promise<Host>>();

function findWritable(address: DatabaseAddress): Promise<Host> {
  const asking = asked.get(address) ?? askHosts(address).finally(() => asked.delete(address));
  asked.set(address, asking);
  return asking;
}

/** Asks one after the other, and first the one of the last time. Where none takes writes, one that answers will do. */
async function askHosts(address: DatabaseAddress): Promise<Host> {
  const last = found.get(address);
  const hosts = [...(last ? [last] : []), ...address.hosts.filter((host) => host !== last)];
  const answering: Host[] = [];
  for (const host of hosts) {
    const takesWrites = await asksWrites(address, host);
    if (takesWrites) {
      found.set(address, host);
      return host;
    }
    if (takesWrites === false) answering.push(host);
  }
  return answering[0] ?? hosts[0] ?? address.hosts[0];
}

/** `null`: the host does not let us in, and the connection that is opened to it says why. */
async function asksWrites(address: DatabaseAddress, host: Host): Promise<boolean | null> {
  const client = openClient({ ...address, hosts: [host] }, { max: 1 });
  try {
    const [row] = await client`
      SELECT NOT pg_is_in_recovery() AND NOT current_setting('default_transaction_read_only')::boolean AS "takesWrites"`;
    return row?.takesWrites === true;
  } catch {
    return null;
  } finally {
    void client.end({ timeout: 0 });
  }
}
