/**
 * Browsers inside social-media apps: an eID's app cannot hand the visitor back to them. Each is known by what the app
 * itself writes into the user agent. Only what is certain stands here: a browser that is taken for one by mistake would
 * lock its owner out.
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
];

/** The app whose own browser this is, by the name that its users know; `null`: an ordinary browser, or nothing we know. */
export function inAppBrowserOf(userAgent: string | null): string | null {
  if (userAgent === null || userAgent.length > 1_000) return null;
  return APPS.find(([, mark]) => mark.test(userAgent))?.[0] ?? null;
}
