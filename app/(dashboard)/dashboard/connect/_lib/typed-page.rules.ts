import { isDevelopmentHost, isLoopback } from "#lib/base/host.rules.ts";
import { type ReturnUrl, type ReturnUrlFlaw, readReturnUrl } from "#lib/core/return-url.rules.ts";

/** Reads the return page that a member typed, which may have no scheme, and spaces and letters as they are; or its flaw. */
export function readTypedPage(text: string, isTest: boolean): ReturnUrl | ReturnUrlFlaw {
  const typed = text.trim().replaceAll(" ", "%20");
  const read = readReturnUrl(typed, isTest);
  if (read !== "no_scheme") return read;
  const address = typed.replace(/^\/+/, "");
  const { hostname = "" } = URL.parse(`https://${address}`) ?? {};
  const isLocal = isLoopback(hostname) || (isTest && isDevelopmentHost(hostname));
  return readReturnUrl(`${isLocal ? "http" : "https"}://${address}`, isTest);
}

const WORDS: Partial<Record<ReturnUrlFlaw, string>> = {
  not_https: "Write a page with https. With a test key, http works on your own machine and network.",
  user_in_address: "Leave out the user name before the host.",
  address_not_name: "Write a host with a name. With a test key, an address of your own network works, too.",
  backslash: "Write / instead of the backslash.",
  too_long: "This address is longer than 2,048 characters.",
  encoded_twice: "This address is percent-encoded. Paste it as your browser shows it.",
};

export function pageFlawWords(flaw: ReturnUrlFlaw): string {
  return WORDS[flaw] ?? "Write the address of a page in full, such as https://shop.example/checkout.";
}
