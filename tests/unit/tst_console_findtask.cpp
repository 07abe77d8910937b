// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/console/operations/findtask.h"
#include "tests/unit/consolefakes.h"

#include <QTest>

using namespace dueline;
using namespace dueline::test;
using namespace std::chrono_literals;

class TestConsoleFindTask : public QObject
{
    Q_OBJECT

private slots:
    void init();
    void findsById_data();
    void findsById();
    void severalMatchesAreListedUpToFive();
    void twoMatchesAreListedBoth();
    void nothingIsFoundInNoQueueAndNotFarAway();
    void aTaskThatMovesWhileWeLookIsOne();
    void aTaskThatSlipsByIsFoundByASecondLook();
    void theSearchCanBeStopped();
    void aBrokenConnectionIsNoMissingTask();
    void manyIdsThatAreNotThereWalkThroughTheQueueTwiceAtMost();
    void manyIdsOfNoQueueAskForTheQueueAlone();
    void aPrefixIsRefusedAfterAPartialSearch();

private:
    void add(const std::vector<TaskId>& ids);

    std::unique_ptr<Workshop> m_shop;
};

void TestConsoleFindTask::init() { m_shop = std::make_unique<Workshop>(); }

void TestConsoleFindTask::add(const std::vector<TaskId>& ids)
{
    std::vector<NewTask> tasks;
    for (const TaskId& id : ids) {
        NewTask task;
        task.id = id;
        task.dueAt = m_shop->now() + 1h;
        tasks.push_back(task);
    }
    QVERIFY(m_shop->backend.editor()->add("mail", tasks).ok());
}

void TestConsoleFindTask::findsById_data()
{
    QTest::addColumn<QByteArray>("given");
    QTest::addColumn<QByteArray>("found");
    QTest::newRow("whole id") << QByteArray("mail.send#abc1") << QByteArray("mail.send#abc1");
    QTest::newRow("an id that begins others") << QByteArray("mail.send#abc") << QByteArray("mail.send#abc");
    QTest::newRow("prefix of the id") << QByteArray("mail.send#x") << QByteArray("mail.send#xyz");
    QTest::newRow("the type alone, when it has one task") << QByteArray("report") << QByteArray("report#q/#1");
    QTest::newRow("prefix of the unique part") << QByteArray("xy") << QByteArray("mail.send#xyz");
    QTest::newRow("whole unique part") << QByteArray("abc2") << QByteArray("mail.send#abc2");
    QTest::newRow("unique part with a # of its own") << QByteArray("q/#") << QByteArray("report#q/#1");
    QTest::newRow("any bytes") << QByteArray("\xff\x01", 2) << QByteArray("raw#\xff\x01\x02", 7);
    QTest::newRow("in the trash") << QByteArray("lost") << QByteArray("mail.send#lost");
}

void TestConsoleFindTask::findsById()
{
    add({"mail.send#abc", "mail.send#abc1", "mail.send#abc2", "mail.send#xyz", "report#q/#1",
        QByteArray("raw#\xff\x01\x02", 7), "mail.send#lost"});
    QVERIFY(
        m_shop->backend.editor()
            ->act({"mail", "mail/op", {ActionKind::Discard}, {{"mail.send#lost", TaskState::Scheduled, {}, {}}}, {}})
            .ok());
    QFETCH(QByteArray, given);
    QFETCH(QByteArray, found);
    const auto id = findTask(m_shop->backend.inspector(), "mail", given);
    QVERIFY2(id.ok(), id ? "" : qPrintable(id.error().message));
    QCOMPARE(*id, found);
}

void TestConsoleFindTask::severalMatchesAreListedUpToFive()
{
    m_shop->add(900, 1h);
    const auto id = findTask(m_shop->backend.inspector(), "mail", "0");
    QVERIFY(!id.ok());
    QVERIFY(id.error().code == ErrorCode::Refused);
    QCOMPARE(id.error().message.count(QStringLiteral("send#")), 5);
    QVERIFY(id.error().message.contains(QStringLiteral("…")));
}

void TestConsoleFindTask::twoMatchesAreListedBoth()
{
    add({"a#12", "b#13", "c#2"});
    const auto id = findTask(m_shop->backend.inspector(), "mail", "1");
    QVERIFY(id.error().code == ErrorCode::Refused);
    QVERIFY(id.error().message.contains(QStringLiteral("a#12, b#13.")));
}

void TestConsoleFindTask::nothingIsFoundInNoQueueAndNotFarAway()
{
    QVERIFY(findTask(m_shop->backend.inspector(), "mail", "x").error().code == ErrorCode::NotFound);
    add({"a#12"});
    QVERIFY(findTask(m_shop->backend.inspector(), "mail", "2").error().code == ErrorCode::NotFound);
    QVERIFY(findTask(m_shop->backend.inspector(), "mail", "a#123").error().code == ErrorCode::NotFound);
    QVERIFY(findTask(m_shop->backend.inspector(), "mail", "").error().code == ErrorCode::Usage);
}

void TestConsoleFindTask::aTaskThatMovesWhileWeLookIsOne()
{
    m_shop->add(1, -1s);
    m_shop->add(900, 1h, 0ms, 1000);
    bool leased = false;
    m_shop->faults->beforeSearch = [&](const SearchRequest& request) {
        if (!request.cursor.isEmpty() && !leased) {
            m_shop->lease(1); // The search finds this task twice: due, then leased.
            leased = true;
        }
    };
    const auto id = findTask(m_shop->backend.inspector(), "mail", "0000");
    QVERIFY2(id.ok(), id ? "" : qPrintable(id.error().message));
    QVERIFY(leased);
}

void TestConsoleFindTask::aTaskThatSlipsByIsFoundByASecondLook()
{
    add({"a#1"});
    int searches = 0;
    const std::vector<TaskId> ids{"z#9"};
    m_shop->faults->beforeSearch = [&](const SearchRequest&) {
        if (++searches == 2)
            add(ids);
    };
    QVERIFY(findTask(m_shop->backend.inspector(), "mail", "z").ok());
    QCOMPARE(searches, 2);
}

void TestConsoleFindTask::theSearchCanBeStopped()
{
    m_shop->add(900, 1h);
    int asked = 0;
    const auto id = findTask(m_shop->backend.inspector(), "mail", "zzz", [&] { return ++asked < 2; });
    QVERIFY(id.error().code == ErrorCode::Cancelled);
    QCOMPARE(asked, 2);
}

void TestConsoleFindTask::aBrokenConnectionIsNoMissingTask()
{
    add({"a#1"});
    m_shop->faults->unreachable = true;
    QVERIFY(findTask(m_shop->backend.inspector(), "mail", "a").error().code == ErrorCode::Disconnected);
}

void TestConsoleFindTask::manyIdsThatAreNotThereWalkThroughTheQueueTwiceAtMost()
{
    add({"mail#abc1", "mail#abc2", "mail#xyz", "report#1"});
    std::vector<QByteArray> given{"mail#xyz", "abc", "rep", ""};
    for (int i = 0; i < 500; ++i)
        given.push_back("not there " + QByteArray::number(i));
    int searches = 0;
    m_shop->faults->beforeSearch = [&](const SearchRequest&) { ++searches; };
    const auto found = findTasks(m_shop->backend.inspector(), "mail", given);
    QVERIFY(found.ok());
    QCOMPARE(searches, 2);
    QCOMPARE(found->size(), given.size());
    QCOMPARE(*(*found)[0], TaskId("mail#xyz"));
    QCOMPARE((*found)[1].error().code, ErrorCode::Refused);
    QCOMPARE(*(*found)[2], TaskId("report#1"));
    QCOMPARE((*found)[3].error().code, ErrorCode::Usage);
    for (std::size_t i = 4; i < given.size(); ++i)
        QCOMPARE((*found)[i].error().code, ErrorCode::NotFound);
}

void TestConsoleFindTask::manyIdsOfNoQueueAskForTheQueueAlone()
{
    int searches = 0;
    m_shop->faults->beforeSearch = [&](const SearchRequest&) { ++searches; };
    const auto found = findTasks(m_shop->backend.inspector(), "nowhere", {"a", "b"});
    QVERIFY(!found.ok());
    QCOMPARE(found.error().code, ErrorCode::NotFound);
    QCOMPARE(found.error().message, QStringLiteral("There is no queue \"nowhere\"."));
    QCOMPARE(searches, 0);
}

void TestConsoleFindTask::aPrefixIsRefusedAfterAPartialSearch()
{
    class Bounded : public ForwardingInspector
    {
    public:
        using ForwardingInspector::ForwardingInspector;
        qint64 mostForBeginnings(const QueueName&) override { return 400; }
    };
    m_shop->add(900, 2h);
    add({"a#first"}); // due before the others, so found first
    Bounded inspector(m_shop->backend.inspector());
    const auto cut = findTask(inspector, "mail", "a#fir");
    QVERIFY(!cut.ok());
    QCOMPARE(cut.error().code, ErrorCode::Refused);
    QVERIFY2(cut.error().message.contains(QStringLiteral("Only 400 tasks")), qPrintable(cut.error().message));
    QCOMPARE(*findTask(inspector, "mail", "a#first"), TaskId("a#first"));
    QCOMPARE(*findTask(m_shop->backend.inspector(), "mail", "a#fir"), TaskId("a#first"));
}

QTEST_GUILESS_MAIN(TestConsoleFindTask)
#include "tst_console_findtask.moc"
