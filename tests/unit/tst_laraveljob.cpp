// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/layouts/laravel/horizonretry.h"
#include "core/layouts/laravel/laraveljob.h"
#include "core/layouts/laravel/laravelsources.h"

#include <QTest>

using namespace dueline;
using namespace Qt::StringLiterals;

/// Tests reading a Laravel job, the changes that a retry makes, and the syntax of `--layout` values for Laravel.
class TestLaravelJob : public QObject
{
    Q_OBJECT

private slots:
    void theLayoutIsReadBack_data();
    void theLayoutIsReadBack();
    void whatIsNoLayoutIsRefused_data();
    void whatIsNoLayoutIsRefused();
    void horizonIsNamedAsTheApplicationIs();
    void keysSpeakOfQueues_data();
    void keysSpeakOfQueues();
    void theLastOfAFieldCounts();
    void instantsAreSecondsInAnyForm();
    void errorsAreTheirFirstLine_data();
    void errorsAreTheirFirstLine();
    void aRetryChangesTokensAlone_data();
    void aRetryChangesTokensAlone();
    void scoresBelowZeroAreInstants();
};

void TestLaravelJob::theLayoutIsReadBack_data()
{
    QTest::addColumn<QString>("text");
    QTest::addColumn<QByteArray>("prefix");
    QTest::addColumn<QByteArray>("horizon");
    QTest::newRow("usual") << u"laravel"_s << QByteArray("laravel_database_") << QByteArray("none");
    QTest::newRow("without a prefix") << u"laravel:"_s << QByteArray() << QByteArray("none");
    QTest::newRow("newer") << u"laravel:laravel-database-"_s << QByteArray("laravel-database-") << QByteArray("none");
    QTest::newRow("with Horizon") << u"laravel:shop_?horizon=shop_horizon%3A"_s << QByteArray("shop_")
                                  << QByteArray("shop_horizon:");
    QTest::newRow("usual, with Horizon") << u"laravel?horizon=h"_s << QByteArray("laravel_database_")
                                         << QByteArray("h");
}

void TestLaravelJob::theLayoutIsReadBack()
{
    QFETCH(QString, text);
    QFETCH(QByteArray, prefix);
    QFETCH(QByteArray, horizon);
    const auto spec = parseLaravel(text);
    QVERIFY(spec.ok());
    QCOMPARE(spec->prefix, prefix);
    QCOMPARE(spec->horizon.value_or("none"), horizon);
    const auto again = parseLaravel(spec->text());
    QVERIFY(again.ok());
    QCOMPARE(*again, *spec);
    QVERIFY(spec->isShared('@' + text.toUtf8()) && !spec->isShared("@laravel:other"));
    QVERIFY(spec->isShared({}) && spec->isShared(spec->sharedPlace()) && !spec->isShared("mail"));
}

void TestLaravelJob::whatIsNoLayoutIsRefused_data()
{
    QTest::addColumn<QString>("text");
    for (const char* text : {"laravels", "Laravel", "laravel?x=1", "laravel:p?horizons=h", "laravel?"})
        QTest::addRow("%s", text) << QString::fromLatin1(text);
}

void TestLaravelJob::whatIsNoLayoutIsRefused()
{
    QFETCH(QString, text);
    const auto spec = parseLaravel(text);
    QVERIFY(!spec);
    QCOMPARE(spec.error().code, ErrorCode::Usage);
    QVERIFY(spec.error().message.contains(text));
}

void TestLaravelJob::horizonIsNamedAsTheApplicationIs()
{
    QCOMPARE(LaravelSpec().ownHorizon(), QByteArray("laravel_horizon:"));
    QCOMPARE(LaravelSpec{"my-shop-database-"}.ownHorizon(), QByteArray("my_shop_horizon:"));
    QCOMPARE(LaravelSpec{"shop_"}.ownHorizon(), QByteArray());
    QCOMPARE(LaravelSpec{"_database_"}.ownHorizon(), QByteArray());
}

void TestLaravelJob::keysSpeakOfQueues_data()
{
    QTest::addColumn<QByteArray>("key");
    QTest::addColumn<QByteArray>("prefix");
    QTest::addColumn<QByteArray>("name");
    QTest::addColumn<QByteArray>("without");
    const auto row = [](const char* key, const char* prefix, const char* name, const char* without) {
        QTest::addRow("%s", key) << QByteArray(key) << QByteArray(prefix) << QByteArray(name) << QByteArray(without);
    };
    row("queues:mail", "", "mail", "-");
    row("laravel_database_queues:mail:delayed", "laravel_database_", "mail:delayed", "mail");
    row("a:queues:b:reserved", "a:", "b:reserved", "b");
    row("x-queues:a:b:notify", "x-", "a:b:notify", "a:b");
    row("queues::delayed", "", ":delayed", "-");
    row("queues:", "-", "-", "-");
    row("myqueues:mail", "-", "-", "-");
    row("queue:mail", "-", "-", "-");
}

void TestLaravelJob::keysSpeakOfQueues()
{
    QFETCH(QByteArray, key);
    QFETCH(QByteArray, prefix);
    QFETCH(QByteArray, name);
    QFETCH(QByteArray, without);
    const auto parts = LaravelKey::of(key);
    QCOMPARE(parts ? parts->prefix : QByteArray("-"), prefix);
    QCOMPARE(parts ? parts->name : QByteArray("-"), name);
    QCOMPARE(parts ? parts->withoutEnding().value_or("-") : QByteArray("-"), without);
}

void TestLaravelJob::theLastOfAFieldCounts()
{
    const LaravelJob job = LaravelJob::read(
        R"({"uuid":"a","attempts":"x","data":[1],"uu\u0069d":"b","attempts":2,"data":{"n":[1.10]}})");
    QVERIFY(job.isSound());
    QCOMPARE(job.uuid, QByteArray("b"));
    QCOMPARE(job.attempts, 2);
    QCOMPARE(job.payload, QByteArray(R"({"n":[1.10]})"));
    QVERIFY(!LaravelJob::read(R"({"attempts":2,"attempts":null})").isSound());
    QVERIFY(!LaravelJob::read("[]").isSound());
    QCOMPARE(LaravelJob::read(R"({"attempts":-5,"maxTries":-1})").attempts, 0);
    QCOMPARE(LaravelJob::read(R"({"attempts":1e99,"maxTries":null})").maxTries, 0);
}

void TestLaravelJob::instantsAreSecondsInAnyForm()
{
    QCOMPARE(laravelInstant("1795601606"), std::optional(fromMs(1'795'601'606'000)));
    QCOMPARE(laravelInstant("\"1795601606.5\""), std::optional(fromMs(1'795'601'606'500)));
    QCOMPARE(laravelInstant("1795236791.229"), std::optional(fromMs(1'795'236'791'229)));
    for (const char* none : {"", "null", "\"\"", "\"", "x", "-1", "0", "1e300", "nan"})
        QVERIFY2(!laravelInstant(none), none);
}

void TestLaravelJob::errorsAreTheirFirstLine_data()
{
    QTest::addColumn<QByteArray>("exception");
    QTest::addColumn<QByteArray>("error");
    QTest::newRow("with its file") << QByteArray("E: after 3 s in /app/x.php:12\nStack trace:\n#0")
                                   << QByteArray("E: after 3 s");
    QTest::newRow("without") << QByteArray("E: sold in /months") << QByteArray("E: sold in /months");
    QTest::newRow("one line") << QByteArray("E: m") << QByteArray("E: m");
    QTest::newRow("none") << QByteArray() << QByteArray();
}

void TestLaravelJob::errorsAreTheirFirstLine()
{
    QFETCH(QByteArray, exception);
    QFETCH(QByteArray, error);
    QCOMPARE(laravelError(exception), error);
}

void TestLaravelJob::aRetryChangesTokensAlone_data()
{
    QTest::addColumn<QByteArray>("payload");
    QTest::addColumn<QByteArray>("pushed"); // expected push; empty: none
    const auto row = [](const char* name, const char* payload, const char* pushed) {
        QTest::newRow(name) << QByteArray(payload) << QByteArray(pushed);
    };
    row("all of it", R"({ "uuid":"a", "id" : "a","attempts":3,"retry_of":"z","n":1.100,"u":"\u00e9\/"})",
        R"({ "uuid":"new", "id" : "new","attempts":0,"retry_of":"old","n":1.100,"u":"\u00e9\/"})");
    row("what is missing", R"({"attempts":1})", R"({"attempts":0,"id":"new","uuid":"new","retry_of":"old"})");
    row("equal names inside", R"({"uuid":"a","id":"a","data":{"uuid":"i","attempts":9},"attempts":1,"retry_of":null})",
        R"({"uuid":"new","id":"new","data":{"uuid":"i","attempts":9},"attempts":0,"retry_of":"old"})");
    row("the last one", R"({"uuid":"a","uuid":"b","id":"a","attempts":7,"attempts":1})",
        R"({"uuid":"a","uuid":"new","id":"new","attempts":7,"attempts":0,"retry_of":"old"})");
    row("until an instant", R"({"uuid":"a","id":"a","attempts":1,"retryUntil":1795600600,"pushedAt":"1795600000.5"})",
        R"({"uuid":"new","id":"new","attempts":0,"retryUntil":1795602300,"pushedAt":"1795601700.250","retry_of":"old"})");
    row("until an instant before it was pushed",
        R"({"uuid":"a","id":"a","attempts":1,"retryUntil":5,"pushedAt":"3795600000"})",
        R"({"uuid":"new","id":"new","attempts":0,"retryUntil":1,"pushedAt":"1795601700.250","retry_of":"old"})");
    row("a number of pushedAt", R"({"uuid":"a","id":"a","attempts":1,"retryUntil":null,"pushedAt":1795600000})",
        R"({"uuid":"new","id":"new","attempts":0,"retryUntil":null,"pushedAt":1795601700.250,"retry_of":"old"})");
    row("no object", "[1]", "");
    row("no JSON", "{", "");
    row("no attempts", R"({"uuid":"a"})", "");
    row("attempts as text", R"({"uuid":"a","attempts":"1"})", "");
}

void TestLaravelJob::aRetryChangesTokensAlone()
{
    QFETCH(QByteArray, payload);
    QFETCH(QByteArray, pushed);
    const auto retry = HorizonRetry::of(payload, "old", "new", fromMs(1'795'601'700'250));
    QCOMPARE(retry ? retry->payload : QByteArray(), pushed);
    const auto tagged = HorizonRetry::of(R"({"attempts":1,"tags":["a","\u00fc",3]})", "old", "new", fromMs(1));
    QCOMPARE(tagged->tags, (QByteArrayList{"a", "ü"}));
}

void TestLaravelJob::scoresBelowZeroAreInstants()
{
    const TaskSource failed = horizonSources({}, "dueline", "h:").front();
    QVERIFY(failed.isNewestFirst() && failed.isDated());
    const TimePoint at = fromMs(1'795'601'600'250);
    QCOMPARE(failed.instantOf(-1'795'601'600.25), at);
    QCOMPARE(failed.instantOf(1), TimePoint());
    const auto [lowest, highest] = failed.scoresBetween(at, at + Millis(1));
    QVERIFY(lowest.startsWith('('));
    QVERIFY(lowest.mid(1).toDouble() < -1'795'601'600.25 && -1'795'601'600.25 <= highest.toDouble());
    QVERIFY(highest.toDouble() < -1'795'601'600.249);
    QCOMPARE(failed.scoresBetween({}, {}), (std::pair<QByteArray, QByteArray>("-inf", "+inf")));
}

QTEST_GUILESS_MAIN(TestLaravelJob)
#include "tst_laraveljob.moc"
