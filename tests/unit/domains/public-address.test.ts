import { expect, test } from "vitest";
import { isPublic } from "#lib/domains/network.ts";

/** The last address before, the first and the last of, and the first after a range. `null`: what lies there is special too. */
const RANGES: [string, string | null, string, string, string | null][] = [
  ["this network", null, "0.0.0.0", "0.255.255.255", "1.0.0.0"],
  ["private, 10", "9.255.255.255", "10.0.0.0", "10.255.255.255", "11.0.0.0"],
  ["behind a carrier", "100.63.255.255", "100.64.0.0", "100.127.255.255", "100.128.0.0"],
  ["loopback", "126.255.255.255", "127.0.0.0", "127.255.255.255", "128.0.0.0"],
  ["link-local, with the metadata of clouds", "169.253.255.255", "169.254.0.0", "169.254.255.255", "169.255.0.0"],
  ["private, 172.16", "172.15.255.255", "172.16.0.0", "172.31.255.255", "172.32.0.0"],
  ["protocol assignments", "191.255.255.255", "192.0.0.0", "192.0.0.255", "192.0.1.0"],
  ["documentation, 192.0.2", "192.0.1.255", "192.0.2.0", "192.0.2.255", "192.0.3.0"],
  ["6to4 relays", "192.88.98.255", "192.88.99.0", "192.88.99.255", "192.88.100.0"],
  ["private, 192.168", "192.167.255.255", "192.168.0.0", "192.168.255.255", "192.169.0.0"],
  ["benchmarks", "198.17.255.255", "198.18.0.0", "198.19.255.255", "198.20.0.0"],
  ["documentation, 198.51.100", "198.51.99.255", "198.51.100.0", "198.51.100.255", "198.51.101.0"],
  ["documentation, 203.0.113", "203.0.112.255", "203.0.113.0", "203.0.113.255", "203.0.114.0"],
  ["multicast, reserved, broadcast", "223.255.255.255", "224.0.0.0", "255.255.255.255", null],
  ["all before what is given out", null, "::", "1fff:ffff:ffff:ffff:ffff:ffff:ffff:ffff", "2000::"],
  ["protocol assignments, with Teredo", "2000:ffff:ffff:ffff::", "2001::", "2001:1ff:ffff:ffff::", "2001:200::"],
  ["documentation, 2001:db8", "2001:db7:ffff:ffff::", "2001:db8::", "2001:db8:ffff:ffff::", "2001:db9::"],
  ["6to4", "2001:ffff:ffff:ffff::", "2002::", "2002:ffff:ffff:ffff::", "2003::"],
  ["documentation, 3fff", "3ffe:ffff:ffff:ffff::", "3fff::", "3fff:fff:ffff:ffff::", "3fff:1000::"],
  [
    "all after what is given out",
    "3fff:ffff:ffff:ffff:ffff:ffff:ffff:ffff",
    "4000::",
    "ffff:ffff:ffff:ffff:ffff:ffff:ffff:ffff",
    null,
  ],
];

test.for(RANGES)("%s is not public, and what lies around it is", ([, before, first, last, after]) => {
  expect([first, last].map(isPublic)).toEqual([false, false]);
  for (const around of [before, after]) if (around !== null) expect([around, isPublic(around)]).toEqual([around, true]);
});

test.for([
  ["::1", "loopback"],
  ["::", "unspecified"],
  ["::127.0.0.1", "an IPv4 address, compatible"],
  ["::ffff:127.0.0.1", "an IPv4 address, mapped"],
  ["::ffff:93.184.216.34", "a public IPv4 address, mapped"],
  ["::ffff:7f00:1", "an IPv4 address, mapped, in hex"],
  ["::ffff:0:127.0.0.1", "an IPv4 address, translated"],
  ["64:ff9b::7f00:1", "NAT64"],
  ["64:ff9b:1::7f00:1", "NAT64 of a network's own"],
  ["100::1", "discarded"],
  ["2002:7f00:1::", "6to4 of loopback"],
  ["2001:0:7f00:1::", "Teredo"],
  ["5f00::1", "segment routing"],
  ["fc00::1", "unique local"],
  ["fd00:ec2::254", "a cloud's metadata"],
  ["fe80::1", "link-local"],
  ["fe80::1%eth0", "link-local, with its zone"],
  ["fec0::1", "site-local"],
  ["ff02::1", "multicast"],
  ["169.254.169.254", "a cloud's metadata"],
  ["100.100.100.200", "a cloud's metadata"],
  ["255.255.255.255", "broadcast"],
  ["", "nothing"],
  ["localhost", "a name"],
  ["1.2.3.4.5", "no address"],
] as const)("%s is not public: %s", ([address]) => expect(isPublic(address)).toBe(false));

test.for(["1.1.1.1", "9.9.9.9", "93.184.216.34", "2606:4700:4700::1111", "2a00:1450:4001:813::200e"])(
  "%s is public",
  (address) => expect(isPublic(address)).toBe(true),
);
