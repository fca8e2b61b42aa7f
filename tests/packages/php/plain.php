<?php

declare(strict_types=1);

// A shop in plain PHP: `/wine/3` is gated and has the fields of the case with that number, when `when` says.

use Ageway\Ageway;
use Ageway\Gate;

require __DIR__ . '/../../../packages/php/autoload.php';

$cases = json_decode(file_get_contents(__DIR__ . '/../../../packages/gate-test/cases.json'), true)['cache'];
$path = parse_url($_SERVER['REQUEST_URI'], PHP_URL_PATH);
$fields = $cases[(int) basename($path)]['given'] ?? [];
$when = $_GET['when'] ?? 'before';
$set = static function (string $moment, bool $isAlone = true) use ($fields, $when): void {
    foreach ($when === $moment ? $fields : [] as $name => $value) {
        header("$name: $value", $isAlone);
    }
};
$ageway = new Ageway('http://127.0.0.1:1', 'pk_test_gate');
$gate = new Gate($ageway, match: '/wine');
(new Gate($ageway, match: static fn (string $path): bool => preg_match('~^/Cellar$~', $path) === 1))->guard();

if ($path === '/yes') {
    session_start();
    $until = gmdate('Y-m-d\TH:i:s\Z', time() + 1_200);
    $_SESSION = ['ageway' => ['deviceId' => 'd', 'age' => 18, 'until' => $until, 'pluginKey' => 'pk_test_gate'], 'basket' => 'rye'];
}
if ($path === '/sign-out') {
    $gate->forget();
}
if ($path === '/state') {
    echo $gate->isConfirmed() ? 'confirmed' : 'not confirmed', ', ', $_SESSION['basket'] ?? 'nothing';
    return;
}
if (getenv('PAGE_CACHE') !== false) {
    // A page cache as WordPress has: it keeps pages by their address, and reads no header.
    $kept = getenv('PAGE_CACHE') . '/' . md5($_SERVER['REQUEST_URI']);
    if (is_file($kept)) {
        exit(file_get_contents($kept) . ' from the page cache');
    }
    ob_start(static function (string $page) use ($kept): string {
        if (!defined('DONOTCACHEPAGE')) {
            file_put_contents($kept, $page);
        }
        return $page;
    });
}
$set('before');
header_register_callback(static fn () => $set('written'));
if ($when === 'status line') {
    header('HTTP/1.1 200 OK');
    header('Content-Length: 5');
    header('Status: 200 OK');
}
if ($when === 'late') {
    session_start();
    echo '<p>';
    flush();
}
$gate->guard();
$set('after');
$set('added', false);
ob_start();
register_shutdown_function(static fn () => $set('end'));
echo '<h1>Welcome</h1>', defined('DONOTCACHEPAGE') ? 'not to be kept' : '';
