<?php

declare(strict_types=1);

// Visits a gate: for each line of JSON that it reads, { config, gate, session, visits }, it writes one with what was
// answered to each visit, and what the session then held.

use Ageway\Ageway;
use Ageway\Gate;
use Ageway\Gate\Readings;
use Ageway\Gate\Session;
use Ageway\Gate\Visit;
use Symfony\Component\HttpFoundation\Request;

require 'Symfony/Component/HttpFoundation/autoload.php';
require __DIR__ . '/../../../packages/php/autoload.php';

final class ArraySession implements Session
{
    /** How often it was given another id. */
    public int $renewed = 0;

    public function __construct(public mixed $state)
    {
    }

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
        $this->renewed++;
    }
}

while (($line = fgets(STDIN)) !== false) {
    ['config' => $config, 'gate' => $options, 'session' => $state, 'visits' => $visits] = json_decode($line, true, flags: JSON_THROW_ON_ERROR);
    $session = new ArraySession($state);
    $heard = [];
    $answers = [];
    try {
        $gate = new Gate(new Ageway(...$config), ...$options, onClosed: static function (object $why) use (&$heard): void {
            $heard[] = $why->why->value;
        });
        foreach ($visits as $visit) {
            ['method' => $method, 'target' => $target, 'headers' => $headers] = $visit;
            $paths = Readings::of(['REQUEST_URI' => $target] + ($visit['server'] ?? []));
            $header = static fn (string $name): ?string => $headers[strtolower($name)] ?? null;
            $made = new Visit($method, $target, 'http://shop.example', $header, $paths, $visit['address'] ?? null);
            if (isset($visit['request'])) {
                $server = ['REQUEST_METHOD' => $method, 'REQUEST_URI' => $target, 'HTTP_HOST' => 'shop.example'];
                $request = new Request(server: $server + $visit['request']);
                $request->headers->add($headers);
                $made = Visit::ofRequest($request);
            }
            $closed = $gate->answer($made, $session);
            $answers[] = ($closed === null ? ['status' => 'passed'] : get_object_vars($closed)) + ['session' => $session->state];
        }
    } catch (Throwable $fault) {
        $answers[] = ['thrown' => $fault::class];
    }
    echo json_encode(['answers' => $answers, 'heard' => $heard, 'renewed' => $session->renewed], JSON_THROW_ON_ERROR), "\n";
}
