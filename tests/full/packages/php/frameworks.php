<?php

declare(strict_types=1);

// Gated pages of Symfony and Laravel whose listeners and middleware speak to caches. Behind a server they answer at the moment that
// `when` names; else a line of JSON has the fields that leave, for each case of packages/gate-test/cases.json and each moment that
// frameworks have, for a visitor with a yes and for one without.

use Ageway\{Ageway, Gate, Symfony\AgeGateSubscriber};
use Illuminate\Contracts\Debug\ExceptionHandler;
use Illuminate\Foundation\{Application, Exceptions\Handler, Http\Kernel};
use Illuminate\Http\Request as LaravelRequest;
use Illuminate\Session\Middleware\StartSession;
use Illuminate\Support\Facades\Route;
use Symfony\Component\EventDispatcher\EventDispatcher;
use Symfony\Component\HttpFoundation\{Request, RequestStack, Response, Session\Session, Session\Storage\MockArraySessionStorage};
use Symfony\Component\HttpKernel\Controller\{ArgumentResolver, ControllerResolver};
use Symfony\Component\HttpKernel\{HttpKernel, KernelEvents};

require 'Illuminate/autoload.php';
require 'Symfony/Component/HttpKernel/autoload.php';
require __DIR__ . '/../../../../packages/php/autoload.php';

const NAVIGATION = ['HTTP_SEC_FETCH_MODE' => 'navigate', 'HTTP_SEC_FETCH_DEST' => 'document'];
$cases = json_decode(file_get_contents(__DIR__ . '/../../../../packages/gate-test/cases.json'), true)['cache'];
$until = gmdate('Y-m-d\TH:i:s\Z', time() + 1_200);
$yes = ['deviceId' => 'd', 'age' => 18, 'until' => $until, 'pluginKey' => 'pk_test_gate'];

/** What a test sets, for the request that is under way. */
final class Now
{
    public static string $moment = '';
    public static array $fields = [];
    public static ?array $state = null;

    public static function give(string $moment, Response $response): Response
    {
        foreach ($moment === self::$moment ? self::$fields : [] as $name => $value) {
            $response->headers->set($name, $value);
        }
        return $response;
    }
}

final class SignIn
{
    public function handle($request, Closure $next)
    {
        $request->session()->put('ageway', Now::$state);
        return Now::give('middleware', $next($request));
    }
}

final class Outermost
{
    public function handle($request, Closure $next)
    {
        return Now::give('outermost', $next($request));
    }
}

$symfony = static function (string $path): Response {
    $dispatcher = new EventDispatcher();
    $gate = new Gate(new Ageway('http://127.0.0.1:1', 'pk_test_gate'), match: '/wine');
    foreach (['listener' => 0, 'last listener' => PHP_INT_MIN + 1] as $moment => $priority) {
        $dispatcher->addListener(KernelEvents::RESPONSE, static fn ($event) => Now::give($moment, $event->getResponse()), $priority);
    }
    $dispatcher->addSubscriber(new AgeGateSubscriber($gate));
    $session = new Session(new MockArraySessionStorage());
    $request = Request::create($path, server: NAVIGATION);
    $request->setSession($session);
    $request->cookies->set($session->getName(), 'before');
    Now::$state === null || $session->set('ageway', Now::$state);
    $request->attributes->set('_controller', static fn () => Now::give('route', new Response('<h1>Welcome</h1>')));
    $kernel = new HttpKernel($dispatcher, new ControllerResolver(), new RequestStack(), new ArgumentResolver());
    return $kernel->handle($request);
};

putenv('AGEWAY_URL=http://127.0.0.1:1');
putenv('AGEWAY_KEY=pk_test_gate');
$_SERVER['SESSION_SECRET'] = $_ENV['SESSION_SECRET'] = 'at least thirty-two random characters';
$app = new Application(__DIR__ . '/../../../../examples/laravel');
$app->singleton(ExceptionHandler::class, Handler::class);
$app->booted(static function () use ($app): void {
    $app['config']->set('session.driver', 'array');
    $welcome = static fn () => Now::give('route', response('<h1>Welcome</h1>'));
    Route::get('/wine/{n}', $welcome)->middleware([StartSession::class, SignIn::class, 'age:18']);
    Route::get('/beer/{n}', $welcome)->middleware([StartSession::class, SignIn::class]);
});
$kernel = $app->make(Kernel::class)->prependMiddleware(Outermost::class);
$laravel = static fn (string $path): Response => $kernel->handle(LaravelRequest::create($path, server: NAVIGATION));

$moments = [
    'symfony' => [$symfony, ['route', 'listener', 'last listener']],
    'laravel' => [$laravel, ['route', 'middleware', 'outermost']],
];
if (PHP_SAPI === 'cli-server') {
    $path = strtok($_SERVER['REQUEST_URI'], '?');
    Now::$moment = $_GET['when'] ?? '';
    Now::$fields = $cases[(int) basename($path)]['given'] ?? [];
    Now::$state = isset($_COOKIE['yes']) ? $yes : null;
    if ($path === '/yes') {
        setcookie('yes', '1');
        return;
    }
    $answer = $moments[getenv('FRAMEWORK')][0]($path);
    // A cache would keep nothing that sets one.
    $answer->headers->remove('Set-Cookie');
    $answer->send();
    return;
}
foreach ($moments as $framework => [$ask, $when]) {
    foreach ($when as Now::$moment) {
        foreach ($cases as ['name' => $name, 'given' => Now::$fields, 'leaves' => $leaves]) {
            foreach ([200 => $yes, 303 => null] as $expected => Now::$state) {
                $answer = $ask('/wine/1');
                $told = ['framework' => $framework, 'moment' => Now::$moment, 'name' => $name, 'leaves' => $leaves];
                $heard = ['status' => $answer->getStatusCode(), 'headers' => array_map('current', $answer->headers->all())];
                echo json_encode([...$told, 'expected' => $expected, ...$heard], JSON_THROW_ON_ERROR), "\n";
            }
        }
    }
}
