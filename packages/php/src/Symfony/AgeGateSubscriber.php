<?php

declare(strict_types=1);

namespace Ageway\Symfony;

use Ageway\Gate;
use Ageway\Gate\SharedCaches;
use Ageway\Gate\Visit;
use Symfony\Component\EventDispatcher\EventSubscriberInterface;
use Symfony\Component\HttpFoundation\Response;
use Symfony\Component\HttpKernel\Event\RequestEvent;
use Symfony\Component\HttpKernel\Event\ResponseEvent;
use Symfony\Component\HttpKernel\KernelEvents;

/** Answers in the place of the controllers whose paths the gate's `match` names. */
final class AgeGateSubscriber implements EventSubscriberInterface
{
    /** After Symfony has found the session (128), and before it looks for a route (32). */
    private const PRIORITY = 40;

    public function __construct(private readonly Gate $gate)
    {
    }

    public static function getSubscribedEvents(): array
    {
        return [KernelEvents::REQUEST => ['onRequest', self::PRIORITY], KernelEvents::RESPONSE => ['onResponse', PHP_INT_MIN]];
    }

    public function onRequest(RequestEvent $event): void
    {
        if (!$event->isMainRequest()) {
            return;
        }
        $request = $event->getRequest();
        $visit = Visit::ofRequest($request);
        $closed = $this->gate->answer($visit, new SymfonySession($request));
        $request->attributes->set(SharedCaches::MARK, $closed !== null || $this->gate->isGated($visit));
        if ($closed !== null) {
            $event->setResponse(new Response($closed->body, $closed->status, $closed->headers));
        }
    }

    /** After all other listeners. */
    public function onResponse(ResponseEvent $event): void
    {
        if ($event->isMainRequest() && $event->getRequest()->attributes->get(SharedCaches::MARK) === true) {
            SharedCaches::keepOutOf($event->getResponse()->headers);
        }
    }
}
