import ipaddr from "ipaddr.js";

/** What IPv6 gives out to the world so far (RFC 4291, 2.4); all else has no address of a shop in it. */
const GIVEN_OUT = ipaddr.parseCIDR("2000::/3");

/**
 * Does an address belong to one machine on the open internet? Neither to this machine, its network or a cloud's metadata,
 * nor to many, nor to another address in disguise (mapped, translated, tunnelled). The library knows the registries of
 * special addresses (RFC 6890).
 */
export function isPublic(address: string): boolean {
  if (!ipaddr.isValid(address)) return false;
  const parsed = ipaddr.parse(address);
  if (parsed.range() !== "unicast") return false;
  return parsed.kind() === "ipv4" || parsed.match(GIVEN_OUT);
}
