// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/unit/enginefakes.h"

#include "core/engine/handlers/builtinhandlers.h"
#include "core/engine/handlers/handlerspec.h"
#include "core/engine/latencyhistogram.h"
#include "core/engine/serverclock.h"
#include "tests/support/memory/memorybackend.h"

#include <QElapsedTimer>
#include <QTest>

#include <thread>

using namespace dueline;
using namespace std::chrono_literals;

class TestHandlers : public QObject
{
    Q_OBJECT

private slots:
    void theExactTypeWinsThenTheLongestPrefix();
    void aTypeHasOneHandler();
    void badPatternsAreRefused_data();
    void badPatternsAreRefused();
    void theSelectionIsWhatHasHandlers();
    void kindsAreRead_data();
    void kindsAreRead();
    void badKindsSayWhatIsAccepted_data();
    void badKindsSayWhatIsAccepted();
    void aSpecIsTypeEqualsKind();
    void echoAnswersThePayload();
    void sleepEndsEarlyWhenStopped();
    void failFailsTheShareItIsTold();
    void percentilesAreAtMostThreePercentTooLarge();
    void theServersClockIsNarrowedDownByEveryAnswer();
    void theSameLeaseTwiceIsADuplicate();
    void figuresAddUp();
};

namespace {

HandlerResult runWith(Handler& handler, const QByteArray& payload = {}, std::stop_source stop = {})
{
    const QueueName queue = "q";
    const Lease lease{"noop#1", "1-s.1-0", 1, {}};
    const TaskOptions options;
    const std::stop_token token = stop.get_token();
    const std::atomic<StopReason> reason = StopReason::None;
    TaskContext context{queue, lease, "noop", payload, options, {}, {}, 1h, token, reason, nullptr};
    return handler.run(context);
}

std::shared_ptr<Handler> named(const QByteArray& name)
{
    return std::make_shared<FunctionHandler>([name](TaskContext&) { return HandlerResult::done(name); });
}

QByteArray runOf(const HandlerRegistry& registry, QByteArrayView type)
{
    Handler* handler = registry.find(type);
    return handler ? runWith(*handler).result : QByteArray("none");
}

} // namespace

void TestHandlers::theExactTypeWinsThenTheLongestPrefix()
{
    HandlerRegistry registry;
    for (const QByteArray pattern : {"mail.*", "mail.send", "mail.send.*", "m*"})
        QVERIFY(registry.add(pattern, named(pattern)).ok());
    QCOMPARE(runOf(registry, "mail.send"), QByteArray("mail.send"));
    QCOMPARE(runOf(registry, "mail.send.now"), QByteArray("mail.send.*"));
    QCOMPARE(runOf(registry, "mail.x"), QByteArray("mail.*"));
    QCOMPARE(runOf(registry, "move"), QByteArray("m*"));
    QCOMPARE(runOf(registry, "report"), QByteArray("none"));
    QVERIFY(registry.add("*", named("*")).ok());
    QCOMPARE(runOf(registry, "report"), QByteArray("*"));
    QCOMPARE(runOf(registry, "mail.send"), QByteArray("mail.send"));
}

void TestHandlers::aTypeHasOneHandler()
{
    HandlerRegistry registry;
    for (const QByteArray pattern : {"mail.*", "mail.send", "*"}) {
        QVERIFY(registry.add(pattern, named(pattern)).ok());
        QCOMPARE(registry.add(pattern, named(pattern)).error().code, ErrorCode::Exists);
    }
}

void TestHandlers::badPatternsAreRefused_data()
{
    QTest::addColumn<QByteArray>("pattern");
    QTest::newRow("empty") << QByteArray();
    QTest::newRow("star inside") << QByteArray("a*b");
    QTest::newRow("two stars") << QByteArray("a**");
    QTest::newRow("hash") << QByteArray("mail#1");
    QTest::newRow("too long") << QByteArray(257, 'a');
}

void TestHandlers::badPatternsAreRefused()
{
    QFETCH(QByteArray, pattern);
    HandlerRegistry registry;
    QCOMPARE(registry.add(pattern, named("x")).error().code, ErrorCode::Usage);
    QVERIFY(registry.isEmpty());
}

void TestHandlers::theSelectionIsWhatHasHandlers()
{
    HandlerRegistry registry;
    QVERIFY(registry.add("mail.*", named("a")).ok());
    QVERIFY(registry.add("report", named("b")).ok());
    const TypeSelection types = registry.types();
    QVERIFY(types.contains("mail.send"));
    QVERIFY(types.contains("report"));
    QVERIFY(!types.contains("reports"));
    QVERIFY(!types.all);
    QVERIFY(registry.add("*", named("c")).ok());
    QVERIFY(registry.types().all);
}

void TestHandlers::kindsAreRead_data()
{
    QTest::addColumn<QString>("kind");
    for (const char* kind : {"echo", "sleep:0", "sleep:86400000", "fail", "fail:0", "fail:100", "command:/bin/true",
             "command:sh -c \"exit 3\"", "http:https://example.org/hook"})
        QTest::newRow(kind) << QString::fromLatin1(kind);
}

void TestHandlers::kindsAreRead()
{
    QFETCH(QString, kind);
    QVERIFY(makeHandler(kind).ok());
}

void TestHandlers::badKindsSayWhatIsAccepted_data()
{
    QTest::addColumn<QString>("kind");
    for (const char* kind : {"", "ecco", "echo:1", "sleep", "sleep:", "sleep:-1", "sleep:1s", "fail:", "fail:101",
             "fail:x", "command", "command:", "command:   ", "command:\"\""})
        QTest::newRow(*kind ? kind : "nothing") << QString::fromLatin1(kind);
}

void TestHandlers::badKindsSayWhatIsAccepted()
{
    QFETCH(QString, kind);
    const auto handler = makeHandler(kind);
    QVERIFY(!handler.ok());
    QCOMPARE(handler.error().code, ErrorCode::Usage);
    QVERIFY(handler.error().message.contains(u"sleep:MS"));
}

void TestHandlers::aSpecIsTypeEqualsKind()
{
    const auto spec = parseHandler(QStringLiteral("mail.*=command:sh -c a=b"));
    QVERIFY(spec.ok());
    QCOMPARE(spec->pattern, QByteArray("mail.*"));
    QCOMPARE(parseHandler(QStringLiteral("echo")).error().code, ErrorCode::Usage);
    QCOMPARE(parseHandler(QStringLiteral("=echo")).error().code, ErrorCode::Usage);
    QCOMPARE(parseHandler(QStringLiteral("*=http:example.org")).error().code, ErrorCode::Usage);
}

void TestHandlers::echoAnswersThePayload()
{
    EchoHandler echo;
    const HandlerResult result = runWith(echo, "hello");
    QCOMPARE(result.kind, HandlerResult::Kind::Done);
    QCOMPARE(result.result, QByteArray("hello"));
}

void TestHandlers::sleepEndsEarlyWhenStopped()
{
    SleepHandler brief(1ms);
    QCOMPARE(runWith(brief).kind, HandlerResult::Kind::Done);
    SleepHandler hour(1h);
    std::stop_source stop;
    std::jthread stopper([&] { stop.request_stop(); });
    QCOMPARE(runWith(hour, {}, stop).kind, HandlerResult::Kind::Stopped);
}

void TestHandlers::failFailsTheShareItIsTold()
{
    FailHandler always(100);
    FailHandler never(0);
    FailHandler third(33);
    int failed = 0;
    for (int i = 0; i < 3000; ++i) {
        QCOMPARE(runWith(always).kind, HandlerResult::Kind::Fail);
        QCOMPARE(runWith(never).kind, HandlerResult::Kind::Done);
        failed += runWith(third).kind == HandlerResult::Kind::Fail;
    }
    QVERIFY(failed > 800 && failed < 1180); // 990 expected, with a margin of eight standard deviations
}

void TestHandlers::percentilesAreAtMostThreePercentTooLarge()
{
    LatencyHistogram histogram;
    QCOMPARE(histogram.percentile(0.5), 0us);
    for (int micros = 1; micros <= 100'000; ++micros)
        histogram.record(std::chrono::microseconds(micros));
    for (const double share : {0.01, 0.5, 0.95, 0.99, 0.999}) {
        const double exact = share * 100'000;
        const double told = double(histogram.percentile(share).count());
        QVERIFY2(told >= exact && told <= exact * 1.032, QByteArray::number(told));
    }
    QCOMPARE(histogram.percentile(1), 100'000us);
    histogram.record(-5us);
    histogram.record(std::chrono::hours(24 * 365 * 100));
    QCOMPARE(histogram.percentile(0.0), 0us);
    QCOMPARE(histogram.max(), std::chrono::microseconds(std::chrono::hours(24 * 365 * 100)));
}

void TestHandlers::theServersClockIsNarrowedDownByEveryAnswer()
{
    ServerClock clock;
    const Instant base = monotonicNow();
    const auto serverAt = [&](Instant local) { // the server's clock is 1,000,000,000.4 ms ahead of base
        return fromMs(std::chrono::floor<Millis>(local - base + 1'000'000'000'400us).count());
    };
    for (int i = 0; i < 40; ++i) {
        const Instant sent = base + i * 1'370us;
        clock.sample(sent, sent + 300us, serverAt(sent + 100us));
    }
    const auto error = clock.toServer(base) - 1'000'000'000'400us;
    QVERIFY2(std::chrono::abs(error) < 250us, QByteArray::number(qint64(error.count())));
    QCOMPARE(std::chrono::round<Millis>(clock.toLocal(fromMs(1'000'000'050)) - base), 50ms);
    // When the server's clock is set back by a minute, the new range applies immediately.
    clock.sample(base, base + 100us, serverAt(base) - 60s);
    QVERIFY(clock.toServer(base) < 999'950s);
}

void TestHandlers::theSameLeaseTwiceIsADuplicate()
{
    EngineStatistics statistics;
    const auto ran = [&](const TaskId& id, const QByteArray& token, int queue = 0) {
        EngineStatistics::Sample sample;
        sample.leaseHash = EngineStatistics::leaseHash(queue, id, token);
        statistics.record({sample});
        return statistics.figures().duplicates;
    };
    QCOMPARE(ran("a#1", "1-w.1-5"), 0);
    QCOMPARE(ran("a#1", "2-w.9-6"), 0); // the same task's next lease
    QCOMPARE(ran("a#1", "1-w.1-5", 1), 0); // a task in a different queue
    QCOMPARE(ran("a#1", "1-x.4-7"), 1); // The server has lost a write and issued fence 1 again.
    for (int i = 0; i < 1'200'000; ++i)
        ran("b#" + QByteArray::number(i), "1-w.1-5");
    QVERIFY(statistics.figures().duplicates <= 2);
    QVERIFY(ran("b#1199999", "1-w.1-5") >= 2);
}

void TestHandlers::figuresAddUp()
{
    using Ended = EngineStatistics::Ended;
    EngineStatistics statistics;
    const Instant start = monotonicNow();
    std::vector<EngineStatistics::Sample> samples;
    for (int i = 0; i < 100; ++i) {
        EngineStatistics::Sample sample;
        sample.ended = i < 80 ? Ended::Done : i < 90 ? Ended::Retried : i < 95 ? Ended::Failed : Ended::Stale;
        sample.late = 2ms;
        sample.startedAt = start + i * 10ms;
        sample.finishedAt = sample.startedAt + 10ms;
        samples.push_back(sample);
    }
    statistics.record(samples);
    const EngineFigures figures = statistics.figures();
    QCOMPARE(figures.processed, 80);
    QCOMPARE(figures.retried, 10);
    QCOMPARE(figures.failed, 5);
    QCOMPARE(figures.staleAcks, 5);
    QCOMPARE(qRound(figures.perSecond), 95);
    QVERIFY(figures.latenessMs.p50 >= 2.0 && figures.latenessMs.p50 < 2.07);
    QCOMPARE(figures.runMs.max, 10.0);
}

QTEST_GUILESS_MAIN(TestHandlers)
#include "tst_engine_handlers.moc"
