import type { Blanks } from "./blanks.ts";

export const laravel = ({
  ageway,
  key,
  provider,
  age,
  page,
  path,
}: Blanks) => String.raw`<?php // app/Http/Controllers/AgeController.php
// In routes/web.php: Route::match(['get', 'post'], '${path}', AgeController::class);

namespace App\Http\Controllers;

use Illuminate\Http\Request;
use Illuminate\Support\Facades\Http;
use Illuminate\Support\Str;

class AgeController
{
    private const AGEWAY = '${ageway}'; // unless config/services.php has 'ageway' =>
    private const KEY = '${key}'; // ['url' => env('AGEWAY_URL'), …]
    private const PAGE = '${page}'; // where visitors come back to

    public function __invoke(Request $request)
    {
        $session = $request->session();
        $device = $session->get('age_device', fn () => (string) Str::uuid()); // of this visitor's own checks
        $session->put('age_device', $device);
        $back = $request->query('token_age_verified');
        if ($back !== null) { // keep a token that says yes, and take it out of the address
            if (is_string($back) && $this->isAdult($back, $device)) {
                $session->regenerate();
                $session->put('age_token', $back);
            }
            return redirect()->away(self::PAGE, 303, ['Referrer-Policy' => 'no-referrer']);
        }
        if ($request->isMethod('post')) { // only a press starts a check
            $made = $this->ask(['url_generator_${provider}', $this->key(), $device, '${age}'], ['domain' => self::PAGE]);
            return redirect()->away($made['url'] ?? self::PAGE, 303);
        }
        $token = $session->get('age_token');
        $isWelcome = $token !== null && $this->isAdult($token, $device); // asked anew for its 30 minutes
        $form = '<form method="post">' . csrf_field() . '<button>Confirm that you are ${age}+</button></form>';
        return response($isWelcome ? '<h1>Welcome</h1>' : $form);
    }

    private function isAdult(string $token, string $device): bool // anything but a clear yes is a no
    {
        $proof = $this->ask(['auth_check', $token, $device], ['plugin_key' => $this->key()]);
        return ($proof['verified'] ?? null) === true && is_int($proof['age'] ?? null) && $proof['age'] >= ${age};
    }

    private function key(): string { return config('services.ageway.key') ?? self::KEY; }

    private function ask(array $path, array $query): array // what a 200 says; nothing else counts
    {
        $url = (config('services.ageway.url') ?? self::AGEWAY) . '/api/' . implode('/', array_map('rawurlencode', $path));
        $http = Http::timeout(5)->withoutRedirecting();
        $secret = config('services.ageway.secret'); // of a locked key
        $answer = rescue(fn () => ($secret ? $http->withToken($secret) : $http)->get($url, $query));
        return $answer?->status() === 200 ? (array) $answer->json() : [];
    }
}
`;
