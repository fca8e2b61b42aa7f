import { BASE_URL_IN_DOCS as BASE, KEY_IN_DOCS as KEY } from "#app/(docs)/_docs/built-docs.ts";

/** A whole program that makes one call. `lang`: as viewers of OpenAPI documents know it. */
export type Sample = { lang: string; label: string; source: string };

export const [DEVICE, TOKEN] = ["3f1c9a52-7d4e-4b86-9c0f-2a5e8d7b6134", "Vb3nR8kQ1xYtZ6mWcL0dHsFpJ4uGaE7oTiKqNrXwB2M"];
const PAGE = "http://localhost:8080/";

/** `x-codeSamples` of a generator: each prints the link. */
export function startSamples(name: string): Sample[] {
  const start = `${BASE}/api/${name}/${KEY}`;
  return samples({
    curl: `curl --get '${start}/${DEVICE}/18' \\\n  --data-urlencode 'domain=${PAGE}'`,
    node: `
const device = crypto.randomUUID(); // keep it in the visitor's session
const page = encodeURIComponent("${PAGE}");
const answer = await fetch(\`${start}/\${device}/18?domain=\${page}\`);
if (!answer.ok) throw new Error(answer.headers.get("Ageway-Reason"));
const { url } = await answer.json();
console.log(url); // send the visitor there`,
    php: `
<?php
$device = bin2hex(random_bytes(16)); // keep it in the visitor's session
$page = rawurlencode('${PAGE}');
$answer = file_get_contents("${start}/$device/18?domain=$page");
['url' => $url] = json_decode($answer, true);
echo $url, "\\n"; // send the visitor there`,
    python: `
import json, uuid
from urllib.parse import quote
from urllib.request import urlopen

device = uuid.uuid4()  # keep it in the visitor's session
page = quote("${PAGE}", safe="")
with urlopen(f"${start}/{device}/18?domain={page}") as answer:
    print(json.load(answer)["url"])  # send the visitor there`,
  });
}

/** `x-codeSamples` of the token check: each prints whether the visitor is an adult. Anything but a clear yes is a no. */
export const CHECK_SAMPLES: readonly Sample[] = samples({
  curl: `curl '${BASE}/api/auth_check/${TOKEN}/${DEVICE}?plugin_key=${KEY}'`,
  node: `
const token = "${TOKEN}"; // token_age_verified
const device = "${DEVICE}"; // from the visitor's session
const address = \`${BASE}/api/auth_check/\${token}/\${device}?plugin_key=${KEY}\`;
const answer = await fetch(address, { signal: AbortSignal.timeout(5000) }).catch(() => null);
const proof = answer?.status === 200 ? await answer.json() : null;
const isAdult = proof?.verified === true && Number.isInteger(proof.age) && proof.age >= 18;
console.log(isAdult ? "yes" : "no");`,
  php: `
<?php
$token = '${TOKEN}'; // token_age_verified
$device = '${DEVICE}'; // from the visitor's session
$address = "${BASE}/api/auth_check/$token/$device?plugin_key=${KEY}";
$options = ['http' => ['timeout' => 5, 'follow_location' => 0]];
$body = @file_get_contents($address, false, stream_context_create($options));
$proof = $body === false ? null : json_decode($body, true);
$is_adult = ($proof['verified'] ?? null) === true && is_int($proof['age'] ?? null) && $proof['age'] >= 18;
echo $is_adult ? 'yes' : 'no', "\\n";`,
  python: `
import json
from urllib.request import urlopen

token = "${TOKEN}"  # token_age_verified
device = "${DEVICE}"  # from the visitor's session
address = f"${BASE}/api/auth_check/{token}/{device}?plugin_key=${KEY}"
try:
    with urlopen(address, timeout=5) as answer:
        proof = json.load(answer)
    is_adult = proof["verified"] is True and type(proof["age"]) is int and proof["age"] >= 18
except Exception:
    is_adult = False
print("yes" if is_adult else "no")`,
});

function samples(sources: Record<"curl" | "node" | "php" | "python", string>): Sample[] {
  return [
    { lang: "Shell", label: "curl", source: sources.curl },
    { lang: "JavaScript", label: "Node", source: sources.node.trimStart() },
    { lang: "PHP", label: "PHP", source: sources.php.trimStart() },
    { lang: "Python", label: "Python", source: sources.python.trimStart() },
  ];
}
