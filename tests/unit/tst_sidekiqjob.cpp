// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/layouts/framework/memberids.h"
#include "core/layouts/sidekiq/sidekiqjob.h"
#include "core/layouts/sidekiq/sidekiqsources.h"

#include <QTest>

using namespace dueline;
using namespace Qt::StringLiterals;

/// What a job of Sidekiq is by its JSON, and what its layout is written as.
class TestSidekiqJob : public QObject
{
    Q_OBJECT

private slots:
    void argumentsAreASliceOfItsBytes_data()
    {
        QTest::addColumn<QByteArray>("args");
        for (const char* args : {R"(["caf\u00e9"])", "[1.100]", "[12345678901234567890]", "[[], {}]", R"(["b\/c"])",
                 "[ 1 ,\t2\n]", "[]", "[\"\\\"args\\\":[0]\"]", R"({"no":"array"})"})
            QTest::addRow("%s", args) << QByteArray(args);
    }
    void argumentsAreASliceOfItsBytes()
    {
        QFETCH(QByteArray, args);
        const SidekiqJob job
            = SidekiqJob::read(R"( {"jid" : "a","x":{"args":[9]}, "args": )" + args + R"( ,"class":"C"} )");
        QVERIFY(job.isJson);
        QCOMPARE(job.args, args);
        QCOMPARE(job.jid, QByteArray("a"));
        QCOMPARE(job.type, QByteArray("C"));
    }

    void theLastOfAFieldCounts()
    {
        const SidekiqJob job = SidekiqJob::read(R"({"args":[1],"jid":"a","\u0061rgs":[2],"jid":"b"})");
        QCOMPARE(job.args, QByteArray("[2]"));
        QCOMPARE(job.jid, QByteArray("b"));
    }

    void attemptsFollowFromItsRetries_data()
    {
        QTest::addColumn<QByteArray>("fields");
        QTest::addColumn<int>("attempt");
        QTest::addColumn<int>("most");
        QTest::newRow("new") << QByteArray(R"("retry":true)") << 0 << 25;
        QTest::newRow("none said") << QByteArray(R"("x":1)") << 0 << 25;
        QTest::newRow("failed once") << QByteArray(R"("retry":5,"retry_count":0)") << 1 << 5;
        QTest::newRow("failed three times") << QByteArray(R"("retry":5,"retry_count":2)") << 3 << 5;
        QTest::newRow("never again") << QByteArray(R"("retry":false,"failed_at":1795601607.1)") << 1 << 1;
        QTest::newRow("zero") << QByteArray(R"("retry":0,"retry_count":0)") << 1 << 1;
        QTest::newRow("nonsense") << QByteArray(R"("retry":"x","retry_count":-7)") << 1 << 25;
    }
    void attemptsFollowFromItsRetries()
    {
        QFETCH(QByteArray, fields);
        QFETCH(int, attempt);
        QFETCH(int, most);
        const SidekiqJob job = SidekiqJob::read('{' + fields + '}');
        QCOMPARE(job.attempt, attempt);
        QCOMPARE(job.maxAttempts, most);
    }

    void aWrappedJobIsCalledByWhatItWraps()
    {
        const SidekiqJob job = SidekiqJob::read(
            R"({"class":"ActiveJob::Wrapper","wrapped":"MailJob","error_class":"E","tags":["a"],"bid":"b1"})");
        QCOMPARE(job.type, QByteArray("MailJob"));
        QCOMPARE(job.error, QByteArray("E"));
        QCOMPARE(job.further, (std::vector<TaskFact>{{"bid", R"("b1")"}, {"tags", R"(["a"])"}}));
    }

    void anInstantIsSecondsOrMilliseconds()
    {
        QCOMPARE(sidekiqInstant("1795236791.2289999"), std::optional(fromMs(1795236791229)));
        QCOMPARE(sidekiqInstant("1795236791"), std::optional(fromMs(1795236791000)));
        QCOMPARE(sidekiqInstant("1795236791229"), std::optional(fromMs(1795236791229)));
        for (const char* text : {"", "x", "-1", "0", "nan", "1e300"})
            QVERIFY2(!sidekiqInstant(text), text);
    }

    void whatIsNoJobIsDamaged()
    {
        for (const char* member : {"", "x", "[]", "{\"a\":1", "7", "{\"a\":1} {}"}) {
            const SidekiqJob job = SidekiqJob::read(member);
            QVERIFY2(!job.isJson, member);
            const Task task = job.task(sidekiqSources({}, "dueline", "q").front(), {0, TaskState::Due, member, 0, {}});
            QCOMPARE(task.nativeState, QByteArray("damaged"));
            QCOMPARE(task.preview, QByteArray(member));
            QVERIFY(!task.error.isEmpty());
        }
    }

    void tasksOfOneJidAreNumbered()
    {
        MemberNaming naming;
        QCOMPARE(naming.next("a", "1"), TaskId("a"));
        QCOMPARE(naming.next("b", "2"), TaskId("b"));
        QCOMPARE(naming.next("a", "3"), TaskId("a~2"));
        QCOMPARE(naming.next("a", "3"), TaskId("a~3"));
        const TaskId raw = naming.next({}, "x");
        QVERIFY(raw.startsWith("bytes-") && naming.next({}, "y") != raw && naming.next({}, "x") == raw + "~2");
    }

    void aLayoutIsReadBackAsItIsWritten()
    {
        for (const char* text : {"sidekiq", "sidekiq:shop", "sidekiq:a%3Fb:c"}) {
            const auto spec = parseSidekiq(QString::fromLatin1(text));
            QVERIFY2(spec, text);
            QCOMPARE(spec->text(), QString::fromLatin1(text));
        }
        QCOMPARE(parseSidekiq(u"sidekiq:shop"_s)->key("queues"), QByteArray("shop:queues"));
        QCOMPARE(parseSidekiq(u"sidekiq"_s)->sharedPlace(), QueueName("@sidekiq"));
        for (const char* text : {"sidekiqs", "sidekiq:", "sidekiq?x=1", "sidekiq:a?x=1"})
            QCOMPARE(parseSidekiq(QString::fromLatin1(text)).error().code, ErrorCode::Usage);
    }
};

QTEST_GUILESS_MAIN(TestSidekiqJob)
#include "tst_sidekiqjob.moc"
