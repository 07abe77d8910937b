// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/text.h"
#include "tests/gui/openwindow.h"
#include "ui/dialogs/confirmdialog.h"
#include "ui/dialogs/duehistogram.h"
#include "ui/dialogs/rescheduledialog.h"
#include "ui/widgets/tasks/tasktable.h"

#include <QCheckBox>
#include <QClipboard>
#include <QComboBox>
#include <QLabel>
#include <QPushButton>
#include <QRegularExpression>
#include <QSpinBox>
#include <QTimer>

#include <algorithm>
#include <functional>
#include <utility>

using namespace dueline;
using namespace dueline::test;
using namespace std::chrono_literals;
using namespace Qt::StringLiterals;

/// Tests the confirmation and result of actions on all tasks that match a filter.
class TestBulkWindow : public QObject
{
    Q_OBJECT

    std::unique_ptr<Theme> m_theme;
    std::unique_ptr<Shop> m_shop;
    std::unique_ptr<OpenWindow> m_open;

    void open(int tasks)
    {
        m_open->open(m_shop->profile(u"orders"_s));
        QTRY_COMPARE(m_open->bench.list().tasks().rowCount(), tasks);
    }
    void addFailed(int tasks)
    {
        m_shop->add(tasks, -std::chrono::hours(100), "mail", 100);
        for (int i = 0; i < tasks; ++i)
            m_shop->fail("timeout");
    }
    /// Starts the action on the entire queue and passes its dialog to `look`. Returns false if no dialog opens.
    bool act(ActionKind kind, const std::function<void(ConfirmDialog&)>& look)
    {
        bool seen = false;
        QTimer::singleShot(0, this, [&seen, &look] {
            auto* dialog = qobject_cast<ConfirmDialog*>(QApplication::activeModalWidget());
            if (!dialog)
                return;
            seen = true;
            look(*dialog);
            if (dialog->isVisible())
                dialog->reject();
        });
        m_open->bench.events().act({kind, m_open->bench.view().place().queue, {}, StateSet::all(), 0});
        return seen;
    }
    static QPushButton* button(const QDialog& dialog, const QString& words)
    {
        for (QPushButton* button : dialog.findChildren<QPushButton*>()) {
            if (button->text().remove(u'&').contains(words))
                return button;
        }
        return nullptr;
    }
    qint64 lists() { return qint64(m_shop->server.call({"KEYS", "dueline:{mail}:op:*:list"}).items.size()); }
    /// Runs every due task once. The tasks succeed if `well` is true and fail otherwise.
    void run(bool well)
    {
        ClaimRequest request;
        request.queue = "mail";
        request.limit = 100;
        request.types.all = true;
        const auto claimed = m_shop->backend().broker()->claim(request);
        QVERIFY(claimed.ok());
        for (const Lease& lease : claimed->leases) {
            if (well)
                QVERIFY(m_shop->backend().broker()->ack("mail", {{lease.id, lease.token, {}}}, {}).ok());
            else
                QVERIFY(m_shop->backend()
                            .broker()
                            ->nack("mail", {{lease.id, lease.token, std::nullopt, "failed", "timeout again"}}, {})
                            .ok());
        }
    }
    qint64 count(TaskState state) { return m_shop->backend().inspector().queue("mail")->counts[state]; }
    OperationRecord newest() { return m_shop->backend().inspector().operations("mail")->front(); }

private Q_SLOTS:
    void initTestCase()
    {
        m_theme = std::make_unique<Theme>(*qobject_cast<QApplication*>(QCoreApplication::instance()));
    }
    void cleanupTestCase() { m_theme.reset(); }
    void init()
    {
        m_shop = std::make_unique<Shop>();
        m_open = std::make_unique<OpenWindow>(*m_theme);
    }
    void cleanup()
    {
        m_open.reset();
        m_shop.reset();
    }

    void aPreviewThatIsGivenUpLeavesNothingInTheQueue()
    {
        m_shop->add(3000);
        open(3000);
        QVERIFY(act(ActionKind::Discard, [this](ConfirmDialog& dialog) {
            QTRY_VERIFY(
                button(dialog, Formatting::count(3000)) && button(dialog, Formatting::count(3000))->isEnabled());
            QCOMPARE(lists(), 1);
        }));
        QTRY_COMPARE(lists(), 0);
        // A preview can also be canceled while it is still counting.
        QVERIFY(act(ActionKind::Discard, [this](ConfirmDialog&) { QTRY_COMPARE(lists(), 1); }));
        QTRY_COMPARE(lists(), 0);
        QCOMPARE(count(TaskState::Scheduled), 3000);
        QVERIFY(m_shop->backend().inspector().operations("mail")->empty());
    }

    void whatIsRescheduledAsAWholeStaysInTheQueue()
    {
        m_shop->add(3000);
        open(3000);
        CommandLog& log = m_open->bench.view().current()->commands();
        log.setListening(true);
        TaskTable& table = m_open->table();
        table.setFocus();
        QTest::keyClick(&table, Qt::Key_A, Qt::ControlModifier);
        QTRY_COMPARE(m_open->bench.list().tasks().ticked().size(), 3000);
        QTest::keyClick(&table, Qt::Key_A, Qt::ControlModifier);
        QVERIFY(m_open->bench.list().tasks().isAll());
        const auto sent = [&log, from = log.lastNumber()](const char* name) {
            const auto since = log.since(from);
            return std::count_if(
                since.begin(), since.end(), [name](const LoggedCommand& command) { return command.name == name; });
        };
        const auto reschedule = [this](const std::function<void(RescheduleDialog&)>& look) {
            bool seen = false;
            QTimer watch; // fires while the dialog runs its own event loop
            connect(&watch, &QTimer::timeout, this, [&] {
                auto* dialog = qobject_cast<RescheduleDialog*>(QApplication::activeModalWidget());
                if (!dialog || !dialog->isVisible() || std::exchange(seen, true))
                    return;
                watch.stop();
                look(*dialog);
                if (dialog->isVisible())
                    dialog->reject();
            });
            watch.start(20);
            m_open->window.actions()["task.reschedule"]->trigger();
            QTRY_VERIFY(seen);
        };
        reschedule([&](RescheduleDialog& dialog) {
            QVERIFY2(dialog.windowTitle().contains(Formatting::count(3000)), qPrintable(dialog.windowTitle()));
            QCOMPARE(lists(), 1);
            QVERIFY(sent("native/gather") > 0);
            QCOMPARE(sent("native/search"), 0);
            // Seven days have 168 hours. A task due at the end of a bar may count in the next one.
            static const QRegularExpression most(u"at most 1(68|69|70) per 7 d"_s);
            for (const DueHistogram* chart : dialog.findChildren<DueHistogram*>())
                QVERIFY2(chart->accessibleName().contains(most), qPrintable(chart->accessibleName()));
        });
        QTRY_COMPARE(lists(), 0);
        const TimePoint last = m_shop->dueOf("mail.send#3000");
        reschedule([](RescheduleDialog& dialog) { button(dialog, u"Reschedule"_s)->click(); });
        QTRY_COMPARE(m_shop->dueOf("mail.send#3000"), last + 15min);
        QTRY_COMPARE(newest().done, 3000);
        QVERIFY(newest().finished);
        QTRY_COMPARE(lists(), 0);
    }

    void whatIsTriedFirstAndFailsStopsTheRest()
    {
        addFailed(30);
        open(30);
        QVERIFY(act(ActionKind::Retry, [](ConfirmDialog& dialog) {
            QTRY_VERIFY(dialog.findChild<QCheckBox*>(u"canary"_s));
            auto* share = dialog.findChild<QSpinBox*>(u"share"_s);
            QVERIFY(!share->isEnabled());
            dialog.findChild<QCheckBox*>(u"canary"_s)->click();
            QVERIFY(share->isEnabled());
            QCOMPARE(share->value(), 20);
            share->setValue(35);
            QVERIFY2(
                dialog.command().contains(u" --canary --canary-failures 35% --all "_s), qPrintable(dialog.command()));
            button(dialog, u"Retry 30"_s)->click();
        }));
        QTRY_COMPARE(count(TaskState::Failed), 29);
        QTRY_COMPARE(newest().stage, QByteArray("canary 1 of 3"));
        QVERIFY(newest().plan.contains("canary=35:"));
        run(true);
        QTRY_COMPARE(count(TaskState::Failed), 19);
        run(false);
        QTRY_VERIFY(newest().finished);
        QCOMPARE(newest().stage, QByteArray("stopped: 10 of 10 failed"));
        QCOMPARE(newest().done, 11);
        QCOMPARE(count(TaskState::Failed), 29);
        QTRY_VERIFY(m_open->says(u"stopped by the canary: 10 of 10 failed"_s));
    }

    void whatIsTriedFirstAndEndsWellIsFollowedByTheRest()
    {
        addFailed(30);
        open(30);
        auto& table = m_open->table();
        table.setFocus();
        table.selectAll();
        QTRY_COMPARE(m_open->bench.list().tasks().ticked().size(), 30);
        QTimer::singleShot(0, this, [] {
            auto* dialog = qobject_cast<ConfirmDialog*>(QApplication::activeModalWidget());
            QVERIFY(dialog);
            QTRY_VERIFY(dialog->findChild<QCheckBox*>(u"canary"_s));
            QVERIFY(!dialog->canary());
            dialog->findChild<QCheckBox*>(u"canary"_s)->click();
            button(*dialog, u"Retry 30"_s)->click();
        });
        m_open->window.actions()["task.retry"]->trigger();
        for (const int left : {29, 19}) {
            QTRY_COMPARE(count(TaskState::Failed), left);
            run(true);
        }
        QTRY_VERIFY(newest().finished);
        QCOMPARE(newest().done, 30);
        QCOMPARE(count(TaskState::Failed), 0);
        QCOMPARE(count(TaskState::Done), 11);
    }

    void itIsSaidWhereAPaceOutlastsTheUndoAndWhatTheListTakes()
    {
        m_shop->add(22'000);
        QueueSettings settings;
        settings.keepUndo = 1min;
        QVERIFY(m_shop->backend().editor()->configure("mail", settings).ok());
        m_open->open(m_shop->profile(u"orders"_s));
        QTRY_VERIFY(m_open->bench.view().queue() && m_open->bench.view().queue()->settings.keepUndo == 1min);
        QVERIFY(act(ActionKind::Discard, [](ConfirmDialog& dialog) {
            QTRY_VERIFY(
                button(dialog, Formatting::count(22'000)) && button(dialog, Formatting::count(22'000))->isEnabled());
            auto* warning = dialog.findChild<QLabel*>(u"paceWarning"_s);
            QVERIFY(warning && !warning->isVisible());
            auto* pace = dialog.findChild<QComboBox*>();
            pace->setCurrentIndex(2); // 100 tasks per second
            QVERIFY(warning->isVisible());
            QVERIFY2(warning->text().contains(u"3 min 40 s"_s) && warning->text().contains(u"1 min"_s),
                qPrintable(warning->text()));
            pace->setCurrentIndex(1);
            QVERIFY(!warning->isVisible());
            const auto labels = dialog.findChildren<QLabel*>();
            QVERIFY(std::any_of(labels.begin(), labels.end(), [](const QLabel* label) {
                return label->text().contains(u"The task list uses %1 of Redis memory"_s.arg(formatBytes(22'000 * 50)));
            }));
        }));
    }

    void nothingIsTriedFirstOfOneOrOfWhatDoesNotRun()
    {
        addFailed(2);
        open(2);
        QVERIFY(act(ActionKind::Discard, [](ConfirmDialog& dialog) {
            QTRY_VERIFY(button(dialog, u"Discard 2"_s) && button(dialog, u"Discard 2"_s)->isEnabled());
            QVERIFY(!dialog.findChild<QCheckBox*>(u"canary"_s));
        }));
        m_shop->server.call({"ZREM", "dueline:{mail}:failed", "mail.send#100"});
        QVERIFY(act(ActionKind::Retry, [](ConfirmDialog& dialog) {
            QTRY_VERIFY(button(dialog, u"Retry 1"_s) && button(dialog, u"Retry 1"_s)->isEnabled());
            QVERIFY(!dialog.findChild<QCheckBox*>(u"canary"_s));
        }));
    }
};

QTEST_MAIN(TestBulkWindow)
#include "tst_bulkwindow.moc"
