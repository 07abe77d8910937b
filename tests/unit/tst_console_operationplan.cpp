// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/console/operations/operationplan.h"

#include <QTest>

using namespace dueline;
using namespace std::chrono_literals;

/// Tests that a program either reads another program's complete plan or refuses it, because half a plan would be a
/// different operation.
class TestConsoleOperationPlan : public QObject
{
    Q_OBJECT

    static OperationRecord recordOf(const QByteArray& kind, const QByteArray& plan)
    {
        OperationRecord record;
        record.id = "mail/1";
        record.kind = kind;
        record.plan = plan;
        return record;
    }

private slots:
    void whatIsWrittenIsRead_data()
    {
        QTest::addColumn<QByteArray>("text");
        for (const char* text : {"do", "do force", "at 1795348075587 pace=200", "shift -90000 duty=35",
                 "spread 1795348075587 1795351675587 gaps=999 pace=50", "do force pace=1000 canary=20:60000"})
            QTest::newRow(text) << QByteArray(text);
    }
    void whatIsWrittenIsRead()
    {
        QFETCH(QByteArray, text);
        const auto plan = OperationPlan::read(recordOf("reschedule", text));
        QVERIFY2(plan.ok(), plan ? "" : qPrintable(plan.error().message));
        QCOMPARE(plan->text(), text);
        QVERIFY(plan->action.kind == ActionKind::Reschedule);
    }

    void aPlanKeepsWhatIsMeant()
    {
        const auto spread
            = OperationPlan::read(recordOf("reschedule", "spread 1000 5000 gaps=4 duty=50 canary=10:2000"));
        QVERIFY(spread.ok());
        QVERIFY(spread->action.time == Action::Time::Spread);
        QCOMPARE(toMs(spread->action.at), 1000);
        QCOMPARE(toMs(spread->action.until), 5000);
        QCOMPARE(spread->gaps, 4);
        QCOMPARE(spread->duty, 50);
        QVERIFY(spread->canary && spread->canary->failuresPercent == 10 && spread->canary->wait == 2s);
        QCOMPARE(OperationPlan::read(recordOf("retry", "do duty=400"))->duty, 100); // A duty cycle can't exceed 100%.
    }

    void aRetryAtATimeIsGoneOnWithAsOne()
    {
        OperationPlan plan;
        plan.action.kind = ActionKind::Retry;
        plan.action.time = Action::Time::Spread;
        plan.action.at = fromMs(1'795'348'075'587);
        plan.action.until = fromMs(1'795'349'875'587);
        plan.gaps = 11'999;
        const auto read = OperationPlan::read(recordOf("retry", plan.text()));
        QVERIFY(read.ok());
        QVERIFY(*read == plan);
    }

    void whatIsNotOursIsRefusedWhole_data()
    {
        QTest::addColumn<QByteArray>("kind");
        QTest::addColumn<QByteArray>("plan");
        QTest::newRow("no action") << QByteArray("settings") << QByteArray("do");
        QTest::newRow("nothing") << QByteArray("retry") << QByteArray();
        QTest::newRow("a way of a newer program") << QByteArray("retry") << QByteArray("slowly");
        QTest::newRow("a word of a newer program") << QByteArray("retry") << QByteArray("do pace=200 only=mondays");
        QTest::newRow("no instant") << QByteArray("reschedule") << QByteArray("at");
        QTest::newRow("no number") << QByteArray("reschedule") << QByteArray("at noon");
        QTest::newRow("half a range") << QByteArray("reschedule") << QByteArray("spread 1000");
        QTest::newRow("no pace") << QByteArray("retry") << QByteArray("do pace=fast");
        QTest::newRow("no share") << QByteArray("retry") << QByteArray("do canary=some:60000");
    }
    void whatIsNotOursIsRefusedWhole()
    {
        QFETCH(QByteArray, kind);
        QFETCH(QByteArray, plan);
        const auto read = OperationPlan::read(recordOf(kind, plan));
        QVERIFY(!read.ok());
        QCOMPARE(read.error().code, ErrorCode::Refused);
        QVERIFY2(read.error().message.contains(QStringLiteral("mail/1")), qPrintable(read.error().message));
    }
};

QTEST_APPLESS_MAIN(TestConsoleOperationPlan)
#include "tst_console_operationplan.moc"
