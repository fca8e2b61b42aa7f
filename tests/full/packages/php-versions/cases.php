<?php

declare(strict_types=1);

// Meets cases of packages/cases.json, and goes through a gate: a line of JSON for each. ORDER: { url, check, start }.

use Ageway\{Ageway, Gate, Gate\Session, Gate\Visit};

// What is deprecated in this version is a fault.
error_reporting(E_ALL);
set_error_handler(static function (int $level, string $message, string $file, int $line): bool {
    if (error_reporting() & $level) {
        throw new ErrorException("$message in $file:$line");
    }
    return true;
});
require __DIR__ . '/../../../../packages/php/autoload.php';

$order = json_decode(getenv('ORDER'), true, flags: JSON_THROW_ON_ERROR);
$tell = static function (string $at, array $told): void {
    echo json_encode(['at' => $at] + $told, JSON_THROW_ON_ERROR), "\n";
};
$tell('php', ['version' => PHP_VERSION, 'curl' => function_exists('curl_init')]);
foreach ($order['check'] as $n => $given) {
    $timeout = ($given['why'] ?? '') === 'timeout' ? 300 : 10_000;
    $ageway = new Ageway("$order[url]/check/$n", 'pk_' . ($given['key'] ?? 'test') . '_cases', timeoutMs: $timeout);
    $checked = $ageway->check('token', 'device', $given['age'] ?? 18);
    $tell("check/$n", ['allowed' => $checked->allowed, 'why' => $checked->why?->value]);
}
foreach ($order['start'] as $n => $given) {
    $ageway = new Ageway("$order[url]/start/$n", 'pk_test_cases', 'sk_cases', timeoutMs: 10_000);
    $started = $ageway->start('device', 18, 'https://shop.example/');
    $tell("start/$n", ['started' => $started->started, 'why' => $started->why?->value]);
}

$session = new class implements Session {
    public mixed $state = null;

    public function read(): mixed
    {
        return $this->state;
    }

    public function write(array $state): void
    {
        $this->state = $state;
    }

    public function release(): void
    {
    }

    public function renew(): void
    {
    }
};
$gate = new Gate(new Ageway("$order[url]/check/0", 'pk_test_cases'), match: '/checkout');
$browser = ['Sec-Fetch-Mode' => 'navigate', 'Sec-Fetch-Dest' => 'document'];
foreach (['/', '/checkout', '/checkout?token_age_verified=token', '/checkout'] as $target) {
    $visit = new Visit('GET', $target, 'https://shop.example', static fn (string $name): ?string => $browser[$name] ?? null);
    $tell('gate', ['status' => $gate->answer($visit, $session)?->status]);
}
$tell('gate', ['confirmed' => $gate->isConfirmed($session), 'link' => $gate->startLink('/checkout')]);

// All other files, as far as this PHP reads them without the frameworks that they are for.
foreach (new RecursiveIteratorIterator(new RecursiveDirectoryIterator(__DIR__ . '/../../../../packages/php/src')) as $file) {
    if ($file->getExtension() === 'php') {
        token_get_all(file_get_contents($file->getPathname()), TOKEN_PARSE);
    }
}
$tell('end', []);
