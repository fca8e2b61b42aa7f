<?php

declare(strict_types=1);

// A shop of PSR-15 on Guzzle's PSR-7: `/wine/3` is gated and has the fields of the case with that number, at `when`.

use Ageway\{Ageway, Gate, Psr15\AgeGate};
use GuzzleHttp\Psr7\{HttpFactory, Response, ServerRequest};
use Psr\Http\Message\{ResponseInterface, ServerRequestInterface};
use Psr\Http\Server\{MiddlewareInterface, RequestHandlerInterface};

require 'GuzzleHttp/Psr7/autoload.php';
require __DIR__ . '/psr15-interfaces.php';
require __DIR__ . '/../../../packages/php/autoload.php';
require __DIR__ . '/../../../examples/php/pages.php';

/** The next of what stands in a row, as a framework calls it. */
final class Row implements RequestHandlerInterface
{
    public function __construct(private readonly Closure|MiddlewareInterface $first, private readonly ?self $rest = null)
    {
    }

    public function handle(ServerRequestInterface $request): ResponseInterface
    {
        return $this->first instanceof Closure ? ($this->first)($request, $this->rest) : $this->first->process($request, $this->rest);
    }
}

$cases = json_decode(file_get_contents(__DIR__ . '/../../../packages/gate-test/cases.json'), true)['cache'];
$request = ServerRequest::fromGlobals();
$path = $request->getUri()->getPath();
$fields = $cases[(int) basename($path)]['given'] ?? [];
$when = $request->getQueryParams()['when'] ?? 'before';
$with = static function (string $moment, ResponseInterface $response) use ($fields, $when): ResponseInterface {
    foreach ($when === $moment ? $fields : [] as $name => $value) {
        $response = $response->withHeader($name, $value);
    }
    return $response;
};
$ageway = new Ageway(getenv('AGEWAY_URL') ?: 'http://127.0.0.1:1', getenv('AGEWAY_KEY') ?: 'pk_test_gate');
$gate = new Gate($ageway, match: ['/wine', '/checkout', '/order'], origin: 'http://' . $_SERVER['HTTP_HOST']);

if ($path === '/yes') {
    session_start();
    $until = gmdate('Y-m-d\TH:i:s\Z', time() + 1_200);
    $_SESSION = ['ageway' => ['deviceId' => 'd', 'age' => 18, 'until' => $until, 'pluginKey' => 'pk_test_gate']];
}
foreach ($when === 'before' ? $fields : [] as $name => $value) {
    header("$name: $value");
}
$shop = new Row(static fn (ServerRequestInterface $request): ResponseInterface => $with('handler', match ($path) {
    '/checkout' => new Response(200, [], checkout($request->getQueryParams()['wine'] ?? null)),
    '/order' => new Response(200, [], thanks()),
    default => new Response(200, [], '<h1>Welcome</h1>' . (defined('DONOTCACHEPAGE') ? 'not to be kept' : '')),
}));
$outer = static function (ServerRequestInterface $request, Row $rest) use ($with, $when): ResponseInterface {
    $response = $rest->handle($request);
    $returned = $response->getHeaderLine('Cache-Control');
    $response = $when === 'anew' ? new Response($response->getStatusCode(), [], $response->getBody()) : $response;
    return $with('around', $with('anew', $response))->withHeader('X-Returned', $returned);
};
$answer = (new Row($outer, new Row(new AgeGate($gate, new HttpFactory()), $shop)))->handle($request);

http_response_code($answer->getStatusCode());
foreach ($answer->getHeaders() as $name => $values) {
    foreach ($values as $n => $value) {
        header("$name: $value", $n === 0);
    }
}
echo $answer->getBody();
