<?php

declare(strict_types=1);

namespace Ageway;

use Ageway\Http\Answer;
use Ageway\Http\Transport;
use InvalidArgumentException;
use Psr\Http\Client\ClientInterface;
use Psr\Http\Message\RequestFactoryInterface;

/** One instance of Ageway, as one of its plugin keys sees it. */
final class Ageway
{
    /** Before a second try. */
    private const WAIT_MS = 250;
    /** The base address of the instance, without a slash at its end. */
    public readonly string $url;
    /** True for a locked key: then only `start` begins a check, and a link gets 403. */
    public readonly bool $isLocked;
    private readonly string $mode;
    private readonly Transport $transport;

    /**
     * Throws for a configuration that could never work, so that a shop finds out when it starts.
     *
     * @param string $url the base address of the instance, such as `https://age.example`
     * @param string $pluginKey `pk_test_…` or `pk_live_…`; it is public
     * @param string|null $secret `sk_…`, only for a locked key; it never leaves your backend. Empty, as an environment has it, is none
     * @param int $timeoutMs how long one call may take, with its answer read
     * @param ClientInterface|Transport|null $client asks in the place of curl; PSR-18 needs `$requests` too, and a time-out of its own
     * @param RequestFactoryInterface|null $requests makes the client's requests (PSR-17)
     */
    public function __construct(
        string $url,
        public readonly string $pluginKey,
        #[\SensitiveParameter] private readonly ?string $secret = null,
        private readonly int $timeoutMs = 5_000,
        ?object $client = null,
        ?object $requests = null,
    ) {
        if (preg_match('~^https?://[^\s?#@]+$~D', $url) !== 1 || parse_url($url) === false) {
            throw new InvalidArgumentException('url must be the base address of an instance, such as https://age.example');
        }
        if (preg_match('~^pk_(?:test|live)_\w+$~D', $pluginKey) !== 1) {
            throw new InvalidArgumentException('pluginKey must begin with pk_test_ or pk_live_');
        }
        if (($secret ?? '') !== '' && preg_match('~^sk_\w+$~D', $secret) !== 1) {
            throw new InvalidArgumentException('secret must begin with sk_');
        }
        if ($timeoutMs <= 0) {
            throw new InvalidArgumentException('timeoutMs must be above 0');
        }
        $this->url = rtrim($url, '/');
        $this->isLocked = ($secret ?? '') !== '';
        $this->mode = str_starts_with($pluginKey, 'pk_live_') ? 'live' : 'test';
        $this->transport = Transport::for($this->url, $client, $requests);
    }

    /**
     * An address for a link. A browser that goes there is sent on to our page.
     *
     * @param string $deviceId random, made by your backend for this visitor's session; never the visitor's word
     * @param int $age 16 or 18
     * @param string $returnUrl the page to come back to, whole: `https://shop.example/checkout`
     * @param string $provider `s` or `b`: which of the instance's two eIDs
     * @param string|null $language `da`, `de`, `en`, `fi`, `nb` or `sv`; the browser's unless told
     */
    public function startUrl(
        string $deviceId,
        int $age,
        string $returnUrl,
        string $provider = 's',
        ?string $language = null,
    ): string {
        $query = ['domain' => $returnUrl] + ($language === null ? [] : ['lang' => $language]);
        return $this->address(["url_generator_$provider", $this->pluginKey, $deviceId, (string) $age], $query);
    }

    /**
     * The address of our page, asked for by your backend. Never throws, and never starts two checks for one call.
     *
     * @param string|null $visitor what counts of the visitor's address, so that one starts a few checks of a locked key at most;
     *   the instance gets a digest of it
     */
    public function start(
        string $deviceId,
        int $age,
        string $returnUrl,
        string $provider = 's',
        ?string $language = null,
        ?string $idempotencyKey = null,
        ?string $visitor = null,
    ): Started {
        $url = $this->startUrl($deviceId, $age, $returnUrl, $provider, $language);
        $headers = ['Idempotency-Key' => $idempotencyKey ?? self::randomId()];
        if ($this->isLocked) {
            $headers['Authorization'] = "Bearer $this->secret";
            if ($visitor !== null) {
                $digest = base64_encode(hash_hmac('sha256', $visitor, $this->secret, true));
                $headers['Ageway-Visitor'] = rtrim(strtr($digest, '+/', '-_'), '=');
            }
        }
        $first = Started::by($this->ask($url, $headers));
        if ($first->started || !$first->why->isTransient()) {
            return $first;
        }
        // The key makes the second try safe: an instance that heard the first one answers with its link.
        usleep(1_000 * min($first->retryAfterMs ?? self::WAIT_MS, 1_000));
        return Started::by($this->ask($url, $headers));
    }

    /**
     * Did this visitor prove to be of age? Never throws: anything but a clear yes is not `allowed`.
     *
     * @param mixed $token what `token_age_verified` said; a query may hold it twice, or not at all
     * @param mixed $deviceId from the visitor's session: the id with which that session started a check
     * @param int $age 16 or 18
     * @param bool $once the first question alone gets the yes
     */
    public function check(mixed $token, mixed $deviceId, int $age, bool $once = false): Checked
    {
        if (!is_string($token) || preg_match('/^(?!\.+$)[A-Za-z0-9_.~-]{1,512}$/D', $token) !== 1) {
            return Checked::no(WhyNotAllowed::NoToken);
        }
        if (!is_string($deviceId) || $deviceId === '') {
            return Checked::no(WhyNotAllowed::NoDevice);
        }
        $query = ['plugin_key' => $this->pluginKey] + ($once ? ['once' => '1'] : []);
        $url = $this->address(['auth_check', $token, $deviceId], $query);
        $first = Checked::by($this->ask($url), $age, $this->mode, time());
        // With `once`, the answer that was lost may have been the only yes.
        if ($once || $first->why !== WhyNotAllowed::Unavailable) {
            return $first;
        }
        usleep(1_000 * self::WAIT_MS);
        return Checked::by($this->ask($url), $age, $this->mode, time());
    }

    /** A UUID v4: a device id, or an `Idempotency-Key`. */
    public static function randomId(): string
    {
        $bytes = random_bytes(16);
        $bytes[6] = chr(ord($bytes[6]) & 0x0F | 0x40);
        $bytes[8] = chr(ord($bytes[8]) & 0x3F | 0x80);
        return vsprintf('%s%s-%s-%s-%s-%s%s%s', str_split(bin2hex($bytes), 4));
    }

    /** What a dump shows: not the secret. */
    public function __debugInfo(): array
    {
        return ['url' => $this->url, 'pluginKey' => $this->pluginKey, 'isLocked' => $this->isLocked];
    }

    /** @param list<string> $path @param array<string, string> $query */
    private function address(array $path, array $query): string
    {
        $query = http_build_query($query, '', '&', PHP_QUERY_RFC3986);
        return "$this->url/api/" . implode('/', array_map('rawurlencode', $path)) . "?$query";
    }

    /** @param array<string, string> $headers */
    private function ask(string $url, array $headers = []): Answer
    {
        $headers += ['Accept' => 'application/json'];
        return $this->transport->ask($url, $headers, microtime(true) + $this->timeoutMs / 1_000);
    }
}
