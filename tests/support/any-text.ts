import fc from "fast-check";

/** Any character of Unicode. fast-check's own `binary`, of which its addresses are made too, takes a second: it lists all million. */
export const character = fc.nat(0x10ffff - 0x800).map((n) => String.fromCodePoint(n < 0xd800 ? n : n + 0x800));

/** What may stand in an address: any character, most of them as `%` writes it. */
export const addressText = fc.string({
  unit: fc.oneof(fc.constantFrom(..."az09-._~!$&'()*+,;=:@/?"), character.map(encodeURIComponent)),
});
