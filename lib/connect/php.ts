import type { Blanks } from "./snippets.ts";

export const php = ({
  ageway,
  key,
  provider,
  page,
}: Blanks) => String.raw`<?php // shop.php: start it with "php -S localhost:8080 shop.php"

const AGEWAY = '${ageway}';
const KEY = '${key}';
const PAGE = '${page}'; // where visitors come back to

// Anything but a clear yes is a no.
function is_adult(string $token, string $device): bool
{
    $path = rawurlencode($token) . '/' . rawurlencode($device);
    $patience = stream_context_create(['http' => ['timeout' => 5, 'follow_location' => 0]]);
    $answer = @file_get_contents(AGEWAY . '/api/auth_check/' . $path . '?plugin_key=' . KEY, false, $patience);
    if ($answer === false || !preg_match('#^HTTP/\S+ 200#', $http_response_header[0])) return false;
    $proof = json_decode($answer, true);
    return ($proof['verified'] ?? null) === true && ($proof['age'] ?? 0) >= 18;
}

session_start(['cookie_httponly' => true, 'cookie_samesite' => 'Lax']);
$_SESSION['device'] ??= bin2hex(random_bytes(16));
$device = $_COOKIE['device_id'] ?? $_SESSION['device']; // the script tag's, or our own
$token = $_GET['token_age_verified'] ?? null;
if (is_string($token)) {
    if (is_adult($token, $device)) {
        session_regenerate_id(true);
        $_SESSION['is_adult'] = true;
    }
    header('Location: ' . PAGE, true, 303); // without the token
    exit;
}
if ($_SESSION['is_adult'] ?? false) exit('<h1>Welcome</h1>');
$path = KEY . '/' . rawurlencode($device) . '/18';
$start = AGEWAY . '/api/url_generator_${provider}/' . $path . '?domain=' . rawurlencode(PAGE);
echo '<a href="' . htmlspecialchars($start) . '">Confirm that you are 18 or over</a>';
`;
