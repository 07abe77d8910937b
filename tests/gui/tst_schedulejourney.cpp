// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/gui/facts.h"
#include "tests/gui/openwindow.h"
#include "ui/panels/dock.h"
#include "ui/panels/schedules/schedulespanel.h"
#include "ui/text/language.h"
#include "ui/widgets/paneltable.h"
#include "ui/widgets/tasks/tasktable.h"
#include "ui/widgets/toasts.h"

#include <QDialog>
#include <QTemporaryDir>
#include <QTimer>

using namespace dueline;
using namespace dueline::test;
using namespace Qt::StringLiterals;

/// Tests adding a recurring task, running it with the embedded worker, and disabling, removing and restoring it, using
/// only the keyboard. Checks the results on the server.
class TestScheduleJourney : public QObject
{
    Q_OBJECT

    QTemporaryDir m_config;
    Language m_language;
    std::unique_ptr<Theme> m_theme;

    /// Types into the next dialog, starting in the focused field. "<Tab>" moves to the next field; "<Return>" accepts
    /// the dialog.
    static void answer(const QStringList& words, bool& came)
    {
        auto* timer = new QTimer(QCoreApplication::instance());
        timer->setInterval(50);
        connect(timer, &QTimer::timeout, timer, [timer, words, &came] {
            QWidget* dialog = QApplication::activeModalWidget();
            if (!dialog || !dialog->isAncestorOf(QApplication::focusWidget()))
                return; // The dialog is open but doesn't have the focus yet.
            timer->stop();
            timer->deleteLater();
            came = true;
            for (const QString& word : words) {
                if (word == u"<Tab>"_s)
                    QTest::keyClick(QApplication::focusWidget(), Qt::Key_Tab);
                else if (word == u"<Return>"_s)
                    QTest::keyClick(dialog, Qt::Key_Return);
                else
                    QTest::keyClicks(QApplication::focusWidget(), word);
            }
            if (QApplication::activeModalWidget()) // still open, so it wasn't accepted
                static_cast<QDialog*>(dialog)->reject();
        });
        timer->start();
    }

private Q_SLOTS:
    void initTestCase()
    {
        qputenv("XDG_CONFIG_HOME", m_config.path().toUtf8());
        m_language.use(u"en"_s);
        m_theme = std::make_unique<Theme>(*qobject_cast<QApplication*>(QCoreApplication::instance()));
    }
    void cleanupTestCase() { m_theme.reset(); }

    void addedRunDisabledRemovedAndPutBack()
    {
        Shop shop;
        shop.add(1);
        ScheduleBook& book = *shop.backend().schedules();
        const auto kept = [&]() -> std::optional<ScheduleState> {
            const auto all = book.schedules("mail").value();
            return all.empty() ? std::optional<ScheduleState>() : std::optional(all.front());
        };
        const auto done = [&] { return shop.backend().inspector().queue("mail")->counts[TaskState::Done]; };
        OpenWindow open(*m_theme);
        Connection& connection = open.open(shop.profile(u"shop"_s));
        QTRY_VERIFY(open.bench.view().queue());
        WorkerSettings settings;
        settings.handlers = {{u"*"_s, u"echo"_s}};
        QVERIFY(open.bench.connections().worker().start(connection, {"mail"}, settings).ok());

        auto& panel = open.part<SchedulesPanel>();
        QTest::keyClick(&open.window, Qt::Key_7, Qt::AltModifier);
        QCOMPARE(open.part<Dock>().currentId(), u"schedules"_s);
        QTRY_VERIFY(open.window.actions()["schedule.new"]->isEnabled());
        bool came = false;
        answer({u"beat"_s, u"<Tab>"_s, u"<Tab>"_s, u"heart.beat"_s, u"<Tab>"_s, u"@every 1s"_s, u"<Return>"_s}, came);
        QTest::keyClick(&open.window, Qt::Key_N, Qt::ControlModifier | Qt::ShiftModifier);
        QVERIFY(came);
        QTRY_VERIFY(kept());
        QCOMPARE(kept()->schedule.name, QByteArray("beat"));
        QCOMPARE(kept()->schedule.type, QByteArray("heart.beat"));
        QTRY_VERIFY_WITH_TIMEOUT(done() >= 2, 10'000);
        const auto last = [&] { return panel.model().index(0, ScheduleModel::Last).data().toString(); };
        // The last run's task may be in any state, because a new one is added every second.
        QTRY_VERIFY(panel.model().rowCount() == 1 && last().contains(u" · "_s));
        QTRY_COMPARE(panel.table().currentKey(), QByteArray("mail") + '\0' + "beat"); // The new row is selected.

        open.window.activateWindow(); // as a window manager does when a dialog closes
        panel.table().setFocus();
        QTRY_VERIFY(panel.table().hasFocus());
        QTRY_VERIFY(open.window.actions()["schedule.disable"]->isEnabled());
        QTest::keyClick(&panel.table(), Qt::Key_D, Qt::ShiftModifier);
        QTRY_VERIFY(!kept()->schedule.enabled);
        // A second schedule with the same period keeps running. Meanwhile, the first schedule's tasks all end, and no
        // new ones are added.
        Schedule other = kept()->schedule;
        other.name = "other";
        other.type = "other.beat";
        other.enabled = true;
        QVERIFY(book.put("mail", other, true).ok());
        const auto doneOf = [&](const QByteArray& type) {
            qint64 count = 0;
            const auto page = shop.backend().inspector().page({"mail", TaskState::Done, 0, 1000, {}}).value();
            for (const Task& task : page.tasks)
                count += typeOf(task.id) == type;
            return count;
        };
        QTRY_VERIFY_WITH_TIMEOUT(doneOf("other.beat") >= 1, 10'000);
        const qint64 then = doneOf("heart.beat");
        const qint64 since = doneOf("other.beat");
        QTRY_VERIFY_WITH_TIMEOUT(doneOf("other.beat") >= since + 2, 10'000);
        QCOMPARE(doneOf("heart.beat"), then);
        QVERIFY(book.remove("mail", "other").ok());
        QTRY_COMPARE(panel.model().rowCount(), 1);
        QTRY_VERIFY2(last().startsWith(u"Done · "_s), qPrintable(last()));

        QTRY_VERIFY(open.window.actions()["schedule.enable"]->isEnabled());
        QTest::keyClick(&panel.table(), Qt::Key_Backspace);
        QTRY_VERIFY(!kept());
        QTRY_COMPARE(panel.model().rowCount(), 0);
        QTRY_VERIFY(open.says(u"Recurring task \"beat\" removed"_s));
        QVERIFY(panel.isAncestorOf(QApplication::focusWidget())); // The focus is in the panel, where Ctrl+Z works.
        QTest::keyClick(QApplication::focusWidget(), Qt::Key_Z, Qt::ControlModifier);
        QTRY_VERIFY(kept());
        QVERIFY(!kept()->schedule.enabled);
        QTRY_COMPARE(panel.model().rowCount(), 1);
        open.bench.connections().worker().stop();
        QTRY_VERIFY(!open.bench.connections().worker().isRunning());
    }
};

QTEST_MAIN(TestScheduleJourney)
#include "tst_schedulejourney.moc"
