<?php // php -S localhost:8080 shop.php

use Ageway\{Ageway, Gate, Symfony\AgeGateSubscriber};
use Symfony\Bundle\FrameworkBundle\{FrameworkBundle, Kernel\MicroKernelTrait};
use Symfony\Component\DependencyInjection\Loader\Configurator\ContainerConfigurator;
use Symfony\Component\HttpFoundation\{Request, Response};
use Symfony\Component\HttpKernel\Kernel;
use Symfony\Component\Routing\Loader\Configurator\RoutingConfigurator;

use function Symfony\Component\DependencyInjection\Loader\Configurator\service;

require 'Symfony/Bundle/FrameworkBundle/autoload.php'; // Debian's; with Composer: 'vendor/autoload.php' alone
require __DIR__ . '/../../packages/php/autoload.php';
require __DIR__ . '/../php/pages.php';

$_ENV['SHOP_URL'] ??= getenv('SHOP_URL') ?: 'http://localhost:' . (getenv('PORT') ?: 8080);

final class Shop extends Kernel
{
    use MicroKernelTrait;

    public function registerBundles(): iterable
    {
        return [new FrameworkBundle()];
    }

    protected function configureContainer(ContainerConfigurator $container): void
    {
        $container->extension('framework', [
            'secret' => '%env(SESSION_SECRET)%',
            'session' => ['storage_factory_id' => 'session.storage.factory.native', 'cookie_samesite' => 'lax', 'cookie_secure' => 'auto'],
        ]);
        $services = $container->services();
        $services->set(Ageway::class)->args(['%env(AGEWAY_URL)%', '%env(AGEWAY_KEY)%', '%env(default::AGEWAY_SECRET)%']);
        $services->set(Gate::class)->args([service(Ageway::class), 18, ['/checkout', '/order'], '%env(SHOP_URL)%']);
        $services->set(AgeGateSubscriber::class)->autowire()->autoconfigure();
    }

    protected function configureRoutes(RoutingConfigurator $routes): void
    {
        $routes->add('catalogue', '/')->methods(['GET'])->controller([$this, 'catalogue']);
        $routes->add('checkout', '/checkout')->methods(['GET'])->controller([$this, 'checkout']);
        $routes->add('order', '/order')->methods(['POST'])->controller([$this, 'order']);
    }

    public function catalogue(): Response
    {
        return new Response(catalogue());
    }

    public function checkout(Request $request): Response
    {
        return new Response(checkout($request->query->all()['wine'] ?? null));
    }

    public function order(): Response
    {
        return new Response(thanks());
    }
}

$shop = new Shop('dev', true);
$request = Request::createFromGlobals();
$response = $shop->handle($request)->send();
$shop->terminate($request, $response);
