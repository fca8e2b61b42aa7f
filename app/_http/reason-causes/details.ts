import type { DETAILS } from "../reasons.ts";

type Details<R extends keyof typeof DETAILS> = Record<(typeof DETAILS)[R][number], string>;

export const LOAD_DETAILS = {
  prefetch:
    "A browser loads the address ahead of time. Put `rel=nofollow` on the link, and leave it out of what your page preloads.",
  embedded: "An image, a frame or a script loads it. Use a link, or a window of its own.",
  no_cors: "A fetch whose answer no page can read, such as one with mode no-cors. Leave the mode out.",
} as const satisfies Details<"speculative_load">;

export const DEVICE_ID_DETAILS = {
  wrong_length: "It has fewer than 8 characters or more than 128.",
  wrong_characters: "It has characters other than letters, digits, dots, hyphens, underscores and tildes.",
  placeholder:
    "It is what a program writes that has no id, such as `undefined`, a UUID of zeros or one character repeated.",
} as const satisfies Details<"device_id_invalid">;

export const DOMAIN_DETAILS = {
  twice: "The parameter `domain` is there more than once. Percent-encode an & in the address as `%26`.",
  not_encoded:
    "The address of the call holds spaces or letters as they are. Percent-encode the whole return address, in UTF-8.",
  not_utf8:
    "The query is percent-encoded in another character set, such as Latin-1. Encode it in UTF-8: ø is `%C3%B8`.",
  too_long: "It is longer than 2,048 characters.",
  backslash: "There is a backslash in it.",
  space: "There is a space or a control character in it; a + in a query is a space. Percent-encode it.",
  encoded_twice: "It begins with `https%3A` once it is decoded. Encode it once.",
  no_scheme: "It does not begin with `https://`.",
  not_https: "It begins with a scheme other than https. A test key may use http on a machine or network of your own.",
  user_in_address: "There is a user name before the host.",
  address_not_name: "The host is an IP address. A test key may use one of a private network, written out in full.",
  host_invalid: "The host is not a DNS name that anybody could own.",
} as const satisfies Details<"domain_invalid">;

export const DOMAIN_FIXES = {
  twice: "Send the parameter `domain` once, with each & of the address as `%26`.",
  not_encoded: "Percent-encode the whole return address once, in UTF-8.",
  not_utf8: "Percent-encode the query in UTF-8.",
  too_long: "Shorten the return address, and keep what it carries in the session.",
  backslash: "Write / instead of the backslash.",
  space: "Percent-encode the return address; a space in it is `%20`.",
  encoded_twice: "Percent-encode the return address once only.",
  no_scheme: "Write the whole address, with `https://` in front.",
  not_https: "Return to an `https://` page; an app opens from there.",
  user_in_address: "Leave the user name out of the address.",
  address_not_name: "Return to a host with a name.",
  host_invalid: "Return to a host with a name of its own in the DNS.",
} as const satisfies Details<"domain_invalid">;

export const IDEMPOTENCY_KEY_DETAILS = {
  empty: "The header is there, with nothing in it.",
  too_long: "It is longer than 255 characters.",
} as const satisfies Details<"idempotency_key_invalid">;

export const HOST_DETAILS = {
  return_url: "The host of domain is not verified.",
  origin: "The page that sent the call is on a host that is not verified.",
} as const satisfies Details<"domain_not_verified">;
