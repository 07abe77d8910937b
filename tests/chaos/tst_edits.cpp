// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/chaos/checker.h"
#include "tests/chaos/taskplan.h"

#include <QTest>

using namespace dueline;
using namespace dueline::chaos;

/// Tests how the checker judges edits: it accepts any content that an edit may have left, and reports any other.
class TestEdits : public QObject
{
    Q_OBJECT

    const QueueName queue = "q";
    const TaskId id = "mail#1";
    Snapshot m_snapshot;
    std::vector<Entry> m_entries;

    void tell(qint64 at, Event event, std::vector<QByteArray> fields)
    {
        m_entries.push_back({fromMs(at), event, queue, std::move(fields)});
    }
    /// Records edit number `version` and its reply in the journal. An empty outcome means no reply.
    void edit(qint64 at, int version, const QByteArray& outcome, qint64 expiresMs = 0)
    {
        const QByteArray operation = "q/e" + QByteArray::number(version);
        tell(at, Event::EditSent, {id, QByteArray::number(version), QByteArray::number(expiresMs), operation});
        if (!outcome.isEmpty())
            tell(at + 10, Event::EditAnswered, {id, operation, outcome});
    }
    /// Records that the task is leased at this time, runs with the payload of edit `version`, and then stays in done
    /// with that payload.
    void run(qint64 leasedAt, int version, qint64 expiresMs = 0)
    {
        const QByteArray token = "1-w.1-" + QByteArray::number(leasedAt);
        tell(leasedAt + 1, Event::Claimed, {id, token, "1", "900"});
        tell(leasedAt + 5, Event::Started, {id, token, "1", "77", QByteArray::number(version)});
        tell(leasedAt + 9, Event::AckSent, {id, token});
        tell(leasedAt + 9, Event::AckAnswered, {id, token, "accepted"});
        m_snapshot.in(Place::Done).insert(id);
        Snapshot::Content content;
        content.version = version;
        content.expiresMs = expiresMs;
        m_snapshot.tasks.insert(id, content);
    }
    Verdict verdict() const
    {
        Checker checker(Millis(500));
        for (const Entry& entry : m_entries)
            checker.add(entry);
        return checker.check(queue, m_snapshot);
    }
    bool tells(const char* what) const { return verdict().violations.join(u'\n').contains(QString::fromLatin1(what)); }

private slots:
    void init()
    {
        m_entries.clear();
        m_snapshot = {};
        m_snapshot.added = m_snapshot.finished = 1;
        m_snapshot.hasStatistics = true;
        tell(900, Event::AddSent, {id, ""});
        tell(901, Event::AddAnswered, {id});
    }

    void whatAnEditPutInRuns()
    {
        edit(950, 1, "done");
        run(1000, 1);
        const Verdict told = verdict();
        QCOMPARE(told.violations, QStringList());
        QCOMPARE(told.edits, 1);
        QCOMPARE(told.editsDone, 1);
        QCOMPARE(told.editsRun, 1);
    }

    void whatItReplacedDoesNot()
    {
        edit(950, 1, "done");
        run(1000, 0);
        QVERIFY(tells("ran with the payload of edit 0"));
        QVERIFY(tells("holds the payload of edit 0"));
    }

    void anEditThatWasRefusedLeftNothing()
    {
        edit(950, 1, "changed");
        run(1000, 1);
        QVERIFY(tells("ran with the payload of edit 1"));
    }

    void anEditNobodyMadeIsTold()
    {
        run(1000, 4);
        QVERIFY(tells("ran with the payload of edit 4"));
    }

    void anEditWithoutAnswerMayHaveBeen_data()
    {
        QTest::addColumn<int>("version");
        QTest::newRow("it was") << 1;
        QTest::newRow("it was not") << 0;
    }

    void anEditWithoutAnswerMayHaveBeen()
    {
        QFETCH(int, version);
        edit(950, 1, {});
        run(1000, version);
        QCOMPARE(verdict().violations, QStringList());
    }

    void anEditThatIsUnderWayMayBeTooLate()
    {
        edit(995, 1, "done"); // The reply arrives after the lease has begun.
        run(1000, 0);
        QVERIFY(!tells("ran with"));
        m_snapshot.tasks[id].version = 1;
        QCOMPARE(verdict().violations, QStringList());
    }

    void whatWasUndoneMayBeEither()
    {
        edit(950, 1, "done");
        tell(970, Event::Undone, {"q/e1", "1", "0"});
        run(1000, 0);
        QCOMPARE(verdict().violations, QStringList());
        tell(980, Event::EditSent, {id, "2", "0", "q/e2"});
        tell(985, Event::EditAnswered, {id, "q/e2", "done"});
        QVERIFY(tells("ran with the payload of edit 0")); // Only the later edit is valid.
    }

    void anExpiryThatWasPutInHolds()
    {
        edit(950, 1, "done", 999);
        run(1000, 1, 999);
        QVERIFY(tells("leased after it had expired"));
        m_entries.clear();
        tell(900, Event::AddSent, {id, "990"});
        tell(901, Event::AddAnswered, {id});
        edit(950, 1, "done", 0); // removes the expiry
        run(1000, 1);
        QCOMPARE(verdict().violations, QStringList());
        m_snapshot.tasks[id].expiresMs = 990;
        QVERIFY(tells("which no edit left it with"));
    }

    void aPlanKnowsItsEdits()
    {
        const TaskPlan plan(id);
        int big = 0;
        for (int version = 1; version <= 200; ++version) {
            const QByteArray payload = plan.edited(version);
            big += payload.size() > 64 * 1024;
            QCOMPARE(plan.versionOf(payload), std::optional(version));
            QVERIFY(!TaskPlan("mail#2").versionOf(payload));
            QVERIFY(!plan.versionOf(payload + 'x'));
        }
        QVERIFY(big > 5 && big < 50);
        QCOMPARE(plan.versionOf(plan.payload()), std::optional(0));
    }
};

QTEST_GUILESS_MAIN(TestEdits)
#include "tst_edits.moc"
