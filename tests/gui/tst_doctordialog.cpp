// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/text.h"
#include "tests/gui/panelplace.h"
#include "tests/support/hostilefindings.h"
#include "ui/dialogs/doctordialog.h"
#include "ui/dialogs/repairdialog.h"
#include "ui/text/duectlcommand.h"
#include "ui/text/schedulecommand.h"
#include "ui/theme/theme.h"
#include "ui/window/mainwindow.h"

#include <QApplication>
#include <QClipboard>
#include <QLabel>
#include <QLineEdit>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QSignalSpy>
#include <QTimer>

using namespace dueline;
using namespace dueline::test;
using namespace std::chrono_literals;
using namespace Qt::StringLiterals;

using Kind = DoctorFinding::Kind;

/// Tests the doctor dialog on a real server with damaged tasks.
class TestDoctorDialog : public QObject
{
    Q_OBJECT

    std::unique_ptr<Theme> m_theme;
    std::unique_ptr<PanelPlace> m_place;
    QPointer<DoctorDialog> m_dialog;

    void open(Environment environment = Environment::Development, bool readOnly = false)
    {
        m_place = std::make_unique<PanelPlace>(environment, readOnly);
        m_place->add("mail", 4, 0, 1h);
        m_place->server.call({"HDEL", "dueline:{mail}:tasks", PanelPlace::idOf(0), PanelPlace::idOf(1)});
        m_place->connectBench();
        QTRY_VERIFY(m_place->bench.view().current()->session().isOnline());
        m_dialog = new DoctorDialog(*m_theme, *m_place->bench.view().current(), nullptr);
        m_dialog->show();
        QTRY_VERIFY(!m_dialog->isBusy());
    }
    const DoctorFinding* finding(Kind kind)
    {
        for (const DoctorFinding& found : m_dialog->diagnosis().findings) {
            if (found.kind == kind)
                return &found;
        }
        return nullptr;
    }
    QPushButton* button(const QString& text, const QString& name = {})
    {
        for (auto* found : m_dialog->findChildren<QPushButton*>()) {
            if (found->text().remove(u'&') == text && found->accessibleName().contains(name))
                return found;
        }
        return nullptr;
    }
    bool says(const QString& text)
    {
        for (auto* label : m_dialog->findChildren<QLabel*>()) {
            if (label->text().contains(text))
                return true;
        }
        return false;
    }

private Q_SLOTS:
    void initTestCase()
    {
        m_theme = std::make_unique<Theme>(*qobject_cast<QApplication*>(QCoreApplication::instance()));
    }
    void cleanupTestCase() { m_theme.reset(); }
    void cleanup()
    {
        delete m_dialog;
        m_place.reset();
    }

    void findingsAreListedWithSeverityReasonAndRemedy()
    {
        open();
        const DoctorFinding* damaged = finding(Kind::Damaged);
        QVERIFY(damaged);
        QVERIFY2(m_dialog->summary().contains(u"critical"), qPrintable(m_dialog->summary()));
        QVERIFY(says(damaged->reason) && says(damaged->remedy) && says(u"Critical"_s));
        QVERIFY(finding(Kind::Persistence));
        // Every "Critical" label has the color of failures, even over a list's background.
        for (const auto* label : m_dialog->findChildren<QLabel*>()) {
            if (label->text() == u"Critical")
                QCOMPARE(label->palette().color(label->foregroundRole()), m_theme->tokens().of(TaskState::Failed).text);
        }
        auto* copy = button(u"Copy as command"_s, u"appendonly"_s);
        QVERIFY(copy);
        copy->click();
        QCOMPARE(QApplication::clipboard()->text(), u"redis-cli CONFIG SET appendonly yes"_s);
    }

    /// The doctor also lists the layout's own findings, such as an active BullMQ job without a worker.
    void whatALayoutFindsItselfIsThereToo()
    {
        m_place = std::make_unique<PanelPlace>(Environment::Development, false);
        m_place->profile.layout = u"bullmq"_s;
        m_place->server.call({"HSET", "bull:mail:meta", "version", "bullmq:6.7.0", "opts.maxLenEvents", "10000"});
        m_place->server.call({"HSET", "bull:mail:1", "name", "send", "data", "{}", "opts", "{}", "timestamp", "1"});
        m_place->server.call({"LPUSH", "bull:mail:active", "1"});
        m_place->connectBench();
        QTRY_VERIFY(m_place->bench.view().current()->session().isOnline());
        m_dialog = new DoctorDialog(*m_theme, *m_place->bench.view().current(), nullptr);
        m_dialog->show();
        QTRY_VERIFY(!m_dialog->isBusy());
        const DoctorFinding* stalled = finding(Kind::OfLayout);
        QVERIFY(stalled);
        QCOMPARE(stalled->word, QByteArray("stalled"));
        QVERIFY(says(stalled->reason) && says(stalled->remedy));
        QVERIFY(!button(u"Repair…"_s));
    }

    void tasksOfAFindingAreShown()
    {
        m_place = std::make_unique<PanelPlace>();
        m_place->profile.layout = u"bullmq"_s;
        m_place->server.call({"HSET", "bull:mail:meta", "version", "bullmq:6.7.0", "opts.maxLenEvents", "10000"});
        m_place->server.call({"HSET", "bull:mail:1", "name", "send", "data", "{}", "opts", "{}", "timestamp", "1",
            "failedReason", "job stalled more than allowable limit"});
        m_place->server.call({"ZADD", "bull:mail:failed", "2", "1"});
        m_place->connectBench();
        QTRY_VERIFY(m_place->bench.view().current()->session().isOnline());
        m_dialog = new DoctorDialog(*m_theme, *m_place->bench.view().current(), nullptr);
        m_dialog->show();
        QTRY_VERIFY(!m_dialog->isBusy());
        QVERIFY(finding(Kind::CrashSuspects));
        const QSignalSpy spy(m_dialog, &DoctorDialog::tasksRequested);
        button(u"Show tasks"_s)->click();
        QCOMPARE(spy.size(), 1);
        QCOMPARE(spy.front().at(1).toString(), u"state:failed error~\"job stalled more than allowable limit\""_s);
    }

    void namesThatMeanHarmAreShownAndCopiedSafely_data()
    {
        QTest::addColumn<QByteArray>("name");
        for (const auto& [what, name] : HostileFindings::names())
            QTest::newRow(what) << name;
    }

    /// Covers every layout's findings, and every command that the window offers to copy.
    void namesThatMeanHarmAreShownAndCopiedSafely()
    {
        QFETCH(QByteArray, name);
        m_place = std::make_unique<PanelPlace>(Environment::Development, false);
        m_place->profile.layout = u"auto"_s;
        const HostileFindings findings(m_place->server, name);
        m_place->connectBench();
        QTRY_VERIFY(m_place->bench.view().current()->session().isOnline());
        m_dialog = new DoctorDialog(*m_theme, *m_place->bench.view().current(), nullptr);
        m_dialog->show();
        QTRY_VERIFY_WITH_TIMEOUT(!m_dialog->isBusy(), 30'000);
        QVERIFY(m_dialog->diagnosis().findings.size() > 20);
        const auto isShown = [this](const QString& text) { // ignores line breaks
            const QList<QLabel*> labels = m_dialog->findChildren<QLabel*>();
            return std::any_of(labels.begin(), labels.end(),
                [&text](const QLabel* label) { return label->text().remove(QChar(0x200B)).contains(text); });
        };
        for (const DoctorFinding& found : m_dialog->diagnosis().findings) {
            QVERIFY2(isShown(found.remedy), qPrintable(found.remedy));
            for (const QString& sentence : {found.remedy, DoctorDialog::commandOf(found)})
                QVERIFY2(
                    HostileFindings::complaint(sentence).isEmpty(), qPrintable(HostileFindings::complaint(sentence)));
        }
        for (auto* label : m_dialog->findChildren<QLabel*>()) {
            const QString shown = label->text().remove(QChar(0x200B)).remove(u'\n');
            QVERIFY2(printable(shown.toUtf8(), 100'000) == shown, qPrintable(printable(shown.toUtf8(), 1000)));
        }
        Schedule schedule;
        schedule.name = schedule.type = schedule.payload = name;
        for (const QString& command : {actionCommand(name, {ActionKind::Retry}, {name, "t#1"}, name),
                 filterCommand(name, {}, QString::fromUtf8(name), StateSet::all(), name),
                 commandOn(u"duectl undo"_s, name),
                 commandWith(u"duectl edit"_s, name, name, {optionWith("payload", name)}), showCommands(name, {name}),
                 leaseCommand(true, name, name), diffCommand(name, {name, name}), scheduleCommand(name, "remove", name),
                 addScheduleCommand(name, schedule, true)})
            QVERIFY2(HostileFindings::complaint(command).isEmpty(), qPrintable(HostileFindings::complaint(command)));
    }

    void repairingShowsFirstWhatItWouldDoAndThenExaminesAgain()
    {
        open();
        QSignalSpy repaired(m_dialog, &DoctorDialog::repaired);
        bool shown = false;
        QTimer::singleShot(0, this, [&shown] {
            auto* preview = qobject_cast<RepairDialog*>(QApplication::activeModalWidget());
            QVERIFY(preview);
            const auto* tasks = preview->findChild<QPlainTextEdit*>();
            QVERIFY(tasks && tasks->toPlainText().contains(QString::fromLatin1(PanelPlace::idOf(1))));
            QVERIFY(!preview->findChild<QLineEdit*>(u"count"_s));
            shown = true;
            preview->accept();
        });
        auto* repair = button(u"Repair…"_s, u"failed"_s);
        QVERIFY(repair && repair->isEnabled());
        repair->click();
        QVERIFY(shown);
        QTRY_COMPARE(repaired.size(), 1);
        QTRY_VERIFY(!m_dialog->isBusy());
        QVERIFY(!finding(Kind::Damaged));
        QVERIFY2(m_dialog->summary().contains(u"2 tasks in mail repaired"), qPrintable(m_dialog->summary()));
        QCOMPARE(m_place->stateOf("mail", PanelPlace::idOf(0)), TaskState::Failed);
        QCOMPARE(m_place->stateOf("mail", PanelPlace::idOf(2)), TaskState::Scheduled);
    }

    void cancellingThePreviewChangesNothing()
    {
        open();
        QTimer::singleShot(0, this, [] { qobject_cast<QDialog*>(QApplication::activeModalWidget())->reject(); });
        button(u"Repair…"_s, u"failed"_s)->click();
        QVERIFY(!m_dialog->isBusy());
        QCOMPARE(m_place->server.call({"ZCARD", "dueline:{mail}:pending"}).integer, 4);
    }

    void aReadOnlyConnectionOffersNoRepair()
    {
        open(Environment::Development, true);
        auto* repair = button(u"Repair…"_s, u"failed"_s);
        QVERIFY(repair && !repair->isEnabled());
    }

    void productionWantsTheCountTyped()
    {
        open(Environment::Production);
        QVERIFY(!button(u"Repair…"_s, u"failed"_s)->isEnabled()); // the write lock is on
        QVERIFY(m_place->bench.view().current()->session().unlock(true, false).ok());
        RepairDialog preview(*m_theme, m_place->profile, *finding(Kind::Damaged), nullptr);
        auto* verb = preview.findChild<QPushButton*>(QString());
        for (auto* found : preview.findChildren<QPushButton*>()) {
            if (found->text().remove(u'&') == u"Repair"_s)
                verb = found;
        }
        QVERIFY(verb && !verb->isEnabled() && preview.findChild<QLineEdit*>(u"count"_s));
        preview.findChild<QLineEdit*>(u"count"_s)->setText(u"3"_s);
        QVERIFY(!verb->isEnabled());
        preview.findChild<QLineEdit*>(u"count"_s)->setText(u"2"_s);
        QVERIFY(verb->isEnabled());
    }

    void aServerThatIsGoneIsTold()
    {
        open();
        m_place->server.kill9();
        QSignalSpy ended(m_dialog, &DoctorDialog::ended);
        button(u"Check again"_s)->click();
        QTRY_COMPARE_WITH_TIMEOUT(ended.size(), 1, 15'000);
        QVERIFY(says(u"redis.sock"_s));
        QVERIFY(button(u"Check again"_s)->isEnabled());
    }

    void closingTheConnectionClosesIt()
    {
        open();
        m_place->bench.connections().close(m_place->bench.view().current()->id());
        QTRY_VERIFY(!m_dialog || !m_dialog->isVisible());
    }

    void theWindowOpensItByItsAction()
    {
        open();
        delete m_dialog;
        MainWindow window(*m_theme, m_place->formatting, m_place->bench);
        window.show();
        QTRY_VERIFY(window.actions()["connection.doctor"]->isEnabled());
        window.actions()["connection.doctor"]->trigger();
        m_dialog = window.findChild<DoctorDialog*>();
        QVERIFY(m_dialog && m_dialog->isVisible());
        QTRY_VERIFY(finding(Kind::Damaged));
        delete m_dialog;
    }
};

QTEST_MAIN(TestDoctorDialog)
#include "tst_doctordialog.moc"
