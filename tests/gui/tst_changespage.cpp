// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/console/witness/recorder.h"
#include "core/console/witness/silence.h"
#include "core/redis/redisurl.h"
#include "tests/gui/hands.h"
#include "tests/gui/marks.h"
#include "tests/gui/openwindow.h"
#include "tests/gui/overflow.h"
#include "tests/support/lostrecording.h"
#include "tests/support/must.h"
#include "ui/dialogs/importtasksdialog.h"
#include "ui/presenters/openrecordings.h"
#include "ui/presenters/windowrecord.h"
#include "ui/text/language.h"
#include "ui/timeline/timelinepane.h"
#include "ui/widgets/emptystate.h"
#include "ui/widgets/panelheader.h"
#include "ui/widgets/paneltable.h"
#include "ui/widgets/plainlabel.h"
#include "ui/widgets/tasks/tasktable.h"
#include "ui/widgets/toasts.h"
#include "ui/witness/changespage.h"
#include "ui/witness/changesrows.h"

#include <QClipboard>
#include <QComboBox>
#include <QDir>
#include <QElapsedTimer>
#include <QMenu>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QToolButton>

using namespace dueline;
using namespace dueline::test;
using namespace std::chrono_literals;
using namespace Qt::StringLiterals;

/// Tests the page about changes on a server, in the real window on a real server.
class TestChangesPage : public QObject
{
    Q_OBJECT

    std::unique_ptr<QTemporaryDir> m_state;
    Language m_language;
    std::unique_ptr<Theme> m_theme;
    std::unique_ptr<Shop> m_shop;
    std::unique_ptr<OpenWindow> m_open;
    std::unique_ptr<Hands> m_hands;

    ChangesPage& page() { return m_open->part<ChangesPage>(); }
    Connection& open()
    {
        Connection& connection = m_open->open(m_shop->profile(u"orders"_s));
        [&] { QTRY_VERIFY(!connection.queues().empty()); }();
        return connection;
    }
    /// Opens and records a server that loses all tasks in a FLUSHALL. Returns once the recording contains the FLUSHALL
    /// and both losses.
    Connection& openAndFlush()
    {
        m_shop->add(40, 1h, "mail");
        m_shop->add(3, 1h, "post");
        m_open->bench.connections().setRecorded(100ms);
        Connection& connection = open();
        m_open->bench.view().show({connection.id(), {}, {}});
        WindowRecord* record = connection.record();
        const auto has = [record](const char* kind, int count) {
            const auto& events = record->events().events;
            return std::count_if(events.begin(), events.end(), [kind](const QueueEventRecord& each) {
                return each.event.kind == kind;
            }) == count;
        };
        const auto isRecording = [record] {
            bool hasSeen = false;
            (void)OpenRecordings::read(
                record->path(),
                [&hasSeen](RecordFile& file) {
                    const auto spans = file.spans();
                    hasSeen = spans && !spans->empty() && spans->back().seen > spans->back().began;
                },
                [] { return true; });
            return hasSeen;
        };
        [&] { QTRY_VERIFY(isRecording()); }();
        m_shop->server.call({"XADD", "dueline:marks", "*", "text", "deploy 7"});
        [&] { QTRY_VERIFY(has("mark", 1)); }();
        m_shop->server.call({"FLUSHALL"});
        [&] { QTRY_VERIFY(has("flush", 1) && has("loss", 2)); }();
        return connection;
    }
    void press(Qt::Key key, Qt::KeyboardModifiers modifiers = {}) { m_hands->press(key, modifiers); }
    void click(const QString& text)
    {
        for (auto* button : page().findChildren<QAbstractButton*>()) {
            if (button->text() == text && button->isVisible())
                return QTest::mouseClick(button, Qt::LeftButton);
        }
        QFAIL(qPrintable(text));
    }
    static QString cell(const ChangesTable& table, int row, int column)
    {
        return table.index(row, column).data().toString();
    }
    static QStringList column(const ChangesTable& table, int column)
    {
        QStringList cells;
        for (int row = 0; row < table.rowCount(); ++row)
            cells << cell(table, row, column);
        return cells;
    }
    static QString copied() { return QApplication::clipboard()->text(); }
    void picture(const QString& name)
    {
        if (const QString folder = qEnvironmentVariable("DUELINE_CHANGES_PICTURES"); !folder.isEmpty())
            m_open->window.grab().save(QDir(folder).filePath(name + u".png"_s));
    }
    /// Writes a recording in which a FLUSHALL deletes 40 tasks.
    QString recordLoss()
    {
        const Connection& connection = *m_open->bench.view().current();
        const QString path = m_state->filePath(u"shop.dwit"_s);
        const auto file
            = must(RecordFile::write(path, {displayUrl(connection.spec().redis).toUtf8(), "native", "test"}));
        must(file->keepIds());
        const auto backend = must(openBackend(connection.spec(), {}, Access::ReadOnly));
        ServerReader reader(connection.spec());
        RecorderOptions options;
        options.ids = options.payloads = true;
        Recorder recorder(*file, *backend, reader, options);
        const bool isPictured = qEnvironmentVariableIsSet("DUELINE_CHANGES_PICTURES");
        for (int i = 0; i < 3; ++i) {
            must(recorder.look());
            QElapsedTimer clock;
            clock.start();
            if (isPictured) // makes the recording long enough for a screenshot
                (void)QTest::qWaitFor([&clock] { return clock.hasExpired(3000); });
        }
        m_shop->server.call({"FLUSHALL"});
        for (int i = 0; i < 2; ++i)
            must(recorder.look());
        must(recorder.end());
        return path;
    }

private Q_SLOTS:
    void initTestCase()
    {
        m_language.use(u"en"_s);
        m_theme = std::make_unique<Theme>(*qobject_cast<QApplication*>(QCoreApplication::instance()));
    }
    void cleanupTestCase() { m_theme.reset(); }
    void init()
    {
        m_state = std::make_unique<QTemporaryDir>();
        qputenv("XDG_STATE_HOME", m_state->path().toLocal8Bit());
        m_shop = std::make_unique<Shop>();
        m_open = std::make_unique<OpenWindow>(*m_theme);
        m_hands = std::make_unique<Hands>(m_open->window);
    }
    void cleanup()
    {
        m_hands.reset();
        m_open.reset();
        m_shop.reset();
    }

    void lostTasksAndEventsOfTheWindowsRecordingAreShown()
    {
        openAndFlush();
        press(Qt::Key_H, Qt::ControlModifier);
        QTRY_COMPARE(page().losses().rowCount(), 2);
        QVERIFY(page().isVisible() && page().start().hasFocus());
        QCOMPARE(column(page().losses(), 0), QStringList({u"mail"_s, u"post"_s}));
        QCOMPARE(column(page().losses(), 1), QStringList({u"40"_s, u"3"_s}));
        QCOMPARE(cell(page().losses(), 0, 2), u"–"_s); // recordings made by the window contain no ids
        QVERIFY(m_open->says(u"43 tasks were lost. None of the lost tasks was due."_s));
        QCOMPARE(column(page().events(), 1).first(), u"FLUSHALL or FLUSHDB ran"_s);
        QCOMPARE(column(page().queues(), 0), QStringList({u"mail"_s, u"post"_s}));
        QCOMPARE(cell(page().queues(), 0, 1), u"40 to 0"_s);
        QVERIFY(page().head().note().contains(u" by dueline, pid "_s));
        QVERIFY(page().start().currentText().startsWith(u"FLUSHALL or FLUSHDB ran, tasks were lost ("_s));

        // Show the changes since the mark that was set before the FLUSHALL.
        const int mark = page().start().findText(u"deploy 7 ("_s, Qt::MatchStartsWith);
        QVERIFY(mark > 0);
        page().start().setFocus();
        while (page().start().currentIndex() < mark)
            press(Qt::Key_Down);
        QTRY_COMPARE(column(page().events(), 1).value(0), u"deploy 7"_s);
        QTRY_COMPARE(page().start().currentIndex(), mark);

        click(u"Copy report"_s);
        const QString report = copied();
        QVERIFY2(report.contains(u"Lost:      43 tasks in 2 queues; none was due\n"_s)
                && report.contains(u"mark: deploy 7"_s) && report.startsWith(u"Recording: "_s),
            qPrintable(report));
        for (const int width : {1024, 1600}) {
            m_open->window.resize(width, width * 5 / 8);
            for (const bool isChinese : {false, true}) {
                m_language.use(isChinese ? u"zh_CN"_s : u"en"_s);
                m_theme->choose(isChinese ? ThemeChoice::Dark : ThemeChoice::Light);
                (void)QTest::qWaitFor([&] { return Overflow::in(page()).isEmpty(); }, 1000);
                QVERIFY2(Overflow::in(page()).isEmpty(), qPrintable(Overflow::in(page()).join(u'\n')));
                picture(u"changes-%1-%2"_s.arg(width).arg(isChinese ? u"zh"_s : u"en"_s));
            }
            m_language.use(u"en"_s);
            (void)QTest::qWaitFor([&] { return Overflow::in(m_open->window).isEmpty(); }, 1000);
            picture(u"changes-%1-dark"_s.arg(width));
        }
        m_language.use(u"en"_s);
        m_theme->choose(ThemeChoice::Light);

        press(Qt::Key_Escape);
        QVERIFY(!page().isVisible());
        press(Qt::Key_H, Qt::ControlModifier);
        QVERIFY(page().isVisible());
        press(Qt::Key_H, Qt::ControlModifier);
        QVERIFY(!page().isVisible());
    }

    void aReportOnAQueueOmitsOtherQueues()
    {
        Connection& connection = openAndFlush();
        m_shop->add(1, 1h, "post");
        QTRY_VERIFY(!connection.queue("mail") && connection.queue("post")); // the window has reread the queues
        m_open->bench.view().show({connection.id(), "post", {}});
        m_open->window.actions()["view.changes"]->trigger();
        QCOMPARE(page().feed().queue(), QueueName("post"));
        QTRY_COMPARE(page().losses().rowCount(), 1);
        QCOMPARE(cell(page().losses(), 0, 0), u"post"_s);
        QCOMPARE(page().head().title(), u"What changed in post"_s);
        click(u"All queues"_s);
        QTRY_COMPARE(page().losses().rowCount(), 2);
        click(u"Close"_s);
        QTRY_VERIFY(!page().isVisible());
        QCOMPARE(m_open->bench.view().place().queue, QueueName("post"));
    }

    void aMarkOnTheTimelineOpensThePage()
    {
        openAndFlush();
        auto& timeline = m_open->window.timelinePane().timeline();
        QTRY_COMPARE(marksOf(timeline, TimelineMark::Kind::Flush).size(), 1U);
        Q_EMIT timeline.markActivated(marksOf(timeline, TimelineMark::Kind::Note).front());
        QTRY_VERIFY(page().isVisible());
        QTRY_COMPARE(column(page().events(), 1).value(0), u"deploy 7"_s);
    }

    void theTasksOfARecordingAreCopiedAndExported()
    {
        m_shop->add(40, 1h, "mail");
        m_shop->add(3, 1h, "post");
        m_open->bench.view().show({open().id(), {}, {}});
        const QString path = recordLoss();
        m_open->window.actions()["view.changes"]->trigger();
        QTRY_VERIFY(page().isVisible());
        page().openFile(path);
        QTRY_COMPARE(page().losses().rowCount(), 2);
        QCOMPARE(cell(page().losses(), 0, 2), u"40"_s);
        QCOMPARE(cell(page().losses(), 0, 3), u"40"_s);
        QVERIFY(page().head().note().startsWith(u"shop.dwit, "_s));
        QTRY_VERIFY(page().chosenLoss());
        m_open->window.resize(1024, 640);
        for (const ThemeChoice choice : {ThemeChoice::Light, ThemeChoice::Dark}) {
            m_theme->choose(choice);
            const auto overflow = [this] { return Overflow::in(page(), Overflow::Names::Long); }; // a long path
            (void)QTest::qWaitFor([&] { return overflow().isEmpty(); }, 1000);
            QVERIFY2(overflow().isEmpty(), qPrintable(overflow().join(u'\n')));
            picture(u"changes-file-%1"_s.arg(int(choice)));
        }
        m_theme->choose(ThemeChoice::Light);

        click(u"Copy IDs"_s);
        QTRY_COMPARE(copied().count(u'\n'), 39);
        QVERIFY(copied().contains(u"mail.send#7"_s));
        const QString exported = m_state->filePath(u"lost.jsonl"_s);
        page().exportTo(exported);
        const auto lines = [&] {
            QFile file(exported);
            return file.open(QIODevice::ReadOnly) ? file.readAll().count('\n') : -1;
        };
        QTRY_COMPARE(lines(), 40);
        QTRY_VERIFY(m_open->says(u"40 tasks written to "_s));
        click(u"Copy putback command"_s);
        QVERIFY2(
            copied().startsWith(u"duectl putback --event "_s) && copied().endsWith(u"'mail'"_s), qPrintable(copied()));
        click(u"Window's recording"_s);
        QTRY_VERIFY(!page().losses().rowCount() || !page().chosenLoss());
    }

    void lostTasksArePutBackAndUndone()
    {
        m_shop->add(40, 1h, "mail");
        const Connection& connection = open();
        must(must(openBackend(connection.spec(), {}, Access::Operate))->editor()->setPaused("mail", true));
        const QString path = recordLoss();
        m_open->window.actions()["view.changes"]->trigger();
        page().openFile(path);
        QTRY_VERIFY(page().chosenLoss());
        const auto tasks = [&connection, this] {
            const auto backend = must(openBackend(connection.spec(), {}, Access::ReadOnly));
            return must(backend->inspector().queue("mail")).counts[TaskState::Scheduled];
        };
        QStringList texts;
        QString command;
        QStringList overflow;
        Qt::Key key = Qt::Key_Return;
        // Closes the dialog with a key press once it has read the recording.
        QTimer watch;
        connect(&watch, &QTimer::timeout, this, [&] {
            auto* dialog = qobject_cast<ImportTasksDialog*>(QApplication::activeModalWidget());
            if (!dialog || !dialog->isLookedAt())
                return;
            watch.stop();
            for (const auto* label : dialog->findChildren<PlainLabel*>())
                texts << label->text();
            command = dialog->command();
            QCoreApplication::sendPostedEvents(nullptr, QEvent::LayoutRequest); // the button has a new text
            overflow = Overflow::in(*dialog);
            if (const QString folder = qEnvironmentVariable("DUELINE_CHANGES_PICTURES"); !folder.isEmpty())
                dialog->grab().save(QDir(folder).filePath(u"putback.png"_s));
            QTest::keyClick(dialog->focusWidget(), key);
        });
        watch.start(20);
        click(u"Put back…"_s);
        QTRY_VERIFY(m_open->says(u"40 tasks added to mail"_s));
        QVERIFY2(command.startsWith(u"duectl putback --event "_s), qPrintable(command));
        QVERIFY2(overflow.isEmpty(), qPrintable(overflow.join(u'\n')));
        QVERIFY2(texts.contains(u"shop.dwit"_s) && texts.contains(u"None of the lost tasks was due."_s)
                && texts.join(u' ').contains(u"The queue was paused before the loss. "_s)
                && texts.join(u' ').contains(u"The tasks were recorded on "_s),
            qPrintable(texts.join(u'\n')));
        QCOMPARE(tasks(), 40);
        // On the second attempt, there are no tasks left to add.
        texts.clear();
        key = Qt::Key_Escape;
        watch.start();
        click(u"Put back…"_s);
        QTRY_VERIFY(!texts.isEmpty());
        QVERIFY2(texts.contains(u"All of these tasks are already in the queue."_s), qPrintable(texts.join(u'\n')));
        QCOMPARE(tasks(), 40);
        const auto links = m_open->window.messages().notice().links;
        QVERIFY(!links.empty() && links.front().text == u"Undo"_s);
        links.front().act();
        QTRY_COMPARE(tasks(), 0);
    }

    void tasksOfSeveralQueuesArePutBackOneQueueAtATime()
    {
        m_shop->add(1, 1h, "mail");
        m_open->bench.view().show({open().id(), {}, {}});
        const QString path = m_state->filePath(u"shared.dwit"_s);
        QVERIFY(writeLostRecording(path, "@sidekiq", 5, {"mail", "bills"}));
        m_open->window.actions()["view.changes"]->trigger();
        page().openFile(path);
        QTRY_VERIFY(page().chosenLoss());
        for (const auto* label : page().findChildren<PlainLabel*>()) // one reading spans no time, not "0 ms"
            QVERIFY2(!label->text().contains(u"0 ms"_s), qPrintable(label->text()));
        click(u"Put back…"_s);
        const auto menu = [] { return qobject_cast<QMenu*>(QApplication::activePopupWidget()); };
        QTRY_VERIFY(menu());
        QStringList queues;
        for (const QAction* action : menu()->actions())
            queues << action->text();
        QCOMPARE(queues, QStringList({u"bills (2)"_s, u"mail (3)"_s}));
        QString command;
        QStringList texts;
        QTimer watch;
        connect(&watch, &QTimer::timeout, this, [&] {
            auto* dialog = qobject_cast<ImportTasksDialog*>(QApplication::activeModalWidget());
            if (!dialog)
                return;
            command = dialog->command();
            for (const auto* label : dialog->findChildren<PlainLabel*>())
                texts << label->text();
            dialog->reject();
        });
        watch.start(20);
        QTest::keyClick(menu(), Qt::Key_Down);
        QTest::keyClick(menu(), Qt::Key_Return);
        QTRY_VERIFY(!command.isEmpty());
        QVERIFY2(
            command.contains(u"--match 'queue:\"bills\"'"_s) && command.endsWith(u"'@sidekiq'"_s), qPrintable(command));
        QVERIFY2(texts.contains(u"bills@sidekiq on orders"_s), qPrintable(texts.join(u'\n')));
    }

    /// Events that are not on the timeline are translated too. Text from other programs is shown as is.
    void allEventsAreTranslated()
    {
        Changes changes;
        changes.from = fromMs(1'764'331'200'000);
        changes.to = changes.from + 1min;
        const auto add = [&changes](const char* kind, const char* text, const QByteArray& detail = {}) {
            changes.events.push_back({qint64(changes.events.size()), changes.from, {}, kind, text, detail});
        };
        Stillness held;
        held.kind = Stillness::Kind::Held;
        held.hold = PulseHold::Limited;
        held.holdFor = 90s;
        held.due = 312;
        add("operation", "The queue was paused", R"({"kind":"pause"})");
        add("operation", "discard: 30 tasks", R"({"kind":"discard","tasks":30})");
        add("operation", "retry: 2 tasks");
        add("held", "312 due tasks are held: a rate limit applies for 1m30s.", stillnessJson(held));
        add("took", "Tasks are being claimed again");
        add("cut", "no more task ids", R"({"limit":1048576})");
        add("cut", "per-second figures", R"({"limit":1048576,"until_ms":1764331200000})");
        changes.gaps = {{changes.from + 30s, changes.from + 30s + 400ms, "stopped"}};
        const auto rows = [&changes] {
            QStringList texts;
            for (const ChangesRow& row : ChangesRows::events(changes, Formatting(QTimeZone::utc())))
                texts << row.cells[1] + u'|' + row.cells[3];
            return texts;
        };
        QCOMPARE(rows(),
            (QStringList{u"The queue was paused|"_s, u"Discard|Tasks: 30"_s, u"retry: 2 tasks|"_s,
                u"312 due tasks are held: a rate limit applies for 1 min 30 s.|"_s, u"Tasks are being claimed again|"_s,
                u"The recording has reached its limit of 1 MiB, so no more task IDs are recorded.|"_s,
                u"Figures from before 2025-11-28 12:00:00.000 UTC were removed, because the recording reached its limit of 1 MiB.|"_s,
                u"Not recorded for 400 ms|the recorder was stopped"_s}));
        m_language.use(u"zh_CN"_s);
        const QStringList translated = rows();
        m_language.use(u"en"_s);
        for (qsizetype i = 0; i < translated.size(); ++i)
            QCOMPARE(translated[i].contains(QRegularExpression(u"[\\x{4e00}-\\x{9fff}]"_s)), i != 2);
    }

    void withoutARecordingThePageOffersTheSettings()
    {
        m_shop->add(1, 1h, "mail");
        open();
        press(Qt::Key_H, Qt::ControlModifier);
        QTRY_VERIFY(m_open->says(u"Recording is turned off"_s));
        const QSignalSpy settings(&m_open->window, &MainWindow::settingsRequested);
        click(u"Settings…"_s);
        QCOMPARE(settings.count(), 1);
        m_open->bench.connections().setRecorded(100ms);
        QTRY_COMPARE(page().queues().rowCount(), 1); // nothing has happened yet
        QVERIFY(m_open->says(u"Nothing changed."_s));
        QCOMPARE(page().start().currentText(), u"1 hour ago"_s);
    }
};

QTEST_MAIN(TestChangesPage)
#include "tst_changespage.moc"
