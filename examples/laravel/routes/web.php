<?php

use Illuminate\Http\Request;
use Illuminate\Support\Facades\Route;

Route::get('/', static fn () => catalogue());

Route::middleware('age:18')->group(static function (): void {
    Route::get('/checkout', static fn (Request $request) => checkout($request->query('wine')));
    Route::post('/order', static fn () => thanks());
});
