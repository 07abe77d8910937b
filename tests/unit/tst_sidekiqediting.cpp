// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/layouts/sidekiq/sidekiqediting.h"

#include <QTest>

using namespace dueline;

/// Tests that pushing a Sidekiq job changes only the members that Sidekiq itself would change.
class TestSidekiqEditing : public QObject
{
    Q_OBJECT

private slots:
    void numbersAreReplacedAsText_data();
    void numbersAreReplacedAsText();
    void whatNoWorkerCouldRunIsNotPushed_data();
    void whatNoWorkerCouldRunIsNotPushed();
    void theQueueIsWhatItsTextSays();
    void instantsHaveTheUnitOfTheJob();
    void theNewestJobSaysTheUnit();
    void aJobIsKeptForOthers();
    void argumentsAreReplacedAsText();
    void aNewJobIsWrittenAsSidekiqDoes();
    void aRecordedJobKeepsItsBytesAndItsScore();

private:
    static constexpr qint64 now = 1795601700123456; ///< microseconds
};

void TestSidekiqEditing::numbersAreReplacedAsText_data()
{
    QTest::addColumn<QByteArray>("job");
    QTest::addColumn<QByteArray>("pushed");
    QTest::addColumn<bool>("isRetry");
    const auto row = [](const char* name, const char* job, const char* pushed, bool isRetry = true) {
        QTest::newRow(name) << QByteArray(job) << QByteArray(pushed) << isRetry;
    };
    row("both", R"({"class":"C","queue":"q","enqueued_at":1.5,"retry_count":2})",
        R"({"class":"C","queue":"q","enqueued_at":1795601700.123456,"retry_count":1})");
    row("no retry", R"({"class":"C","queue":"q","enqueued_at":1.5,"retry_count":2})",
        R"({"class":"C","queue":"q","enqueued_at":1795601700.123456,"retry_count":2})", false);
    row("in the other order", R"({"retry_count":10,"enqueued_at":1.5,"class":"C","queue":"q"})",
        R"({"retry_count":9,"enqueued_at":1795601700.123456,"class":"C","queue":"q"})");
    row("put in", R"({"class":"C","queue":"q"})", R"({"class":"C","queue":"q","enqueued_at":1795601700.123456})");
    row("put in behind spaces", " {\"class\" : \"C\",\"queue\":\"q\"\n} \n",
        " {\"class\" : \"C\",\"queue\":\"q\"\n,\"enqueued_at\":1795601700.123456} \n");
    row("first failure", R"({"class":"C","queue":"q","enqueued_at":1,"retry_count":0})",
        R"({"class":"C","queue":"q","enqueued_at":1795601700.123456,"retry_count":-1})");
    row("of equal names the last", R"({"class":"C","queue":"q","retry_count":5,"enqueued_at":1,"retry_count":7})",
        R"({"class":"C","queue":"q","retry_count":5,"enqueued_at":1795601700.123456,"retry_count":6})");
    row("an escaped name", R"({"class":"C","queue":"q","retry\u005fcount":5,"enqueued_at":1})",
        R"({"class":"C","queue":"q","retry\u005fcount":4,"enqueued_at":1795601700.123456})");
    row("only its own fields",
        R"({"args":[{"retry_count":7,"enqueued_at":1},"\"retry_count\":3"],"class":"C","queue":"q","x":{"retry_count":1}})",
        R"({"args":[{"retry_count":7,"enqueued_at":1},"\"retry_count\":3"],"class":"C","queue":"q","x":{"retry_count":1},"enqueued_at":1795601700.123456})");
    row("what Ruby would not write",
        R"({"args":["caf\u00e9",1.100,12345678901234567890,[],{},"b\/c"],"class":"C","queue":"q","enqueued_at":1,"retry_count":1})",
        R"({"args":["caf\u00e9",1.100,12345678901234567890,[],{},"b\/c"],"class":"C","queue":"q","enqueued_at":1795601700.123456,"retry_count":0})");
    row("a count that is none", R"({"class":"C","queue":"q","enqueued_at":null,"retry_count":"two"})",
        R"({"class":"C","queue":"q","enqueued_at":1795601700.123456,"retry_count":"two"})");
    row("milliseconds", R"({"class":"C","queue":"q","created_at":1795601606703,"enqueued_at":1795601606704})",
        R"({"class":"C","queue":"q","created_at":1795601606703,"enqueued_at":1795601700123})");
}

void TestSidekiqEditing::numbersAreReplacedAsText()
{
    QFETCH(QByteArray, job);
    QFETCH(QByteArray, pushed);
    QFETCH(bool, isRetry);
    const auto push = SidekiqEditing::push(job, now, isRetry);
    QVERIFY(push.has_value());
    QCOMPARE(push->queue, QByteArray("q"));
    QCOMPARE(SidekiqEditing::withEdits(job, push->edits), pushed);
}

void TestSidekiqEditing::whatNoWorkerCouldRunIsNotPushed_data()
{
    QTest::addColumn<QByteArray>("job");
    for (const char* job :
        {"", "{", "[]", "1", "{}", R"({"class":"C"})", R"({"queue":"q"})", R"({"class":1,"queue":"q"})",
            R"({"class":"C","queue":""})", R"({"class":"C","queue":["q"]})", R"({"class":"C","queue":"q"} x)"})
        QTest::addRow("%s", *job ? job : "empty") << QByteArray(job);
}

void TestSidekiqEditing::whatNoWorkerCouldRunIsNotPushed()
{
    QFETCH(QByteArray, job);
    QVERIFY(!SidekiqEditing::push(job, now, true));
}

void TestSidekiqEditing::theQueueIsWhatItsTextSays()
{
    const QByteArray escaped(R"({"class":"C","queue":"caf\u00e9 \"1\""})");
    const QByteArray spelledOut("caf\xc3\xa9 \"1\"");
    QCOMPARE(SidekiqEditing::push(escaped, now, true)->queue, spelledOut);
    const QByteArray noUtf8("ma\xe5il");
    const QByteArray job = R"({"class":"C","queue":")" + noUtf8 + R"("})";
    QCOMPARE(SidekiqEditing::push(job, now, true)->queue, noUtf8);
}

void TestSidekiqEditing::instantsHaveTheUnitOfTheJob()
{
    QCOMPARE(SidekiqEditing::instant(1'000'000, false), QByteArray("1.000000"));
    QCOMPARE(SidekiqEditing::instant(1'000'001, false), QByteArray("1.000001"));
    QCOMPARE(SidekiqEditing::instant(1'999'999, true), QByteArray("1999"));
}

void TestSidekiqEditing::theNewestJobSaysTheUnit()
{
    const QByteArray seconds = R"({"created_at":1795601606.5})";
    const QByteArray milliseconds = R"({"created_at":1795601607000})";
    QVERIFY(SidekiqEditing::hasMilliseconds({seconds, milliseconds}));
    QVERIFY(SidekiqEditing::hasMilliseconds({milliseconds, seconds, "no job"}));
    QVERIFY(!SidekiqEditing::hasMilliseconds({milliseconds, R"({"created_at":1795601608.5})"}));
    QVERIFY(!SidekiqEditing::hasMilliseconds({}));
}

void TestSidekiqEditing::aJobIsKeptForOthers()
{
    QCOMPARE(SidekiqEditing::whyKept(R"({"bid":"x"})"), std::optional(ItemOutcome::InBatch));
    QCOMPARE(SidekiqEditing::whyKept(R"({"lock_digest":"x"})"), std::optional(ItemOutcome::UniqueLock));
    // Locks from Sidekiq Enterprise and each version of sidekiq-unique-jobs.
    for (const char* lock : {R"({"unique_until":"success"})", R"({"unique_for":3600.0})",
             R"({"unique":"until_executed","unique_digest":"uniquejobs:abc"})", R"({"unique_hash":"abc"})"})
        QCOMPARE(SidekiqEditing::whyKept(lock), std::optional(ItemOutcome::UniqueLock));
    QCOMPARE(SidekiqEditing::whyKept("x"), std::optional(ItemOutcome::Damaged));
    QVERIFY(!SidekiqEditing::whyKept(R"({"bid":null,"unique_until":false,"unique_for":false,"args":[{"bid":1}]})"));
}

void TestSidekiqEditing::argumentsAreReplacedAsText()
{
    const QByteArray job = R"({"args":[1.100, {"args":2}],"class":"C","x":{"args":[]},"queue":"q"})";
    QCOMPARE(*SidekiqEditing::withArguments(job, " [\"b\\/c\", 1.0] "),
        QByteArray(R"({"args":["b\/c", 1.0],"class":"C","x":{"args":[]},"queue":"q"})"));
    for (const char* wrong : {"{}", "1", "[", ""})
        QCOMPARE(SidekiqEditing::withArguments(job, wrong).error().code, ErrorCode::Usage);
    QCOMPARE(SidekiqEditing::withArguments("[1]", "[]").error().code, ErrorCode::Refused);
    // A lock for the old arguments would never be released.
    const auto locked = SidekiqEditing::withArguments(R"({"args":[],"lock_digest":"d"})", "[1]");
    QVERIFY(!locked && locked.error().message.contains(QStringLiteral("uniqueness lock")));
    // Sidekiq sets the time when it moves a scheduled job to its queue.
    const auto later
        = SidekiqEditing::push(R"({"class":"C","queue":"q","enqueued_at":1.5,"retry_count":2})", now, true, true);
    QCOMPARE(later->edits, QByteArray("57 1 1"));
}

void TestSidekiqEditing::aNewJobIsWrittenAsSidekiqDoes()
{
    const NewTask task{"Mail::Job#j", {}, {}, {}, " [1.100] "};
    const QByteArray due(R"({"retry":true,"queue":"q\"","class":"Mail::Job","args":[1.100],"jid":"j",)"
                         R"("created_at":1795601700.123456,"enqueued_at":1795601700.123456})");
    const QByteArray quoted("q\"");
    QCOMPARE(SidekiqEditing::newJob(quoted, "j", task, now, true, false).value(), due);
    const QByteArray later(
        R"({"retry":true,"queue":"q","class":"Mail::Job","args":[1.100],"jid":"j","created_at":1795601700123})");
    QCOMPARE(SidekiqEditing::newJob("q", "j", task, now, false, true).value(), later);
    // Only ActiveJob in the application can create a payload that workers can run.
    const NewTask mail{"UserMailer#welcome#j", {}, {}, {}, R"([{"job_class":"ActionMailer::MailDeliveryJob"}])"};
    QCOMPARE(SidekiqEditing::newJob("q", "j", mail, now, true, false).error().code, ErrorCode::NotSupported);
}

void TestSidekiqEditing::aRecordedJobKeepsItsBytesAndItsScore()
{
    const QByteArray member(R"({"retry":9,"queue":"q","class":"C","args":[1.50],"jid":"j",)"
                            R"("created_at":1795601700.0658388,"enqueued_at":1795601701.5,"failed_at":1795601702.5,)"
                            R"("retry_count":0})");
    const SidekiqStored stored{member, "retry", "1795601800.0729063"};
    const SidekiqStored read = SidekiqStored::read(stored.text());
    QCOMPARE(read.member, member);
    QVERIFY(read.isRetry());
    QCOMPARE(read.scoreFor(fromMs(1'795'601'800'072)).toDouble(), 1795601800.0729063);
    QCOMPARE(read.scoreFor(fromMs(1'795'601'900'000)), QByteArray("1795601900.000")); // The due time was changed.
    NewTask task{"C#j", fromMs(1'795'601'800'072), {}, {}, "[1.50]"};
    task.options.maxAttempts = 10;
    task.addedAt = fromMs(1'795'601'700'065);
    task.stored = stored.text();
    QCOMPARE(SidekiqEditing::newJob("q", "j", task, now, true, false).value(), member);
    const QByteArray elsewhere = SidekiqEditing::newJob("other", "j", task, now, true, false).value();
    QVERIFY2(elsewhere.contains(R"("created_at":1795601700.0658388)"), elsewhere);
    // Jobs from older exports have no line with a set, and members may contain line breaks.
    for (const QByteArray& text : {member, QByteArray("{\n}"), QByteArray("{}\nretry"), QByteArray("{}\ndead 1")})
        QCOMPARE(SidekiqStored::read(text).member, text);
    QVERIFY(SidekiqStored::read(member).isRetry());
    QVERIFY(!SidekiqStored({member, "schedule", "1"}).isRetry());
}

QTEST_GUILESS_MAIN(TestSidekiqEditing)
#include "tst_sidekiqediting.moc"
