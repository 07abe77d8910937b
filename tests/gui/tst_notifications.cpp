// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/gui/openwindow.h"
#include "tests/gui/privatebus.h"
#include "ui/widgets/tasks/tasktable.h"
#include "ui/widgets/toasts.h"
#include "ui/window/desktopalerts.h"

#include <QSignalSpy>
#include <QtDBus/QDBusConnection>

using namespace dueline;
using namespace dueline::test;
using namespace std::chrono_literals;
using namespace Qt::StringLiterals;

namespace {

/// Fake notification service that records desktop notifications.
class FakeDesktop : public QObject
{
    Q_OBJECT
    Q_CLASSINFO("D-Bus Interface", "org.freedesktop.Notifications")

public:
    struct Message
    {
        uint replaces;
        QString title;
        QString text;
        QStringList actions;
    };

    explicit FakeDesktop(const QString& address)
        : m_bus(QDBusConnection::connectToBus(address, QStringLiteral("desktop")))
    {
        m_bus.registerObject(u"/org/freedesktop/Notifications"_s, this,
            QDBusConnection::ExportAllSlots | QDBusConnection::ExportAllSignals);
    }
    ~FakeDesktop() override { m_bus.unregisterObject(u"/org/freedesktop/Notifications"_s); }

    bool open() { return isOpen = m_bus.registerService(u"org.freedesktop.Notifications"_s); }
    bool close()
    {
        isOpen = false;
        return m_bus.unregisterService(u"org.freedesktop.Notifications"_s);
    }
    void click(qsizetype message) { Q_EMIT ActionInvoked(uint(message + 1), u"default"_s); }
    void forget() { messages.clear(); }

    bool isOpen = false;
    bool markup = false;
    QList<Message> messages; ///< Ids start at 1.
    QList<uint> closed;

public Q_SLOTS:
    QStringList GetCapabilities() { return markup ? QStringList{u"body"_s, u"body-markup"_s} : QStringList{u"body"_s}; }
    uint Notify(const QString& program, uint replaces, const QString&, const QString& title, const QString& text,
        const QStringList& actions, const QVariantMap& hints, int)
    {
        if (program != u"Dueline"_s || hints.value(u"desktop-entry"_s) != u"io.github.dueline.Dueline"_s)
            return 0;
        messages << Message{replaces, title, text, actions};
        return uint(messages.size());
    }
    void CloseNotification(uint id)
    {
        closed << id;
        Q_EMIT NotificationClosed(id, 3);
    }

Q_SIGNALS:
    void ActionInvoked(uint id, const QString& action);
    void NotificationClosed(uint id, uint reason);

private:
    QDBusConnection m_bus;
};

} // namespace

/// Tests desktop notifications over a real bus, for events on a real server.
class TestNotifications : public QObject
{
    Q_OBJECT

    const QString m_address;
    std::unique_ptr<Theme> m_theme;
    std::unique_ptr<FakeDesktop> m_desktop;
    std::unique_ptr<Shop> m_shop;
    std::unique_ptr<OpenWindow> m_open;
    DesktopAlerts* m_alerts = nullptr;

    /// Sets these rules and applies them now, not at the next minute.
    void choose(const NotificationRules& rules)
    {
        m_alerts->setRules(rules);
        m_alerts->alerts().setQuietFor(0ms);
        m_alerts->alerts().setWatched(false);
        look();
    }
    /// Waits until all notifications have been sent. Before the first, the notifier queries the service's capabilities.
    void isTold()
    {
        for (int i = 0; i < 2; ++i) {
            QCOMPARE(busAnswers(u"org.freedesktop.Notifications"_s, u"/org/freedesktop/Notifications"_s,
                         u"org.freedesktop.Notifications"_s, u"GetCapabilities"_s),
                m_desktop->isOpen);
        }
    }
    void look()
    {
        m_alerts->alerts().look();
        isTold();
    }
    /// Returns the number of failed tasks that the window shows for the queue in view.
    qint64 failed() const
    {
        const QueueInfo* queue = m_open->bench.view().queue();
        return queue ? queue->counts[TaskState::Failed] : -1;
    }
    QStringList titles() const
    {
        QStringList all;
        for (const FakeDesktop::Message& message : m_desktop->messages)
            all << message.title;
        return all;
    }
    void open(const QString& name = u"shop"_s)
    {
        m_open->open(m_shop->profile(name));
        QTRY_VERIFY_WITH_TIMEOUT(m_open->bench.view().queue(), 10'000);
    }

public:
    explicit TestNotifications(QString address)
        : m_address(std::move(address))
    { }

private Q_SLOTS:
    void initTestCase()
    {
        m_theme = std::make_unique<Theme>(*qobject_cast<QApplication*>(QCoreApplication::instance()));
    }
    void cleanupTestCase() { m_theme.reset(); }
    void init()
    {
        m_desktop = std::make_unique<FakeDesktop>(m_address);
        QVERIFY(m_desktop->open());
        m_shop = std::make_unique<Shop>();
        m_shop->add(3, 1ms);
        QTRY_COMPARE(m_shop->stateOf("mail.send#1"), TaskState::Due);
        m_open = std::make_unique<OpenWindow>(*m_theme);
        m_alerts = new DesktopAlerts(m_open->bench.view(), m_open->bench.events(), m_open->window);
    }
    void cleanup()
    {
        m_open.reset();
        m_shop.reset();
        m_desktop->close();
        m_desktop.reset();
    }

    void nothingIsToldUnlessSomebodyChoseSo()
    {
        m_shop->fail("timeout");
        open();
        QTRY_COMPARE(failed(), 1);
        choose(Preferences().notifications);
        m_shop->server.kill9();
        QTRY_VERIFY_WITH_TIMEOUT(!m_open->bench.view().current()->session().isOnline(), 15'000);
        look();
        QCOMPARE(titles(), QStringList());
    }

    void tooManyFailedTasksAreToldOnceUntilItIsOver()
    {
        m_shop->fail("timeout");
        open();
        QTRY_COMPARE(failed(), 1);
        NotificationRules rules;
        rules.failedAbove = 1;
        choose(rules);
        QCOMPARE(titles(), QStringList()); // One failed task doesn't exceed the threshold of 1.
        m_shop->add(1, 1ms, "mail", 10);
        m_shop->add(1, 1ms, "mail", 11);
        QTRY_COMPARE(m_shop->stateOf("mail.send#11"), TaskState::Due);
        m_shop->fail("timeout");
        m_open->bench.view().refresh();
        QTRY_COMPARE(failed(), 2);
        look();
        QTRY_COMPARE(titles(), QStringList{u"2 failed task(s) in mail"_s});
        QCOMPARE(m_desktop->messages.front().text, u"on shop"_s);
        QCOMPARE(m_desktop->messages.front().actions.value(0), u"default"_s);
        m_shop->fail("timeout"); // The condition persists, so there is no second notification.
        m_open->bench.view().refresh();
        QTRY_COMPARE(failed(), 3);
        look();
        QCOMPARE(titles().size(), 1);

        rules.failedAbove = 5; // The condition no longer holds, so the notification closes.
        choose(rules);
        QTRY_COMPARE(m_desktop->closed, QList<uint>{1});
        rules.failedAbove = 0;
        choose(rules);
        QTRY_COMPARE(titles().size(), 2);
    }

    void whatFlickersIsToldOnceAMinute()
    {
        m_shop->fail("timeout");
        open();
        QTRY_COMPARE(failed(), 1);
        NotificationRules rules;
        rules.failedAbove = 0;
        m_alerts->setRules(rules);
        look();
        QTRY_COMPARE(titles().size(), 1);
        for (int i = 0; i < 3; ++i) {
            rules.failedAbove = 7;
            m_alerts->setRules(rules);
            look();
            rules.failedAbove = 0;
            m_alerts->setRules(rules);
            look();
        }
        QCOMPARE(titles().size(), 1);
    }

    void aTaskThatNobodyTakesIsTold()
    {
        open();
        NotificationRules rules;
        rules.overdueBy = 1h;
        choose(rules);
        QCOMPARE(titles(), QStringList());
        rules.overdueBy = 1ms;
        choose(rules);
        QTRY_COMPARE(titles().size(), 1);
        QVERIFY2(titles().front().startsWith(u"A task in mail has been waiting for "_s), qPrintable(titles().front()));
        choose(rules);
        QCOMPARE(titles().size(), 1);
    }

    /// Counts from before the window was paused don't trigger notifications.
    void whatIsStaleTellsNothing()
    {
        open();
        m_open->bench.view().setRefreshPeriod(100ms);
        m_open->bench.view().setLive(false);
        // Counts are stale after two refresh periods plus one second, the interval of the checks.
        QTRY_VERIFY(SystemClock().now() - m_open->bench.view().current()->refreshedAt()
            > 2 * m_open->bench.view().current()->refreshPeriod() + 1s);
        NotificationRules rules;
        rules.overdueBy = 1ms;
        choose(rules);
        QCOMPARE(titles(), QStringList());
        m_open->bench.view().setLive(true);
        QTRY_VERIFY((look(), titles().size()) == 1);
    }

    /// Tasks waiting for a retry have a separate state and are not listed as due.
    void anOverdueRetryLeadsToItsQueue()
    {
        m_shop->fail("timeout", "mail", 1ms);
        open();
        QTRY_VERIFY(m_open->bench.view().now() > m_shop->dueOf("mail.send#1") + 1ms);
        NotificationRules rules;
        rules.overdueBy = 1ms;
        QSignalSpy raised(&m_alerts->alerts(), &Alerts::raised);
        choose(rules);
        QTRY_COMPARE(raised.size(), 1);
        const auto alert = raised.front().front().value<Alerts::Alert>();
        const QueueInfo* queue = m_open->bench.view().queue();
        QVERIFY(queue);
        QCOMPARE(alert.place.state.has_value(), queue->counts[TaskState::Due] > 0);
        QCOMPARE(alert.place.queue, QueueName("mail"));
    }

    void whatIsOverBeforeTheDesktopHasAnsweredIsTakenAway()
    {
        DesktopNotifier notifier;
        notifier.tell({u"k"_s, u"one"_s, u"text"_s});
        QTRY_COMPARE(titles(), QStringList{u"one"_s});
        isTold(); // The reply has arrived by then.
        notifier.tell({u"k2"_s, u"two"_s, u"text"_s}); // sent immediately, because the capabilities are already known
        notifier.withdraw(u"k2"_s);
        QTRY_COMPARE(titles().size(), 2);
        QTRY_COMPARE(m_desktop->closed, QList<uint>{2});
    }

    void aLostConnectionIsToldAndItsReturnTakesItAway()
    {
        open();
        NotificationRules rules;
        rules.connectionLost = true;
        choose(rules);
        m_shop->server.kill9();
        QTRY_VERIFY_WITH_TIMEOUT(!m_open->bench.view().current()->session().isOnline(), 15'000);
        QTRY_COMPARE_WITH_TIMEOUT(titles(), QStringList{u"The connection to shop was lost"_s}, 5'000);
        for (int i = 0; i < 3; ++i)
            look(); // A check while reconnecting must not send another notification.
        QCOMPARE(titles().size(), 1);
        m_shop->server.start();
        QTRY_VERIFY_WITH_TIMEOUT(m_open->bench.view().current()->session().isOnline(), 15'000);
        QTRY_COMPARE_WITH_TIMEOUT(m_desktop->closed, QList<uint>{1}, 5'000);
    }

    void theEndOfAnOperationIsToldToThoseWhoLookElsewhere()
    {
        m_shop->add(2, 1h, "mail", 50);
        open();
        QTRY_VERIFY(m_open->bench.list().tasks().rowOf("mail.send#50") >= 0);
        NotificationRules rules;
        rules.operationDone = true;
        choose(rules);
        const auto discard = [this](const TaskId& id) {
            const QSignalSpy ended(&m_open->bench.events(), &WindowEvents::operationEnded);
            QVERIFY(m_open->table().select(id));
            OperationRequest request;
            request.queue = "mail";
            request.action.kind = ActionKind::Discard;
            request.selection.kind = TaskSelection::Kind::Refs;
            request.selection.refs = m_open->table().selection();
            m_open->bench.actions().run(m_open->bench.actions().makeJob(request));
            QTRY_COMPARE(m_shop->stateOf(id), TaskState::Trash);
            QTRY_COMPARE(ended.size(), 1);
            isTold();
        };
        m_alerts->alerts().setWatched(true);
        discard("mail.send#50");
        QCOMPARE(titles(), QStringList());
        m_alerts->alerts().setWatched(false);
        discard("mail.send#51");
        QTRY_COMPARE(titles(), QStringList{u"1 task(s) discarded"_s});
        QCOMPARE(m_desktop->messages.front().text, u"mail on shop"_s);
        m_open->bench.actions().undo().undoLast();
        QTRY_COMPARE(titles().value(1), u"1 of 1 restored"_s);
    }

    /// An action on several queues triggers a single notification. So does its undo.
    void anActionOnSeveralQueuesIsToldOnce()
    {
        for (const char* queue : {"mail", "hooks", "bills"})
            m_shop->add(2, 1h, queue, 70);
        open();
        QTRY_COMPARE(m_open->bench.view().current()->queues().size(), 3U);
        NotificationRules rules;
        rules.operationDone = true;
        choose(rules);
        {
            const ActionRunner::OneAction together(m_open->bench.actions());
            for (const char* queue : {"mail", "hooks", "bills"}) {
                OperationRequest request;
                request.queue = queue;
                request.action.kind = ActionKind::Discard;
                request.selection.kind = TaskSelection::Kind::Ids;
                request.selection.ids = {"mail.send#70", "mail.send#71"};
                m_open->bench.actions().run(m_open->bench.actions().makeJob(request));
            }
        }
        QTRY_COMPARE(titles(), QStringList{u"6 task(s) discarded"_s});
        QCOMPARE(m_desktop->messages.front().text, u"3 queue(s) on shop"_s);
        m_open->bench.actions().undo().undoLast();
        QTRY_COMPARE(titles().value(1), u"6 of 6 restored"_s);
        isTold();
        QCOMPARE(titles().size(), 2);
    }

    void whatDataSaysIsNoMarkup_data()
    {
        QTest::addColumn<bool>("markup");
        QTest::addColumn<QString>("text");
        QTest::newRow("a server of markup") << true << u"on &lt;b&gt;&amp;shop"_s;
        QTest::newRow("a server of text") << false << u"on <b>&shop"_s;
    }
    void whatDataSaysIsNoMarkup()
    {
        QFETCH(bool, markup);
        QFETCH(QString, text);
        m_desktop->markup = markup;
        m_shop->fail("timeout");
        open(u"<b>&shop"_s);
        QTRY_COMPARE(failed(), 1);
        NotificationRules rules;
        rules.failedAbove = 0;
        choose(rules);
        QTRY_COMPARE(m_desktop->messages.size(), 1);
        QCOMPARE(m_desktop->messages.front().text, text);
    }

    void aClickShowsWhatItIsAbout()
    {
        m_shop->add(1, 1ms, "other");
        m_shop->fail("timeout");
        open();
        Connection* connection = m_open->bench.view().current();
        QTRY_VERIFY(connection->queue("mail") && connection->queue("mail")->counts[TaskState::Failed] == 1);
        m_open->bench.view().show({connection->id(), "other", {}});
        NotificationRules rules;
        rules.failedAbove = 0;
        choose(rules);
        QTRY_COMPARE(m_desktop->messages.size(), 1);
        m_open->window.showMinimized();
        m_desktop->click(5); // the id of another program's notification
        isTold(); // The click has been delivered by then, too.
        QCOMPARE(m_open->bench.view().place().queue, QueueName("other"));
        m_desktop->click(0);
        QTRY_COMPARE(m_open->bench.view().place(), (SidebarPlace{connection->id(), "mail", TaskState::Failed}));
        QVERIFY(!m_open->window.isMinimized());
    }

    void aDesktopThatTakesNothingIsSaidOnce()
    {
        QVERIFY(m_desktop->close());
        m_shop->fail("timeout");
        open();
        QTRY_COMPARE(failed(), 1);
        NotificationRules rules;
        rules.failedAbove = 0;
        rules.overdueBy = 1ms;
        choose(rules);
        QTRY_COMPARE(m_open->window.messages().notice().text, u"Desktop notifications are not available"_s);
        m_open->window.messages().clear();
        for (int i = 0; i < 3; ++i)
            look();
        QVERIFY(m_open->window.messages().notice().text.isEmpty());
    }
};

int main(int argc, char** argv) { return runOnPrivateBus<TestNotifications>(argc, argv); }

#include "tst_notifications.moc"
