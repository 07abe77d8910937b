// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/gui/facts.h"
#include "tests/gui/hands.h"
#include "ui/dialogs/rescheduledialog.h"
#include "ui/failures/failurespanel.h"
#include "ui/models/cell.h"
#include "ui/panels/dock.h"
#include "ui/widgets/panelheader.h"
#include "ui/widgets/paneltable.h"
#include "ui/widgets/tasks/filterline.h"
#include "ui/widgets/tasks/tasktable.h"

#include <QAbstractItemModelTester>
#include <QElapsedTimer>
#include <QLabel>
#include <QMenu>
#include <QPushButton>
#include <QRegularExpression>
#include <QScrollBar>
#include <QToolButton>

using namespace dueline;
using namespace dueline::test;
using namespace std::chrono_literals;
using namespace Qt::StringLiterals;

/// Tests the panel that groups failures by error, in the real window on a real server.
class TestFailuresPanel : public QObject
{
    Q_OBJECT

    std::unique_ptr<Theme> m_theme;
    std::unique_ptr<Shop> m_shop;
    std::unique_ptr<OpenWindow> m_open;
    std::unique_ptr<Hands> m_hands;

    void fail(const QByteArray& type, const QByteArray& error, int count, const QueueName& queue = "mail")
    {
        m_shop->failNew(queue, type, error, count);
    }
    void open()
    {
        m_open->open(m_shop->profile(u"here"_s));
        QTRY_COMPARE(m_open->bench.view().place().queue, QueueName("mail"));
        QTRY_VERIFY(m_open->table().hasFocus());
    }
    void press(Qt::Key key, Qt::KeyboardModifiers modifiers = {}) { m_hands->press(key, modifiers); }
    FailuresPanel& panel() { return m_open->part<FailuresPanel>(); }
    QString words(int row, int column) { return panel().model().index(row, column).data(Qt::DisplayRole).toString(); }
    qint64 count(TaskState state)
    {
        const auto info = m_shop->backend().inspector().queue("mail");
        return info ? info->counts[state] : -1;
    }
    /// Returns the id, state and score of every task.
    QByteArrayList everyScore()
    {
        QByteArrayList scores;
        for (const TaskState state : allStates) {
            const auto page = m_shop->backend().inspector().page({"mail", state, 0, 1000});
            if (!page)
                qFatal("%s", qPrintable(page.error().message));
            for (const Task& task : page->tasks)
                scores << task.id + ' ' + stateName(state).toByteArray() + ' ' + QByteArray::number(toMs(task.at));
        }
        std::sort(scores.begin(), scores.end());
        return scores;
    }

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
        m_hands = std::make_unique<Hands>(m_open->window);
    }
    void cleanup()
    {
        m_open.reset();
        m_shop.reset();
    }

    /// When reopened, the panel marks the old count as stale until it has recounted.
    void whatWasCountedBeforeItWasHiddenIsNotToldAsTrue()
    {
        fail("mail.send", "refused", 2);
        open();
        const auto status = [this] { return m_open->part<Dock>().status(u"failures"_s); };
        const auto toggle = [this](const char* id) { m_open->window.actions()[id]->trigger(); };
        toggle("view.failures");
        QTRY_COMPARE(status(), u"1"_s);
        auto& table = m_open->part<FailuresPanel>().table();
        QVERIFY(!table.isStale());
        toggle("view.activity");
        QTRY_VERIFY(!panel().isVisible());
        QCOMPARE(status(), QString());
        fail("mail.send", "no such host", 3);
        QTRY_COMPARE(m_open->bench.view().queue()->counts[TaskState::Failed], 5);
        toggle("view.failures");
        QCOMPARE(status(), QString());
        QVERIFY(table.isStale());
        QTRY_COMPARE(status(), u"2"_s);
        QVERIFY(!table.isStale());
        // If nothing has changed, the old count becomes valid again without a recount.
        toggle("view.activity");
        toggle("view.failures");
        QTRY_COMPARE(status(), u"2"_s);
    }

    /// A resolved group's trend stays in place on the time axis, even if it starts before all other trends.
    void theTrendOfWhatIsGoneStandsWhereItWas()
    {
        const TimePoint noon = fromMs(1'790'000'000'000);
        FailureRow fresh;
        fresh.group.count = 3;
        fresh.group.trend.add(noon, 3);
        FailureRow gone;
        gone.phase = FailureRow::Phase::Gone;
        gone.queue = "other";
        gone.group.trend.add(noon - 10h, 7);
        const Formatting formatting;
        FailureModel model(formatting);
        model.set({fresh, gone}, fresh.group.trend);
        const auto bars = [&model](int row) {
            return model.data(model.index(row, FailureModel::Trend), Cell::Bars).value<QList<int>>();
        };
        QCOMPARE(bars(1).indexOf(7), 0);
        QVERIFY(bars(0).indexOf(3) > 10);
    }

    void theWorstStandsFirstAndItsTasksAreListedExactly()
    {
        fail("mail.send", "Timeout after % s", 230);
        fail("mail.send", "no \"quota\" for '%'", 12);
        fail("hook.call", "Timeout after % s", 31);
        m_shop->add(5, 1h, "mail", 100'001);
        open();
        const QAbstractItemModelTester tester(&panel().model());
        press(Qt::Key_8, Qt::AltModifier);
        QTRY_COMPARE(panel().model().rowCount(), 3);
        // The row shows the group's latest error, with the varying part dimmed.
        const QString shown = words(0, FailureModel::Error);
        QVERIFY2(QRegularExpression(u"^Timeout after \\d+ s$"_s).match(shown).hasMatch(), qPrintable(shown));
        const auto faded = panel().model().index(0, FailureModel::Error).data(Cell::Faded).value<QList<QPoint>>();
        QCOMPARE(faded, QList<QPoint>{QPoint(14, int(shown.size()) - 16)});
        QCOMPARE(words(0, FailureModel::Type), u"mail.send"_s);
        QCOMPARE(words(0, FailureModel::Count), u"230"_s);
        QCOMPARE(words(1, FailureModel::Type), u"hook.call"_s);
        QVERIFY(words(2, FailureModel::Error).startsWith(u"no \"quota\" for '"_s));
        QCOMPARE(m_open->part<Dock>().status(u"failures"_s), u"2"_s); // The status is the number of failure groups.
        int bars = 0;
        for (const int bar : panel().model().index(0, FailureModel::Trend).data(Cell::Bars).value<QList<int>>())
            bars += bar;
        QCOMPARE(bars, 230);
        press(Qt::Key_Down);
        for (auto* button : panel().head().findChildren<QToolButton*>()) {
            if (button->text() == u"Show tasks"_s)
                button->click();
        }
        QTRY_COMPARE(m_open->bench.list().feed().matches(), 31);
        QVERIFY(m_open->table().hasFocus());
        for (int row = 0; row < 31; ++row)
            QTRY_VERIFY(m_open->bench.list().tasks().taskAt(row)
                && m_open->bench.list().tasks().taskAt(row)->id.startsWith("hook.call#"));
    }

    /// If no queue is in view, the panel groups failures in all of the connection's queues by error, type and queue.
    void allQueuesOfAConnectionAreCountedTogether()
    {
        fail("mail.send", "Timeout after % s", 70);
        fail("hook.call", "Timeout after % s", 12, "hooks");
        fail("hook.call", "HTTP 503", 40, "hooks");
        open();
        press(Qt::Key_8, Qt::AltModifier);
        QTRY_COMPARE(panel().model().rowCount(), 1);
        QVERIFY(panel().table().isColumnHidden(FailureModel::Queue));
        m_open->bench.view().show({m_open->bench.view().current()->id(), {}, {}});
        QTRY_COMPARE(panel().model().rowCount(), 3);
        QTRY_VERIFY(panel().feed().isLoaded());
        QVERIFY(!panel().table().isColumnHidden(FailureModel::Queue));
        QCOMPARE(words(0, FailureModel::Queue), u"mail"_s);
        QCOMPARE(words(1, FailureModel::Queue), u"hooks"_s);
        QCOMPARE(words(1, FailureModel::Error), u"HTTP 503"_s);
        QCOMPARE(words(1, FailureModel::Count), u"40"_s);
        QCOMPARE(words(2, FailureModel::Count), u"12"_s);
        QCOMPARE(m_open->part<Dock>().status(u"failures"_s), u"2"_s); // The status is the number of failure groups.
        // Retrying a selected group applies to its queue.
        panel().table().setFocus();
        panel().table().selectRow(1);
        const QString command = m_hands->pressAndConfirm(Qt::Key_R, u"40"_s);
        QVERIFY2(command.endsWith(u" 'hooks'"_s), qPrintable(command));
        QTRY_COMPARE_WITH_TIMEOUT(words(2, FailureModel::Error), u"resolved · HTTP 503"_s, 15'000);
        QCOMPARE(panel().model().rowCount(), 3);
        QCOMPARE(count(TaskState::Failed), 70);
        QTRY_VERIFY(m_open->bench.actions().undo().isPossible());
        press(Qt::Key_Z, Qt::ControlModifier);
        QTRY_COMPARE_WITH_TIMEOUT(words(1, FailureModel::Count), u"40"_s, 15'000);
        // Switch back to a single queue.
        m_open->bench.view().show({m_open->bench.view().current()->id(), "mail", {}});
        QTRY_COMPARE(panel().model().rowCount(), 1);
        QVERIFY(panel().table().isColumnHidden(FailureModel::Queue));
    }

    /// Sidekiq stores the dead jobs of all queues in one set, so a failure group there shows its queues.
    void aGroupInASharedPlaceNamesItsQueues()
    {
        RedisServer server;
        const auto die = [&server](const char* queue, const char* jid) {
            server.call({"ZADD", "dead", "1795236791.5",
                QByteArray(R"({"class":"Pay","args":[],"error_message":"refused","error_class":"E","queue":")") + queue
                    + R"(","jid":")" + jid + "\"}"});
        };
        server.call({"SADD", "queues", "mail", "orders"});
        die("mail", "a");
        die("orders", "b");
        Profile profile;
        profile.name = u"jobs"_s;
        profile.url = server.url();
        profile.layout = u"sidekiq"_s;
        m_open->open(profile);
        QTRY_VERIFY(m_open->bench.view().current());
        m_open->bench.view().show({m_open->bench.view().current()->id(), "@sidekiq", {}});
        press(Qt::Key_8, Qt::AltModifier);
        QTRY_COMPARE(panel().model().rowCount(), 1);
        QCOMPARE(words(0, FailureModel::Queue), u"@sidekiq: mail, orders"_s);
        QVERIFY(!panel().table().isColumnHidden(FailureModel::Queue));
        m_open.reset(); // The window must close before its server stops.
    }

    /// An unreadable queue is reported, not shown without failures.
    void aQueueThatCannotBeReadIsSaid()
    {
        fail("mail.send", "HTTP 503", 3);
        fail("hook.call", "HTTP 503", 2, "hooks");
        open();
        press(Qt::Key_8, Qt::AltModifier);
        QTRY_COMPARE(panel().model().rowCount(), 1);
        m_shop->server.call({"DEL", "dueline:{mail}:failed"});
        m_shop->server.call({"SET", "dueline:{mail}:failed", "no set"});
        const auto says = [this](const QString& words) {
            const auto labels = panel().findChildren<QLabel*>();
            return std::any_of(labels.begin(), labels.end(),
                [&](const QLabel* label) { return label->isVisible() && label->text() == words; });
        };
        QTRY_VERIFY_WITH_TIMEOUT(says(u"1 queue(s) cannot be read"_s), 15'000);
        QVERIFY(!says(u"No failed tasks"_s));
        m_open->bench.view().show({m_open->bench.view().current()->id(), {}, {}});
        QTRY_COMPARE_WITH_TIMEOUT(words(0, FailureModel::Queue), u"hooks"_s, 15'000);
        QTRY_VERIFY2(panel().head().note().endsWith(u"1 queue(s) cannot be read"_s), qPrintable(panel().head().note()));
    }

    /// Each row shows its queue and connection. Actions apply to these, regardless of the queue in view.
    void allConnectionsAreCountedTogether()
    {
        fail("mail.send", "no key 'a' of %", 30);
        Shop other;
        other.failNew("hooks", "hook.call", "no key 'b' of %", 12);
        other.failNew("hooks", "hook.call", "HTTP 503", 4);
        open();
        m_open->open(other.profile(u"there"_s));
        QTRY_COMPARE(m_open->bench.connections().all().size(), std::size_t(2));
        QTRY_COMPARE(m_open->bench.view().place().queue, QueueName("hooks"));
        const QString there = m_open->bench.view().current()->id();
        const QString here = m_open->bench.connections().all().front()->id();
        m_open->window.dock().open(u"failures"_s);
        QTRY_COMPARE(panel().model().rowCount(), 2);
        const auto several = [this] {
            for (auto* button : panel().head().findChildren<QToolButton*>()) {
                if (button->text() == u"All connections"_s)
                    return button;
            }
            qFatal("there is no such button");
        }();
        QVERIFY(several->isEnabled() && !several->isChecked());
        several->click();
        QTRY_VERIFY(panel().feed().isLoaded());
        QTRY_COMPARE(panel().model().rowCount(), 3);
        QCOMPARE(panel().feed().result().groups.size(), std::size_t(2)); // One group has failures on both servers.
        QCOMPARE(panel().feed().result().counted, 46);
        QCOMPARE(panel().feed().result().groups[0].name, QByteArray("no key '<*>' of <*>"));
        QVERIFY2(words(0, FailureModel::Queue) == u"mail (here)"_s, qPrintable(words(0, FailureModel::Queue)));
        QCOMPARE(words(1, FailureModel::Queue), u"hooks (there)"_s);
        QCOMPARE(words(1, FailureModel::Count), u"12"_s);
        // Retrying a selected group applies to its queue and connection, and makes the connection current.
        panel().table().setFocus();
        panel().table().selectRow(0);
        const QString command = m_hands->pressAndConfirm(Qt::Key_R, u"30"_s);
        QVERIFY2(command.endsWith(u" 'mail'"_s), qPrintable(command));
        QCOMPARE(m_open->bench.view().current()->id(), here);
        QTRY_COMPARE(count(TaskState::Failed), 0);
        QTRY_COMPARE_WITH_TIMEOUT(panel().feed().result().counted, 16, 15'000);
        QVERIFY(several->isChecked());
        // The failure group's page opens for the selected row's connection.
        panel().table().selectRow(0);
        QCOMPARE(words(0, FailureModel::Queue), u"hooks (there)"_s);
        press(Qt::Key_Return);
        QTRY_COMPARE(m_open->bench.view().current()->id(), there);
        // A closed connection's failures no longer count.
        m_open->bench.connections().close(here);
        QTRY_COMPARE(m_open->bench.connections().all().size(), std::size_t(1));
        QTRY_COMPARE(panel().feed().result().counted, 16);
        several->setChecked(false);
        QVERIFY(!several->isEnabled());
    }

    void whatFailsAndWhatLeavesIsFollowed()
    {
        fail("mail.send", "Timeout after % s", 150);
        open();
        press(Qt::Key_8, Qt::AltModifier);
        QTRY_COMPARE(words(0, FailureModel::Count), u"150"_s);
        fail("mail.send", "Timeout after % s", 5);
        fail("hook.call", "refused", 1);
        QTRY_COMPARE_WITH_TIMEOUT(words(0, FailureModel::Count), u"155"_s, 15'000);
        QTRY_COMPARE(panel().model().rowCount(), 2);
        // Another client discards 10 tasks, changing only that queue's counts.
        const auto page = m_shop->backend().inspector().page({"mail", TaskState::Failed, 0, 10});
        ActionStep step;
        step.queue = "mail";
        step.operation = "mail/test";
        step.action.kind = ActionKind::Discard;
        for (const Task& task : page->tasks)
            step.refs.push_back(TaskTableModel::refOf(task));
        QVERIFY(m_shop->backend().editor()->act(step).ok());
        QTRY_COMPARE_WITH_TIMEOUT(panel().feed().result().counted, 146, 15'000);
        QCOMPARE(panel().feed().result().counted, count(TaskState::Failed));
    }

    /// The selection follows a group that is merged into a larger one, so actions never apply to unrelated tasks.
    void whatIsChosenStaysItWhenKindsBecomeOne()
    {
        for (const char* shop : {"alpha", "beta", "gamma", "delta", "epsilon", "zeta", "eta"})
            fail("mail.send", QByteArray("cannot open shop ") + shop + " today", shop[0] == 'd' ? 40 : 5);
        fail("mail.send", "refused", 60);
        open();
        press(Qt::Key_8, Qt::AltModifier);
        QTRY_COMPARE(panel().model().rowCount(), 8);
        panel().table().selectRow(1);
        QVERIFY(words(1, FailureModel::Error).contains(u"delta"_s));
        fail("mail.send", "cannot open shop theta today", 5);
        fail("mail.send", "cannot open shop iota today", 5);
        QTRY_COMPARE_WITH_TIMEOUT(panel().model().rowCount(), 2, 20'000);
        const int chosen = panel().table().currentIndex().row();
        QVERIFY2(words(chosen, FailureModel::Error).contains(u"cannot open shop"_s),
            qPrintable(words(chosen, FailureModel::Error)));
        QCOMPARE(words(chosen, FailureModel::Count), u"80"_s);
    }

    /// The first group that the count finds need not be the worst.
    void theWorstIsTheChosenOneOnceAllIsCounted()
    {
        for (int i = 0; i < 40; ++i)
            m_shop->failNew("a", "mail.send",
                "error of kind Kind" + QByteArray(1, char('A' + i % 26)) + QByteArray(1, char('A' + i / 26)), 2);
        m_shop->failNew("z", "mail.send", "refused", 9'000);
        m_open->open(m_shop->profile(u"here"_s));
        QTRY_VERIFY(m_open->table().hasFocus());
        m_open->bench.view().show({m_open->bench.view().current()->id(), {}, {}});
        press(Qt::Key_8, Qt::AltModifier);
        auto& panel = m_open->part<FailuresPanel>();
        QTRY_VERIFY(panel.model().rowCount() > 1 && panel.feed().isLoaded());
        QCOMPARE(panel.table().currentIndex().row(), 0);
        QCOMPARE(panel.model().rowAt(0)->queue, QueueName("z"));
        QCOMPARE(panel.table().verticalScrollBar()->value(), 0);
        m_shop->failNew("a", "mail.send", "no such host", 9'500); // From here on, the selection must stay the same.
        QTRY_COMPARE_WITH_TIMEOUT(panel.model().rowAt(0)->queue, QueueName("a"), 20'000);
        QCOMPARE(panel.model().rowAt(panel.table().currentIndex().row())->queue, QueueName("z"));
    }

    void whatVariesIsDrawnInGrey()
    {
        fail("mail.send", "MMMMMMMM '%MMMMMMMM' MMMM", 3);
        open();
        press(Qt::Key_8, Qt::AltModifier);
        QTRY_COMPARE(panel().model().rowCount(), 1);
        m_open->window.dock().setFocus();
        QTRY_VERIFY(test::isSettled());
        const QModelIndex index = panel().model().index(0, FailureModel::Error);
        const QRect cell = panel().table().visualRect(index);
        const QImage picture = panel().table().viewport()->grab(cell).toImage();
        const auto has = [&picture](QColor colour) {
            int found = 0;
            for (int y = 0; y < picture.height(); ++y) {
                for (int x = 0; x < picture.width(); ++x)
                    found += picture.pixelColor(x, y).rgb() == colour.rgb();
            }
            return found;
        };
        QVERIFY(has(m_theme->tokens().text) > 10);
        QVERIFY(has(m_theme->tokens().text3) > 10);
    }

    void theChosenKindTellsTheValuesOfWhatVaries()
    {
        fail("k8s", "pod web-0b04 was evicted", 61);
        fail("k8s", "pod web-1c22 was evicted", 39);
        open();
        press(Qt::Key_8, Qt::AltModifier);
        QTRY_COMPARE(words(0, FailureModel::Count), u"100"_s);
        QTRY_VERIFY(m_open->says(u"after \"pod\": web-0b04 61 %, web-1c22 39 %"_s));
        // If nearly every task has a different value, the panel shows the number of values, not each one's share.
        fail("mail.send", "no customer %", 150);
        QTRY_COMPARE_WITH_TIMEOUT(words(0, FailureModel::Count), u"150"_s, 15'000);
        panel().table().selectRow(0);
        QTRY_VERIFY(m_open->says(u"after \"customer\": 150 values"_s));
    }

    void whatIsNewStandsFirstAndWhatIsGoneLast()
    {
        fail("mail.send", "refused", 20);
        fail("mail.send", "Timeout after % s", 4);
        open();
        press(Qt::Key_8, Qt::AltModifier);
        QTRY_COMPARE(words(0, FailureModel::Count), u"20"_s);
        QCOMPARE(words(0, FailureModel::Error), u"refused"_s); // All failures are recent, so no group is marked as new.
        QTRY_VERIFY(panel().feed().isLoaded() && !panel().feed().isCounting());
        // Leave the panel, add a different failure, and come back.
        const auto since = [this](const QString& text) {
            for (auto* button : panel().head().findChildren<QToolButton*>()) {
                for (QAction* choice : button->menu() ? button->menu()->actions() : QList<QAction*>()) {
                    if (choice->text() == text)
                        return choice->trigger();
                }
            }
            QFAIL("there is no such choice");
        };
        since(u"My last visit"_s);
        m_open->window.dock().open(u"activity"_s);
        QTRY_VERIFY(!panel().isVisible());
        fail("hook.call", "quota used up", 2);
        m_open->window.dock().open(u"failures"_s);
        QTRY_COMPARE_WITH_TIMEOUT(words(0, FailureModel::Error), u"new · quota used up"_s, 15'000);
        QCOMPARE(words(1, FailureModel::Error), u"refused"_s);
        // Discarding all of a group's tasks resolves it. A resolved group offers no actions.
        OperationRequest request;
        request.queue = "mail";
        request.action.kind = ActionKind::Discard;
        request.selection.kind = TaskSelection::Kind::Filter;
        request.selection.filter = *TaskFilter::parse(u"error:refused"_s);
        m_open->bench.actions().run(m_open->bench.actions().makeJob(request));
        QTRY_COMPARE_WITH_TIMEOUT(words(2, FailureModel::Error), u"resolved · refused"_s, 15'000);
        QCOMPARE(words(2, FailureModel::Count), u"0"_s);
        QCOMPARE(panel().model().rowCount(), 3);
        panel().table().selectRow(2);
        for (const QToolButton* button : panel().head().findChildren<QToolButton*>())
            QVERIFY2(!button->isEnabled() || button->menu(), qPrintable(button->text()));
    }

    void theIncidentTakesFourKeysFromFindingToUndoing()
    {
        fail("mail.send", "Timeout after % s", 320);
        fail("hook.call", "refused", 7);
        const QByteArrayList before = everyScore();
        open();
        QElapsedTimer time;
        time.start();
        press(Qt::Key_8, Qt::AltModifier); // opens the panel with the worst group selected
        QTRY_VERIFY(panel().feed().isLoaded());
        QVERIFY(!m_hands->pressAndConfirm(Qt::Key_R, u"320"_s).isEmpty()); // previews and retries the group
        QTRY_COMPARE(count(TaskState::Failed), 7);
        QCOMPARE(count(TaskState::Retrying), 320);
        QTRY_VERIFY(m_open->bench.actions().undo().isPossible());
        press(Qt::Key_Z, Qt::ControlModifier); // undoes the retry
        QTRY_COMPARE(count(TaskState::Failed), 327);
        QCOMPARE(everyScore(), before);
        QCOMPARE(m_hands->pressed(), 4);
        qInfo("the incident took %lld ms", time.elapsed());
    }

    void controlATwiceMeansAllThatMatchHoweverMany()
    {
        fail("mail.send", "Timeout after % s", 240);
        m_shop->add(3, 1h, "mail", 100'001);
        open();
        m_open->part<FilterLine>().apply(u"error:timeout"_s);
        QTRY_COMPARE(m_open->bench.list().feed().matches(), 240);
        m_open->table().setFocus();
        press(Qt::Key_A, Qt::ControlModifier);
        QTRY_COMPARE(m_open->bench.list().tasks().ticked().size(), 240);
        QVERIFY(!m_open->bench.list().tasks().isAll());
        press(Qt::Key_A, Qt::ControlModifier);
        QVERIFY(m_open->bench.list().tasks().isAll());
        QVERIFY(m_open->says(u"All matching tasks (240) are selected"_s));
        fail("mail.send", "Timeout after % s", 10); // matching tasks added before the preview counts
        const QString command = m_hands->pressAndConfirm(Qt::Key_Delete, u"250"_s);
        QVERIFY2(command.contains(u"--match='error:timeout'"_s), qPrintable(command));
        QTRY_COMPARE(count(TaskState::Trash), 250);
        QCOMPARE(count(TaskState::Scheduled), 3);
        QTRY_VERIFY(!m_open->bench.list().tasks().isAll());
        m_open->bench.actions().undo().undoLast();
        QTRY_COMPARE(count(TaskState::Failed), 250);
    }

    void whatTakesLongerTellsHowFarItIsAndIsPausedAndCancelled()
    {
        fail("mail.send", "Timeout after % s", 400);
        open();
        OperationRequest request;
        request.queue = "mail";
        request.action.kind = ActionKind::Discard;
        request.pace = 100;
        OperationJob* job = m_open->bench.actions().makeJob(request);
        m_open->bench.actions().run(job);
        QTRY_VERIFY(m_open->says(u"Discard 400 tasks"_s) || m_open->says(u"Discard 400 task(s)"_s));
        QTRY_VERIFY(m_open->says(u"of 400 done"_s));
        const auto link = [this](const QString& words) {
            for (auto* button : m_open->window.findChildren<QPushButton*>()) {
                if (button->isVisible() && button->text().remove(u'&') == words)
                    return button;
            }
            return static_cast<QPushButton*>(nullptr);
        };
        QVERIFY(link(u"Pause"_s));
        QTest::mouseClick(link(u"Pause"_s), Qt::LeftButton);
        QVERIFY(job->isPaused());
        QTRY_VERIFY(m_open->says(u"paused"_s));
        QTRY_VERIFY(link(u"Stop"_s)); // Links appear in the next event loop iteration.
        QTest::mouseClick(link(u"Stop"_s), Qt::LeftButton);
        QTRY_VERIFY(m_open->bench.actions().undo().isPossible());
        const qint64 gone = count(TaskState::Trash);
        QVERIFY2(gone > 0 && gone < 400, qPrintable(QString::number(gone)));
        QCOMPARE(count(TaskState::Failed), 400 - gone);
    }

    void escapeAndSpaceEndIt()
    {
        m_shop->add(4);
        open();
        for (const Qt::Key key : {Qt::Key_Escape, Qt::Key_Space}) {
            m_open->table().setFocus();
            press(Qt::Key_A, Qt::ControlModifier);
            QTRY_COMPARE(m_open->bench.list().tasks().ticked().size(), 4);
            press(Qt::Key_A, Qt::ControlModifier);
            QVERIFY(m_open->bench.list().tasks().isAll());
            press(key);
            QVERIFY(!m_open->bench.list().tasks().isAll());
            QCOMPARE(int(m_open->bench.list().tasks().ticked().size()), key == Qt::Key_Space ? 3 : 0);
            m_open->bench.list().tasks().clearTicks();
        }
    }

    void allThatMatchAreRescheduledAndBack()
    {
        m_shop->add(120);
        open();
        const QByteArrayList before = everyScore();
        press(Qt::Key_A, Qt::ControlModifier);
        QTRY_COMPARE(m_open->bench.list().tasks().ticked().size(), 120);
        press(Qt::Key_A, Qt::ControlModifier);
        bool asked = false;
        QTimer watch;
        watch.setInterval(20);
        connect(&watch, &QTimer::timeout, this, [&] {
            auto* dialog = qobject_cast<RescheduleDialog*>(QApplication::activeModalWidget());
            if (!dialog || !dialog->isActiveWindow() || !dialog->focusWidget())
                return; // The dialog is not ready yet.
            watch.stop();
            QVERIFY(dialog->command().contains(u"--shift +15m"_s) && dialog->command().contains(u"--all"_s));
            QVERIFY(dialog->windowTitle().contains(u"120"_s));
            asked = true;
            press(Qt::Key_Return);
        });
        watch.start();
        const TimePoint first = m_shop->dueOf("mail.send#1");
        const TimePoint last = m_shop->dueOf("mail.send#120");
        press(Qt::Key_R, Qt::ShiftModifier);
        QTRY_VERIFY(asked);
        QTRY_COMPARE(m_shop->dueOf("mail.send#120"), last + 15min);
        QCOMPARE(m_shop->dueOf("mail.send#1"), first + 15min);
        QTRY_VERIFY(m_open->bench.actions().undo().isPossible());
        m_open->bench.actions().undo().undoLast();
        QTRY_COMPARE(everyScore(), before);
    }

    void aReadOnlyConnectionCountsButOffersNothing()
    {
        fail("mail.send", "refused", 3);
        Profile profile = m_shop->profile(u"here"_s);
        profile.readOnly = true;
        m_open->open(profile);
        QTRY_VERIFY(m_open->table().hasFocus());
        press(Qt::Key_8, Qt::AltModifier);
        QTRY_COMPARE(words(0, FailureModel::Count), u"3"_s);
        int enabled = 0;
        for (const QToolButton* button : panel().head().findChildren<QToolButton*>())
            enabled += button->isEnabled();
        QCOMPARE(enabled, 3); // Only Open, Show tasks and New since are enabled.
        press(Qt::Key_R);
        QVERIFY(!QApplication::activeModalWidget());
        QCOMPARE(count(TaskState::Failed), 3);
    }
};

QTEST_MAIN(TestFailuresPanel)
#include "tst_failurespanel.moc"
