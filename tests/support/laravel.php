<?php
// What the snippet for Laravel calls of it, as little as it needs: Laravel itself cannot be installed here. Serves the
// controller in the file that CONTROLLER names, for every address.

namespace Illuminate\Support {
    class Str
    {
        public static function uuid(): string
        {
            return vsprintf('%s%s-%s-%s-%s-%s%s%s', str_split(bin2hex(random_bytes(16)), 4));
        }
    }
}

namespace Illuminate\Support\Facades {
    class Http
    {
        private array $headers = [];

        public static function timeout(int $seconds): self
        {
            return new self();
        }

        public function withoutRedirecting(): self
        {
            return $this;
        }

        public function withToken(string $token): self
        {
            $this->headers[] = 'Authorization: Bearer ' . $token;
            return $this;
        }

        public function get(string $url, array $query): object
        {
            $options = ['timeout' => 5, 'follow_location' => 0, 'ignore_errors' => true, 'header' => $this->headers];
            $context = stream_context_create(['http' => $options]);
            $answer = @fopen($url . '?' . http_build_query($query), 'r', false, $context);
            if ($answer === false) throw new \RuntimeException('cURL error 7');
            $line = stream_get_meta_data($answer)['wrapper_data'][0];
            return new class((int) explode(' ', $line)[1], stream_get_contents($answer)) {
                public function __construct(private int $status, private string $body)
                {
                }

                public function status(): int
                {
                    return $this->status;
                }

                public function json(): mixed
                {
                    return json_decode($this->body, true);
                }
            };
        }
    }
}

namespace Illuminate\Http {
    class Request
    {
        public function session(): object
        {
            return new class() {
                public function get(string $name, mixed $default = null): mixed
                {
                    return $_SESSION[$name] ?? ($default instanceof \Closure ? $default() : $default);
                }

                public function put(string $name, mixed $value): void
                {
                    $_SESSION[$name] = $value;
                }

                public function regenerate(): void
                {
                    session_regenerate_id(true);
                }
            };
        }

        public function query(string $name): mixed
        {
            return $_GET[$name] ?? null;
        }

        public function isMethod(string $method): bool
        {
            return strtolower($_SERVER['REQUEST_METHOD']) === $method;
        }
    }
}

namespace {
    function redirect(): object
    {
        return new class() {
            public function away(string $url, int $status): string
            {
                header('Location: ' . $url, true, $status);
                return '';
            }
        };
    }

    function response(string $content): string
    {
        return $content;
    }

    function config(string $name): ?string
    {
        return $name === 'services.ageway.secret' ? (getenv('AGEWAY_SECRET') ?: null) : null;
    }

    function rescue(callable $call): mixed
    {
        try {
            return $call();
        } catch (\Throwable) {
            return null;
        }
    }

    function csrf_field(): string
    {
        return '';
    }

    session_start(['cookie_httponly' => true, 'cookie_samesite' => 'Lax']);
    require getenv('CONTROLLER');
    echo (new \App\Http\Controllers\AgeController())(new \Illuminate\Http\Request());
}
