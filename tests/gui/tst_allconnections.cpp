// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/gui/facts.h"
#include "tests/gui/openwindow.h"
#include "ui/sidebar/model/sidebarmodel.h"
#include "ui/timeline/timelinepane.h"
#include "ui/widgets/tasks/tasktable.h"

#include <QMenu>
#include <QMenuBar>

using namespace dueline;
using namespace dueline::test;
using namespace std::chrono_literals;
using namespace Qt::StringLiterals;

/// Tests the all-connections timeline, switched on in the menu, with two real servers.
class TestAllConnections : public QObject
{
    Q_OBJECT

    std::unique_ptr<Theme> m_theme;
    std::unique_ptr<Shop> m_mail;
    std::unique_ptr<Shop> m_bills;
    std::unique_ptr<OpenWindow> m_open;
    Connection* m_first = nullptr;
    Connection* m_second = nullptr;

    const TimelineData& shown() { return m_open->window.timelinePane().timeline().data(); }
    /// Returns the sum of all bars.
    qint64 inBars()
    {
        qint64 sum = 0;
        for (const TimelineBin& bin : shown().bins)
            sum += bin.counts.pending();
        return sum;
    }
    bool sumIs(qint64 sum) { return shown().totals.pending() == sum && inBars() == sum; }
    /// Returns the menu bar entry with this text.
    QAction* inMenu(const QString& words)
    {
        QList<QMenu*> menus = m_open->window.menuBar()->findChildren<QMenu*>();
        for (const QMenu* menu : menus) {
            for (QAction* action : menu->actions()) {
                if (!action->menu() && action->text().remove(u'&') == words)
                    return action;
            }
        }
        return nullptr;
    }
    void turnOn()
    {
        QAction* all = inMenu(u"All connections"_s);
        QVERIFY(all && all->isCheckable() && all->isEnabled() && !all->isChecked());
        all->trigger();
        QVERIFY(all->isChecked());
        m_open->window.actions()["view.fit"]->trigger();
        QTRY_VERIFY(sumIs(3 + 5 + 1));
    }

private Q_SLOTS:
    void initTestCase()
    {
        m_theme = std::make_unique<Theme>(*qobject_cast<QApplication*>(QCoreApplication::instance()));
    }
    void cleanupTestCase() { m_theme.reset(); }
    void init()
    {
        m_mail = std::make_unique<Shop>("mail.send");
        m_mail->add(3);
        m_bills = std::make_unique<Shop>("bill.close");
        m_bills->add(5, 1h, "billing");
        m_bills->add(1, 1h, "audit");
        m_open = std::make_unique<OpenWindow>(*m_theme, QSize(1500, 820));
        m_first = &m_open->open(m_mail->profile(u"orders"_s));
        m_second = &m_open->open(m_bills->profile(u"shop"_s));
        QTRY_VERIFY(m_first->queue("mail"));
        QTRY_VERIFY(m_second->queue("audit") && m_second->queue("billing"));
        m_open->bench.view().show({m_first->id(), "mail", {}});
        QTRY_COMPARE(m_open->bench.list().tasks().rowCount(), 3);
        m_open->window.actions()["view.fit"]->trigger();
        QTRY_VERIFY(shown().totals.pending() == 3);
    }
    void cleanup()
    {
        m_open.reset();
        m_mail.reset();
        m_bills.reset();
    }

    void itAddsUpWhatAllOfThemHaveAndFollows()
    {
        QVERIFY(!m_open->says(u"all connections"_s));
        turnOn();
        QVERIFY(m_open->says(u"all connections"_s));
        QCOMPARE(m_open->bench.list().tasks().rowCount(), 3); // The table still lists only its own queue.
        m_bills->add(2, 90min, "billing", 100);
        QTRY_VERIFY_WITH_TIMEOUT(sumIs(11), 15'000);
        m_mail->add(1, 2h, "mail", 100);
        QTRY_VERIFY_WITH_TIMEOUT(sumIs(12), 15'000);
        // Showing another queue must leave the timeline unchanged.
        m_open->bench.view().show({m_second->id(), "audit", {}});
        QTRY_COMPARE(m_open->bench.list().tasks().rowCount(), 1);
        QTRY_VERIFY(sumIs(12));
        QVERIFY(m_open->says(u"all connections"_s));
        inMenu(u"All connections"_s)->trigger();
        QTRY_COMPARE(shown().totals.pending(), 1);
        QVERIFY(!m_open->says(u"all connections"_s));
    }

    void oneThatIsKilledStaysInTheSumAndThatIsSaid()
    {
        turnOn();
        m_bills->server.kill9();
        QTRY_VERIFY_WITH_TIMEOUT(m_open->says(u"all connections, shop (outdated)"_s), 15'000);
        QVERIFY(sumIs(9));
        m_mail->add(1, 2h, "mail", 100); // The other server is still available.
        QTRY_VERIFY_WITH_TIMEOUT(sumIs(10), 15'000);
        QVERIFY(m_open->says(u"shop (outdated)"_s));
        m_bills->server.start(); // The server has lost its tasks, so the timeline must be empty.
        QTRY_VERIFY_WITH_TIMEOUT(m_second->session().isOnline(), 30'000);
        QTRY_VERIFY(!m_open->says(u"(outdated)"_s));
        QVERIFY(m_open->says(u"all connections"_s));
        QTRY_VERIFY_WITH_TIMEOUT(shown().totals.pending() == 4, 15'000);
    }

    void theOneLookedAtMayBeTheOneThatIsLost()
    {
        turnOn();
        m_mail->server.kill9();
        QTRY_VERIFY_WITH_TIMEOUT(m_open->says(u"all connections, orders (outdated)"_s), 15'000);
        m_bills->add(2, 90min, "billing", 100);
        QTRY_VERIFY_WITH_TIMEOUT(sumIs(11), 15'000);
    }

    void oneThatIsClosedLeavesTheSum()
    {
        turnOn();
        m_open->bench.connections().close(m_second->id());
        m_second = nullptr;
        QTRY_VERIFY(shown().totals.pending() == 3);
        m_bills->server.kill9();
        // Wait for data from the other server. By then, a lost connection would have been noticed too.
        m_mail->add(1, 2h, "mail", 100);
        QTRY_VERIFY_WITH_TIMEOUT(shown().totals.pending() == 4, 15'000);
        QVERIFY(isAnswered(*m_open->bench.view().current()));
        QVERIFY(!m_open->says(u"(outdated)"_s)); // The connection is no longer polled.
    }
};

QTEST_MAIN(TestAllConnections)
#include "tst_allconnections.moc"
