<?php

// Stand-ins for what the code of docs/integrate/shop-systems.md names, and no shop system: they show that this code asks
// the gate, and that its no stops the caller. Reads a line of JSON, { blocks, hook, state }; the last line says what the
// hook did.

namespace Magento\Checkout\Model {
    final class Session
    {
        public function __construct(private array $data)
        {
        }

        public function getData(string $key): mixed
        {
            return $this->data[$key] ?? null;
        }

        public function setData(string $key, mixed $value): void
        {
            $this->data[$key] = $value;
        }
    }
}

namespace Magento\Framework\Event {
    final class Observer
    {
    }

    interface ObserverInterface
    {
        public function execute(Observer $observer);
    }
}

namespace Magento\Framework\Exception {
    final class LocalizedException extends \Exception
    {
    }
}

namespace Shopware\Core\System\SalesChannel {
    final class SalesChannelContext
    {
    }
}

namespace Shopware\Core\Checkout\Cart\Error {
    abstract class Error extends \Exception
    {
        public const LEVEL_ERROR = 20;
    }

    final class GenericCartError extends Error
    {
        public function __construct(string $id, string $messageKey, array $parameters, int $level, public bool $blockOrder, bool $persistent)
        {
            parent::__construct($messageKey);
        }
    }

    final class ErrorCollection
    {
        public bool $blockOrder = false;

        public function add(GenericCartError $error): void
        {
            $this->blockOrder = $this->blockOrder || $error->blockOrder;
        }
    }
}

namespace Shopware\Core\Checkout\Cart {
    final class Cart
    {
    }

    interface CartValidatorInterface
    {
        public function validate(Cart $cart, Error\ErrorCollection $errors, \Shopware\Core\System\SalesChannel\SalesChannelContext $context): void;
    }
}

namespace Drupal\Core\Entity {
    interface EntityInterface
    {
    }
}

namespace Drupal\state_machine\Plugin\Workflow {
    interface WorkflowInterface
    {
    }

    final class WorkflowTransition
    {
        public function __construct(private string $id)
        {
        }

        public function getId(): string
        {
            return $this->id;
        }
    }
}

namespace Drupal\state_machine\Guard {
    use Drupal\Core\Entity\EntityInterface;
    use Drupal\state_machine\Plugin\Workflow\WorkflowInterface;
    use Drupal\state_machine\Plugin\Workflow\WorkflowTransition;

    interface GuardInterface
    {
        public function allowed(WorkflowTransition $transition, WorkflowInterface $workflow, EntityInterface $entity);
    }
}

namespace Symfony\Component\Workflow\Event {
    final class GuardEvent
    {
        public bool $isBlocked = false;

        public function setBlocked(bool $blocked, ?string $message = null): void
        {
            $this->isBlocked = $blocked;
        }
    }
}

namespace {
    use Symfony\Component\HttpFoundation\Request;
    use Symfony\Component\HttpFoundation\RequestStack;
    use Symfony\Component\HttpFoundation\Session\Session;
    use Symfony\Component\HttpFoundation\Session\Storage\MockArraySessionStorage;

    require 'Symfony/Component/HttpFoundation/autoload.php';
    require __DIR__ . '/../../../packages/php/autoload.php';

    class Module
    {
        public static function getInstanceByName(string $name): AgeCheck
        {
            return new AgeCheck();
        }
    }

    abstract class PaymentModuleCore extends Module
    {
        public function validateOrder($cart, $state, $paid, $method = 'Unknown', ?object $shop = null)
        {
            return [$cart, $state, $paid];
        }
    }

    final class Tools
    {
        public static function redirect(string $to): void
        {
            throw new Exception($to);
        }
    }

    final class OrderController
    {
    }

    function __(string $text): string
    {
        return $text;
    }

    ['blocks' => $blocks, 'hook' => $hook, 'state' => $state] = json_decode(fgets(STDIN), true, flags: JSON_THROW_ON_ERROR);
    foreach ($blocks as $code) {
        eval($code);
    }
    putenv('AGEWAY_URL=http://127.0.0.1:1');
    putenv('AGEWAY_KEY=pk_test_gate');
    $_SERVER = ['REQUEST_METHOD' => 'GET', 'REQUEST_URI' => '/checkout', 'HTTP_HOST' => 'shop.example'] + $_SERVER;

    // The gate ends the request where it closes a page.
    $said = 'ended';
    register_shutdown_function(static function () use (&$said): void {
        echo "\n", json_encode($said);
    });

    session_start(['use_cookies' => false, 'cache_limiter' => '']);
    $_SESSION = $state === null ? [] : ['ageway' => $state];
    $gate = (new AgeCheck())->gate();
    $ofMagento = new CheckoutSession(new Magento\Checkout\Model\Session($_SESSION));
    $requests = new RequestStack();
    if ($hook !== 'without a request') {
        $session = new Session(new MockArraySessionStorage());
        $session->replace($_SESSION);
        $request = new Request(cookies: [$session->getName() => 'id']);
        $request->setSession($session);
        $requests->push($request);
    }
    $isConfirmed = new ConfirmedAge($gate, $requests);
    $guard = static fn (string $transition): bool => (new AgeGuard($isConfirmed))->allowed(
        new Drupal\state_machine\Plugin\Workflow\WorkflowTransition($transition),
        new class () implements Drupal\state_machine\Plugin\Workflow\WorkflowInterface {
        },
        new class () implements Drupal\Core\Entity\EntityInterface {
        },
    );
    $payment = new class () extends PaymentModule {
    };
    try {
        $said = match ($hook) {
            'magento page' => (new GateCheckout($gate, $ofMagento))->execute(new Magento\Framework\Event\Observer()),
            'magento order' => (new RefuseOrder($gate, $ofMagento))->execute(new Magento\Framework\Event\Observer()),
            'prestashop page' => (new AgeCheck())->hookActionFrontControllerInitBefore(['controller' => new OrderController()]),
            'prestashop other page' => (new AgeCheck())->hookActionFrontControllerInitBefore(['controller' => new stdClass()]),
            'prestashop order' => $payment->validateOrder(7, 2, 9.5, shop: null) === [7, 2, 9.5] ? null : 'other arguments',
            'shopware order' => (static function () use ($isConfirmed): ?string {
                $errors = new Shopware\Core\Checkout\Cart\Error\ErrorCollection();
                $context = new Shopware\Core\System\SalesChannel\SalesChannelContext();
                (new AgeValidator($isConfirmed))->validate(new Shopware\Core\Checkout\Cart\Cart(), $errors, $context);
                return $errors->blockOrder ? 'blocked' : null;
            })(),
            'drupal order', 'without a request' => $guard('place') ? null : 'not allowed',
            'drupal other transition' => $guard('cancel') ? null : 'not allowed',
            'sylius order' => (static function () use ($isConfirmed): ?string {
                $event = new Symfony\Component\Workflow\Event\GuardEvent();
                (new RefuseCheckout($isConfirmed))($event);
                return $event->isBlocked ? 'blocked' : null;
            })(),
        };
    } catch (Exception $refusal) {
        $said = $refusal->getMessage();
    }
}
