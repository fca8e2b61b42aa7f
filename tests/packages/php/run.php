<?php

declare(strict_types=1);

// Calls Ageway\Ageway: for each line of JSON that it reads, { config, call, args }, it writes one with what came of it. A line of
// the kit for clients (packages/gate-test) is a call of `check`.

use Ageway\Ageway;

require __DIR__ . '/../../../packages/php/autoload.php';

$psr = [];
if (in_array('guzzle', $argv, true)) {
    require 'GuzzleHttp/autoload.php';
    $psr = ['client' => new GuzzleHttp\Client(['proxy' => '']), 'requests' => new GuzzleHttp\Psr7\HttpFactory()];
}
// What frameworks do: a warning of PHP's that nobody has silenced becomes an exception.
set_error_handler(static function (int $level, string $message): bool {
    if (error_reporting() & $level) {
        throw new ErrorException($message);
    }
    return true;
});

while (($line = fgets(STDIN)) !== false) {
    $asked = json_decode($line, true, flags: JSON_THROW_ON_ERROR);
    ['config' => $config, 'call' => $call, 'args' => $args] = isset($asked['base_url']) ? question($asked) : $asked;
    $began = microtime(true);
    try {
        $ageway = new Ageway(...$config, ...$psr);
        $answer = $call === 'print_r' ? print_r($ageway, true) : $ageway->$call(...$args);
        $fields = is_object($answer) ? get_object_vars($answer) : ['value' => $answer];
    } catch (Throwable $fault) {
        $fields = ['thrown' => $fault::class];
    }
    if (isset($fields['until'])) {
        $fields['until'] = $fields['until']->format(DATE_ATOM);
    }
    echo json_encode([...$fields, 'ms' => round(1_000 * (microtime(true) - $began))], JSON_THROW_ON_ERROR), "\n";
}

function question(array $asked): array
{
    return [
        'config' => ['url' => $asked['base_url'], 'pluginKey' => $asked['plugin_key'], 'timeoutMs' => $asked['timeout_ms']],
        'call' => 'check',
        'args' => ['token' => $asked['token'], 'deviceId' => $asked['device_id'], 'age' => $asked['age']],
    ];
}
