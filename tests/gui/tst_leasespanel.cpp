// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/redis/redisconfig.h"
#include "tests/gui/facts.h"
#include "tests/gui/panelplace.h"
#include "ui/models/cell.h"
#include "ui/panels/leases/leasespanel.h"
#include "ui/theme/theme.h"
#include "ui/widgets/panelheader.h"
#include "ui/widgets/paneltable.h"

#include <QAbstractItemModelTester>
#include <QApplication>
#include <QClipboard>
#include <QPushButton>
#include <QRandomGenerator>
#include <QScrollBar>
#include <QSignalSpy>
#include <QToolButton>

using namespace dueline;
using namespace dueline::test;
using namespace std::chrono_literals;
using namespace Qt::StringLiterals;

namespace {

LeaseRow leaseOf(int number, TimePoint until)
{
    LeaseRow row;
    row.queue = "mail";
    row.task.id = PanelPlace::idOf(number);
    row.task.state = TaskState::Leased;
    row.task.token = "1-w.1-1";
    row.task.worker = "w";
    row.task.at = until;
    row.full = 30s;
    return row;
}

} // namespace

/// Tests the workers and leases panel on a real server.
class TestLeasesPanel : public QObject
{
    Q_OBJECT

    std::unique_ptr<Theme> m_theme;
    std::unique_ptr<PanelPlace> m_place;
    std::unique_ptr<LeasesPanel> m_panel;

    void open(Environment environment = Environment::Development, bool readOnly = false)
    {
        if (!m_place)
            m_place = std::make_unique<PanelPlace>(environment, readOnly);
    }
    void show()
    {
        m_panel = std::make_unique<LeasesPanel>(*m_theme, m_place->formatting, m_place->bench.view(),
            m_place->bench.events(), m_place->bench.actions().leases());
        m_panel->resize(1100, 260);
        m_panel->show();
        QVERIFY(QTest::qWaitForWindowExposed(m_panel.get()));
        m_place->connectBench();
    }
    QString words(int row, int column)
    {
        return m_panel->leaseModel().index(row, column).data(Qt::DisplayRole).toString();
    }
    QString workerWords(const QByteArray& id, int column)
    {
        WorkerModel& model = m_panel->workerModel();
        return model.index(model.rowOf(id), column).data(Qt::DisplayRole).toString();
    }
    QToolButton* button(const QString& text)
    {
        for (QToolButton* button : m_panel->findChildren<QToolButton*>()) {
            if (button->accessibleName() == text)
                return button;
        }
        return nullptr;
    }

private Q_SLOTS:
    void initTestCase()
    {
        m_theme = std::make_unique<Theme>(*qobject_cast<QApplication*>(QCoreApplication::instance()));
    }
    void cleanupTestCase() { m_theme.reset(); }
    void cleanup()
    {
        m_panel.reset();
        m_place.reset();
    }

    void whatEndsFirstStandsFirstAndSaysWhoHoldsItUntilWhen()
    {
        open();
        auto a = m_place->open("worker-a");
        auto b = m_place->open("worker-b");
        m_place->add("mail", 1, 1);
        m_place->add("billing", 1, 2);
        PanelPlace::claim(*a, "mail", 1, 50s);
        PanelPlace::claim(*b, "billing", 1, 200ms);
        PanelPlace::beat(*a, "worker-a", {"mail"}, 1, 60s);
        PanelPlace::beat(*b, "worker-b", {"billing"}, 1, 60s);
        show();
        QTRY_COMPARE(m_panel->leaseModel().rowCount(), 2);
        QCOMPARE(words(0, LeaseModel::Queue), u"billing"_s);
        QCOMPARE(words(0, LeaseModel::Holder), u"worker-b"_s);
        QTRY_VERIFY2(words(0, LeaseModel::Ends).startsWith(u"expired"), qPrintable(words(0, LeaseModel::Ends)));
        QCOMPARE(words(1, LeaseModel::Queue), u"mail"_s);
        QCOMPARE(words(1, LeaseModel::Holder), u"worker-a"_s);
        QVERIFY2(words(1, LeaseModel::Ends).endsWith(u"s left"), qPrintable(words(1, LeaseModel::Ends)));
        const double share = m_panel->leaseModel().index(1, LeaseModel::Ends).data(Cell::Share).toDouble();
        QVERIFY2(share > 0.8 && share <= 1.0, qPrintable(QString::number(share)));
        QCOMPARE(m_panel->leaseHead().title(), u"2 lease(s)"_s);
    }

    void aLeaseOfThisWindowsWorkerSaysSo()
    {
        const Formatting formatting;
        LeaseModel model(formatting);
        LeaseRow own = leaseOf(1, fromMs(1'800'000'000'000));
        own.here = true;
        model.set({own, leaseOf(2, fromMs(1'800'000'000'000))});
        QCOMPARE(model.index(0, LeaseModel::Holder).data().toString(), u"this window"_s);
        // The tooltip contains the worker's full name.
        QVERIFY(model.index(0, LeaseModel::Holder).data(Qt::ToolTipRole).toString().contains(u'w'));
        QCOMPARE(model.index(1, LeaseModel::Holder).data().toString(), u"w"_s);
    }

    void whatIsLeftOfALeaseStandsBesideItsInstantInADockOfAnyWidth()
    {
        open();
        auto worker = m_place->open("worker-a");
        m_place->add("mail", 1, 1);
        PanelPlace::claim(*worker, "mail", 1, 60s);
        show();
        QTRY_COMPARE(m_panel->leaseModel().rowCount(), 1);
        for (const int width : {960, 1350}) {
            m_panel->resize(width, 220);
            const PanelTable* leases = nullptr;
            for (const PanelTable* table : m_panel->findChildren<PanelTable*>())
                leases = table->model() == &m_panel->leaseModel() ? table : leases;
            QVERIFY(leases);
            QVERIFY(!leases->isColumnHidden(LeaseModel::Ends) && !leases->isColumnHidden(LeaseModel::Until));
        }
    }

    void aCountdownGoesOnWithoutAskingTheServer()
    {
        const Formatting formatting;
        LeaseModel model(formatting);
        const TimePoint now = fromMs(1'800'000'000'000);
        model.set({leaseOf(1, now + 41s)});
        model.setNow(now);
        QCOMPARE(model.index(0, LeaseModel::Ends).data().toString(), u"41 s left"_s);
        model.setNow(now + 44s);
        QCOMPARE(model.index(0, LeaseModel::Ends).data().toString(), u"expired 3 s ago"_s);
        LeaseRow lost = leaseOf(1, now + 41s);
        lost.fate = LeaseFate::Lost;
        model.set({lost});
        model.setNow(now);
        QCOMPARE(model.index(0, LeaseModel::Ends).data().toString(), u"recovered in 41 s"_s);
    }

    void aWorkerWhoseHeartbeatIsOverdueIsLostAndNeverShownAsRunning()
    {
        open();
        auto a = m_place->open("worker-a");
        auto b = m_place->open("worker-b");
        m_place->add("mail", 2, 1);
        PanelPlace::claim(*a, "mail", 1, 50s);
        PanelPlace::claim(*b, "mail", 1, 60s);
        PanelPlace::beat(*a, "worker-a", {"mail"}, 1, 100ms);
        PanelPlace::beat(*b, "worker-b", {"mail"}, 1, 60s);
        show();
        QTRY_COMPARE(m_panel->workerModel().rowCount(), 2);
        QTRY_COMPARE(workerWords("worker-a", WorkerModel::State), u"Lost"_s);
        QCOMPARE(workerWords("worker-b", WorkerModel::State), u"Running"_s);
        QCOMPARE(workerWords("worker-b", WorkerModel::Slots), u"1/8"_s);
        QCOMPARE(m_panel->workerModel().rowAt(0)->info.id, QByteArray("worker-a")); // Lost workers are listed first.
        QCOMPARE(m_panel->workerHead().note(), u"1 lost"_s);
        QTRY_VERIFY2(words(0, LeaseModel::Ends).startsWith(u"recovered in"), qPrintable(words(0, LeaseModel::Ends)));
        QVERIFY(words(1, LeaseModel::Ends).endsWith(u"left"));
    }

    void aHolderThatNeverSentAHeartbeatIsListedAsLost()
    {
        open();
        auto a = m_place->open("silent");
        m_place->add("mail", 1, 1);
        PanelPlace::claim(*a, "mail");
        show();
        QTRY_COMPARE(m_panel->workerModel().rowCount(), 1);
        QCOMPARE(workerWords("silent", WorkerModel::State), u"Lost"_s);
        QCOMPARE(workerWords("silent", WorkerModel::Heartbeat), u"none"_s);
        // No worker serves the queue, so none can recover the task and the panel doesn't promise it.
        QVERIFY2(words(0, LeaseModel::Ends).startsWith(u"expires in"), qPrintable(words(0, LeaseModel::Ends)));
    }

    /// Bull and BullMQ workers do not register.
    void aWorkerThatDoesNotReportItselfSaysWhatIsKnown()
    {
        WorkerInfo info;
        info.queues = {"mail@bullmq"};
        std::vector<WorkerRow> rows;
        for (const auto knownBy :
            {WorkerInfo::KnownBy::Connection, WorkerInfo::KnownBy::Subscription, WorkerInfo::KnownBy::Job}) {
            info.id = QByteArray::number(int(knownBy));
            info.knownBy = knownBy;
            info.running = knownBy == WorkerInfo::KnownBy::Job ? 2 : 0;
            rows.push_back({info, true, false});
        }
        info.id = "4";
        info.lost = true;
        rows.push_back({info, true, false});
        WorkerModel model;
        model.set(rows);
        const auto text = [&model](int row, int column) { return model.index(row, column).data().toString(); };
        QCOMPARE(text(0, WorkerModel::State), u"Lost"_s);
        QCOMPARE(text(1, WorkerModel::State), u"Connected"_s);
        QCOMPARE(text(2, WorkerModel::State), u"Listening"_s);
        QCOMPARE(text(3, WorkerModel::State), u"Has a job"_s);
        const QString spoken = model.index(1, WorkerModel::State).data(Qt::AccessibleTextRole).toString();
        QVERIFY2(spoken.startsWith(u"Connected, worker "_s) && !spoken.contains(u"heartbeat"_s), qPrintable(spoken));
        QCOMPARE(text(1, WorkerModel::Slots), QString());
        QCOMPARE(text(3, WorkerModel::Slots), u"2"_s);
        for (int row = 1; row <= 3; ++row) {
            QCOMPARE(text(row, WorkerModel::Heartbeat), QString());
            const QString tip = model.index(row, WorkerModel::Slots).data(Qt::ToolTipRole).toString();
            QVERIFY2(tip.contains(u"known") || tip.contains(u"Idle workers"), qPrintable(tip));
        }
    }

    void choosingAWorkerShowsWhatItHoldsAndShowAllGoesBack()
    {
        open();
        auto a = m_place->open("worker-a");
        auto b = m_place->open("worker-b");
        m_place->add("mail", 5, 1);
        PanelPlace::claim(*a, "mail", 3);
        PanelPlace::claim(*b, "mail", 2);
        PanelPlace::beat(*a, "worker-a", {"mail"}, 3, 60s);
        PanelPlace::beat(*b, "worker-b", {"mail"}, 2, 60s);
        show();
        QTRY_COMPARE(m_panel->leaseModel().rowCount(), 5);
        m_panel->workerTable().selectKey("worker-b");
        QTRY_COMPARE(m_panel->leaseModel().rowCount(), 2);
        QCOMPARE(m_panel->leaseHead().title(), u"2 lease(s) of worker-b"_s);
        for (const LeaseRow& row : m_panel->leaseModel().rows())
            QCOMPARE(row.task.worker, QByteArray("worker-b"));
        m_panel->showWorker({});
        QTRY_COMPARE(m_panel->leaseModel().rowCount(), 5);
        QVERIFY(!m_panel->workerTable().selectionModel()->hasSelection());
    }

    void releaseAndExtendActOnTheLeaseOfAnyQueueAndAreRecorded()
    {
        open();
        auto a = m_place->open("worker-a");
        m_place->add("billing", 1, 7);
        m_place->add("mail", 1, 8);
        PanelPlace::claim(*a, "billing", 1, 30s);
        PanelPlace::claim(*a, "mail", 1, 40s);
        PanelPlace::beat(*a, "worker-a", {"billing", "mail"}, 2, 60s);
        show();
        QSignalSpy noticed(&m_place->bench.events(), &WindowEvents::noticed);
        QTRY_COMPARE(m_panel->leaseModel().rowCount(), 2);
        QVERIFY(!button(u"Release"_s)->isEnabled());

        m_panel->leaseTable().selectRow(1);
        QVERIFY(button(u"Release"_s)->isEnabled());
        const TimePoint before = m_panel->leaseModel().rowAt(1)->task.at;
        button(u"Extend to 5 min"_s)->click();
        QTRY_COMPARE(noticed.size(), 1);
        QTRY_VERIFY(m_panel->leaseModel().rowAt(1)->task.at > before + 4min);

        m_panel->leaseTable().selectRow(0);
        QCOMPARE(m_panel->leaseModel().rowAt(0)->queue, QueueName("billing"));
        button(u"Release"_s)->click();
        QTRY_COMPARE(m_place->stateOf("billing", PanelPlace::idOf(7)), TaskState::Retrying);
        QTRY_COMPARE(m_panel->leaseModel().rowCount(), 1);
        QCOMPARE(m_place->stateOf("mail", PanelPlace::idOf(8)), TaskState::Leased);
        const auto records = m_place->backend->inspector().operations("billing");
        QVERIFY(records && records->size() == 1);
        QCOMPARE(records->front().kind, QByteArray("release"));
        QCOMPARE(records->front().filter, PanelPlace::idOf(7));
    }

    void manyLeasesComeByPagesAndAllAreCounted()
    {
        open();
        auto a = m_place->open("worker-a");
        m_place->add("mail", 1200);
        for (int left = 1200; left > 0;)
            left -= int(PanelPlace::claim(*a, "mail", 250).size());
        PanelPlace::beat(*a, "worker-a", {"mail"}, 8, 60s);
        show();
        QTRY_COMPARE(m_panel->leaseModel().rowCount(), 500);
        QCOMPARE(m_panel->leaseHead().title(), u"1,200 lease(s)"_s);
        QCOMPARE(m_panel->leaseHead().note(), u"first 500 of 1,200"_s);
        QVERIFY(m_panel->moreLink().isVisible());
        m_panel->moreLink().click();
        QTRY_COMPARE(m_panel->leaseModel().rowCount(), 1000);
        m_panel->moreLink().click();
        QTRY_COMPARE(m_panel->leaseModel().rowCount(), 1200);
        QVERIFY(!m_panel->moreLink().isVisible());
        m_panel->workerTable().selectKey("worker-a");
        QTRY_COMPARE(m_panel->leaseHead().title(), u"1,200 lease(s) of worker-a"_s);
    }

    void aReadOnlyConnectionOffersNothingToPress()
    {
        open(Environment::Development, true);
        auto a = m_place->open("worker-a");
        m_place->add("mail", 1, 1);
        PanelPlace::claim(*a, "mail");
        show();
        QTRY_COMPARE(m_panel->leaseModel().rowCount(), 1);
        m_panel->leaseTable().selectRow(0);
        QVERIFY(!button(u"Release"_s)->isEnabled());
        QVERIFY(!button(u"Extend to 5 min"_s)->isEnabled());
    }

    void refreshKeepsTheSelectionAndTheScrollPosition()
    {
        open();
        auto a = m_place->open("worker-a");
        m_place->add("mail", 60, 100);
        PanelPlace::claim(*a, "mail", 60, 60s);
        show();
        QTRY_COMPARE(m_panel->leaseModel().rowCount(), 60);
        QAbstractItemModelTester tester(&m_panel->leaseModel(), QAbstractItemModelTester::FailureReportingMode::QtTest);
        PanelTable& table = m_panel->leaseTable();
        table.selectRow(30);
        table.verticalScrollBar()->setValue(28 * 26);
        const QByteArray key = table.currentKey();
        const int y = table.rowViewportPosition(30);
        auto b = m_place->open("worker-b");
        m_place->add("mail", 5, 1);
        PanelPlace::claim(*b, "mail", 5, 20s); // expire first, so they are listed first
        QTRY_COMPARE(m_panel->leaseModel().rowCount(), 65);
        QCOMPARE(table.currentKey(), key);
        QCOMPARE(table.selectedRowNumbers(), std::vector<int>{35});
        QCOMPARE(table.rowViewportPosition(35), y);
    }

    void whateverAListIsReplacedByTheModelKeepsItsPromises()
    {
        const Formatting formatting;
        LeaseModel model(formatting);
        QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
        QRandomGenerator random(20261121);
        std::vector<std::pair<QByteArray, QPersistentModelIndex>> held;
        for (int round = 0; round < 300; ++round) {
            std::vector<LeaseRow> rows;
            QSet<int> used;
            for (int i = random.bounded(12); i > 0; --i) {
                const int number = random.bounded(20);
                if (used.contains(number))
                    continue;
                used.insert(number);
                rows.push_back(leaseOf(number, fromMs(random.bounded(1000))));
            }
            model.set(rows);
            QCOMPARE(model.rows(), rows);
            for (const auto& [key, index] : held) {
                const int row = model.rowOf(key);
                QCOMPARE(index.isValid() ? index.row() : -1, row);
            }
            held.clear();
            for (int row = 0; row < model.rowCount(); ++row)
                held.emplace_back(model.rowAt(row)->key(), QPersistentModelIndex(model.index(row, 0)));
        }
    }

    void aRowThatComesTwiceStandsInTheTableOnce()
    {
        const Formatting formatting;
        LeaseModel model(formatting);
        QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
        const std::vector<LeaseRow> once{leaseOf(1, fromMs(10)), leaseOf(2, fromMs(20)), leaseOf(3, fromMs(30))};
        std::vector<LeaseRow> twice = once;
        twice.push_back(leaseOf(1, fromMs(40)));
        for (int round = 0; round < 3; ++round) {
            model.set(twice);
            QCOMPARE(model.rows(), once);
        }
        model.set({leaseOf(3, fromMs(5)), leaseOf(3, fromMs(6)), leaseOf(2, fromMs(20))});
        QCOMPARE(model.rows(), (std::vector<LeaseRow>{leaseOf(3, fromMs(5)), leaseOf(2, fromMs(20))}));
    }

    void aHiddenPanelAsksNothing()
    {
        open();
        auto a = m_place->open("worker-a");
        m_place->add("mail", 2, 1);
        PanelPlace::claim(*a, "mail");
        show();
        QTRY_COMPARE(m_panel->leaseModel().rowCount(), 1);
        QSignalSpy told(m_panel.get(), &LeasesPanel::statusChanged);
        const auto count = [&told] { return told.isEmpty() ? u"untold"_s : told.last().first().toString(); };
        m_panel->hide();
        QCOMPARE(count(), QString()); // A status would be outdated within seconds.
        QSignalSpy changed(&m_panel->feed(), &LeaseFeed::changed);
        PanelPlace::claim(*a, "mail");
        // A second, active feed polls several times. If the hidden panel polled at all, it would have by then.
        LeaseFeed shown;
        QSignalSpy readings(&shown, &LeaseFeed::changed);
        shown.setActive(true);
        shown.show(m_place->bench.view().current());
        QTRY_VERIFY_WITH_TIMEOUT(readings.size() >= 3, 30'000);
        QVERIFY(isAnswered(*m_place->bench.view().current()));
        QCOMPARE(changed.size(), 0);
        m_panel->show();
        QCOMPARE(count(), u"1"_s);
        QTRY_COMPARE(m_panel->leaseModel().rowCount(), 2);
        QTRY_COMPARE(count(), u"2"_s);
    }
};

QTEST_MAIN(TestLeasesPanel)
#include "tst_leasespanel.moc"
