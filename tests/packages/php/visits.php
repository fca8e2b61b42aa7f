<?php

declare(strict_types=1);

// Visits a gate: for each line of JSON that it reads, { config, gate, session, visits }, it writes one with what was
// answered to each visit, and what the session then held.

use Ageway\Ageway;
use Ageway\Gate;
use Ageway\Gate\Readings;
use Ageway\Gate\Session;
use Ageway\Gate\Visit;
use Ageway\Psr15\RequestSession;
use GuzzleHttp\Psr7\ServerRequest;
use Symfony\Component\HttpFoundation\Request;

require 'GuzzleHttp/Psr7/autoload.php';
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

/** As middleware of Mezzio and of CakePHP puts them into a request. */
final class MezziosSession
{
    /** @param array<string, mixed> $kept */
    public function __construct(public array $kept, public int $renewed = 0)
    {
    }

    public function get(string $name): mixed
    {
        return $this->kept[$name] ?? null;
    }

    public function set(string $name, mixed $value): void
    {
        $this->kept[$name] = $value;
    }

    public function regenerate(): self
    {
        $this->renewed++;
        return $this;
    }
}

final class CakesSession
{
    public bool $isOpen = false;

    /** @param array<string, mixed> $kept */
    public function __construct(public array $kept, public int $renewed = 0)
    {
    }

    public function read(string $name): mixed
    {
        $this->isOpen = true;
        return $this->kept[$name] ?? null;
    }

    public function write(string $name, mixed $value): void
    {
        $this->isOpen = true;
        $this->kept[$name] = $value;
    }

    public function close(): bool
    {
        return !($this->isOpen = false);
    }

    public function renew(): void
    {
        if (!$this->isOpen) {
            throw new LogicException('PHP gives no other id to a session that is closed');
        }
        $this->renewed++;
    }
}

while (($line = fgets(STDIN)) !== false) {
    $question = json_decode($line, true, flags: JSON_THROW_ON_ERROR);
    if (isset($question['page'])) {
        try {
            $gate = new Gate(new Ageway('http://127.0.0.1:1', 'pk_test_gate'), ...$question['gate']);
            $link = ['value' => $gate->startLink($question['page'])];
        } catch (Throwable $fault) {
            $link = ['thrown' => $fault::class];
        }
        echo json_encode($link, JSON_THROW_ON_ERROR), "\n";
        continue;
    }
    ['config' => $config, 'gate' => $options, 'session' => $state, 'visits' => $visits] = $question;
    $session = new ArraySession($state);
    $theirs = match ($options['framework'] ?? null) {
        'mezzio' => new MezziosSession(['ageway' => $state]),
        'cakephp' => new CakesSession(['ageway' => $state]),
        default => null,
    };
    unset($options['framework']);
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
            $psr = new ServerRequest($method, $visit['uri'] ?? 'http://shop.example/', $headers, serverParams: $visit['psr'] ?? []);
            if (isset($visit['uri'])) {
                $made = Visit::ofPsr($psr);
            }
            $closed = $gate->answer($made, RequestSession::of($psr->withAttribute('session', $theirs)) ?? $session);
            $kept = $theirs === null ? $session->state : $theirs->kept['ageway'];
            $answers[] = ($closed === null ? ['status' => 'passed'] : get_object_vars($closed)) + ['session' => $kept];
        }
    } catch (Throwable $fault) {
        $answers[] = ['thrown' => $fault::class];
    }
    echo json_encode(['answers' => $answers, 'heard' => $heard, 'renewed' => ($theirs ?? $session)->renewed], JSON_THROW_ON_ERROR), "\n";
}
