// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/gui/panelplace.h"
#include "ui/models/cell.h"
#include "ui/panels/scheduledetail.h"
#include "ui/panels/schedulespanel.h"
#include "ui/text/language.h"
#include "ui/theme/theme.h"
#include "ui/widgets/emptystate.h"
#include "ui/widgets/panelhead.h"
#include "ui/widgets/paneltable.h"
#include "ui/widgets/plainlabel.h"

#include <QAbstractItemModelTester>
#include <QApplication>
#include <QClipboard>
#include <QDialog>
#include <QPushButton>
#include <QSignalSpy>
#include <QTimer>
#include <QToolButton>
#include <QVBoxLayout>

using namespace dueline;
using namespace dueline::test;
using namespace std::chrono_literals;
using namespace Qt::StringLiterals;

/// The panel of recurring tasks on a real server: what it lists, and what can be done to them.
class TestSchedulesPanel : public QObject
{
    Q_OBJECT

    Language m_language;
    std::unique_ptr<Theme> m_theme;
    std::unique_ptr<PanelPlace> m_place;
    std::unique_ptr<QWidget> m_window;
    Actions* m_actions = nullptr;
    SchedulesPanel* m_panel = nullptr;
    std::vector<Notice> m_notices;

    static Schedule nightly(const QByteArray& name = "nightly")
    {
        Schedule schedule;
        schedule.name = name;
        schedule.cron = "30 3 * * mon-fri";
        schedule.zone = "Asia/Shanghai";
        schedule.type = "report.send";
        schedule.payload = "{}";
        return schedule;
    }
    ScheduleBook& book() { return *m_place->backend->schedules(); }
    void put(const QueueName& queue, const Schedule& schedule)
    {
        const auto done = book().put(queue, schedule, true);
        QVERIFY2(done.ok(), done ? "" : qPrintable(done.error().message));
    }
    std::optional<ScheduleState> kept(const QByteArray& name, const QueueName& queue = "mail")
    {
        const std::vector<ScheduleState> all = book().schedules(queue).value();
        for (const ScheduleState& state : all) {
            if (state.schedule.name == name)
                return state;
        }
        return {};
    }
    void show(Environment environment = Environment::Development, bool readOnly = false, const QString& layout = {})
    {
        m_place->profile.environment = environment;
        m_place->profile.readOnly = readOnly;
        if (!layout.isEmpty())
            m_place->profile.layout = layout;
        m_window = std::make_unique<QWidget>();
        m_actions = new Actions(*m_theme, m_window.get());
        m_panel = new SchedulesPanel(*m_theme, m_place->formatting, m_place->bench, *m_actions);
        (new QVBoxLayout(m_window.get()))->addWidget(m_panel);
        connect(&m_place->bench, &Workbench::currentChanged, m_actions,
            [this] { m_actions->update(m_place->bench.context(0, 0)); });
        connect(&m_place->bench, &Workbench::noticed, m_panel, [this](const Notice& notice) { m_notices.push_back(notice); });
        m_window->resize(1300, 260);
        m_window->show();
        QVERIFY(QTest::qWaitForWindowExposed(m_window.get()));
        m_place->connectBench();
        QTRY_VERIFY(m_place->bench.current()->session().isOnline());
    }
    QString words(int row, int column) const { return m_panel->model().index(row, column).data().toString(); }
    bool can(const char* action) const { return (*m_actions)[action]->isEnabled(); }
    void choose(const QByteArray& name, const QueueName& queue = "mail")
    {
        m_panel->table().setFocus();
        m_panel->table().selectKey(queue + '\0' + name);
    }
    /// Triggers and waits for its notice.
    Notice perform(const char* action)
    {
        const auto before = m_notices.size();
        (*m_actions)[action]->trigger();
        (void)QTest::qWaitFor([&] { return m_notices.size() > before; });
        return m_notices.size() > before ? m_notices.back() : Notice{};
    }
    bool says(const QString& sentence) const
    {
        for (const auto* label : m_panel->findChildren<PlainLabel*>()) {
            if (label->isVisible() && label->fullText().contains(sentence))
                return true;
        }
        return false;
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
        m_place = std::make_unique<PanelPlace>();
        m_place->add("mail", 2, 0, 1h);
    }
    void cleanup()
    {
        m_window.reset();
        m_place.reset();
        m_notices.clear();
    }

    void theyAreListedWithTheNextRunAndTheOutcomeOfTheLast()
    {
        put("mail", nightly());
        Schedule often = nightly("often");
        often.cron = "@every 1s";
        often.zone.clear();
        put("mail", often);
        Schedule off = nightly("off");
        off.enabled = false;
        put("mail", off);
        // An engine's work: the tick of the one that is due makes its task.
        QTRY_VERIFY(!book().due("mail").value().due.empty());
        const ScheduleState due = book().due("mail").value().due.front();
        const auto decision = decideTick(due.schedule, *due.next, m_place->backend->serverTime().value());
        QCOMPARE(book().tick("mail", due, *decision).value(), TickOutcome::Made);

        show();
        QAbstractItemModelTester tester(&m_panel->model(), QAbstractItemModelTester::FailureReportingMode::QtTest);
        QTRY_COMPARE(m_panel->model().rowCount(), 3);
        QCOMPARE(m_panel->head().title(), u"3 recurring tasks"_s);
        QCOMPARE(words(0, ScheduleModel::Name), u"nightly"_s);
        QCOMPARE(words(0, ScheduleModel::Queue), u"mail"_s);
        QCOMPARE(words(0, ScheduleModel::Type), u"report.send"_s);
        QCOMPARE(words(0, ScheduleModel::When), u"Mon–Fri, at 03:30"_s);
        QCOMPARE(m_panel->model().index(0, ScheduleModel::When).data(Cell::Tail).toString(), u"30 3 * * mon-fri"_s);
        QCOMPARE(words(0, ScheduleModel::Zone), u"Asia/Shanghai"_s);
        QVERIFY2(words(0, ScheduleModel::Next).startsWith(u"in "_s), qPrintable(words(0, ScheduleModel::Next)));
        QVERIFY(words(0, ScheduleModel::Next).endsWith(u"19:30:00"_s)); // in the window's zone, UTC
        QCOMPARE(words(0, ScheduleModel::Last), u"never"_s);
        QCOMPARE(words(0, ScheduleModel::State), u"enabled"_s);
        QCOMPARE(words(1, ScheduleModel::Name), u"off"_s);
        QCOMPARE(words(1, ScheduleModel::Next), u"disabled"_s);
        QCOMPARE(words(1, ScheduleModel::State), u"disabled"_s);
        QVERIFY2(words(2, ScheduleModel::Last).startsWith(u"Due · "_s), qPrintable(words(2, ScheduleModel::Last)));
        // What becomes of that task is seen with the next reading.
        PanelPlace::claim(*m_place->backend, "mail");
        QTRY_VERIFY2(words(2, ScheduleModel::Last).startsWith(u"Leased · "_s), qPrintable(words(2, ScheduleModel::Last)));
        QVERIFY(m_panel->head().note().contains(u"1 disabled"_s));
    }

    void aTickNobodyMadeATaskOfWaitsForAWorker()
    {
        const Formatting formatting(QTimeZone::utc());
        ScheduleModel model(formatting);
        const TimePoint noon = fromMs(1'795'348'800'000);
        model.set({{"mail", {nightly(), noon, {}}, {}}});
        model.setNow(noon - 90s);
        QCOMPARE(model.index(0, ScheduleModel::Next).data().toString(), u"in 1 min 30 s · 12:00:00"_s);
        model.setNow(noon + 2s);
        QCOMPARE(model.index(0, ScheduleModel::Next).data().toString(), u"now · 12:00:00"_s);
        model.setNow(noon + 6s);
        QCOMPARE(model.index(0, ScheduleModel::Next).data().toString(), u"waits since 12:00:00"_s);
        QVERIFY(model.index(0, ScheduleModel::Next).data(Qt::ToolTipRole).toString().contains(u"No worker"_s));
    }

    void oneQueueOrAllOfTheConnection()
    {
        m_place->add("billing", 1, 7, 1h);
        put("mail", nightly());
        put("billing", nightly("invoices"));
        show();
        QTRY_VERIFY(m_place->bench.queue());
        m_place->bench.show({m_place->bench.current()->id(), "mail", {}});
        QTRY_COMPARE(m_panel->model().rowCount(), 1);
        QCOMPARE(words(0, ScheduleModel::Name), u"nightly"_s);
        m_place->bench.show({m_place->bench.current()->id(), {}, {}});
        QTRY_COMPARE(m_panel->model().rowCount(), 2);
        QCOMPARE(words(0, ScheduleModel::Queue), u"billing"_s);
        QCOMPARE(words(1, ScheduleModel::Queue), u"mail"_s);
    }

    void theNextFiveRunsAreShownInBothZones()
    {
        put("mail", nightly());
        show();
        QTRY_COMPARE(m_panel->model().rowCount(), 1);
        QVERIFY(!can("schedule.edit"));
        choose("nightly");
        QVERIFY(can("schedule.edit"));
        RunsModel& runs = m_panel->detail().runs();
        QCOMPARE(runs.rowCount(), 5);
        QVERIFY(runs.index(4, RunsModel::There).data().toString().endsWith(u"03:30:00"_s));
        QVERIFY(runs.index(4, RunsModel::Here).data().toString().endsWith(u"19:30:00"_s));
        QVERIFY(m_panel->detail().isVisible());
        QCOMPARE(m_panel->detail().head().title(), u"Next runs of nightly"_s);
        m_window->resize(700, 260);
        QTRY_VERIFY(!m_panel->detail().isVisible());
    }

    void disabledEnabledAndUndone()
    {
        put("mail", nightly());
        show();
        QTRY_COMPARE(m_panel->model().rowCount(), 1);
        choose("nightly");
        QVERIFY(!can("schedule.enable"));
        QCOMPARE(perform("schedule.disable").text, u"nightly is disabled"_s);
        QVERIFY(!kept("nightly")->schedule.enabled);
        QTRY_COMPARE(words(0, ScheduleModel::State), u"disabled"_s);
        QTRY_VERIFY(can("schedule.enable"));
        QVERIFY(!can("schedule.disable"));
        QCOMPARE(perform("schedule.enable").text, u"nightly is enabled"_s);
        QVERIFY(kept("nightly")->schedule.enabled);
        const Notice last = m_notices.back();
        QCOMPARE(last.links.size(), std::size_t(1));
        last.links.front().act();
        QTRY_VERIFY(!kept("nightly")->schedule.enabled);
        const auto records = m_place->backend->inspector().operations("mail");
        QVERIFY(records && records->size() == 3);
        QCOMPARE(records->front().kind, QByteArray("unschedule"));
        QCOMPARE(records->front().filter, QByteArray("nightly"));
    }

    void removedItIsPutBackAsItWas()
    {
        Schedule whole = nightly();
        whole.runMissed = true;
        whole.options.maxAttempts = 3;
        whole.options.keepResult = true;
        whole.expiresAfter = 10min;
        whole.payload = QByteArray("\x00\xff{}", 4);
        put("mail", whole);
        const Schedule before = kept("nightly")->schedule;
        show();
        QTRY_COMPARE(m_panel->model().rowCount(), 1);
        choose("nightly");
        QTest::keyClick(&m_panel->table(), Qt::Key_Delete);
        QTRY_VERIFY(!kept("nightly"));
        QTRY_COMPARE(m_panel->model().rowCount(), 0);
        QTRY_COMPARE(m_notices.size(), std::size_t(1));
        QVERIFY(!can("schedule.remove"));
        QTRY_VERIFY(m_panel->isAncestorOf(QApplication::focusWidget()));
        QTest::keyClick(QApplication::focusWidget(), Qt::Key_Z, Qt::ControlModifier);
        QTRY_VERIFY(kept("nightly"));
        QCOMPARE(kept("nightly")->schedule, before);
        QTRY_COMPARE(m_panel->model().rowCount(), 1);
    }

    void whatSomebodyElseChangedMeanwhileIsLeftAlone()
    {
        put("mail", nightly());
        show();
        QTRY_COMPARE(m_panel->model().rowCount(), 1);
        choose("nightly");
        m_place->bench.setLive(false);
        m_panel->feed().setLive(false);
        Schedule other = nightly();
        other.cron = "@daily";
        put("mail", other);
        for (const char* action : {"schedule.disable", "schedule.remove"}) {
            m_panel->feed().setActive(false); // what was seen stays what was seen
            const Notice notice = perform(action);
            QCOMPARE(notice.kind, Notice::Kind::Failure);
            QCOMPARE(notice.text, u"nightly was changed meanwhile; look at it again."_s);
            QVERIFY(kept("nightly")->schedule.enabled);
            QCOMPARE(kept("nightly")->schedule.cron, QByteArray("@daily"));
        }
    }

    void runNowAddsATaskAndLeavesTheNextRun()
    {
        put("mail", nightly());
        const auto next = kept("nightly")->next;
        show();
        QTRY_COMPARE(m_panel->model().rowCount(), 1);
        choose("nightly");
        QCOMPARE(perform("schedule.runNow").text, u"A task of nightly is added now"_s);
        QCOMPARE(kept("nightly")->next, next);
        QCOMPARE(m_place->backend->inspector().queue("mail")->counts.pending(), 3);
    }

    void aReadOnlyConnectionOffersNoChange()
    {
        put("mail", nightly());
        show(Environment::Development, true);
        QTRY_COMPARE(m_panel->model().rowCount(), 1);
        choose("nightly");
        for (const char* action :
            {"schedule.new", "schedule.edit", "schedule.enable", "schedule.disable", "schedule.runNow", "schedule.remove"})
            QVERIFY2(!can(action), action);
        (*m_actions)["schedule.command.disable"]->trigger();
        QCOMPARE(QApplication::clipboard()->text(), u"duectl schedules 'mail' disable 'nightly'"_s);
        (*m_actions)["schedule.command.add"]->trigger();
        QVERIFY(QApplication::clipboard()->text().endsWith(u"add 'nightly' '30 3 * * mon-fri' 'report.send'"_s));
        QVERIFY(book().remove("mail", "nightly").ok());
        QTRY_VERIFY(says(u"No recurring tasks here"_s));
        QVERIFY(says(u"read-only"_s));
        QVERIFY(m_panel->emptyState().findChildren<QPushButton*>().isEmpty());
    }

    void productionIsLockedAndAsksBeforeOneIsRemoved()
    {
        put("mail", nightly());
        show(Environment::Production);
        QTRY_COMPARE(m_panel->model().rowCount(), 1);
        choose("nightly");
        QVERIFY(!can("schedule.disable"));
        QVERIFY(m_place->bench.current()->session().unlock(true, false));
        QTRY_VERIFY(can("schedule.remove"));
        bool asked = false;
        const auto answer = [&asked](bool yes) {
            QTimer::singleShot(50, [&asked, yes] {
                auto* dialog = qobject_cast<QDialog*>(QApplication::activeModalWidget());
                asked = dialog != nullptr;
                if (dialog)
                    dialog->done(yes ? QDialog::Accepted : QDialog::Rejected);
            });
        };
        answer(false);
        (*m_actions)["schedule.remove"]->trigger();
        QVERIFY(asked);
        QVERIFY(kept("nightly"));
        answer(true);
        (*m_actions)["schedule.remove"]->trigger();
        QTRY_VERIFY(!kept("nightly"));
    }

    void whatCannotBeReadIsListedAndCanOnlyBeRemoved()
    {
        put("mail", nightly());
        m_place->server.call({"HSET", "dueline:{mail}:schedules", "broken", "no json"});
        show();
        QTRY_COMPARE(m_panel->model().rowCount(), 2);
        QCOMPARE(words(0, ScheduleModel::Name), u"broken"_s);
        QCOMPARE(words(0, ScheduleModel::State), u"cannot be read"_s);
        choose("broken");
        QVERIFY(can("schedule.remove") && !can("schedule.edit") && !can("schedule.enable") && !can("schedule.disable")
            && !can("schedule.runNow"));
    }

    void aLayoutWithoutThemSaysSo()
    {
        show(Environment::Development, false, u"zset:jobs"_s);
        QTRY_VERIFY(says(u"This layout has no recurring tasks"_s));
        QVERIFY(!can("schedule.new"));
    }

    void anEmptyOneHelps()
    {
        show();
        QTRY_VERIFY(says(u"No recurring tasks here"_s));
        const auto buttons = m_panel->emptyState().findChildren<QPushButton*>();
        QCOMPARE(buttons.size(), 1);
        QCOMPARE(buttons.front()->text(), u"Add one…"_s);
        QTRY_VERIFY(can("schedule.new"));
    }

    void aLostServerDimsTheList()
    {
        put("mail", nightly());
        show();
        QTRY_COMPARE(m_panel->model().rowCount(), 1);
        QVERIFY(!m_panel->table().isStale());
        m_place->server.kill9();
        QTRY_VERIFY_WITH_TIMEOUT(m_panel->table().isStale(), 10'000);
        QCOMPARE(m_panel->model().rowCount(), 1);
    }

    void aHiddenPanelAsksNothingAndHasNothingChosen()
    {
        put("mail", nightly());
        show();
        QTRY_COMPARE(m_panel->model().rowCount(), 1);
        choose("nightly");
        QVERIFY(can("schedule.remove"));
        m_panel->hide();
        QVERIFY(!can("schedule.remove"));
        QSignalSpy changed(&m_panel->feed(), &ScheduleFeed::changed);
        put("mail", nightly("second"));
        QTest::qWait(2500);
        QCOMPARE(changed.size(), 0);
        m_panel->show();
        QTRY_COMPARE(m_panel->model().rowCount(), 2);
    }
};

QTEST_MAIN(TestSchedulesPanel)
#include "tst_schedulespanel.moc"
