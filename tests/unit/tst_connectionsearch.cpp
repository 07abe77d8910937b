// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/console/operations/connectionsearch.h"
#include "tests/support/must.h"
#include "tests/unit/consolerequests.h"

#include <QTest>

using namespace dueline;
using namespace dueline::test;
using namespace std::chrono_literals;
using namespace Qt::StringLiterals;

namespace {

/// Inspector that returns a server error for some queues.
class TornInspector : public QueueInspector
{
public:
    explicit TornInspector(QueueInspector& inner)
        : m_inner(inner)
    { }
    Result<std::vector<QueueInfo>> queues() override
    {
        auto queues = m_inner.queues();
        for (QueueInfo& queue : *queues) {
            if (queue.name == unreadable)
                queue.unreadable = "The key is a list.";
        }
        return queues;
    }
    Result<QueueInfo> queue(const QueueName& queue) override { return m_inner.queue(queue); }
    Result<TaskPage> page(const PageRequest& request) override { return m_inner.page(request); }
    Result<SearchStep> search(const SearchRequest& request) override
    {
        asked.push_back(request);
        if (const auto failing = errors.find(request.queue); failing != errors.end())
            return failing->second;
        return m_inner.search(request);
    }
    Result<TaskDetail> task(const QueueName& queue, const TaskId& id) override { return m_inner.task(queue, id); }
    Result<QByteArray> payload(const QueueName& queue, const TaskId& id, qint64 offset, qint64 length) override
    {
        return m_inner.payload(queue, id, offset, length);
    }

    QueueName unreadable;
    std::map<QueueName, Error> errors;
    std::vector<SearchRequest> asked;

private:
    QueueInspector& m_inner;
};

} // namespace

/// Tests a search across all queues on a connection.
class TestConnectionSearch : public QObject
{
    Q_OBJECT

    std::shared_ptr<ManualClock> m_clock = std::make_shared<ManualClock>(fromMs(1'790'000'000'000));
    std::unique_ptr<MemoryBackend> m_backend;

    void add(const QueueName& queue, const QByteArray& type, int count, Millis in = 1h)
    {
        for (int i = 0; i < count; ++i) {
            NewTask task;
            task.id = type + '#' + QByteArray::number(i);
            task.dueIn = in;
            (void)must(m_backend->editor()->add(queue, {task}));
        }
    }
    /// Runs the search to completion. Returns the number of steps.
    static int finish(ConnectionSearch& search, QueueInspector& inspector)
    {
        for (int steps = 1; steps < 10'000; ++steps) {
            if (must(search.step(inspector)))
                return steps;
        }
        qFatal("the search does not end");
    }
    static QByteArrayList rowsOf(const std::vector<SearchHit>& found)
    {
        QByteArrayList rows;
        for (const SearchHit& each : found)
            rows << each.queue + ' ' + each.task.id;
        return rows;
    }
    /// Adds a task with a payload that has failed permanently.
    void fail(const QueueName& queue, const TaskId& id, const QByteArray& payload)
    {
        NewTask task;
        task.id = id;
        task.payload = payload;
        (void)must(m_backend->editor()->add(queue, {task}));
        ClaimRequest request;
        request.queue = queue;
        request.limit = 1;
        request.types.all = true;
        request.leaseFor = 60s;
        const Lease lease = must(m_backend->broker()->claim(request)).leases.front();
        (void)must(m_backend->broker()->nack(queue, {{lease.id, lease.token, std::nullopt, "failed", "it broke"}}, {}));
    }
    static ConnectionSearch forValue(
        const QByteArray& value, const ConnectionSearch::Limits& limits = {100, 50, 1'000'000, 100'000})
    {
        return ConnectionSearch::forValue(filter(quotedForFilter(QString::fromUtf8(value))), value, limits);
    }
    static TaskFilter filter(const QString& text) { return must(TaskFilter::parse(text)); }

private Q_SLOTS:
    void init()
    {
        m_backend
            = std::make_unique<MemoryBackend>(std::make_shared<MemoryStore>(m_clock), "tester", Access::OperateAndWork);
    }

    void eachQueueIsWalkedOnceAndTheRestIsPassedOver()
    {
        add("mail", "mail.send", 2);
        add("hooks", "hook.call", 3);
        add("reports", "mail.digest", 1);
        ConnectionSearch search(filter(u"type:mail.*"_s));
        QCOMPARE(search.queues(), std::size_t(0));
        finish(search, m_backend->inspector());
        QCOMPARE(
            rowsOf(search.found()), (QByteArrayList{"mail mail.send#0", "mail mail.send#1", "reports mail.digest#0"}));
        QCOMPARE(search.total(), std::size_t(3));
        QCOMPARE(search.queuesDone(), std::size_t(3));
        QVERIFY(!search.isCut() && search.skipped().empty());
        QVERIFY(must(search.step(m_backend->inspector()))); // A finished search stays finished.
        QCOMPARE(search.found().size(), std::size_t(3));
    }

    void itEndsAtTheMostAndSaysSo()
    {
        add("a", "mail.send", 4);
        add("b", "mail.send", 4);
        ConnectionSearch exact(filter(u"type:mail.send"_s), StateSet::all(), 8);
        finish(exact, m_backend->inspector());
        QVERIFY(!exact.isCut());
        QCOMPARE(exact.total(), std::size_t(8));
        ConnectionSearch cut(filter(u"type:mail.send"_s), StateSet::all(), 5);
        finish(cut, m_backend->inspector());
        QVERIFY(cut.isCut());
        QCOMPARE(rowsOf(cut.found()),
            (QByteArrayList{"a mail.send#0", "a mail.send#1", "a mail.send#2", "a mail.send#3", "b mail.send#0"}));
    }

    void whatWasHandedOverIsCountedButNotKept()
    {
        add("a", "mail.send", 2);
        add("b", "mail.send", 1);
        ConnectionSearch search(filter(u"type:mail.send"_s));
        QByteArrayList handed;
        while (!must(search.step(m_backend->inspector())))
            handed += rowsOf(search.take());
        handed += rowsOf(search.take());
        QCOMPARE(handed, (QByteArrayList{"a mail.send#0", "a mail.send#1", "b mail.send#0"}));
        QCOMPARE(search.total(), std::size_t(3));
        QVERIFY(search.found().empty());
    }

    void aQueueThatCannotBeReadIsToldAndTheOthersGoOn()
    {
        for (const char* queue : {"a", "b", "c", "d", "e"})
            add(queue, "mail.send", 1);
        TornInspector torn(m_backend->inspector());
        torn.unreadable = "a";
        torn.errors = {{"b", {ErrorCode::WrongType, u"b:due is a list."_s}},
            {"d", {ErrorCode::NotFound, u"There is no queue d."_s}}};
        ConnectionSearch search(filter(u"type:mail.send"_s));
        finish(search, torn);
        QCOMPARE(rowsOf(search.found()), (QByteArrayList{"c mail.send#0", "e mail.send#0"}));
        QCOMPARE(search.skipped().size(), std::size_t(2)); // Queue d was removed after it was listed.
        QCOMPARE(search.skipped()[0].queue, QueueName("a"));
        QCOMPARE(search.skipped()[1].why, u"b:due is a list."_s);
        torn.errors = {{"c", {ErrorCode::Timeout, u"It does not answer."_s}}};
        ConnectionSearch lost(filter(u"type:mail.send"_s));
        QVERIFY(!must(lost.step(torn)));
        Result<bool> step = false;
        for (int i = 0; i < 10 && step; ++i)
            step = lost.step(torn);
        QVERIFY(!step && step.error().code == ErrorCode::Timeout);
    }

    /// A single unreadable reply is attributed to its queue, which may be a list with very long members. Ten in a row
    /// indicate a problem with the server.
    void anAnswerThatCannotBeReadIsOfItsQueueUntilTenAre()
    {
        const Error broken{ErrorCode::Protocol, u"An answer is larger than allowed."_s};
        TornInspector torn(m_backend->inspector());
        for (char name = 'a'; name <= 'j'; ++name) {
            add(QByteArray(1, name), "mail.send", 1);
            torn.errors.insert({QByteArray(1, name), broken});
        }
        torn.errors.erase("e");
        ConnectionSearch search(filter(u"type:mail.send"_s));
        finish(search, torn);
        QCOMPARE(rowsOf(search.found()), (QByteArrayList{"e mail.send#0"}));
        QCOMPARE(search.skipped().size(), std::size_t(9));
        QCOMPARE(search.skipped().front().why, broken.message);
        torn.errors.insert({"e", broken});
        ConnectionSearch lost(filter(u"type:mail.send"_s));
        Result<bool> step = false;
        for (int i = 0; i < 20 && step; ++i)
            step = lost.step(torn);
        QVERIFY(!step && step.error().code == ErrorCode::Protocol);
    }

    void statesThatNoneCanBeInAreNotWalked()
    {
        add("mail", "mail.send", 2);
        TornInspector inspector(m_backend->inspector());
        ConnectionSearch search(filter(u"state:failed"_s), {TaskState::Scheduled});
        finish(search, inspector);
        QVERIFY(search.found().empty() && inspector.asked.empty());
    }

    /// Tasks that end during the search are skipped. Otherwise, the search would never finish if tasks ended faster
    /// than it could scan them.
    void whatEndsMeanwhileIsPassedOver()
    {
        add("mail", "mail.send", 1);
        TornInspector inspector(m_backend->inspector());
        ConnectionSearch search(filter(u"type:mail.send"_s));
        const TimePoint listed = m_clock->now();
        QVERIFY(!must(search.step(inspector)));
        m_clock->advance(5s);
        finish(search, inspector);
        QVERIFY(!inspector.asked.empty());
        for (const SearchRequest& request : inspector.asked)
            QCOMPARE(request.changedBefore, std::optional(listed));
        QCOMPARE(search.listedAt(), listed);
    }

    /// The first step in each queue finds an id and recent failures, which a scan would reach last.
    void aValueIsFoundAtTheMostLikelyPlacesFirst()
    {
        fail("c", "ship#1", "{\"order\":\"A-4711\"}");
        for (const char* queue : {"a", "b", "c"})
            add(queue, "mail.send", 2'500);
        NewTask named;
        named.id = "a-4711";
        named.dueIn = 10h;
        (void)must(m_backend->editor()->add("b", {named}));
        TornInspector inspector(m_backend->inspector());
        ConnectionSearch search = forValue("a-4711");
        for (int i = 0; i < 4; ++i) // lists the queues, and reads the latest tasks of each
            QVERIFY(!must(search.step(inspector)));
        QCOMPARE(rowsOf(search.found()), (QByteArrayList{"b a-4711", "c ship#1"}));
        QVERIFY(inspector.asked.empty());
        finish(search, inspector);
        QCOMPARE(search.total(), std::size_t(2)); // The scan does not list them again.
        QVERIFY(!search.isCut());
        QCOMPARE(search.queuesDone(), std::size_t(3));
        QByteArray order;
        for (const SearchRequest& request : inspector.asked)
            order += request.queue;
        QCOMPARE(order, QByteArray("abcabcabc"));
    }

    void aSearchForAValueKeepsItsLimits()
    {
        add("a", "mail.send", 40);
        add("b", "mail.send", 4);
        ConnectionSearch ofQueue = forValue("mail.send", {100, 10, 1'000'000, 100'000});
        finish(ofQueue, m_backend->inspector());
        QCOMPARE(ofQueue.total(), std::size_t(14));
        QVERIFY(ofQueue.isCut());
        QCOMPARE(ofQueue.queuesDone(), std::size_t(2));
        ConnectionSearch exact = forValue("mail.send", {100, 40, 1'000'000, 100'000});
        finish(exact, m_backend->inspector());
        QCOMPARE(exact.total(), std::size_t(44));
        QVERIFY(!exact.isCut());
        ConnectionSearch inAll = forValue("mail.send", {12, 10, 1'000'000, 100'000});
        finish(inAll, m_backend->inspector());
        QCOMPARE(inAll.total(), std::size_t(12));
        QVERIFY(inAll.isCut());
        add("c", "report.make", 3'500);
        ConnectionSearch examined = forValue("no such value", {100, 10, 1'000'000, 2'000});
        finish(examined, m_backend->inspector());
        QCOMPARE(examined.examined(), qint64(2'044));
        QVERIFY(examined.isCut());
        ConnectionSearch examinedInAll = forValue("no such value", {100, 10, 1'000, 100'000});
        finish(examinedInAll, m_backend->inspector());
        QCOMPARE(examinedInAll.examined(), qint64(1'044));
        QVERIFY(examinedInAll.isCut());
    }

    void aSearchForAValueContinuesAfterAQueueThatCannotBeRead()
    {
        add("a", "mail.send", 1);
        add("b", "mail.send", 1);
        TornInspector torn(m_backend->inspector());
        torn.errors = {{"a", {ErrorCode::WrongType, u"a:due is a list."_s}}};
        ConnectionSearch search = forValue("mail.send");
        finish(search, torn);
        QCOMPARE(rowsOf(search.found()), (QByteArrayList{"b mail.send#0"}));
        QCOMPARE(search.skipped().size(), std::size_t(1));
    }
};

QTEST_GUILESS_MAIN(TestConnectionSearch)
#include "tst_connectionsearch.moc"
