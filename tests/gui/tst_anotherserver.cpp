// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/gui/openwindow.h"
#include "tests/gui/wordsonscreen.h"
#include "ui/inspector/inspector.h"
#include "ui/panels/dock.h"
#include "ui/panels/metrics/metricspanel.h"
#include "ui/sidebar/sidebar.h"
#include "ui/timeline/timelinepane.h"
#include "ui/widgets/environmentstripe.h"
#include "ui/widgets/statusline.h"
#include "ui/widgets/tasks/taskpane.h"
#include "ui/widgets/tasks/tasktable.h"

using namespace dueline;
using namespace dueline::test;
using namespace std::chrono_literals;
using namespace Qt::StringLiterals;

/// Tests that data shown under a connection's name belongs to that connection. While a server is down, rejects the
/// password or hasn't answered yet, the window shows nothing from the previously viewed server.
class TestAnotherServer : public QObject
{
    Q_OBJECT

    std::unique_ptr<Theme> m_theme;
    std::unique_ptr<Shop> m_orders;
    std::unique_ptr<RedisServer> m_vault;
    std::unique_ptr<OpenWindow> m_open;
    Connection* m_first = nullptr;

    const QStringList m_panels{
        u"leases"_s, u"failures"_s, u"schedules"_s, u"commands"_s, u"metrics"_s, u"results"_s, u"activity"_s};

    TimelineWidget& timeline() { return m_open->window.timelinePane().timeline(); }
    /// Returns the number of pixels in the plot that have a task state's color.
    int painted()
    {
        const QImage image = timeline().grab().toImage().convertToFormat(QImage::Format_RGB32);
        const QRect plot = timeline().plot();
        int found = 0;
        for (int y = plot.top(); y <= plot.bottom(); ++y) {
            for (int x = plot.left(); x <= plot.right(); ++x) {
                for (const TaskState state : timelineBands)
                    found += image.pixel(x, y) == m_theme->tokens().of(state).fill.rgb();
            }
        }
        return found;
    }
    /// Returns all strings outside the sidebar, both those on screen and those read by screen readers.
    QStringList told()
    {
        QStringList words{m_open->window.windowTitle()};
        const auto add = [&words](const QWidget& part) {
            for (const auto& [where, text] : textsOn(part, Words::OfShown))
                words << text;
        };
        add(m_open->window.timelinePane());
        add(m_open->part<TaskPane>());
        add(m_open->part<Inspector>());
        add(m_open->part<StatusLine>());
        add(m_open->part<EnvironmentStripe>());
        return words;
    }
    QStringList toldBy(const QString& panel)
    {
        QStringList words;
        m_open->window.dock().open(panel);
        for (const auto& [where, text] : textsOn(*m_open->window.dock().panel(panel), Words::OfShown))
            words << text;
        return words;
    }
    /// Returns the first text that can only come from the first server: its queue, its tasks or their counts.
    static QString traceIn(const QStringList& words)
    {
        static const QRegularExpression trace(
            u"parcel|orders|report|gateway|\\b(15[0-9]|[0-9]+ (kinds? of failure|leases?|tasks?))\\b"_s);
        for (const QString& text : words) {
            if (text.contains(trace))
                return text;
        }
        return {};
    }
    void expectNothingOfTheFirst()
    {
        QVERIFY2(traceIn(told()).isEmpty(), qPrintable(traceIn(told())));
        QVERIFY(!timeline().data().isKnown());
        QCOMPARE(painted(), 0);
        for (const QString& panel : m_panels)
            QVERIFY2(traceIn(toldBy(panel)).isEmpty(), qPrintable(panel + u": "_s + traceIn(toldBy(panel))));
        for (const char* id : {"task.retry", "task.discard", "task.runNow", "task.reschedule", "task.add",
                 "queue.pause", "schedule.new", "schedule.edit", "worker.start", "task.inspect", "edit.copyId"})
            QVERIFY2(!m_open->window.actions()[id]->isEnabled(), id);
    }
    /// Selects a connection with the mouse.
    void goTo(const Connection& connection)
    {
        auto& sidebar = m_open->part<Sidebar>();
        const QModelIndex row = m_open->bench.sidebar().find({connection.id(), {}, {}});
        QVERIFY(row.isValid());
        QTest::mouseClick(sidebar.viewport(), Qt::LeftButton, {}, sidebar.visualRect(row).center());
        QCOMPARE(m_open->bench.view().current(), &connection);
    }

private Q_SLOTS:
    void init()
    {
        m_theme
            = std::make_unique<Theme>(*qobject_cast<QApplication*>(QCoreApplication::instance()), ThemeChoice::Light);
        m_orders = std::make_unique<Shop>("parcel.ship");
        m_orders->add(1, 0h, "parcels");
        m_orders->fail("gateway: refused 4711", "parcels");
        m_orders->add(150, 1min, "parcels", 100);
        Schedule nightly;
        nightly.name = "report";
        nightly.cron = "30 3 * * *";
        nightly.type = "report.send";
        nightly.payload = "{}";
        QVERIFY(m_orders->backend().schedules()->put("parcels", nightly, true).ok());
        m_orders->add(1, 0h, "parcels", 99);
        ClaimRequest claim;
        claim.queue = "parcels";
        claim.limit = 1;
        claim.types.all = true;
        QCOMPARE(m_orders->backend().broker()->claim(claim)->leases.size(), std::size_t(1));
        m_vault = std::make_unique<RedisServer>(
            RedisServer::Options{.tcp = true, .aof = false, .password = "secret", .arguments = {}});
        m_open = std::make_unique<OpenWindow>(*m_theme, QSize(1600, 1000));
        m_first = &m_open->open(m_orders->profile(u"orders"_s));
        QTRY_VERIFY(m_open->bench.list().tasks().rowCount() > 100);
        m_open->window.actions()["view.fit"]->trigger();
        QTRY_VERIFY(timeline().data().totals.pending() > 100);
        m_open->table().select("parcel.ship#100");
        QTRY_VERIFY(m_open->part<Inspector>().shownTask() == "parcel.ship#100");
        // Run an operation, so that the operations panel has an entry that can be undone.
        QTest::keyClick(&m_open->table(), Qt::Key_Delete);
        QTRY_COMPARE(m_orders->stateOf("parcel.ship#100", "parcels"), TaskState::Trash);
        // All of this must be visible first; otherwise, its absence later would prove nothing.
        QVERIFY(painted() > 0);
        for (const QString& panel : {u"leases"_s, u"failures"_s, u"schedules"_s, u"activity"_s})
            QTRY_VERIFY2(!traceIn(toldBy(panel)).isEmpty(), qPrintable(panel));
        m_open->window.dock().open(u"metrics"_s);
        QTRY_VERIFY(!m_open->part<MetricsPanel>().isEmpty());
    }
    void cleanup()
    {
        m_open.reset();
        m_orders.reset();
        m_vault.reset();
        m_theme.reset();
    }

    void whatRefusesThePasswordShowsNothingOfTheServerBefore()
    {
        Profile vault;
        vault.name = u"vault"_s;
        vault.environment = Environment::Production;
        vault.url = u"redis://127.0.0.1:%1"_s.arg(m_vault->port());
        Connection& second = m_open->open(vault);
        expectNothingOfTheFirst(); // No reply has arrived yet.
        QTRY_VERIFY(second.session().connection().isLost());
        QTRY_VERIFY(told().join(u'\n').contains(u"Not connected to vault"_s));
        expectNothingOfTheFirst();
        // Switch to the first server and back with the mouse.
        goTo(*m_first);
        QTRY_VERIFY2(timeline().data().isKnown(), qPrintable(told().join(u';')));
        goTo(second);
        expectNothingOfTheFirst();
    }

    void whatDoesNotAnswerShowsNothingOfTheServerBefore()
    {
        m_vault->freeze(); // The server accepts connections but doesn't answer.
        Profile vault;
        vault.name = u"vault"_s;
        vault.url = u"redis://127.0.0.1:%1"_s.arg(m_vault->port());
        m_open->open(vault);
        QTRY_VERIFY(told().join(u'\n').contains(u"Waiting for vault to respond"_s));
        expectNothingOfTheFirst();
        m_vault->thaw();
    }

    void aQueueThatIsChosenAfterTheConnectionWasLostIsNotKnownRatherThanEmpty()
    {
        m_orders->add(7, 1h, "night");
        QTRY_VERIFY(m_first->queue("night"));
        m_first->session().setRetryDelays(60s, 60s);
        m_orders->server.kill9();
        QTRY_VERIFY_WITH_TIMEOUT(m_first->session().connection().isLost(), 15'000);
        m_open->bench.view().show({m_first->id(), "night", {}});
        QVERIFY(!timeline().data().isKnown());
        QCOMPARE(painted(), 0);
        const QString words = told().join(u'\n');
        QVERIFY2(!words.contains(u"is empty"_s), qPrintable(words));
        QVERIFY(m_open->says(u"Not connected"_s));
        m_open->window.dock().open(u"metrics"_s);
        QVERIFY(m_open->part<MetricsPanel>().isEmpty() || !toldBy(u"metrics"_s).contains(u"parcels"_s));
        QVERIFY(toldBy(u"metrics"_s).contains(u"Not connected"_s));
        m_open->bench.view().show({m_first->id(), "night", TaskState::Failed});
        QVERIFY(!told().join(u'\n').contains(u"No failed tasks"_s));
    }

    void backAtTheServerThatAnswersAllOfItIsThereAgain()
    {
        Profile vault;
        vault.name = u"vault"_s;
        vault.url = u"redis://127.0.0.1:%1"_s.arg(m_vault->port());
        Connection& second = m_open->open(vault);
        QTRY_VERIFY(second.session().connection().isLost());
        goTo(*m_first);
        QTRY_VERIFY(timeline().data().isKnown());
        QTRY_VERIFY(painted() > 0);
    }

    void ofAllConnectionsTheOneThatNeverAnsweredIsNamedAsLeftOut()
    {
        Profile vault;
        vault.name = u"vault"_s;
        vault.url = u"redis://127.0.0.1:%1"_s.arg(m_vault->port());
        Connection& second = m_open->open(vault);
        QTRY_VERIFY(second.session().connection().isLost());
        m_open->window.actions()["view.allConnections"]->trigger();
        QTRY_VERIFY(timeline().data().totals.pending() > 100);
        QTRY_VERIFY(m_open->says(u"all connections, vault (no data)"_s));
        QVERIFY(!m_open->says(u"(outdated)"_s));
    }
};

QTEST_MAIN(TestAnotherServer)
#include "tst_anotherserver.moc"
