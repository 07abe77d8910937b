// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/gui/facts.h"
#include "tests/gui/panelplace.h"
#include "tests/support/chaosproxy.h"
#include "ui/panels/leases/leasedialog.h"
#include "ui/panels/leases/leasespanel.h"
#include "ui/theme/theme.h"
#include "ui/widgets/panelheader.h"
#include "ui/widgets/paneltable.h"
#include "ui/widgets/plainlabel.h"

#include <QApplication>
#include <QLineEdit>
#include <QPushButton>
#include <QSignalSpy>
#include <QToolButton>

using namespace dueline;
using namespace dueline::test;
using namespace std::chrono_literals;
using namespace Qt::StringLiterals;

/// Tests actions on many leases across queues, on a real server.
class TestLeaseDesk : public QObject
{
    Q_OBJECT

    std::unique_ptr<Theme> m_theme;
    std::unique_ptr<ChaosProxy> m_slow; ///< proxy between window and server, for tests that need delays
    std::unique_ptr<PanelPlace> m_place;
    std::unique_ptr<LeasesPanel> m_panel;

    void show(Environment environment = Environment::Development)
    {
        m_place->profile.environment = environment;
        m_panel = std::make_unique<LeasesPanel>(*m_theme, m_place->formatting, m_place->bench.view(),
            m_place->bench.events(), m_place->bench.actions().leases());
        m_panel->resize(1300, 260);
        m_panel->show();
        QVERIFY(QTest::qWaitForWindowExposed(m_panel.get()));
        m_place->connectBench();
    }
    QToolButton* button(const QString& text)
    {
        for (QToolButton* button : m_panel->findChildren<QToolButton*>()) {
            if (button->accessibleName() == text)
                return button;
        }
        return nullptr;
    }
    /// Presses the button and confirms the dialog, typing `typed` if it asks for a count. Returns the dialog's text.
    QStringList pressAndConfirm(QToolButton* pressed, const QString& typed = {})
    {
        QStringList said;
        QTimer watch; // fires while the dialog runs its own event loop
        watch.setInterval(20);
        connect(&watch, &QTimer::timeout, this, [&] {
            auto* dialog = qobject_cast<LeaseDialog*>(QApplication::activeModalWidget());
            if (!dialog || !dialog->isVisible())
                return;
            watch.stop();
            for (const PlainLabel* label : dialog->findChildren<PlainLabel*>())
                said << label->fullText();
            if (dialog->findChild<QLineEdit*>(u"count"_s)) {
                QTest::keyClick(dialog, Qt::Key_Return); // The count hasn't been typed, so nothing happens.
                QTest::keyClicks(dialog->findChild<QLineEdit*>(u"count"_s), typed);
            }
            for (auto* verb : dialog->findChildren<QPushButton*>()) {
                if (verb->isDefault() && verb->isEnabled())
                    return verb->click();
            }
            dialog->reject();
        });
        watch.start();
        pressed->click();
        return said;
    }
    qint64 leased(const QueueName& queue)
    {
        const auto info = m_place->backend->inspector().queue(queue);
        return info ? info->counts[TaskState::Leased] : -1;
    }
    std::vector<OperationRecord> records(const QueueName& queue)
    {
        return m_place->backend->inspector().operations(queue).value();
    }

private Q_SLOTS:
    void initTestCase()
    {
        m_theme = std::make_unique<Theme>(*qobject_cast<QApplication*>(QCoreApplication::instance()));
    }
    void cleanupTestCase() { m_theme.reset(); }
    void init() { m_place = std::make_unique<PanelPlace>(); }
    void cleanup()
    {
        m_panel.reset();
        m_place.reset();
        m_slow.reset();
    }

    void allThatAreChosenInEveryQueueAreHandedBackAfterAPreview()
    {
        auto worker = m_place->open("worker-a");
        m_place->add("billing", 30, 1);
        m_place->add("mail", 230, 101); // takes the lane more than one time slice
        PanelPlace::claim(*worker, "billing", 30);
        PanelPlace::claim(*worker, "mail", 230);
        PanelPlace::beat(*worker, "worker-a", {"billing", "mail"}, 8, 60s);
        show();
        QTRY_COMPARE(m_panel->leaseModel().rowCount(), 260);
        QSignalSpy noticed(&m_place->bench.events(), &WindowEvents::noticed);
        m_panel->leaseTable().selectAll();
        const QStringList said = pressAndConfirm(button(u"Release"_s)).filter(u"mail"_s);
        QCOMPARE(said, QStringList{u"mail (230), billing (30)"_s});
        QTRY_COMPARE(leased("mail"), 0);
        QTRY_COMPARE(leased("billing"), 0);
        QTRY_COMPARE(noticed.size(), 1); // one notice for all queues
        QVERIFY(noticed.first().first().value<Notice>().text.startsWith(u"260"_s));
        QTRY_COMPARE(m_panel->leaseModel().rowCount(), 0);
        QCOMPARE(m_place->stateOf("mail", PanelPlace::idOf(101)), TaskState::Retrying);
        QCOMPARE(records("mail").at(0).kind, QByteArray("release"));
        QCOMPARE(records("mail").at(0).done, 230);
        QCOMPARE(records("billing").at(0).done, 30);
    }

    void whatWasDoneBeforeAnErrorIsRecorded()
    {
        auto worker = m_place->open("worker-a");
        m_place->add("mail", 150, 101); // takes the lane one and a half time slices
        PanelPlace::claim(*worker, "mail", 150);
        PanelPlace::beat(*worker, "worker-a", {"mail"}, 8, 60s);
        show();
        QTRY_COMPARE(m_panel->leaseModel().rowCount(), 150);
        QSignalSpy noticed(&m_place->bench.events(), &WindowEvents::noticed);
        m_panel->leaseTable().selectAll();
        pressAndConfirm(button(u"Release"_s));
        // Poll without an event loop, so that the next time slice can't start.
        const QDeadlineTimer patience(factsComeWithin);
        while (leased("mail") > 50)
            QVERIFY(!patience.hasExpired());
        m_place->server.call({"RENAME", "dueline:{mail}:retry", "elsewhere"});
        m_place->server.call({"SET", "dueline:{mail}:retry", "no set"});
        QTRY_COMPARE(noticed.size(), 1);
        const Notice notice = noticed.first().first().value<Notice>();
        QCOMPARE(notice.kind, Notice::Kind::Failure);
        QVERIFY2(notice.detail.startsWith(u"100 "_s), qPrintable(notice.detail));
        QCOMPARE(records("mail").at(0).kind, QByteArray("release"));
        QCOMPARE(records("mail").at(0).done, 100);
        QCOMPARE(records("mail").at(0).total, 150);
    }

    void whatWasAskedAndNotConfirmedIsLeftAlone()
    {
        auto worker = m_place->open("worker-a");
        m_place->add("mail", 2, 1);
        PanelPlace::claim(*worker, "mail", 2);
        show(Environment::Production);
        QTRY_COMPARE(m_panel->leaseModel().rowCount(), 2);
        QVERIFY(m_place->bench.view().current()->session().unlock(true, false).ok());
        QTRY_VERIFY(
            m_place->bench.view().current()->mayWrite() && m_place->bench.view().current()->session().isOnline());
        QTRY_COMPARE(m_panel->leaseModel().rowCount(), 2);
        m_panel->leaseTable().selectAll();
        QTRY_VERIFY(button(u"Release"_s)->isEnabled());
        // On production, confirmation is always required.
        QVERIFY(!pressAndConfirm(button(u"Release"_s), u"3"_s).isEmpty());
        QVERIFY(isAnswered(*m_place->bench.view().current())); // Any earlier request has been answered.
        QCOMPARE(leased("mail"), 2);
        m_panel->leaseTable().selectAll();
        pressAndConfirm(button(u"Release"_s), u"2"_s);
        QTRY_COMPARE(leased("mail"), 0);
    }

    void whatTheDialogWouldDoIsThereAsCommands()
    {
        std::vector<LeaseRow> leases(2);
        leases[0].queue = "mail";
        leases[0].task.id = "mail.send#it's";
        leases[1].queue = "billing";
        leases[1].task.id = "-charge#1";
        const LeaseDialog release(*m_theme, Profile(), LeaseDialog::Kind::Release, leases, nullptr);
        QCOMPARE(release.command(),
            u"duectl release 'mail' 'mail.send#it'\\''s'\nduectl release -- 'billing' '-charge#1'"_s);
        const LeaseDialog cancel(*m_theme, Profile(), LeaseDialog::Kind::Cancel, leases, nullptr);
        QVERIFY(cancel.command().startsWith(u"duectl cancel 'mail' "_s));
    }

    void theirWorkersAreAskedToStopManyAtOnce()
    {
        auto worker = m_place->open("worker-a");
        m_place->add("mail", 25, 1);
        m_place->add("billing", 3, 100);
        const auto leases = PanelPlace::claim(*worker, "mail", 25);
        PanelPlace::claim(*worker, "billing", 3);
        PanelPlace::beat(*worker, "worker-a", {"billing", "mail"}, 8, 60s);
        show();
        QTRY_COMPARE(m_panel->leaseModel().rowCount(), 28);
        m_panel->leaseTable().selectAll();
        pressAndConfirm(&m_panel->cancelButton());
        QTRY_COMPARE(records("mail").size(), 1U);
        QTRY_COMPARE(records("billing").size(), 1U);
        QCOMPARE(records("mail").at(0).kind, QByteArray("cancel"));
        QCOMPARE(records("mail").at(0).done, 25);
        QCOMPARE(leased("mail"), 25); // The worker gets the request with its next heartbeat.
        const auto heard = worker->broker()->extend("mail", leases, 60s);
        QVERIFY(heard.ok());
        QCOMPARE(*heard, std::vector(25, ExtendOutcome::Cancel));
    }

    void aLeaseThatIsExtendedWhileTheListIsReadStandsInItOnce()
    {
        constexpr int held = 300; // spread over three pages
        m_slow = std::make_unique<ChaosProxy>(m_place->server.config());
        m_slow->setPlan({ChaosPlan::Fault::Delay});
        m_place->profile.url = m_slow->url();
        auto worker = m_place->open("worker-a");
        m_place->add("mail", held, 1);
        std::vector<Lease> leases;
        while (int(leases.size()) < held) {
            for (Lease& lease : PanelPlace::claim(*worker, "mail", 100))
                leases.push_back(std::move(lease));
        }
        PanelPlace::beat(*worker, "worker-a", {"mail"}, 8, 60s);
        show();
        QTRY_VERIFY(m_panel->feed().isLoaded());
        m_panel->showWorker("worker-a"); // reads every lease of this worker
        QSignalSpy changed(&m_panel->feed(), &LeaseFeed::changed);
        for (std::size_t first = 0; changed.size() < 20; first = (first + 50) % held) {
            const std::vector<Lease> beaten(leases.begin() + qsizetype(first), leases.begin() + qsizetype(first) + 50);
            // Extending leases moves them to the end of the list.
            QVERIFY(worker->broker()->extend("mail", beaten, 60s).ok());
            m_panel->feed().refresh();
            QCoreApplication::processEvents();
            QSet<QByteArray> keys;
            for (const LeaseRow& row : m_panel->feed().leases())
                keys.insert(row.key());
            QCOMPARE(std::size_t(keys.size()), m_panel->feed().leases().size());
            QVERIFY(m_panel->feed().total() <= held);
            QVERIFY(m_panel->leaseModel().rowCount() <= held);
        }
    }

    void aLeaseWhoseWorkerFellSilentSaysSoAndLeadsToTheDoctor()
    {
        auto silent = m_place->open("worker-a");
        auto alive = m_place->open("worker-b");
        m_place->add("mail", 3, 1);
        PanelPlace::claim(*silent, "mail", 2);
        PanelPlace::claim(*alive, "mail", 1);
        PanelPlace::beat(*silent, "worker-a", {"mail"}, 2, 100ms);
        PanelPlace::beat(*alive, "worker-b", {"mail"}, 1, 60s);
        show();
        QTRY_COMPARE(m_panel->leaseHead().note(), u"2 without a heartbeat"_s);
        int told = 0;
        for (int row = 0; row < 3; ++row) {
            const QString tip = m_panel->leaseModel().index(row, LeaseModel::Holder).data(Qt::ToolTipRole).toString();
            told += tip.contains(u"worker-a is lost: its last heartbeat was"_s);
        }
        QCOMPARE(told, 2);
        QVERIFY(m_panel->doctorButton().isVisible());
        QSignalSpy requested(m_panel.get(), &LeasesPanel::doctorRequested);
        m_panel->doctorButton().click();
        QCOMPARE(requested.size(), 1);
        PanelPlace::beat(*silent, "worker-a", {"mail"}, 2, 60s);
        QTRY_VERIFY(!m_panel->doctorButton().isVisible());
        QCOMPARE(m_panel->leaseHead().note(), QString());
    }
};

QTEST_MAIN(TestLeaseDesk)
#include "tst_leasedesk.moc"
