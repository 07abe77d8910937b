// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/duration.h"
#include "core/queue/taskfilter.h"

#include <QTest>

using namespace dueline;
using Term = TaskFilter::Term;

/// Tests the filter language.
class TestTaskFilter : public QObject
{
    Q_OBJECT

    static constexpr TimePoint now = TimePoint(Millis(1'790'000'000'000));

    /// Returns the task that most of the rows below match.
    static Task sample()
    {
        Task task;
        task.id = "mail.send#9f31-x";
        task.state = TaskState::Failed;
        task.at = now - std::chrono::minutes(10);
        task.dueAt = now - std::chrono::hours(1);
        task.attempt = 3;
        task.maxAttempts = 5;
        task.size = 2048;
        task.error = "Timeout after 30 s";
        task.addedAt = now - std::chrono::hours(26);
        return task;
    }

    static TaskFilter parsed(const char* text)
    {
        const auto filter = TaskFilter::parse(QString::fromUtf8(text));
        if (!filter)
            qFatal("%s", qPrintable(filter.error().message));
        return *filter;
    }

private slots:
    void aTermSelectsWhatItSays_data()
    {
        QTest::addColumn<QString>("filter");
        QTest::addColumn<bool>("matches");
        const auto yes = [](const char* filter) { QTest::newRow(filter) << QString::fromUtf8(filter) << true; };
        const auto no = [](const char* filter) { QTest::newRow(filter) << QString::fromUtf8(filter) << false; };
        QTest::newRow("nothing asked") << QString() << true;
        QTest::newRow("only spaces") << QStringLiteral(" \t ") << true;
        yes("state:failed");
        no("state:done");
        no("state:pending");
        yes("-state:pending");
        no("-state:failed");
        yes("type:mail.send");
        yes("type:mail.*");
        yes("type:*send");
        yes("type:*");
        yes("type:m*l.s*d");
        no("type:mail");
        no("type:Mail.send");
        no("type:*sent");
        yes("-type:report");
        yes("id:mail.send#9f31-x");
        yes("id:mail.send#9f31*");
        yes("id:*31*");
        no("id:9f31");
        yes("error:timeout");
        yes("error:\"after 30 s\"");
        yes("error:TIMEOUT");
        no("error:\"after  30\"");
        no("-error:timeout");
        yes("payload:alice");
        yes("payload:ALICE");
        yes("payload:{\"to\":\"Alice\"");
        yes("payload:\"{\\\"to\\\":\"");
        no("payload:bob");
        yes("alice");
        yes("9F31");
        yes("timeout");
        yes("\"after 30\"");
        no("bob");
        yes("-bob");
        yes("2026-01-01"); // A hyphen inside a word doesn't negate the term.
        yes("mail.send#9f31-x");
        yes("attempt>2");
        yes("attempt>=3");
        yes("attempt=3");
        yes("attempt:3");
        yes("attempt<=3");
        no("attempt<3");
        no("attempt>3");
        yes("-attempt>3");
        yes("size>2047");
        yes("size=2048");
        no("size<2048");
        yes("due<+1h");
        yes("due<0");
        yes("due>-2h");
        no("due>-1h");
        yes("due>=-1h");
        no("due<-1h");
        yes("due<1m");
        yes("due<1790000000000");
        yes("due<2026-09-22T00:00:00Z");
        no("due>2026-09-22T00:00:00+00:00");
        yes("added<-1d");
        no("added>-1d");
        yes("added>-2d");
        yes("at>-15m");
        no("at<-15m");
        no("worker:host-a");
        no("worker:*");
        yes("-worker:host-a");
        yes("state:failed type:mail.* error:timeout payload:alice attempt>2 due<+1h added<-1d");
        no("state:failed type:mail.* error:timeout payload:bob attempt>2");
        yes("-state:done -type:report* alice");
        yes("json:$.to=Alice");
        no("json:$.to=alice");
        no("json:$.to=Al*");
        yes("json:$.to");
        no("json:$.cc");
        yes("-json:$.cc");
        no("-json:$.to=Alice");
        yes("json:$[\"to\"]=Alice");
        yes("json:\"$[\\\"to\\\"]=Alice\"");
        yes("json:$.n=42");
        yes("json:$.big=9007199254740993");
        no("json:$.big=9007199254740992");
        yes("json:$.half=0.5");
        yes("json:$.half=0.50");
        yes("json:$.half=5e-1");
        yes("json:$.n=42.0");
        no("json:$.n=42.5");
        no("json:$.huge=12345678901234567891"); // the number can't be represented exactly, so it never matches
        yes("json:$.huge");
        yes("json:$.text=12345678901234567891");
        yes("json:$.lines[].sku=b");
        yes("json:$.lines[1].sku=b");
        no("json:$.lines[0].sku=b");
        no("json:$.lines=b");
        yes("json:$.lines");
        yes("json:$.none=null");
        yes("json:$.ok=true");
        yes("json:$.empty=");
        no("json:$.to=");
        yes("json:$.name=张三");
        yes("json:\"$.both=Ann Lee\"");
    }
    void aTermSelectsWhatItSays()
    {
        const QByteArray payload
            = R"({"to":"Alice","day":"2026-01-01","n":42,"big":9007199254740993,"half":0.5,"huge":12345678901234567890,"text":"12345678901234567891",)"
              R"("lines":[{"sku":"a"},{"sku":"b"}],"none":null,"ok":true,"empty":"",)"
              R"("name":"\u5f20三","both":"Ann Lee"})";
        QFETCH(QString, filter);
        QFETCH(bool, matches);
        const auto read = TaskFilter::parse(filter);
        QVERIFY2(read, read ? "" : qPrintable(read.error().message));
        QCOMPARE(read->matches(sample(), payload, now), matches);
        QCOMPARE(read->text(), filter);
    }

    void aTaskBelongsToItsOwnQueueElseToTheOneThatIsSearched()
    {
        Task task = sample();
        QVERIFY(parsed("queue:mail").matches(task, {}, now, "mail"));
        QVERIFY(parsed("queue:m*l").matches(task, {}, now, "mail"));
        QVERIFY(!parsed("queue:orders").matches(task, {}, now, "mail"));
        task.ownQueue = "orders";
        QVERIFY(parsed("queue:orders").matches(task, {}, now, "@sidekiq"));
        QVERIFY(parsed("-queue:mail").matches(task, {}, now, "mail"));
        QVERIFY(!parsed("queue:@sidekiq").matches(task, {}, now, "@sidekiq"));
        QVERIFY(parsed("queue:orders@sidekiq").withinLayout("sidekiq").matches(task, {}, now, "@sidekiq"));
        QVERIFY(!parsed("queue:orders@bull").withinLayout("sidekiq").matches(task, {}, now, "@sidekiq"));
    }

    void aLeasedTaskIsFoundByTheBeginningOfItsWorker()
    {
        Task task = sample();
        task.state = TaskState::Leased;
        task.worker = "host-a.4711.x";
        QVERIFY(parsed("worker:host-a").matches(task, {}, now));
        QVERIFY(parsed("worker:*4711").matches(task, {}, now));
        QVERIFY(!parsed("worker:host-b").matches(task, {}, now));
        QVERIFY(!parsed("worker:4711").matches(task, {}, now));
    }

    void unknownTimesMatchNoCondition()
    {
        Task task = sample();
        task.dueAt.reset();
        task.addedAt.reset();
        QVERIFY(!parsed("due<+1h").matches(task, {}, now));
        QVERIFY(!parsed("due>+1h").matches(task, {}, now));
        QVERIFY(!parsed("-due<+1h").matches(task, {}, now));
        QVERIFY(!parsed("added>-1000d").matches(task, {}, now));
        QVERIFY(!parsed("-added>-1000d").matches(task, {}, now));
        QVERIFY(parsed("at<-1m -at<-1h").matches(task, {}, now));
    }

    /// For claims and ends, the epoch means that no time is recorded. A waiting task, however, can really be due at the
    /// epoch.
    void anUnknownClaimOrEndIsNotOld()
    {
        Task task = sample();
        task.at = TimePoint();
        for (const TaskState state : {TaskState::Leased, TaskState::Failed, TaskState::Done, TaskState::Trash}) {
            task.state = state;
            for (const char* filter : {"at<-1h", "-at<-1h", "at>-1h", "-at>-1h"})
                QVERIFY2(!parsed(filter).matches(task, {}, now), filter);
        }
        task.state = TaskState::Due;
        QVERIFY(parsed("at<-1h").matches(task, {}, now));
        QVERIFY(!parsed("-at<-1h").matches(task, {}, now));
    }

    void errorsAndPayloadsAreReadAsJsonReads()
    {
        Task task = sample();
        task.error = R"(HTTP 422: {"field":"\u59d3\u540d","see":"https:\/\/a.cn\/422"})";
        const QByteArray payload = R"({"to":"\u5F20\u4e09"})";
        for (const char* filter : {"payload:张三", "error:姓名", "error:https://a.cn/422", "张三", "姓名",
                 "-payload:李四", "-李四", "payload:\\u5F20", "payload:张三 error:姓名", "payload:\"to\\\":\\\"张\""})
            QVERIFY2(parsed(filter).matches(task, payload, now), filter);
        for (const char* filter : {"-payload:张三", "-error:姓名", "-张三", "payload:姓名", "error:张三", "id:*张三*"})
            QVERIFY2(!parsed(filter).matches(task, payload, now), filter);
    }

    void binaryTextIsSearchedAsBytes()
    {
        Task task = sample();
        task.id = QByteArray("t#\xff\0z", 5);
        QVERIFY(parsed("id:t#*z").matches(task, {}, now));
        QVERIFY(parsed("x中y").matches(task, QByteArray("\0\xff-X中Y-", 10), now));
    }

    void termsAreReadAsWritten()
    {
        const TaskFilter filter = parsed("-type:\"a \\\"b\\\\\" due>=-90m added<1790000000000 word");
        QCOMPARE(filter.terms().size(), std::size_t(4));
        const Term& type = filter.terms()[0];
        QVERIFY(type.negated);
        QCOMPARE(type.field, Term::Field::Type);
        QCOMPARE(type.text, QByteArray("a \"b\\"));
        const Term& due = filter.terms()[1];
        QCOMPARE(due.op, Term::Op::GreaterEqual);
        QVERIFY(due.relative);
        QCOMPARE(due.number, -90 * 60'000);
        const Term& added = filter.terms()[2];
        QVERIFY(!added.relative);
        QCOMPARE(added.number, 1'790'000'000'000);
        QCOMPARE(filter.terms()[3].field, Term::Field::Any);
        QCOMPARE(filter, parsed("-type:\"a \\\"b\\\\\"   due>=-1h30m added<1790000000000 word "));
    }

    /// The clock used here shows Thursday, November 26, 2026, 14:00 in Shanghai.
    void wordsForATimeMeanTheClockThatIsGiven_data()
    {
        QTest::addColumn<QString>("filter");
        QTest::addColumn<QString>("fixed");
        const auto row = [](const char* filter, const char* fixed) {
            QTest::newRow(filter) << QString::fromUtf8(filter) << QString::fromUtf8(fixed);
        };
        row("due<tomorrow", "due<2026-11-26T16:00:00.000Z");
        row("due<\"tomorrow 9\" state:failed", "due<2026-11-27T01:00:00.000Z state:failed");
        row("due>=2026-11-25 added<2026-11-25T09:00:00",
            "due>=2026-11-24T16:00:00.000Z added<2026-11-25T01:00:00.000Z");
        row("type:明天 due<明天 at>\"2026-11-25 09:00\"",
            "type:明天 due<2026-11-26T16:00:00.000Z at>2026-11-25T01:00:00.000Z");
        row("-added>\"明天 9点\"", "-added>2026-11-27T01:00:00.000Z");
        // Terms that mean the same everywhere are left unchanged.
        row("due<+1h", "due<+1h");
        row("due<\"in 2 hours\"", "due<\"in 2 hours\"");
        row("due<2026-11-21T08:00:00Z", "due<2026-11-21T08:00:00Z");
        row("due<\"2026-11-21 08:00:00.000 UTC+8\"", "due<\"2026-11-21 08:00:00.000 UTC+8\"");
    }
    void wordsForATimeMeanTheClockThatIsGiven()
    {
        QFETCH(QString, filter);
        QFETCH(QString, fixed);
        const TimePoint now = *parseInstant(u"2026-11-26T06:00:00Z");
        const auto parsed = TaskFilter::parse(filter, {QTimeZone("Asia/Shanghai"), now});
        QVERIFY2(parsed.ok(), parsed ? "" : qPrintable(parsed.error().message));
        QCOMPARE(parsed->text(), filter);
        QCOMPARE(parsed->fixedText(), fixed);
        // The fixed text means the same everywhere and at all times.
        const auto again = TaskFilter::parse(fixed);
        QVERIFY(again.ok());
        QVERIFY(*again == *parsed);
        QVERIFY(again->readTimes().empty());
    }
    void aDistanceInWordsCountsFromWhenItIsAsked()
    {
        const TaskFilter words = parsed("due<\"in 2 hours\"");
        QVERIFY(words == parsed("due<+2h"));
        QVERIFY(parsed("due<2小时后") == parsed("due<+2h"));
        QVERIFY(parsed("added>\"3 days ago\"") == parsed("added>-3d"));
    }
    void mistakesAreShownWhereTheyAre_data()
    {
        QTest::addColumn<QString>("filter");
        QTest::addColumn<int>("position");
        QTest::addColumn<QString>("says");
        const auto row = [](const char* filter, int position, const char* says) {
            QTest::newRow(filter) << QString::fromUtf8(filter) << position << QString::fromUtf8(says);
        };
        row("foo:bar", 0,
            "state, type, id, error, kind, payload, worker, native, queue, json, attempt, size, due, added, at");
        row("type:a stat:failed", 7, "no field \"stat\"");
        row("Type:a", 0, "no field \"Type\"");
        row("http://x", 0, "Quote words");
        row("state:broken", 6, "pending, scheduled, due, retrying, leased, failed, done, trash");
        row("state:Failed", 6, "no state");
        row("state:", 6, "must follow");
        row("type: x", 5, "must follow");
        row("type:\"\"", 5, "needs text to search for");
        row("type<a", 4, "colon");
        row("error=a", 5, "colon");
        row("\"\"", 0, "no text between");
        row("\"abc", 0, "never closed");
        row("type:\"abc", 5, "never closed");
        row("\"abc\\", 0, "never closed");
        row("\"a\\b\"", 2, "\\\\");
        row("\"a\"b", 3, "space must follow");
        row("a -", 3, "- must be followed");
        row("- a", 1, "- must be followed");
        row("--a", 1, "Use a single - to negate");
        row(":x", 0, "field is missing before");
        row("a <5", 2, "field is missing before");
        row("attempt>two", 8, "whole number");
        row("attempt>-1", 8, "whole number");
        row("attempt>99999999999999999999", 8, "whole number");
        row("attempt>", 8, "must follow");
        row("size>1.5", 5, "whole number");
        row("due:1h", 3, "needs < or >");
        row("due=1h", 3, "needs < or >");
        row("due<someday", 4, "from now");
        row("due<\"someday soon\"", 4, "or words");
        row("due<+1x", 4, "from now");
        row("due<1764061200", 4, "if the number is in seconds, write 1764061200000 or 2025-11-25T09:00:00Z");
        row("due<1764061200s", 4,
            "1764061200s is 20417d9h from now; if it is a number of seconds since 1970, write 2025-11-25T09:00:00Z; "
            "if not, write +20417d9h");
        row("due<1764061200000ms", 4, "if it is a number of milliseconds since 1970, write 2025-11-25T09:00:00Z");
        row("state:due -added>=1764061200", 18, "if the number is in seconds, write 1764061200000");
        row("at>1764061200000000", 3, "if the number is in microseconds, write 1764061200000");
        row("json:customer=acme", 5, "begins with $");
        row("json:$customer", 5, "Each step of a path");
        row("json:$.n>5", 5, "Each step of a path");
        row("json:$.*", 5, "Each step of a path");
        row("json:$.n!=5", 5, "Each step of a path");
        row("json:$.a..b", 5, "Each step of a path");
        row("json:$[x]", 5, "Brackets must contain");
        row("json:$[\"a", 5, "must end with");
        row("json=$.a", 4, "colon");
        row("中文 foo:1", 3, "no field \"foo\"");
    }
    void mistakesAreShownWhereTheyAre()
    {
        QFETCH(QString, filter);
        QFETCH(int, position);
        QFETCH(QString, says);
        const auto parsed = TaskFilter::parseWithPosition(filter);
        const auto* error = std::get_if<TaskFilter::ParseError>(&parsed);
        QVERIFY(error);
        QVERIFY2(error->message.contains(says), qPrintable(error->message));
        QCOMPARE(error->position, position);

        const auto result = TaskFilter::parse(filter);
        QVERIFY(!result);
        QCOMPARE(result.error().code, ErrorCode::Usage);
        const QStringList lines = result.error().message.split(u'\n');
        QCOMPARE(lines.size(), 3);
        QCOMPARE(lines[1], filter);
        QCOMPARE(lines[2].indexOf(u'^'), position);
        QCOMPARE(lines[2].trimmed(), QStringLiteral("^"));
    }

    void aFilterWithLineBreaksIsShownOnOneLine()
    {
        const auto result = TaskFilter::parse(QStringLiteral("a\n\tfoo:1"));
        QVERIFY(!result);
        QCOMPARE(result.error().message.split(u'\n').mid(1),
            (QStringList{QStringLiteral("a  foo:1"), QStringLiteral("   ^")}));
    }

    void theStatesToWalkFollowFromTheTerms()
    {
        QCOMPARE(parsed("").states(), StateSet::all());
        QCOMPARE(parsed("state:pending").states(), StateSet::pending());
        QCOMPARE(parsed("state:pending -state:due").states(), (StateSet{TaskState::Scheduled, TaskState::Retrying}));
        QCOMPARE(parsed("state:failed state:done").states(), StateSet());
        QCOMPARE(parsed("worker:a").states(), StateSet{TaskState::Leased});
        QCOMPARE(parsed("-worker:a").states(), StateSet::all());
    }

    void whatIsNeededFollowsFromTheTerms()
    {
        QVERIFY(parsed("payload:x").needsPayload());
        QVERIFY(parsed("x").needsPayload());
        QVERIFY(parsed("json:$.a").needsPayload());
        QVERIFY(!parsed("json:$.a").needsDetail());
        QVERIFY(parsed("-json:$.a").excludesByPayload() && !parsed("json:$.a -id:x").excludesByPayload());
        QVERIFY(!parsed("id:x type:y error:z").needsPayload());
        QVERIFY(!parsed("id:x type:y state:due at<0").needsDetail());
        for (const char* text : {"error:x", "attempt>1", "worker:x", "x", "added<0", "size>1", "due<0"})
            QVERIFY2(parsed(text).needsDetail(), text);
    }

    void whatIsWantedOfAFieldIsAFilterOfItsOwn()
    {
        using Field = TaskFilter::Term::Field;
        const TaskFilter filter = parsed("payload:needle -payload:hay type:mail.* attempt>1");
        QCOMPARE(filter.wanted({Field::Payload}), parsed("payload:needle"));
        QCOMPARE(filter.wanted({Field::Type, Field::Payload}), parsed("payload:needle type:mail.*"));
        QVERIFY(filter.wanted({Field::Error}).isEmpty());
        QVERIFY(filter.asksOnly({Field::Payload, Field::Type, Field::Attempt}));
        QVERIFY(!filter.asksOnly({Field::Payload, Field::Type}));
        QVERIFY(TaskFilter().asksOnly({}));
    }

    void theDueRangeIsTheTightestOfTheTerms()
    {
        QVERIFY(!parsed("type:a").dueFrom(now));
        QVERIFY(!parsed("due>+1h").dueUntil(now));
        QCOMPARE(parsed("due>+1h due>=+2h").dueFrom(now), std::optional(now + std::chrono::hours(2)));
        QCOMPARE(parsed("due>+1h").dueFrom(now), std::optional(now + std::chrono::hours(1) + Millis(1)));
        QCOMPARE(parsed("due<+1h").dueUntil(now), std::optional(now + std::chrono::hours(1) - Millis(1)));
        QCOMPARE(parsed("due<=+1h due<+2h").dueUntil(now), std::optional(now + std::chrono::hours(1)));
        QCOMPARE(parsed("-due<+1h").dueFrom(now), std::optional(now + std::chrono::hours(1)));
        QCOMPARE(parsed("-due>=+1h").dueUntil(now), std::optional(now + std::chrono::hours(1) - Millis(1)));
    }

    /// `at` also applies to failed and done tasks, so its range is not derived from terms about due times.
    void theRangeOfTheInstantIsThatOfItsOwnTerms()
    {
        QVERIFY(!parsed("due>+1h due<+2h").atFrom(now) && !parsed("due>+1h due<+2h").atUntil(now));
        QCOMPARE(parsed("at>=-2h at>-1h due>+5h").atFrom(now), std::optional(now - std::chrono::hours(1) + Millis(1)));
        QCOMPARE(parsed("at<+1h -at>=-1h").atUntil(now), std::optional(now - std::chrono::hours(1) - Millis(1)));
        QCOMPARE(parsed("-at<-1h").atFrom(now), std::optional(now - std::chrono::hours(1)));
    }

    void starsStandForAnyBytes_data()
    {
        QTest::addColumn<QByteArray>("pattern");
        QTest::addColumn<QByteArray>("text");
        QTest::addColumn<bool>("matches");
        const auto row = [](const char* pattern, const char* text, bool matches) {
            QTest::addRow("%s ~ %s", pattern, text) << QByteArray(pattern) << QByteArray(text) << matches;
        };
        row("", "", true);
        row("", "a", false);
        row("*", "", true);
        row("**", "abc", true);
        row("a*", "a", true);
        row("a*a", "a", false);
        row("a*a", "aa", true);
        row("ab*ba", "aba", false);
        row("*b*", "abc", true);
        row("*b*b*", "abc", false);
        row("a*b*c", "aXbYc", true);
        row("a*bc*c", "abcbcc", true);
        row("a*bc*bc", "abc", false);
        row("a?c", "abc", false);
        row("[a]", "a", false);
    }
    void starsStandForAnyBytes()
    {
        QFETCH(QByteArray, pattern);
        QFETCH(QByteArray, text);
        QFETCH(bool, matches);
        QCOMPARE(matchesPattern(pattern, text), matches);
    }

    void manyStarsDoNotMakeMatchingSlow()
    {
        // Backtracking at each star would take far too long.
        QVERIFY(!matchesPattern(QByteArray("a*").repeated(1000) + "b", QByteArray(100'000, 'a')));
    }
};

QTEST_APPLESS_MAIN(TestTaskFilter)
#include "tst_taskfilter.moc"
