import { BlockList, isIP } from "node:net";

/** The names that Express's `trust proxy` has, too. */
const NAMED = new Map([
  ["loopback", ["127.0.0.0/8", "::1"]],
  ["uniquelocal", ["10.0.0.0/8", "172.16.0.0/12", "192.168.0.0/16", "fc00::/7"]],
]);

/** Reads names, addresses and networks, separated by commas. `null`: one is something else, or everybody. */
export function readProxies(text: string): BlockList | null {
  const list = new BlockList();
  for (const entry of text.split(",").flatMap((one) => NAMED.get(one.trim()) ?? one.trim())) {
    const [address = "", bits] = entry.split(/\/(.*)/s);
    const [family, longest] = isIP(address) === 6 ? (["ipv6", 128] as const) : (["ipv4", 32] as const);
    if (isIP(address) === 0 || !(bits === undefined || (/^[1-9]\d*$/.test(bits) && +bits <= longest))) return null;
    list.addSubnet(address, Number(bits ?? longest), family);
  }
  return list;
}

export function isAmong(proxies: BlockList, address = ""): boolean {
  return isIP(address) !== 0 && proxies.check(address, isIP(address) === 6 ? "ipv6" : "ipv4");
}
