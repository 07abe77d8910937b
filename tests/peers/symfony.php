<?php
// SPDX-License-Identifier: GPL-3.0-or-later
// Symfony Messenger on a Redis stream for the tests, without an application: Debian's php-symfony-redis-messenger.
// Environment: SOCKET is the server's socket. The stream is `orders`, its group `billing`.
//   php symfony.php add COUNT [DELAY] [FROM]   adds orders, numbered from FROM, delayed by DELAY ms
//   php symfony.php work CONSUMER [SLOW]       runs orders, each for SLOW ms; prints `ready`, then `ran N`. Reclaims abandoned orders every
//                                              200 ms. Order N fails if the key `fail` is N, and then goes to the stream `failed`.
error_reporting(E_ALL & ~E_DEPRECATED & ~E_WARNING & ~E_NOTICE);
ini_set('display_errors', 'stderr');
foreach (['Messenger', 'Messenger/Bridge/Redis', 'EventDispatcher'] as $part) {
    if (!is_file("/usr/share/php/Symfony/Component/$part/autoload.php")) {
        fwrite(STDERR, "$part is not installed\n");
        exit(2);
    }
    require_once "/usr/share/php/Symfony/Component/$part/autoload.php";
}

use Symfony\Component\EventDispatcher\EventDispatcher;
use Symfony\Component\Messenger\Bridge\Redis\Transport\RedisTransportFactory;
use Symfony\Component\Messenger\Envelope;
use Symfony\Component\Messenger\Event\WorkerMessageFailedEvent;
use Symfony\Component\Messenger\Handler\HandlersLocator;
use Symfony\Component\Messenger\MessageBus;
use Symfony\Component\Messenger\Middleware\HandleMessageMiddleware;
use Symfony\Component\Messenger\Stamp\DelayStamp;
use Symfony\Component\Messenger\Transport\Serialization\PhpSerializer;
use Symfony\Component\Messenger\Worker;

class Order
{
    public $number;

    public function __construct(int $number)
    {
        $this->number = $number;
    }
}

function transport(string $stream, string $group, string $consumer)
{
    $options = ['stream' => $stream, 'group' => $group, 'consumer' => $consumer, 'claim_interval' => 200, 'delete_after_ack' => false];
    return (new RedisTransportFactory())->createTransport('redis://' . getenv('SOCKET'), $options, new PhpSerializer());
}

if ($argv[1] === 'add') {
    $orders = transport('orders', 'billing', 'producer');
    for ($i = 0; $i < (int) $argv[2]; ++$i) {
        $delay = (int) ($argv[3] ?? 0);
        $orders->send(new Envelope(new Order($i + (int) ($argv[4] ?? 0)), $delay ? [new DelayStamp($delay)] : []));
    }
    exit(0);
}

$redis = new Redis();
$redis->connect(getenv('SOCKET'));
$slow = (int) ($argv[3] ?? 0);
$bus = new MessageBus([new HandleMessageMiddleware(new HandlersLocator([Order::class => [function (Order $order) use ($redis, $slow) {
    usleep($slow * 1000);
    if ($redis->get('fail') === (string) $order->number) {
        throw new RuntimeException("order $order->number failed");
    }
    $redis->hIncrBy('ran', (string) $order->number, 1);
    echo "ran $order->number\n";
}]]))]);
$events = new EventDispatcher();
$events->addListener(WorkerMessageFailedEvent::class, function (WorkerMessageFailedEvent $event) {
    transport('failed', 'failed', 'sender')->send($event->getEnvelope());
});
echo "ready\n";
(new Worker(['orders' => transport('orders', 'billing', $argv[2])], $bus, $events))->run(['sleep' => 10000]);
