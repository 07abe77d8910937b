// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/engine/engineobserver.h"
#include "ui/models/cell.h"
#include "ui/panels/leases/leasemodel.h"
#include "ui/presenters/workerobserver.h"

#include <QTest>

using namespace dueline;
using namespace std::chrono_literals;
using namespace Qt::StringLiterals;

using Event = WorkerLogLine::Event;

namespace {

Lease leaseOf(const TaskId& id) { return {id, "1-w.1-1", 1, {}}; }

Outcome outcomeOf(const TaskId& id, const char* word)
{
    Outcome outcome;
    outcome.id = id;
    outcome.outcome = word;
    return outcome;
}

QStringList textsOf(const std::deque<WorkerLogLine>& lines)
{
    QStringList texts;
    for (const WorkerLogLine& line : lines)
        texts << QString::fromUtf8(line.event == Event::Output ? line.text : QByteArray::number(int(line.event)));
    return texts;
}

} // namespace

/// Tests the events from the embedded worker's threads, as the window reads them.
class TestWorkerObserver : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void aFewLinesAreAllTold()
    {
        WorkerObserver observer({});
        observer.taskLogged("q", "t#1", "one");
        QCOMPARE(textsOf(observer.take()), QStringList{u"one"_s});
        observer.taskLogged("q", "t#1", "two");
        observer.taskLogged("q", "t#1", "three");
        QCOMPARE(textsOf(observer.take()), (QStringList{u"two"_s, u"three"_s}));
        QVERIFY(observer.take().empty());
    }

    void ofAFloodTheFirstAndTheLastAreTold()
    {
        WorkerObserver observer({});
        for (int i = 0; i < 5000; ++i) {
            observer.taskLogged("q", "t#1", "line " + QByteArray::number(i));
            observer.taskLogged("q", "t#2", "other " + QByteArray::number(i));
        }
        const auto lines = observer.take();
        QCOMPARE(int(lines.size()), 6);
        QStringList ofFirst;
        for (const WorkerLogLine& line : lines) {
            if (line.task == "t#1")
                ofFirst << EmbeddedWorker::said(line);
        }
        QCOMPARE(ofFirst.first(), u"line 0"_s);
        QVERIFY2(ofFirst.at(1).startsWith(u"(4,998 line"_s), qPrintable(ofFirst.at(1)));
        QCOMPARE(ofFirst.last(), u"line 4999"_s);
        // Between two reads, the observer keeps only each task's first and last lines, and how many were omitted. After
        // a read, it keeps new lines again.
        observer.taskLogged("q", "t#1", "next");
        QCOMPARE(textsOf(observer.take()), QStringList{u"next"_s});
    }

    void lastWordsComeBeforeTheEnd()
    {
        WorkerObserver observer({});
        for (const char* line : {"a", "b", "c"})
            observer.taskLogged("q", "t#1", line);
        observer.tasksFinished("q", {outcomeOf("t#1", "done")});
        const QStringList told = textsOf(observer.take());
        QCOMPARE(told.size(), 4);
        QCOMPARE(told.first(), u"a"_s);
        QCOMPARE(told.at(2), u"c"_s);
        QCOMPARE(told.last(), QString::number(int(Event::Done)));
        for (const char* line : {"d", "e"})
            observer.taskLogged("q", "t#2", line);
        observer.leaseLost("q", leaseOf("t#2"));
        QCOMPARE(textsOf(observer.take()), (QStringList{u"d"_s, u"e"_s, QString::number(int(Event::Lost))}));
    }

    void queuesAreKeptApart()
    {
        WorkerObserver observer({});
        observer.taskLogged("q", "t#1", "one");
        observer.taskLogged("p", "t#1", "two");
        observer.taskLogged("q", "t#1", "three");
        const auto lines = observer.take();
        QCOMPARE(int(lines.size()), 3);
        QCOMPARE(lines.at(1).queue, QueueName("p"));
        QCOMPARE(lines.back().queue, QueueName("q"));
    }

    void hiddenMembersStayHidden()
    {
        WorkerObserver observer({u"card"_s});
        observer.taskLogged("q", "t#1", "{\"card\":\"4242\"}");
        observer.taskLogged("q", "t#1", "{\"card\":\"4243\"}");
        const auto lines = observer.take();
        QCOMPARE(int(lines.size()), 2);
        for (const WorkerLogLine& line : lines)
            QCOMPARE(line.text, QByteArray("{\"card\":\"****\"}"));
        observer.taskLogged("q", "t#1", QByteArray(5000, 'x'));
        QCOMPARE(observer.take().front().text.size(), 300);
    }

    void theTypeStandsWithALineWhereTheIdDoesNotTell()
    {
        WorkerObserver observer({});
        Lease lease = leaseOf("7");
        lease.type = "mail.send";
        observer.taskStarted("q", lease);
        observer.taskLogged("q", "7", "one");
        observer.taskLogged("q", "7", "two");
        const auto lines = observer.take();
        QCOMPARE(int(lines.size()), 3); // the start and two lines of output
        for (const WorkerLogLine& line : lines)
            QCOMPARE(line.type, QByteArray("mail.send"));
    }

    void aLeaseOfThisWindowShowsWhatIsSaid()
    {
        const Formatting formatting;
        LeaseModel model(formatting);
        LeaseRow own;
        own.queue = "mail";
        own.task.id = "mail.send#1";
        own.task.state = TaskState::Leased;
        own.here = true;
        LeaseRow other = own;
        other.task.id = "mail.send#2";
        other.here = false;
        model.set({own, other});
        model.setProgress({{EmbeddedWorker::runKey("mail", "mail.send#1"), "40 \x1b[31m%"},
            {EmbeddedWorker::runKey("mail", "mail.send#2"), "60 %"}});
        const auto tail = [&](int row) { return model.index(row, LeaseModel::TaskId).data(Cell::Tail).toString(); };
        QVERIFY2(
            tail(0).endsWith(u"%"_s) && tail(0).contains(u"40 "_s) && !tail(0).contains(u'\x1b'), qPrintable(tail(0)));
        QVERIFY2(!tail(1).contains(u"60"_s), qPrintable(tail(1)));
        model.setProgress({});
        QVERIFY2(!tail(0).contains(u"40"_s), qPrintable(tail(0)));
    }
};

QTEST_MAIN(TestWorkerObserver)
#include "tst_workerobserver.moc"
