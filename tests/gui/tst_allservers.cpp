// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/gui/openwindow.h"
#include "ui/board/boardpane.h"
#include "ui/board/boardtable.h"
#include "ui/models/cell.h"
#include "ui/sidebar/sidebar.h"
#include "ui/text/language.h"
#include "ui/timeline/timelinepane.h"
#include "ui/widgets/panelheader.h"
#include "ui/widgets/searchline.h"

#include <QAbstractItemModelTester>
#include <QHeaderView>
#include <QPushButton>

using namespace dueline;
using namespace dueline::test;
using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

/// Tests the overview of all servers: its row in the sidebar, the servers' heads and sums, and lost servers.
class TestAllServers : public QObject
{
    Q_OBJECT

    Language m_language;
    std::unique_ptr<Theme> m_theme;
    std::unique_ptr<Shop> m_eu;
    std::unique_ptr<Shop> m_us;
    std::unique_ptr<OpenWindow> m_open;
    Connection* m_first = nullptr;
    Connection* m_second = nullptr;

    BoardPane& board() { return m_open->part<BoardPane>(); }
    BoardModel& model() { return board().model(); }
    /// Returns the texts of the first column.
    QStringList rows()
    {
        QStringList rows;
        for (int row = 0; row < model().rowCount(); ++row)
            rows << model().index(row, BoardModel::Queue).data().toString();
        return rows;
    }
    QString text(int row, BoardModel::Column column) { return model().index(row, column).data().toString(); }
    void press(int row, Qt::Key key)
    {
        board().table().setCurrentIndex(model().index(row, BoardModel::Queue));
        QTest::keyClick(&board().table(), key);
    }
    Connection& open(Shop& shop, const QString& name, Environment environment)
    {
        Connection& connection = m_open->open(shop.profile(name, environment));
        if (!QTest::qWaitFor([&] { return !connection.queues().empty(); }, 20'000))
            qFatal("the server does not answer");
        return connection;
    }
    void showAll()
    {
        m_open->window.actions()["view.allServers"]->trigger();
        QTRY_VERIFY(board().isVisible() && model().isGrouped() && model().read() == model().all());
    }
    int sidebarRow(const QString& name)
    {
        const QAbstractItemModel& rows = *m_open->part<Sidebar>().model();
        for (int row = 0; row < rows.rowCount(); ++row) {
            if (rows.index(row, 0).data().toString() == name)
                return row;
        }
        return -1;
    }

private Q_SLOTS:
    void initTestCase()
    {
        m_language.use(u"en"_s); // plural forms need the English translation
        m_theme = std::make_unique<Theme>(*qobject_cast<QApplication*>(QCoreApplication::instance()));
    }
    void cleanupTestCase() { m_theme.reset(); }
    void init()
    {
        m_eu = std::make_unique<Shop>();
        m_us = std::make_unique<Shop>();
        m_eu->add(3, 1h, "calm");
        m_eu->add(3, 1h, "quiet");
        m_eu->failNew("orders", "charge", "boom", 4);
        m_us->add(2, 1h, "mail");
        m_us->failNew("checkout", "charge", "boom", 9);
        m_open = std::make_unique<OpenWindow>(*m_theme);
        m_first = &open(*m_eu, u"shop-eu"_s, Environment::Production);
    }
    void cleanup()
    {
        m_open.reset();
        m_us.reset();
        m_eu.reset();
    }
    void openSecond() { m_second = &open(*m_us, u"shop-us"_s, Environment::Staging); }

    void theFirstRowOfTheSidebarSumsUpAllServers()
    {
        QCOMPARE(sidebarRow(u"All servers"_s), -1); // a single server needs no such row
        openSecond();
        auto& sidebar = m_open->part<Sidebar>();
        QTRY_COMPARE(sidebarRow(u"All servers"_s), 1); // below the title
        const QModelIndex all = sidebar.model()->index(1, 0);
        QTRY_COMPARE(all.data(SidebarModel::RowRole).value<SidebarModel::Row>().failed, 13);
        QCOMPARE(all.data(SidebarModel::RowRole).value<SidebarModel::Row>().count, 21);
        QVERIFY(all.data(Qt::AccessibleTextRole).toString().startsWith(u"All servers, 21 tasks"_s));
        sidebar.setCurrentIndex(all);
        QVERIFY(m_open->bench.view().place().all);
        QTRY_VERIFY(board().isVisible() && model().isGrouped());
        QCOMPARE(board().head().title(), u"All servers"_s);
        // The timeline shows the same servers, and returns to a single one with the place.
        QTRY_COMPARE(m_open->part<TimelinePane>().timeline().data().totals[TaskState::Failed], 13);
        sidebar.setCurrentIndex(sidebar.model()->index(sidebarRow(u"shop-us"_s), 0));
        QVERIFY(!m_open->bench.view().place().all);
        QTRY_VERIFY(!model().isGrouped());
        QTRY_COMPARE(m_open->part<TimelinePane>().timeline().data().totals[TaskState::Failed], 9);
        // The shortcut's action selects the row, too.
        m_open->window.actions()["view.allServers"]->trigger();
        QCOMPARE(sidebar.currentIndex().row(), 1);
        m_open->bench.connections().close(m_second->id());
        QTRY_COMPARE(sidebarRow(u"All servers"_s), -1);
        QVERIFY(!m_open->bench.view().place().all);
    }

    void aHeadHasTheSumsOfItsQueues()
    {
        openSecond();
        const QAbstractItemModelTester tester(&model());
        showAll();
        QTRY_COMPARE(rows(),
            (QStringList{u"shop-eu"_s, u"orders"_s, u"2 queues without problems"_s, u"shop-us"_s, u"checkout"_s,
                u"1 queue without problems"_s}));
        QCOMPARE(text(0, BoardModel::FailedLately), u"4"_s);
        QCOMPARE(text(3, BoardModel::Failed), u"9"_s);
        const QModelIndex head = model().index(0, BoardModel::Queue);
        QCOMPARE(head.data(Cell::Note).toString(), u"3 queues, 1 needs attention"_s);
        QCOMPARE(head.data(Qt::AccessibleTextRole).toString(), u"shop-eu, 3 queues, 1 needs attention"_s);
        QVERIFY(head.data(Cell::Head).toBool());
        QCOMPARE(head.data(Cell::Stage).toInt(), int(Environment::Production));
        QTRY_COMPARE(board().table().verticalHeader()->sectionSize(0), 40);
        QCOMPARE(board().table().columnSpan(0, BoardModel::Queue), 2);
        QTRY_COMPARE(board().currentPlace().queue, QueueName("orders")); // the worst queue, not the head
        // The totals at the top are those of all servers.
        QVERIFY(board().head().note().startsWith(u"5 queues, 2 need attention"_s));
    }

    void queuesWithoutProblemsUnfold()
    {
        openSecond();
        showAll();
        QTRY_COMPARE(model().rowCount(), 6);
        press(2, Qt::Key_Return);
        QCOMPARE(rows().mid(2, 3), (QStringList{u"2 queues without problems"_s, u"calm"_s, u"quiet"_s}));
        press(3, Qt::Key_Return);
        QCOMPARE(m_open->bench.view().place(), (SidebarPlace{m_first->id(), "calm", {}}));
        showAll();
        press(2, Qt::Key_Return);
        QCOMPARE(model().rowCount(), 6);
        // A search finds folded queues.
        board().search().setText(u"qui"_s);
        QTRY_COMPARE(rows(), (QStringList{u"shop-eu"_s, u"quiet"_s}));
        board().search().clear();
        QTRY_COMPARE(model().rowCount(), 6);
        model().setTroubledOnly(true);
        QCOMPARE(rows(), (QStringList{u"shop-eu"_s, u"orders"_s, u"shop-us"_s, u"checkout"_s}));
    }

    void returnOnAHeadOpensItsServer()
    {
        openSecond();
        showAll();
        QTRY_COMPARE(model().rowCount(), 6);
        press(0, Qt::Key_Return);
        QCOMPARE(m_open->bench.view().place(), (SidebarPlace{m_first->id(), {}, {}}));
        QVERIFY(board().isVisible() && !model().isGrouped());
        QTRY_COMPARE(model().rowCount(), 3);
    }

    void aLostServerSaysSinceWhenAndReconnects()
    {
        openSecond();
        showAll();
        QTRY_COMPARE(model().rowCount(), 6);
        m_second->session().setRetryDelays(60s, 60s);
        m_us->server.kill9();
        QTRY_COMPARE_WITH_TIMEOUT(model().rowCount(), 4, 20'000); // its queues are no longer listed
        QCOMPARE(rows().last(), u"shop-us"_s);
        const QString spoken = model().index(3, BoardModel::Queue).data(Qt::AccessibleTextRole).toString();
        QVERIFY2(spoken.contains(u"No response from "_s) && spoken.contains(u" since "_s), qPrintable(spoken));
        QCOMPARE(text(3, BoardModel::FailedLately), QString());
        QTRY_VERIFY(m_open->says(u"No response from "_s));
        QVERIFY(board().head().note().contains(u"1 server lost"_s));
        QPushButton* reconnect = nullptr;
        for (auto* button : board().table().findChildren<QPushButton*>()) {
            if (button->accessibleName() == u"Reconnect to shop-us"_s)
                reconnect = button;
        }
        QVERIFY(reconnect && reconnect->isVisible());
        m_us->server.restart();
        reconnect->click();
        QTRY_VERIFY_WITH_TIMEOUT(m_second->session().isOnline(), 20'000);
        QTRY_VERIFY_WITH_TIMEOUT(!m_open->says(u"No response from "_s), 20'000);
    }
};

QTEST_MAIN(TestAllServers)
#include "tst_allservers.moc"
