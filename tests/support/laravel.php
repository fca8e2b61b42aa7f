<?php
// Serves the controller in the file that CONTROLLER names, for every address, in the Laravel of examples/laravel.

use Illuminate\Contracts\Debug\ExceptionHandler;
use Illuminate\Cookie\Middleware\{AddQueuedCookiesToResponse, EncryptCookies};
use Illuminate\Foundation\{Application, Exceptions\Handler, Http\Kernel};
use Illuminate\Http\Request;
use Illuminate\Session\Middleware\StartSession;
use Illuminate\Support\Facades\Route;

require 'Illuminate/autoload.php';
require 'GuzzleHttp/autoload.php';
require __DIR__ . '/../../packages/php/autoload.php';
require getenv('CONTROLLER');

$_SERVER['SESSION_SECRET'] = 'of a shop';
$app = new Application(__DIR__ . '/../../examples/laravel');
$app->singleton(ExceptionHandler::class, Handler::class);
$app->booted(static function (): void {
    Route::any('/{any?}', App\Http\Controllers\AgeController::class)
        ->middleware([EncryptCookies::class, AddQueuedCookiesToResponse::class, StartSession::class]);
});
$kernel = $app->make(Kernel::class);
$request = Request::capture();
$response = $kernel->handle($request)->send();
$kernel->terminate($request, $response);
