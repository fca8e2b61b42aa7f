import { expect, test } from "vitest";
import { inAppBrowserOf } from "#lib/verification/in-app-browser.rules.ts";

const IPHONE = "Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko)";
const ANDROID =
  "Mozilla/5.0 (Linux; Android 15; Pixel 8 Build/AP4A.250105.002; wv) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/140.0.7339.51 Mobile Safari/537.36";

test.for([
  [
    "Facebook",
    `${IPHONE} Mobile/22G86 [FBAN/FBIOS;FBAV/530.0.0.41.74;FBBV/783912345;FBDV/iPhone16,1;FBMD/iPhone;FBSN/iOS;FBSV/18.6;FBSS/3;FBCR/;FBID/phone;FBLC/da_DK;FBOP/5]`,
  ],
  ["Facebook", `${ANDROID} [FB_IAB/FB4A;FBAV/529.0.0.47.75;]`],
  [
    "Messenger",
    `${IPHONE} Mobile/22G86 [FBAN/MessengerForiOS;FBAV/520.0.0.43.100;FBBV/771234567;FBDV/iPhone15,2;FBMD/iPhone;FBSN/iOS;FBSV/18.6]`,
  ],
  ["Messenger", `${ANDROID} [FB_IAB/MESSENGER;FBAV/520.0.0.48.109;]`],
  ["Messenger", `${ANDROID} [FB_IAB/Orca-Android;FBAV/520.0.0.48.109;]`],
  [
    "Instagram",
    `${IPHONE} Mobile/22G86 Instagram 396.0.0.26.241 (iPhone16,1; iOS 18_6; da_DK; da; scale=3.00; 1179x2556; 784012345)`,
  ],
  [
    "Instagram",
    `${ANDROID} Instagram 395.0.0.43.77 Android (35/15; 420dpi; 1080x2205; Google/google; Pixel 8; shiba; shiba; da_DK; 778912345)`,
  ],
  [
    "Threads",
    `${IPHONE} Mobile/22G86 Barcelona 396.0.0.29.80 (iPhone16,1; iOS 18_6; da_DK; da; scale=3.00; 1179x2556; 784212345)`,
  ],
  [
    "TikTok",
    `${IPHONE} Mobile/22G86 musical_ly_41.1.0 JsSdk/2.0 NetType/WIFI Channel/App Store ByteLocale/da Region/DK isDarkMode/0 WKWebView/1 RevealType/Dialog BytedanceWebview/d8a21c6`,
  ],
  [
    "TikTok",
    `${ANDROID} trill_410105 JsSdk/1.0 NetType/WIFI Channel/googleplay AppName/trill app_version/41.1.5 ByteLocale/da-DK ByteFullLocale/da-DK Region/DK BytedanceWebview/d8a21c6`,
  ],
  ["Snapchat", `${IPHONE} Mobile/22G86 Snapchat/13.52.0.41 (like Safari/8621.3.11.10.3, panda)`],
  ["LinkedIn", `${IPHONE} Mobile/22G86 [LinkedInApp]/9.31.7426`],
  ["LinkedIn", `${ANDROID} [LinkedInApp]/4.1.1098`],
  ["X", `${IPHONE} Mobile/22G86 Twitter for iPhone/11.10`],
  ["X", `${ANDROID} TwitterAndroid`],
  ["Pinterest", `${IPHONE} Mobile/22G86 [Pinterest/iOS]`],
  ["Pinterest", `${ANDROID} [Pinterest/Android]`],
  ["Pinterest", `${IPHONE} Mobile/22G86 Pinterest/13.30`],
  ["Pinterest", `${IPHONE} Mobile/22G86 Pinterest/iOS`],
  [
    "Reddit",
    `${IPHONE} Mobile/22G86 Safari/604.1 Reddit/Version 2025.32.0/Build 620123/iOS Version 18.6 (Build 22G86)`,
  ],
  ["WeChat", `${IPHONE} Mobile/22G86 MicroMessenger/8.0.61(0x18003d29) NetType/WIFI Language/en`],
  ["LINE", `${IPHONE} Mobile/22G86 Safari Line/15.13.0`],
  ["LINE", `${ANDROID} Line/15.13.1/IAB`],
  ["KakaoTalk", `${IPHONE} Mobile/22G86 KAKAOTALK/25.7.2 (INAPP)`],
  ["Klarna", `${IPHONE} Mobile/22G86 Klarna/25.30.230`],
  ["Klarna", `${ANDROID} KlarnaApp/25.30.230`],
  ["Google", `${IPHONE} GSA/385.0.800421732 Mobile/15E148 Safari/604.1`],
  ["Google", `${ANDROID} GSA/16.33.40.sa.arm64`],
  ["Telegram", `${ANDROID} Telegram-Android/11.14.1 (Google Pixel 8; Android 15; SDK 35; HIGH)`],
])("%s is known by its own mark: %s", ([app = "", userAgent = ""]) => {
  expect(inAppBrowserOf(userAgent)).toBe(app);
});

test.for([
  ["Safari on an iPhone", `${IPHONE} Version/18.6 Mobile/15E148 Safari/604.1`],
  [
    "Safari on an iPad",
    "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.6 Safari/605.1.15",
  ],
  ["Chrome on an iPhone", `${IPHONE} CriOS/140.0.7339.39 Mobile/15E148 Safari/604.1`],
  [
    "Chrome on Android",
    "Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Mobile Safari/537.36",
  ],
  [
    "Chrome on Windows",
    "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36",
  ],
  ["Firefox on Android", "Mozilla/5.0 (Android 15; Mobile; rv:142.0) Gecko/142.0 Firefox/142.0"],
  ["Firefox on an iPhone", `${IPHONE} FxiOS/142.0 Mobile/15E148 Safari/605.1.15`],
  ["Firefox on Linux", "Mozilla/5.0 (X11; Linux x86_64; rv:142.0) Gecko/20100101 Firefox/142.0"],
  [
    "Samsung Internet",
    "Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) SamsungBrowser/28.0 Chrome/130.0.0.0 Mobile Safari/537.36",
  ],
  [
    "Edge on Android",
    "Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Mobile Safari/537.36 EdgA/140.0.0.0",
  ],
  ["Edge on an iPhone", `${IPHONE} Version/18.0 EdgiOS/140.0.3485.54 Mobile/15E148 Safari/604.1`],
  [
    "Edge on Windows",
    "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36 Edg/140.0.0.0",
  ],
  [
    "Opera on Android",
    "Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/139.0.0.0 Mobile Safari/537.36 OPR/92.0.0.0",
  ],
  ["DuckDuckGo on an iPhone", `${IPHONE} Version/18.6 Mobile/15E148 DuckDuckGo/7 Safari/605.1.15`],
  ["a web view nobody knows", ANDROID],
  ["a company's WeChat", `${IPHONE} Mobile/22G86 wxwork/4.1.36 MicroMessenger/7.0.1 Language/en`],
  ["a browser online", "Mozilla/5.0 (X11; Linux x86_64) Offline/1.0 Pipeline/3.2"],
  ["nothing", ""],
])("%s is an ordinary browser", ([, userAgent = ""]) => {
  expect(inAppBrowserOf(userAgent)).toBeNull();
});

test("no header at all, or an endless one, is an ordinary browser", () => {
  const marked = (length: number) => "Instagram 1".padEnd(length);
  expect([inAppBrowserOf(marked(1_000)), inAppBrowserOf(marked(1_001))]).toEqual(["Instagram", null]);
  expect([inAppBrowserOf(null), inAppBrowserOf("Instagram 1 ".repeat(100_000))]).toEqual([null, null]);
});
