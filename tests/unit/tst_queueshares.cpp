// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/console/shares/queueshares.h"
#include "tests/unit/consolefakes.h"

#include <QTest>

using namespace dueline;
using namespace dueline::test;
using namespace std::chrono_literals;
using namespace Qt::StringLiterals;

/// Tests the distribution of values among a queue's tasks, computed from samples and from all
/// tasks.
class TestQueueShares : public QObject
{
    Q_OBJECT

    std::shared_ptr<ManualClock> m_clock = std::make_shared<ManualClock>(fromMs(1'790'000'000'000));
    std::unique_ptr<MemoryBackend> m_backend;
    int m_next = 0;

    /// Returns JSON with apostrophes replaced by quotation marks.
    static QByteArray json(QByteArray text) { return text.replace('\'', '"'); }
    void add(int count, const std::function<QByteArray(int)>& make, const QByteArray& type = "send")
    {
        std::vector<NewTask> tasks;
        for (int i = 0; i < count; ++i) {
            NewTask task;
            task.id = type + '#' + QByteArray::number(m_next++);
            task.payload = make(i);
            tasks.push_back(task);
            if (tasks.size() == 1'000 || i + 1 == count) {
                if (!m_backend->editor()->add("mail", tasks))
                    qFatal("not added");
                tasks.clear();
            }
        }
        m_clock->advance(1s);
    }
    void addFor(int count, const QByteArray& customer)
    {
        add(count, [&](int i) {
            return json("{'order':") + QByteArray::number(i) + json(",'kind':'k") + QByteArray::number(i % 3)
                + json("','customer':{'id':'") + customer + json("'}}");
        });
    }
    ShareCount counted(SharesRequest request)
    {
        request.queue = "mail";
        ShareCount count(std::move(request));
        for (int step = 0; step < 10'000; ++step) {
            const auto finished = count.step(*m_backend);
            if (!finished)
                qFatal("%s", qPrintable(finished.error().message));
            if (*finished)
                return count;
        }
        qFatal("it does not end");
    }
    static std::optional<ValueShare> shareOf(const QueueShares& shares, const QByteArray& value)
    {
        for (const ValueShare& share : shares.shares) {
            if (share.value == value)
                return share;
        }
        return std::nullopt;
    }

private Q_SLOTS:
    void init()
    {
        m_next = 0;
        m_backend
            = std::make_unique<MemoryBackend>(std::make_shared<MemoryStore>(m_clock), "tester", Access::OperateAndWork);
    }

    void aSmallQueueIsCountedExactlyByTheCustomer()
    {
        addFor(30, "acme");
        addFor(12, "bolt");
        const ShareCount count = counted({});
        const QueueShares shares = count.result();
        QCOMPARE(shares.total, 42);
        QCOMPARE(shares.read, 42);
        QVERIFY(shares.isExact && shares.isChosen);
        QCOMPARE(shares.by, QByteArray("$.customer.id"));
        QCOMPARE(shares.candidates, std::vector<QByteArray>{"$.kind"}); // $.order differs in most tasks
        QCOMPARE(shares.shares,
            (std::vector<ValueShare>{
                {"acme", 30, 30 / 42.0, 30 / 42.0, 30 / 42.0}, {"bolt", 12, 12 / 42.0, 12 / 42.0, 12 / 42.0}}));
        QCOMPARE(count.result("$.kind").shares.size(), std::size_t(3));
        QVERIFY(!count.result("$.kind").isChosen);
        QCOMPARE(count.result("type").shares.front().counted, 42);
    }

    void aSampleFindsALateFlood()
    {
        for (int i = 0; i < 100; ++i)
            addFor(8, "c" + QByteArray::number(i));
        addFor(3'200, "acme");
        int held = 0;
        for (std::uint32_t seed = 1; seed <= 40; ++seed) {
            SharesRequest request;
            request.sample = 300;
            request.seed = seed;
            const QueueShares shares = counted(request).result();
            QVERIFY(!shares.isExact);
            QCOMPARE(shares.total, 4'000);
            QCOMPARE(shares.read, 300);
            const auto acme = shareOf(shares, "acme");
            QVERIFY(acme && shares.shares.front() == *acme);
            QVERIFY(std::abs(acme->share - 0.8) < 0.08);
            held += acme->low <= 0.8 && 0.8 <= acme->high ? 1 : 0;
        }
        // at least 90% of the 95% intervals contain the true share
        QVERIFY2(held >= 36, qPrintable(QString::number(held)));
    }

    /// If neighboring tasks belong to the same customer, the intervals must be wider.
    void burstsOfOneCustomerWidenTheRange()
    {
        for (int i = 0; i < 100; ++i)
            addFor(40, i % 3 == 0 ? QByteArray("acme") : "c" + QByteArray::number(i));
        int held = 0;
        for (std::uint32_t seed = 1; seed <= 60; ++seed) {
            SharesRequest request;
            request.sample = 300;
            request.seed = seed;
            const auto acme = shareOf(counted(request).result(), "acme");
            QVERIFY(acme);
            held += acme->low <= 0.34 && 0.34 <= acme->high ? 1 : 0;
        }
        QVERIFY2(held >= 53, qPrintable(QString::number(held)));
    }

    void frequentValuesAreExactDespiteManyOthers()
    {
        add(1'000, [](int i) { return json("{'customer':'u") + QByteArray::number(i) + json("'}"); });
        add(30, [](int) { return json("{'customer':'late'}"); });
        SharesRequest request;
        request.by = "$.customer";
        request.isExact = true;
        request.sample = 1'000;
        const QueueShares shares = counted(request).result();
        QCOMPARE(shareOf(shares, "late")->counted, 30);
        QCOMPARE(shares.otherValues, 1'000 + 1 - qint64(QueueShares::most));
        QVERIFY(!shares.isCut);
    }

    void aTypeWithAStarHasNoFilter() { QVERIFY(shareFilter("type", "ty*pe").isEmpty()); }

    void allTasksAreCountedOnRequest()
    {
        addFor(2'500, "acme");
        addFor(700, "bolt");
        SharesRequest request;
        request.isExact = true;
        request.sample = 100;
        const QueueShares shares = counted(request).result();
        QVERIFY(shares.isExact && shares.isChosen);
        QCOMPARE(shares.read, 3'200);
        QCOMPARE(shareOf(shares, "acme")->counted, 2'500);
        QCOMPARE(shareOf(shares, "bolt")->counted, 700);
        request.by = "$.kind";
        QCOMPARE(shareOf(counted(request).result(), "k0")->counted, 834 + 234);
        request.by = "type";
        QCOMPARE(shareOf(counted(request).result(), "send")->counted, 3'200);
    }

    void otherValuesAndMissingMembersAreCounted()
    {
        for (int i = 0; i < 30; ++i)
            addFor(2, "c" + QByteArray::number(i));
        add(5, [](int) { return QByteArray("not JSON"); });
        add(5, [](int) { return json("{'customer':{'id':{'deep':1}}}"); });
        add(1, [](int) { return QByteArray(70'000, 'x'); });
        SharesRequest request;
        request.by = "$.customer.id";
        const QueueShares shares = counted(request).result();
        QCOMPARE(shares.shares.size(), QueueShares::most);
        QCOMPARE(shares.otherValues, 10);
        QCOMPARE(shares.others, 20);
        QCOMPARE(shares.without, 10);
        QCOMPARE(shares.skipped, 1);
        QCOMPARE(shares.read, 70);
    }

    void aRepeatedValueIsCountedOncePerTask()
    {
        add(10, [](int i) {
            return i < 4 ? json("{'a':{'b':{'tags':['x','x','y']}}}") : json("{'a':{'b':{'tags':['y']}}}");
        });
        SharesRequest request;
        request.by = "$.a.b.tags[]";
        const QueueShares shares = counted(request).result();
        QCOMPARE(shareOf(shares, "x")->counted, 4);
        QCOMPARE(shareOf(shares, "y")->counted, 10);
        QCOMPARE(shares.without, 0);
    }

    void maskedMembersAreNeverRead()
    {
        addFor(20, "acme");
        addFor(20, "bolt");
        SharesRequest request;
        request.masked = {u"CUSTOMER"_s};
        const ShareCount count = counted(request);
        QCOMPARE(count.result().by, QByteArray("$.kind"));
        QVERIFY(count.result("$.customer.id").shares.empty());
        request.queue = "mail";
        request.by = "$.customer.id";
        ShareCount refused(request);
        const auto step = refused.step(*m_backend);
        QVERIFY(!step && step.error().code == ErrorCode::Usage);
    }

    void withoutAMemberTheTypeIsUsed()
    {
        add(10, [](int) { return QByteArray("plain"); });
        QVERIFY(counted({}).result().by.isEmpty());
        add(
            10, [](int) { return QByteArray("plain"); }, "bill");
        const QueueShares shares = counted({}).result();
        QCOMPARE(shares.by, QByteArray("type"));
        QCOMPARE(shares.shares.size(), std::size_t(2));
    }

    void theFilterSelectsTheTasksOfAValue()
    {
        add(3, [](int i) {
            return i == 1 ? QByteArray("{\"a b\":\"say \\\"hi\\\" \\\\ = x\"}") : json("{'a b':'other'}");
        });
        SharesRequest request;
        request.by = "$[\"a b\"]";
        const QByteArray value = QByteArray("say \"hi\" \\ = x");
        const QueueShares shares = counted(request).result();
        QVERIFY(shareOf(shares, value));
        SearchRequest search;
        search.queue = "mail";
        search.filter = *TaskFilter::parse(shareFilter(shares.by, value));
        const auto found = m_backend->inspector().search(search);
        QCOMPARE(found->matches.size(), std::size_t(1));
        QCOMPARE(shareFilter("type", "bill"), u"type:\"bill\""_s);
    }

    void anEmptyQueueHasNoShares()
    {
        add(1, [](int) { return QByteArray("x"); });
        SharesRequest request;
        request.state = TaskState::Failed;
        const QueueShares shares = counted(request).result();
        QCOMPARE(shares.total, 0);
        QVERIFY(shares.shares.empty());
    }
};

QTEST_APPLESS_MAIN(TestQueueShares)
#include "tst_queueshares.moc"
