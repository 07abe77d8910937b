<?php
// SPDX-License-Identifier: GPL-3.0-or-later
// Laravel's queues on Redis for the tests, without an application: Debian's php-illuminate-queue and its dependencies.
// Environment: SOCKET is the server's socket, PREFIX the prefix of the keys, CLIENT `phpredis` or `predis`.
//   php laravel.php add QUEUE COUNT DELAY CLASS [FROM]   pushes jobs, delayed by DELAY seconds, and prints their uuids
//   php laravel.php work QUEUE [COUNT]    runs jobs until COUNT have ended, or forever; prints `ready`, then `ran N`. BLOCK: block_for
//                                         in s; RETRY_AFTER: in s; SLOW: duration of a job in ms; FAIL: jobs fail
//   php laravel.php values SEED COUNT     prints random values: their serialize() and the expected JSON, both in hex
//   php laravel.php accepts               prints, for each line of hex on stdin, `1` if unserialize() accepts it, otherwise `0`
// Mail counts its runs in the hash `marks`, and stores its arguments in `arrived`. Once has one try; Secret is encrypted.
// Wait counts like Mail, and ends once it has removed a key `go`.
error_reporting(E_ALL & ~E_DEPRECATED & ~E_WARNING & ~E_NOTICE);
ini_set('display_errors', 'stderr');

enum Suit: string
{
    case Hearts = 'H';
    case Spades = 'S';
}

class Plain
{
    public $open = 1;
    protected $kept = null;
    private $own = null;

    public function __construct($kept, $own)
    {
        $this->kept = $kept;
        $this->own = $own;
    }

    public function shown(): array
    {
        return ['open' => $this->open, 'kept' => $this->kept, 'own' => $this->own];
    }
}

function randomText(): string
{
    $parts = ['a', '"', "\\", "\0", "\n", 'é', '☃', "\xff", ';', '}', '{', 'i:1;'];
    $text = '';
    for ($i = mt_rand(0, 6); $i > 0; --$i) {
        $text .= $parts[mt_rand(0, count($parts) - 1)];
    }
    return $text;
}

function randomValue(int $depth)
{
    switch (mt_rand(0, $depth > 3 ? 6 : 9)) {
        case 0: return null;
        case 1: return mt_rand(0, 1) == 1;
        case 2: return mt_rand(-5, 5) * (mt_rand(0, 1) ? 1 : 900000000000007);
        case 3: return [0.1, 1.5e300, -2.0, INF, 1.0E-7][mt_rand(0, 4)];
        case 4: return mt_rand(0, 1) ? Suit::Hearts : Suit::Spades;
        case 5:
        case 6: return randomText();
        case 7: return new Plain(randomValue($depth + 1), randomValue($depth + 1));
    }
    $values = [];
    for ($i = mt_rand(0, 4); $i > 0; --$i) {
        $key = [count($values), mt_rand(-3, 9), randomText()][mt_rand(0, 5) % 3 * mt_rand(0, 1)];
        $values[$key] = randomValue($depth + 1);
    }
    return $values;
}

function asJson(string $bytes): string
{
    $json = '';
    while ($bytes !== '') {
        if (preg_match('/^(?:[\x00-\x7f]|[\xc2-\xdf][\x80-\xbf]|[\xe0-\xef][\x80-\xbf]{2}|[\xf0-\xf4][\x80-\xbf]{3})/', $bytes, $match)) {
            $character = $match[0];
            $json .= $character === '"' || $character === '\\' ? '\\' . $character
                : ($character === "\n" ? '\\n' : (ord($character) < 0x20 || $character === "\x7f" ? sprintf('\\u%04x', ord($character)) : $character));
        } else {
            $character = $bytes[0];
            $json .= sprintf('\\\\x%02x', ord($character));
        }
        $bytes = substr($bytes, strlen($character));
    }
    return '"' . $json . '"';
}

/// Returns the expected result of reading, derived from the value itself. `$met`: earlier enums, to which serialize() refers;
/// `$slot`: number of the value.
function told($value, array &$met, int &$slot): string
{
    ++$slot;
    if ($value === null || is_bool($value)) {
        return $value === null ? 'null' : ($value ? 'true' : 'false');
    }
    if (is_int($value)) {
        return (string)$value;
    }
    if (is_float($value)) {
        return is_infinite($value) ? '"INF"' : substr(serialize($value), 2, -1);
    }
    if (is_string($value)) {
        return asJson($value);
    }
    if ($value instanceof Suit) {
        if (isset($met[$value->name])) {
            return '"→#' . $met[$value->name] . '"';
        }
        $met[$value->name] = $slot;
        return asJson('Suit:' . $value->name);
    }
    $isList = is_array($value) && array_is_list($value);
    $parts = is_array($value) ? [] : ['"@class":"Plain"'];
    foreach (is_array($value) ? $value : $value->shown() as $key => $entry) {
        $parts[] = ($isList ? '' : asJson((string)$key) . ':') . told($entry, $met, $slot);
    }
    return $isList ? '[' . implode(',', $parts) . ']' : '{' . implode(',', $parts) . '}';
}

if ($argv[1] === 'values') {
    mt_srand((int)$argv[2]);
    for ($i = 0; $i < (int)$argv[3]; ++$i) {
        $value = randomValue(0);
        $met = [];
        $slot = 0;
        echo bin2hex(serialize($value)), ' ', bin2hex(told($value, $met, $slot)), "\n";
    }
    exit(0);
}
if ($argv[1] === 'accepts') {
    while (($line = fgets(STDIN)) !== false) {
        $bytes = hex2bin(trim($line));
        try {
            echo @unserialize($bytes, ['allowed_classes' => false]) !== false || $bytes === 'b:0;' ? "1\n" : "0\n";
        } catch (Throwable $error) {
            echo "0\n";
        }
    }
    exit(0);
}

// Replacements for Laravel's helpers if its newer packages are missing.
if (!function_exists('array_first')) {
    function array_first(array $values)
    {
        return $values ? reset($values) : null;
    }
}
foreach (['Queue', 'Redis', 'Events', 'Bus', 'Encryption'] as $package) {
    require_once "Illuminate/$package/autoload.php";
}
if (getenv('CLIENT') === 'predis') {
    require_once 'Predis/autoload.php';
}

use Illuminate\Bus\Queueable;
use Illuminate\Container\Container;
use Illuminate\Contracts\Queue\ShouldBeEncrypted;
use Illuminate\Contracts\Queue\ShouldQueue;
use Illuminate\Queue\InteractsWithQueue;

class Silent implements Illuminate\Contracts\Debug\ExceptionHandler
{
    public function report(Throwable $error)
    {
        if (getenv('TELL')) {
            fwrite(STDERR, $error->getMessage() . "\n");
        }
    }
    public function shouldReport(Throwable $error)
    {
        return false;
    }
    public function render($request, Throwable $error)
    {
    }
    public function renderForConsole($output, Throwable $error)
    {
    }
}

class Mail implements ShouldQueue
{
    use Queueable;
    use InteractsWithQueue;

    public $tries = 3;
    public $backoff = [5, 10];
    protected $to;
    private $number;

    public function __construct($to, $number)
    {
        $this->to = $to;
        $this->number = $number;
    }

    public function handle()
    {
        usleep(1000 * (int)getenv('SLOW'));
        if (getenv('FAIL')) {
            throw new RuntimeException('Timeout of ' . $this->number);
        }
        $redis = marks();
        $redis->hIncrBy('marks', $this->number, 1);
        $redis->hSet('arrived', $this->number, $this->to . ' ' . $this->job->attempts());
        echo "ran $this->number\n";
    }
}

class Once extends Mail
{
    public $tries = 1;
    public $backoff = null;
}

class Wait extends Mail
{
    public function handle()
    {
        parent::handle();
        $redis = marks();
        while (!$redis->del("go")) {
            usleep(10000);
        }
    }
}

class Secret extends Mail implements ShouldBeEncrypted
{
}

function marks(): Redis
{
    $redis = new Redis();
    $redis->connect(getenv('SOCKET'));
    return $redis;
}

$container = new Container();
Container::setInstance($container);
$container->instance(Illuminate\Contracts\Container\Container::class, $container);
$container->instance(Container::class, $container);
$events = new Illuminate\Events\Dispatcher($container);
$container->instance('events', $events);
$container->instance(Illuminate\Contracts\Events\Dispatcher::class, $events);
$client = getenv('CLIENT') ?: 'phpredis';
$server = $client === 'predis' ? ['scheme' => 'unix', 'path' => getenv('SOCKET'), 'database' => 0]
    : ['host' => getenv('SOCKET'), 'port' => 0, 'database' => 0];
$prefix = getenv('PREFIX') === false ? 'laravel_database_' : getenv('PREFIX');
$redis = new Illuminate\Redis\RedisManager($container, $client, ['options' => ['prefix' => $prefix], 'default' => $server]);
$container->instance('redis', $redis);
$container->instance(Illuminate\Contracts\Redis\Factory::class, $redis);
$encrypter = new Illuminate\Encryption\Encrypter(str_repeat('k', 16));
$container->instance(Illuminate\Contracts\Encryption\Encrypter::class, $encrypter);
$container->instance('encrypter', $encrypter);
foreach ([Illuminate\Contracts\Bus\Dispatcher::class, Illuminate\Bus\Dispatcher::class] as $name) {
    $container->singleton($name, fn ($container) => new Illuminate\Bus\Dispatcher($container));
}
$manager = new Illuminate\Queue\Capsule\Manager($container);
$manager->addConnection(['driver' => 'redis', 'connection' => 'default', 'queue' => 'default',
    'retry_after' => (int)(getenv('RETRY_AFTER') ?: 90), 'block_for' => getenv('BLOCK') ? (int)getenv('BLOCK') : null], 'default');
$manager->setAsGlobal();

if ($argv[1] === 'add') {
    [, , $queue, $count, $delay, $class] = $argv;
    $connection = $manager->getConnection('default');
    $uuids = [];
    $connection->createPayloadUsing(function ($name, $queue, $payload) use (&$uuids) {
        $uuids[] = $payload['uuid'];
        return [];
    });
    for ($i = (int)($argv[6] ?? 0), $last = $i + (int)$count; $i < $last; ++$i) {
        $job = new $class("caf\u{e9} ☃ \"x\" 12345678901234567890", $i);
        (int)$delay > 0 ? $connection->later((int)$delay, $job, '', $queue) : $connection->push($job, '', $queue);
    }
    echo implode("\n", $uuids), "\n";
} elseif ($argv[1] === 'work') {
    $ended = 0;
    foreach ([Illuminate\Queue\Events\JobProcessed::class, Illuminate\Queue\Events\JobFailed::class,
        Illuminate\Queue\Events\JobExceptionOccurred::class] as $event) {
        $events->listen($event, function () use (&$ended) {
            ++$ended;
        });
    }
    $worker = new Illuminate\Queue\Worker($manager->getQueueManager(), $events, new Silent(), fn () => false);
    $options = new Illuminate\Queue\WorkerOptions('default', 0, 128, 60, 0, 0);
    echo "ready\n";
    while (($argv[3] ?? 0) == 0 || $ended < (int)$argv[3]) {
        $worker->runNextJob('default', $argv[2], $options);
        if (!getenv('BLOCK')) {
            usleep(1000);
        }
    }
} else {
    fwrite(STDERR, "unknown command $argv[1]\n");
    exit(1);
}
