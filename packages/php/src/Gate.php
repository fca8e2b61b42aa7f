<?php

declare(strict_types=1);

namespace Ageway;

use Ageway\Gate\Address;
use Ageway\Gate\AgeState;
use Ageway\Gate\Closed;
use Ageway\Gate\Load;
use Ageway\Gate\Paths;
use Ageway\Gate\PhpSession;
use Ageway\Gate\ReturnAddress;
use Ageway\Gate\Session;
use Ageway\Gate\SharedCaches;
use Ageway\Gate\Visit;
use Ageway\Gate\VisitorAddress;
use Closure;
use InvalidArgumentException;

/** Closed, except to a session with a yes: it starts the check, takes the token that comes back, and keeps what it proved. */
final class Gate
{
    private readonly Paths $paths;
    private readonly ReturnAddress $home;
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
     * @param Closure(Visit): ?string|null $visitor the visitor's address, behind a proxy that PHP does not know
     */
    public function __construct(
        private readonly Ageway $ageway,
        private readonly int $age = 18,
        string|array|Closure|null $match = null,
        ?string $origin = null,
        ?string $returnTo = null,
        private readonly string $provider = 's',
        private readonly ?string $language = null,
        private readonly ?Closure $page = null,
        ?Closure $onClosed = null,
        private readonly ?Closure $visitor = null,
    ) {
        $this->onClosed = $onClosed ?? self::warn(...);
        if (!in_array($age, Checked::MINIMUM_AGES, true)) {
            throw new InvalidArgumentException('age must be ' . implode(' or ', Checked::MINIMUM_AGES));
        }
        $this->paths = new Paths($match);
        $this->home = new ReturnAddress($origin, $returnTo, $this->paths);
    }

    /** For plain PHP, before the page prints anything: comes back only for a visitor who is let in. */
    public function guard(): void
    {
        $visit = Visit::ofPhp();
        $closed = $this->answer($visit);
        if ($closed !== null || $this->isGated($visit)) {
            SharedCaches::keepOut();
        }
        if ($closed !== null) {
            $closed->send();
            exit;
        }
    }

    /** Has this session a yes that has not ended? PHP's own session unless told. */
    public function isConfirmed(?Session $session = null): bool
    {
        return $this->isOpenTo(AgeState::in($session ?? $this->phpSession()));
    }

    /** Takes the yes out of the session, where your shop signs a visitor out. PHP's own session unless told. */
    public function forget(?Session $session = null): void
    {
        $session ??= $this->phpSession();
        $session->read() === null || $session->write([]);
    }

    /** A link that starts a check, for a message of yours. It comes back to `$page`, which is gated or `returnTo`. */
    public function startLink(string $page): string
    {
        if (!$this->paths->include($page) && Address::of($page)->path !== $this->home->path) {
            throw new InvalidArgumentException("$page is not gated, so a link to it starts nothing");
        }
        return Address::withStart($page);
    }

    /** Is one of the paths of this visit gated? Then no shared cache may keep what the shop answers. */
    public function isGated(Visit $visit): bool
    {
        return $this->paths->include($visit->target, $visit->paths);
    }

    /** What to send instead of the gated page; null where the shop may answer. PHP's own session unless told. */
    public function answer(Visit $visit, ?Session $session = null): ?Closed
    {
        $session ??= $this->phpSession($visit);
        $address = Address::of($visit->target);
        $load = Load::of($visit);
        $isGated = $this->isGated($visit);
        $comes = $visit->method === 'GET' && $load !== Load::Silent && ($isGated || $address->path === $this->home->path);
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
            if ($why?->isOutage() && !$this->isOpenTo($state)) {
                return $isPage ? $this->page('unavailable', $address->asSent()) : Closed::json($this->age, null);
            }
            if (!$isPage || $why !== WhyNotAllowed::NoDevice) {
                return Closed::redirect($address->cleaned());
            }
        }
        if ($this->isOpenTo($state)) {
            return $asks ? Closed::redirect($address->cleaned()) : null;
        }
        if ($load === Load::Silent) {
            return Closed::nothing();
        }
        $returnUrl = $this->home->of($address, $visit, $load);
        if ($returnUrl === null) {
            return $this->page('unavailable', null);
        }
        $start = Address::withStart(Address::withoutHost($returnUrl));
        // A start costs a locked key a call, so a visitor whose first request is the link sees the page first.
        $isPressed = $asks && ($state !== null || !$this->ageway->isLocked);
        // What another site made of a link or a script may cost nothing.
        $isFree = !$this->ageway->isLocked && $this->provider !== 'b';
        $comesItself = $load === Load::Navigation && ($isFree || $visit->header('Sec-Fetch-Site') !== 'cross-site');
        if ($isPressed || ($comesItself && !$state?->asked && !$state?->sent)) {
            $started = $this->start(($state ?? AgeState::begin())->sent(), $returnUrl, $session, $visit);
            if (is_string($started)) {
                return Closed::redirect($started);
            }
            $state === null || $session->write($state->toArray());
            ($this->onClosed)($started);
            return $this->page('unavailable', $start, $started->reason);
        }
        if ($this->ageway->isLocked && $load === Load::Page && $state === null) {
            $session->write(AgeState::begin()->toArray());
        }
        if ($load === Load::Program) {
            return Closed::json($this->age, Address::withStart($returnUrl));
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
        $isHigher = fn (int $one): bool => $one > $this->age && $now->confirms($one, $this->ageway->pluginKey);
        if (!$checked->allowed) {
            // A no takes nothing from a yes that the session has, and what is of another session says nothing.
            if ($checked->why !== WhyNotAllowed::TokenUnknown && !$this->isOpenTo($now)) {
                $session->write($now->afterNo()->toArray());
            }
        } elseif (array_filter(Checked::MINIMUM_AGES, $isHigher) === []) {
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

    private function phpSession(?Visit $visit = null): PhpSession
    {
        return new PhpSession($this->home->originOf($visit ?? Visit::ofPhp()));
    }

    private function isOpenTo(?AgeState $state): bool
    {
        return $state !== null && $state->confirms($this->age, $this->ageway->pluginKey);
    }

    /** The address of our page, or why there is none. */
    private function start(AgeState $state, string $returnUrl, Session $session, Visit $visit): string|Started
    {
        $session->write($state->toArray());
        if (!$this->ageway->isLocked) {
            return $this->ageway->startUrl(...$this->wanted($state, $returnUrl));
        }
        $visitor = ['visitor' => VisitorAddress::of($visit, $this->visitor)];
        $started = $this->ageway->start(...$this->wanted($state, $returnUrl) + $visitor);
        if ($started->reason === 'already_verified') {
            // A proof exists that this session has not heard of, and nobody else's answer may count for it.
            $state = $state->withDevice(Ageway::randomId());
            $session->write($state->toArray());
            $started = $this->ageway->start(...$this->wanted($state, $returnUrl) + $visitor);
        }
        return $started->url ?? $started;
    }

    /** @return array<string, mixed> */
    private function wanted(AgeState $state, string $returnUrl): array
    {
        return ['deviceId' => $state->deviceId, 'age' => $this->age, 'returnUrl' => $returnUrl]
            + ['provider' => $this->provider, 'language' => $this->language];
    }

    private function page(string $state, ?string $start, ?string $reason = null): Closed
    {
        return Closed::page($state, ($this->page ?? Closed::plainPage(...))($this->age, $state, $start), $reason);
    }
}
