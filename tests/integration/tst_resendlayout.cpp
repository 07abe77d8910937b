// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/layouts/list/resendmessage.h"
#include "tests/support/listplace.h"

using namespace dueline;
using namespace Qt::StringLiterals;

/// Tests a list of messages that their producer resends if no worker accepts them in time.
class TestResendLayout : public QObject
{
    Q_OBJECT

private slots:
    void youngMessagesRunWithTheirText();
    void oldOnesAreSentAgainWithEveryOtherByteAsItWas();
    void onesSentOftenEnoughFailInsteadOfBeingThrownAway();
    void whatIsNoMessageStaysAndStopsNobody();
    void addWritesWhatTheirWorkerReads();
    void textThatIsNoUtf8IsRefused();
    void aDiscardedMessageComesBackByteForByte();

private:
    static QByteArray message(const ListPlace&, const char* text, double age, int retries = 0, double delay = 5)
    {
        const double now = double(toMs(SystemClock().now())) / 1000;
        return "{\"message\": \"" + QByteArray(text) + "\", \"timestamp\": " + QByteArray::number(now - age, 'f', 7)
            + ", \"retry_count\": " + QByteArray::number(retries) + ", \"delay_time\": " + QByteArray::number(delay)
            + "}";
    }
};

void TestResendLayout::youngMessagesRunWithTheirText()
{
    ListPlace place(u"resend:q?type=mail"_s);
    const QByteArray item = message(place, "caf\\u00e9", 0);
    place.push({item});
    const auto tasks = place.page(TaskState::Due);
    QCOMPARE(tasks.size(), std::size_t(1));
    QVERIFY(tasks[0].error.isEmpty());
    QCOMPARE(ListPlace::value(place.backend->inspector().payload(place.queue, tasks[0].id)), item);
    const Claim claimed = place.claim();
    QCOMPARE(claimed.leases.size(), std::size_t(1));
    QCOMPARE(claimed.leases[0].id, tasks[0].id);
    QCOMPARE(typeOf(claimed.leases[0]), QByteArrayView("mail"));
    QCOMPARE(place.payload(claimed.leases[0]), QByteArray("caf\xc3\xa9"));
    QCOMPARE(place.ack(claimed.leases).at(0), WriteOutcome::Accepted);
    QVERIFY(place.items().isEmpty());
}

void TestResendLayout::oldOnesAreSentAgainWithEveryOtherByteAsItWas()
{
    ListPlace place(u"resend:q?max=3"_s);
    const QByteArray item
        = R"({"n": 12345678901234567890, "e": {}, "a": [], "message": "h\u00e9", "timestamp": 1700000000, "retry_count": 2, "delay_time": 5})";
    place.push({item});
    const QByteArray shown = place.page(TaskState::Due).at(0).error;
    QVERIFY2(shown.contains("sent again"), shown.constData());
    const TimePoint before = ListPlace::value(place.backend->serverTime());
    const Claim first = ListPlace::value(place.backend->broker()->claim({place.queue, 10, 30s, {true, {}, {}}}));
    QVERIFY(first.leases.empty() && first.more); // the message was resent, so it is recent now
    const QByteArrayList items = place.items();
    QCOMPARE(items.size(), 1);
    const auto again = ResendMessage::read(items[0]);
    QVERIFY(again);
    QCOMPARE(again->retryCount(), 3);
    QVERIFY(again->timestamp() >= before - 1s && again->timestamp() <= before + 10s);
    const QByteArray time = QByteArray::number(toMs(again->timestamp()) / 1000);
    QCOMPARE(
        items[0], QByteArray(item).replace("1700000000", time).replace("\"retry_count\": 2", "\"retry_count\": 3"));
    const Claim second = place.claim();
    QCOMPARE(second.leases.size(), std::size_t(1));
    QCOMPARE(place.payload(second.leases[0]), QByteArray("h\xc3\xa9"));
}

void TestResendLayout::onesSentOftenEnoughFailInsteadOfBeingThrownAway()
{
    ListPlace place(u"resend:q?max=2"_s);
    const QByteArray item = message(place, "late", 60, 2);
    place.push({message(place, "young", 0), item});
    const Claim claimed = place.claim();
    QCOMPARE(claimed.leases.size(), std::size_t(1));
    QVERIFY(place.items().isEmpty());
    const auto failed = place.page(TaskState::Failed);
    QCOMPARE(failed.size(), std::size_t(1));
    QVERIFY2(failed[0].error.contains("sent again 2 times"), failed[0].error.constData());
    QCOMPARE(ListPlace::value(place.backend->inspector().payload(place.queue, failed[0].id)), item);
    // An operator's retry runs the message whatever its age.
    QCOMPARE(place.act(ActionKind::Retry, place.refs(TaskState::Failed)).at(0), ItemOutcome::Done);
    const Claim retried = place.claim();
    QCOMPARE(retried.leases.size(), std::size_t(1));
    QCOMPARE(place.payload(retried.leases[0]), QByteArray("late"));
}

void TestResendLayout::whatIsNoMessageStaysAndStopsNobody()
{
    ListPlace place(u"resend:q"_s);
    QByteArrayList strange;
    for (int i = 0; i < 250; ++i)
        strange << "not JSON " + QByteArray::number(i);
    strange << QByteArray("\0\xff{}", 4) << ""
            << R"({"message": "m"})" << QByteArray(1024 * 1024, 'x');
    place.push(strange);
    place.push({message(place, "good", 0, 0, 600)});
    const Claim claimed = place.claim();
    QCOMPARE(claimed.leases.size(), std::size_t(1));
    QCOMPARE(place.payload(claimed.leases[0]), QByteArray("good"));
    QCOMPARE(place.items(), strange);
    for (const Task& task : place.page(TaskState::Due))
        QVERIFY2(task.error.contains("never run"), task.error.constData());
    QVERIFY(place.claim().leases.empty());
    QCOMPARE(place.items(), strange);
    // An operator may discard invalid items.
    QCOMPARE(place.act(ActionKind::Discard, {place.refs(TaskState::Due)[0]}).at(0), ItemOutcome::Done);
    QCOMPARE(place.items().size(), strange.size() - 1);
}

void TestResendLayout::addWritesWhatTheirWorkerReads()
{
    ListPlace place(u"resend:q"_s);
    NewTask task;
    task.id = "q#1";
    task.payload = "quotes \" and \xc3\xa9";
    QCOMPARE(ListPlace::value(place.backend->editor()->add(place.queue, {task})).at(0), AddOutcome::Added);
    const auto items = place.items();
    QCOMPARE(items.size(), 1);
    const auto message = ResendMessage::read(items[0]);
    QVERIFY2(message, items[0].constData());
    QCOMPARE(message->message(), task.payload);
    QCOMPARE(message->retryCount(), 0);
    QVERIFY(place.backend->inspector().task(place.queue, place.backend->editor()->idFor(place.queue, task)).ok());
}

void TestResendLayout::textThatIsNoUtf8IsRefused()
{
    ListPlace place(u"resend:q"_s);
    NewTask task;
    task.id = "q#1";
    task.payload = "\xff";
    const auto added = place.backend->editor()->add(place.queue, {task});
    QVERIFY(!added);
    QCOMPARE(added.error().code, ErrorCode::Refused);
    QVERIFY(place.items().isEmpty());
}

void TestResendLayout::aDiscardedMessageComesBackByteForByte()
{
    ListPlace place(u"resend:q"_s);
    const QByteArray item = message(place, "m", 60, 1);
    place.push({item});
    QCOMPARE(place.act(ActionKind::Discard, place.refs(TaskState::Due)).at(0), ItemOutcome::Done);
    QVERIFY(place.items().isEmpty());
    QCOMPARE(place.undo().restored, 1);
    QCOMPARE(place.items(), QByteArrayList{item});
}

QTEST_GUILESS_MAIN(TestResendLayout)
#include "tst_resendlayout.moc"
