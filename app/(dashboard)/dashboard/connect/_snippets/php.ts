import type { Blanks } from "./blanks.ts";

export const php = ({
  ageway,
  key,
  provider,
  age,
  page,
  port,
}: Blanks) => String.raw`<?php // age.php: start it with "php -S localhost:${port} age.php"

define('AGEWAY', getenv('AGEWAY_URL') ?: '${ageway}');
define('KEY', getenv('AGEWAY_KEY') ?: '${key}');
const PAGE = '${page}'; // where visitors come back to

// What a 200 says; nothing else counts.
function ask(array $path, array $query): array
{
    $url = AGEWAY . '/api/' . implode('/', array_map('rawurlencode', $path)) . '?' . http_build_query($query);
    $secret = getenv('AGEWAY_SECRET'); // of a locked key
    $headers = $secret ? ['Authorization: Bearer ' . $secret] : [];
    if (function_exists('curl_init')) {
        $curl = curl_init($url);
        curl_setopt_array($curl, [CURLOPT_RETURNTRANSFER => true, CURLOPT_TIMEOUT => 5]);
        curl_setopt($curl, CURLOPT_HTTPHEADER, $headers);
        $body = curl_exec($curl);
        $is_answered = curl_getinfo($curl, CURLINFO_RESPONSE_CODE) === 200;
    } elseif (ini_get('allow_url_fopen')) {
        $options = ['timeout' => 5, 'follow_location' => 0, 'header' => $headers];
        $answer = @fopen($url, 'r', false, stream_context_create(['http' => $options])); // false for 4xx and 5xx
        $status = $answer ? stream_get_meta_data($answer)['wrapper_data'][0] : '';
        $is_answered = preg_match('#^HTTP/\S+ 200#', $status) === 1;
        $body = $is_answered ? stream_get_contents($answer) : '';
    } else throw new RuntimeException('PHP needs its curl extension, or allow_url_fopen, to ask Ageway');
    return $is_answered ? (array) json_decode($body, true) : [];
}

// Anything but a clear yes is a no.
function is_adult(string $token, string $device): bool
{
    $proof = ask(['auth_check', $token, $device], ['plugin_key' => KEY]);
    return ($proof['verified'] ?? null) === true && is_int($proof['age'] ?? null) && $proof['age'] >= ${age};
}

$is_https = str_starts_with(PAGE, 'https:');
session_start(['cookie_httponly' => true, 'cookie_samesite' => 'Lax', 'cookie_secure' => $is_https]);
$device = $_SESSION['device'] ??= bin2hex(random_bytes(16)); // of this visitor's own checks
$back = $_GET['token_age_verified'] ?? null;
if ($back !== null || $_SERVER['REQUEST_METHOD'] === 'POST') {
    $url = PAGE; // without the token
    if (is_string($back) && is_adult($back, $device)) {
        session_regenerate_id(true);
        $_SESSION['token'] = $back;
    } elseif ($back === null) // only a press starts a check
        $url = ask(['url_generator_${provider}', KEY, $device, '${age}'], ['domain' => PAGE])['url'] ?? PAGE;
    header('Referrer-Policy: no-referrer');
    header('Location: ' . $url, true, 303);
    exit;
}
$is_welcome = isset($_SESSION['token']) && is_adult($_SESSION['token'], $device); // asked anew for its 30 minutes
echo $is_welcome ? '<h1>Welcome</h1>' : '<form method="post"><button>Confirm that you are ${age}+</button></form>';
`;
