<?php

declare(strict_types=1);

namespace Ageway;

use Ageway\Gate\Address;
use Ageway\Gate\AgeState;
use Ageway\Gate\Closed;
use Ageway\Gate\Load;
use Ageway\Gate\Paths;
use Ageway\Gate\PhpSession;
use Ageway\Gate\Session;
use Ageway\Gate\Visit;
use Closure;
use InvalidArgumentException;

/** Closed, except to a session with a yes: it starts the check, takes the token that comes back, and keeps what it proved. */
final class Gate
{
    private readonly ?string $origin;
    private readonly Paths $paths;
    /** The path of `returnTo`: a token that comes there is this gate's, too. */
    private readonly ?string $home;
    private readonly Closure $onClosed;

    /**
     * @param int $age 16 or 18
     * @param string|list<string>|Closure(string): bool|null $match which paths are gated: `/checkout` gates all below it,
     *   too; all that reach the gate unless told
     * @param string|null $origin where visitors see the shop: `https://shop.example`; unless told, what the request says
     * @param string|null $returnTo the page to come back to, such as `/cart`, for a gate before paths that are no pages
     * @param string $provider `s` or `b`: which of the instance's two eIDs
     * @param string|null $language of our pages; the browser's unless told
     * @param Closure(int $age, string $state, ?string $start): string|null $page a page of your own, as HTML, with the link
     *   `$start`; `$state` is `closed`, `asked` (the last check brought no yes), `lost` (the session
     *   did not come with it) or `unavailable` (ask later)
     * @param Closure(Checked|Started): void|null $onClosed hears why somebody was not let in; unless told, PHP's log does, but
     *   for what visitors do
     */
    public function __construct(
        private readonly Ageway $ageway,
        private readonly int $age = 18,
        string|array|Closure|null $match = null,
        ?string $origin = null,
        private readonly ?string $returnTo = null,
        private readonly string $provider = 's',
        private readonly ?string $language = null,
        private readonly ?Closure $page = null,
        ?Closure $onClosed = null,
    ) {
        $this->onClosed = $onClosed ?? self::warn(...);
        if ($age !== 16 && $age !== 18) {
            throw new InvalidArgumentException('age must be 16 or 18');
        }
        if ($returnTo !== null && preg_match('~^(?:/(?![/\\\\])|https?://[^\s/]+/)\S*$~D', $returnTo) !== 1) {
            throw new InvalidArgumentException('returnTo must be a path such as /cart, or a whole address');
        }
        $this->origin = $origin === null ? null : rtrim($origin, '/');
        if ($this->origin !== null && Address::whole($this->origin, '/') === null) {
            throw new InvalidArgumentException('origin must be such as https://shop.example');
        }
        $this->paths = new Paths($match);
        $this->home = $returnTo === null ? null : Address::of($returnTo)->path;
    }

    /** For plain PHP, before the page prints anything: comes back only for a visitor who is let in. */
    public function guard(): void
    {
        $visit = Visit::ofPhp();
        $closed = $this->answer($visit, new PhpSession($this->origin ?? $visit->origin));
        if ($closed !== null) {
            $closed->send();
            exit;
        }
        if ($this->isGated($visit) && preg_grep('/^Cache-Control:/i', headers_list()) === [] && !headers_sent()) {
            header('Cache-Control: private, no-cache');
        }
    }

    /** What to send instead of the gated page; null where the shop may answer. */
    public function answer(Visit $visit, Session $session): ?Closed
    {
        $address = Address::of($visit->target);
        $load = Load::of($visit);
        $isGated = $this->isGated($visit);
        $comes = $visit->method === 'GET' && $load !== Load::Silent && ($isGated || $address->path === $this->home);
        $token = $comes ? $address->token() : null;
        $asks = $comes && $address->asksToStart() && $load->isPress($visit);
        if (!$isGated && !$asks && $token === null) {
            return null;
        }
        $state = AgeState::in($session);
        if ($token !== null) {
            $why = $this->take($token, $state, $session);
            $isPage = $load !== Load::Program;
            if ($isPage && $why === WhyNotAllowed::NoDevice && !$asks) {
                // The address itself, since a cookie that is `Strict` comes with a press. If not even then, another check is wanted.
                return $this->page('lost', Address::withStart($address->asSent()));
            }
            if ($why?->isOutage() && !$this->isConfirmed($state)) {
                return $isPage ? $this->page('unavailable', $address->asSent()) : Closed::json($this->age, null);
            }
            if (!$isPage || $why !== WhyNotAllowed::NoDevice) {
                return Closed::redirect($address->cleaned());
            }
        }
        if ($this->isConfirmed($state)) {
            return $asks ? Closed::redirect($address->cleaned()) : null;
        }
        if ($load === Load::Silent) {
            return Closed::nothing();
        }
        $returnUrl = $this->returnUrl($address, $visit, $load);
        if ($returnUrl === null) {
            return $this->page('unavailable', null);
        }
        // A start costs a locked key a call, so a visitor whose first request is the link sees the page first.
        $isPressed = $asks && ($state !== null || !$this->ageway->isLocked);
        // What another site made of a link or a script may cost nothing.
        $isFree = !$this->ageway->isLocked && $this->provider !== 'b';
        $comesItself = $load === Load::Navigation && ($isFree || $visit->header('Sec-Fetch-Site') !== 'cross-site');
        if ($isPressed || ($comesItself && !$state?->asked && !$state?->sent)) {
            $started = $this->start(($state ?? AgeState::begin())->sent(), $returnUrl, $session);
            if ($started instanceof Started && $state !== null) {
                $session->write($state->toArray());
            }
            if (is_string($started)) {
                return Closed::redirect($started);
            }
            ($this->onClosed)($started);
            return $this->page('unavailable', Address::withStart($returnUrl), $started->reason);
        }
        if ($this->ageway->isLocked && $load === Load::Page && $state === null) {
            $session->write(AgeState::begin()->toArray());
        }
        $start = Address::withStart($returnUrl);
        if ($load === Load::Program) {
            return Closed::json($this->age, $start);
        }
        return $this->page($state?->asked ? 'asked' : ($asks ? 'lost' : 'closed'), $start);
    }

    /** Why it is no yes; null where it is one. @param string|list<string> $token */
    private function take(string|array $token, ?AgeState $state, Session $session): ?WhyNotAllowed
    {
        if ($state !== null) {
            $session->release();
        }
        $deviceId = $state?->deviceId;
        $checked = $this->ageway->check($token, $deviceId, $this->age);
        if ($state?->before !== null && $checked->why === WhyNotAllowed::TokenUnknown) {
            $deviceId = $state->before;
            $checked = $this->ageway->check($token, $deviceId, $this->age);
        }
        if (!$checked->allowed) {
            ($this->onClosed)($checked);
        }
        if ($state === null) {
            return WhyNotAllowed::NoDevice;
        }
        // Signed out meanwhile, or another session by now: then nothing is kept.
        $now = AgeState::in($session);
        if ($now === null || !in_array($deviceId, [$now->deviceId, $now->before], true) || $checked->why?->isOutage()) {
            return $checked->why;
        }
        if (!$checked->allowed) {
            // A no takes nothing from a yes that the session has, and what is of another session says nothing.
            if ($checked->why !== WhyNotAllowed::TokenUnknown && !$this->isConfirmed($now)) {
                $session->write($now->afterNo()->toArray());
            }
        } elseif ($this->age === 18 || !$now->confirms(18, $this->ageway->pluginKey)) {
            // With the yes the session gets another id: somebody else may know the one before.
            $session->renew();
            $session->write($now->withYes($this->age, $checked->until, $this->ageway->pluginKey)->toArray());
        }
        return $checked->why;
    }

    private static function warn(Checked|Started $closed): void
    {
        if (!($closed->why instanceof WhyNotAllowed && $closed->why->isVisitors())) {
            error_log("Ageway: {$closed->why?->value}");
        }
    }

    private function isGated(Visit $visit): bool
    {
        return $this->paths->include($visit->target, $visit->paths);
    }

    private function isConfirmed(?AgeState $state): bool
    {
        return $state !== null && $state->confirms($this->age, $this->ageway->pluginKey);
    }

    /** The address of our page, or why there is none. */
    private function start(AgeState $state, string $returnUrl, Session $session): string|Started
    {
        $session->write($state->toArray());
        if (!$this->ageway->isLocked) {
            return $this->ageway->startUrl(...$this->wanted($state, $returnUrl));
        }
        $started = $this->ageway->start(...$this->wanted($state, $returnUrl));
        if ($started->reason === 'already_verified') {
            // A proof exists that this session has not heard of, and nobody else's answer may count for it.
            $state = $state->withDevice(Ageway::randomId());
            $session->write($state->toArray());
            $started = $this->ageway->start(...$this->wanted($state, $returnUrl));
        }
        return $started->url ?? $started;
    }

    /** @return array<string, mixed> */
    private function wanted(AgeState $state, string $returnUrl): array
    {
        return [
            'deviceId' => $state->deviceId,
            'age' => $this->age,
            'returnUrl' => $returnUrl,
            'provider' => $this->provider,
            'language' => $this->language,
        ];
    }

    /** A page that shows itself again, or else the page that a form or a script was on. Null: there is no origin. */
    private function returnUrl(Address $address, Visit $visit, Load $load): ?string
    {
        $shop = $this->origin ?? $visit->origin;
        $own = Address::whole($shop, $address->cleaned());
        if ($own === null) {
            return null;
        }
        if ($this->returnTo !== null) {
            return $this->returnTo[0] === '/' ? Address::whole($shop, $this->returnTo) : $this->returnTo;
        }
        $referer = $visit->header('Referer') ?? '';
        if (($visit->method === 'GET' && $load !== Load::Program) || !str_starts_with($referer, "$shop/")) {
            return $own;
        }
        $from = Address::of($referer);
        return $this->paths->include($from->cleaned()) ? Address::whole($shop, $from->cleaned()) : $own;
    }

    private function page(string $state, ?string $start, ?string $reason = null): Closed
    {
        return Closed::page($state, ($this->page ?? Closed::plainPage(...))($this->age, $state, $start), $reason);
    }
}
