import { expect, test } from "vitest";
import { browserOf } from "#lib/sign-in/browser.rules.ts";

const CHROME = "AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0";
const IOS = "AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.6";

// Most browsers name others beside themselves.
test.for([
  [`Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${CHROME} Safari/537.36 Edg/140.0.0.0`, "Edge on Windows"],
  [`Mozilla/5.0 (Linux; Android 10; K) ${CHROME} Mobile Safari/537.36 EdgA/140.0.0.0`, "Edge on Android"],
  [`Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) ${IOS} EdgiOS/140.0 Safari/604.1`, "Edge on iPhone"],
  [`Mozilla/5.0 (X11; Linux x86_64) ${CHROME} Safari/537.36 OPR/92.0.0.0`, "Opera on Linux"],
  [`Mozilla/5.0 (Linux; Android 10; K) SamsungBrowser/28.0 ${CHROME} Safari/537.36`, "Samsung Internet on Android"],
  ["Mozilla/5.0 (X11; Linux x86_64; rv:142.0) Gecko/20100101 Firefox/142.0", "Firefox on Linux"],
  [`Mozilla/5.0 (iPad; CPU OS 18_6 like Mac OS X) ${IOS} FxiOS/142.0 Safari/605.1.15`, "Firefox on iPad"],
  [`Mozilla/5.0 (X11; CrOS x86_64 14541.0.0) ${CHROME} Safari/537.36`, "Chrome on ChromeOS"],
  [`Mozilla/5.0 (X11; Linux x86_64) ${CHROME.replace("Chrome", "HeadlessChrome")} Safari/537.36`, "Chrome on Linux"],
  [`Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) ${IOS} CriOS/140.0 Safari/604.1`, "Chrome on iPhone"],
  [`Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) ${IOS} Safari/605.1.15`, "Safari on macOS"],
  ["curl/8.14.1", "A browser on an unknown system"],
  ["", "A browser on an unknown system"],
  [null, "A browser on an unknown system"],
] as const)("%s is %s", ([userAgent, name]) => {
  expect(browserOf(userAgent)).toBe(name);
});
