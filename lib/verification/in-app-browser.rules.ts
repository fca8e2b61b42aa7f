/**
 * Browsers inside social-media apps: an eID's app cannot send the visitor back to them. Each pattern matches what the app
 * writes into its user agent. Only certain patterns are listed, because an ordinary browser that matches would be locked out.
 */
const APPS: readonly [name: string, mark: RegExp][] = [
  ["Messenger", /\bFB(?:AN|_IAB)\/(?:Messenger|MESSENGER|Orca)|\bMessengerLiteForiOS\b/],
  ["Instagram", /\bInstagram \d/],
  ["Threads", /\bBarcelona \d+\./],
  ["Facebook", /\[FB(?:AN|_IAB)\//],
  ["TikTok", /\b(?:musical_ly|trill)_\d/],
  ["Snapchat", /\bSnapchat\//],
  ["LinkedIn", /\bLinkedInApp\b/],
  ["X", /\bTwitter(?: for iP|Android)/],
  ["Pinterest", /\bPinterest\/(?:iOS|Android|\d)|\[Pinterest\//],
  ["Reddit", /\bReddit\/Version\b|\bRedditAndroid\b/],
  ["WeChat", /^(?!.*\bwxwork\/).*\bMicroMessenger\//],
  ["LINE", /\bLine\/\d/],
  ["KakaoTalk", /\bKAKAOTALK\b/],
  ["Telegram", /\bTelegram-Android\//],
  ["Klarna", /\bKlarna(?:App)?\/\d/],
  ["Google", /\bGSA\/\d/],
];

/** The name of the app whose browser this is; `null`: an ordinary browser, or an app that we do not know. */
export function inAppBrowserOf(userAgent: string | null): string | null {
  if (userAgent === null || userAgent.length > 1_000) return null;
  return APPS.find(([, mark]) => mark.test(userAgent))?.[0] ?? null;
}
