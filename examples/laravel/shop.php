<?php // php -S localhost:8080 shop.php

use Illuminate\Contracts\Debug\ExceptionHandler;
use Illuminate\Cookie\Middleware\{AddQueuedCookiesToResponse, EncryptCookies};
use Illuminate\Foundation\{Application, Exceptions\Handler, Http\Kernel};
use Illuminate\Http\Request;
use Illuminate\Session\Middleware\StartSession;
use Illuminate\Support\Facades\Route;

require 'Illuminate/autoload.php'; // Debian's; with Composer: 'vendor/autoload.php' alone
require __DIR__ . '/../../packages/php/autoload.php';
require __DIR__ . '/../php/pages.php';

// What the files of a new Laravel application do, as far as this shop needs it.
$app = new Application(__DIR__);
$app->singleton(ExceptionHandler::class, Handler::class);
$app->booted(static function (): void {
    Route::middlewareGroup('web', [EncryptCookies::class, AddQueuedCookiesToResponse::class, StartSession::class]);
    Route::middleware('web')->group(__DIR__ . '/routes/web.php');
});
$kernel = $app->make(Kernel::class);
$request = Request::capture();
$response = $kernel->handle($request)->send();
$kernel->terminate($request, $response);
