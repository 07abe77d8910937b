// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/gui/openwindow.h"
#include "tests/gui/paletterows.h"
#include "ui/panels/dock.h"
#include "ui/sidebar/sidebar.h"
#include "ui/text/language.h"
#include "ui/widgets/searchline.h"
#include "ui/widgets/tasks/tasktable.h"

#include <QLineEdit>
#include <QListWidget>
#include <QTimer>
#include <QToolButton>

using namespace dueline;
using namespace dueline::test;
using namespace std::chrono_literals;
using namespace Qt::StringLiterals;

/// Tests finding queues in the sidebar by part of their name and by their problems, grouping them by common prefixes,
/// and how many rows fit in a new window.
class TestSidebarFind : public QObject
{
    Q_OBJECT

    Language m_language;
    std::unique_ptr<Theme> m_theme;
    std::unique_ptr<Shop> m_shop;
    std::unique_ptr<OpenWindow> m_open;
    Connection* m_connection = nullptr;

    using Kind = SidebarModel::Kind;
    SidebarModel& model() { return m_open->bench.sidebar(); }
    Sidebar& sidebar() { return m_open->part<Sidebar>(); }
    SidebarPane& pane() { return m_open->part<SidebarPane>(); }
    /// Returns the names of queues and groups, in display order.
    QStringList listed()
    {
        QStringList names;
        for (int i = 0; i < model().rowCount(); ++i) {
            if (model().row(i).kind == Kind::Queue || model().row(i).kind == Kind::Group)
                names << model().row(i).text;
        }
        return names;
    }
    QModelIndex rowOf(const QString& text)
    {
        for (int i = 0; i < model().rowCount(); ++i) {
            if (model().row(i).text == text)
                return model().index(i);
        }
        return {};
    }
    void click(const QString& text)
    {
        const QModelIndex row = rowOf(text);
        QVERIFY2(row.isValid(), qPrintable(text));
        sidebar().scrollTo(row);
        QTest::mouseClick(sidebar().viewport(), Qt::LeftButton, {}, sidebar().visualRect(row).center());
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
        m_shop = std::make_unique<Shop>();
        for (int i = 1; i <= 8; ++i)
            m_shop->add(i, 1h, "tenant-" + QByteArray::number(i));
        m_shop->add(1, -1h, "tenant-3", 100);
        m_shop->fail("timeout", "tenant-3");
        m_shop->add(2, 1h, "mail");
        m_shop->add(1, -10min, "slow");
        m_open = std::make_unique<OpenWindow>(*m_theme);
        m_connection = &m_open->open(m_shop->profile(u"orders"_s));
        QTRY_COMPARE(m_connection->queues().size(), 10U);
        m_open->bench.view().show({m_connection->id(), "mail", {}});
        QTRY_COMPARE(listed(), (QStringList{u"mail"_s, u"slow"_s, u"tenant-*"_s}));
    }
    void cleanup()
    {
        m_open.reset();
        m_shop.reset();
    }

    void whatBeginsAlikeIsOneRowThatOpens()
    {
        const SidebarModel::Row group = model().row(rowOf(u"tenant-*"_s).row());
        QCOMPARE(group.count, 37); // 1 + 2 + … + 8, plus the failed task
        QCOMPARE(group.failed, 1);
        QCOMPARE(group.mark, u"8 queues"_s);
        const SidebarPlace before = m_open->bench.view().place();
        click(u"tenant-*"_s);
        QCOMPARE(listed().size(), 11);
        QCOMPARE(listed().at(3), u"tenant-1"_s);
        QCOMPARE(m_open->bench.view().place(), before); // Selecting a group doesn't change the view.
        click(u"tenant-8"_s);
        QCOMPARE(m_open->bench.view().place(), (SidebarPlace{m_connection->id(), "tenant-8", {}}));
        QTRY_COMPARE(m_open->bench.list().tasks().rowCount(), 8);
        click(u"tenant-*"_s);
        QCOMPARE(listed().size(), 3);
        QCOMPARE(m_open->bench.view().place().queue, QueueName("tenant-8")); // The same queue stays in view.
        // Groups expand and collapse with the keyboard. A group also expands when one of its queues is shown.
        sidebar().setCurrentIndex(rowOf(u"tenant-*"_s));
        QTest::keyClick(&sidebar(), Qt::Key_Right);
        QCOMPARE(listed().size(), 11);
        QTest::keyClick(&sidebar(), Qt::Key_Left);
        QCOMPARE(listed().size(), 3);
        m_open->bench.view().show({m_connection->id(), "tenant-5", {}});
        QTRY_VERIFY(listed().contains(u"tenant-5"_s));
    }

    void theTooltipSaysWhatItsNumberCounts()
    {
        const auto tip = [this](const QString& row) { return rowOf(row).data(Qt::ToolTipRole).toString(); };
        for (const auto& [row, words] :
            {std::pair(u"tenant-*"_s, u"waiting, leased and failed tasks in all these queues"_s),
                {u"mail"_s, u"waiting, leased and failed tasks, but not tasks that are done"_s}})
            QVERIFY2(tip(row).contains(words), qPrintable(row + u": "_s + tip(row)));
        model().setOpen({m_connection->id(), "mail", {}}, true);
        QVERIFY2(
            tip(u"All tasks"_s).contains(u"All tasks except those in the trash."_s), qPrintable(tip(u"All tasks"_s)));
        QCOMPARE(tip(u"Scheduled"_s), QString()); // The row already shows the text.
    }

    /// A connection with unreadable queues shows a warning sign. Its tooltip and accessible name explain that the
    /// counts are too low.
    void aConnectionWithUnreadableQueuesIsMarked()
    {
        const auto connection = [this] { return rowOf(u"orders"_s); };
        const auto sign = [&] {
            const QRect row = sidebar().visualRect(connection());
            return sidebar().viewport()->grab(QRect(row.left() + 28, row.top(), 22, row.height())).toImage();
        };
        const QImage before = sign();
        const qint64 all = model().row(connection().row()).count;
        m_shop->server.call({"RENAME", "dueline:{mail}:pending", "moved"});
        m_shop->server.call({"SET", "dueline:{mail}:pending", "no set"});
        QTRY_VERIFY_WITH_TIMEOUT(!model().row(connection().row()).problem.isEmpty(), 15'000);
        const QString words = u"1 queue cannot be read. The numbers do not include it."_s;
        QCOMPARE(model().row(connection().row()).problem, words);
        QCOMPARE(model().row(connection().row()).count, all - 2);
        QVERIFY(connection().data(Qt::ToolTipRole).toString().contains(words));
        QVERIFY(connection().data(Qt::AccessibleTextRole).toString().contains(words));
        QVERIFY(sign() != before);
        m_shop->server.call({"RENAME", "moved", "dueline:{mail}:pending"});
        QTRY_VERIFY_WITH_TIMEOUT(model().row(connection().row()).problem.isEmpty(), 15'000);
        QCOMPARE(model().row(connection().row()).count, all);
        QTRY_VERIFY(sign() == before);
    }

    /// If a name doesn't fit next to both numbers, the number of tasks is hidden.
    void aNameGoesBeforeTheNumberOfTasks()
    {
        m_shop->failNew("checkout-mails", "mail.send", "refused", 12);
        m_shop->add(200, 1h, "checkout-mails", 1000);
        QTRY_VERIFY(rowOf(u"checkout-mails"_s).isValid() && model().row(rowOf(u"checkout-mails"_s).row()).count == 212);
        const QColor failed = m_theme->tokens().of(TaskState::Failed).text;
        // Returns the failure mark's distance from the right edge.
        const auto fromRight = [&] {
            const QRect row = sidebar().visualRect(rowOf(u"checkout-mails"_s));
            const QImage image = sidebar().viewport()->grab(row).toImage();
            for (int x = image.width() - 1; x >= 0; --x) {
                for (int y = 0; y < image.height(); ++y) {
                    if (image.pixelColor(x, y) == failed)
                        return image.width() - 1 - x;
                }
            }
            return -1;
        };
        pane().setFixedWidth(320);
        QTRY_COMPARE(pane().width(), 320);
        const int beside = fromRight();
        pane().setFixedWidth(210);
        QTRY_COMPARE(pane().width(), 210);
        const int alone = fromRight();
        QVERIFY2(alone > 0 && alone < beside - 10, qPrintable(QString::number(alone) + u' ' + QString::number(beside)));
        QVERIFY(rowOf(u"checkout-mails"_s).data(Qt::ToolTipRole).toString().contains(u"212 includes waiting"_s));
    }

    void aFewLettersFindAQueue()
    {
        SearchLine& line = pane().line();
        line.setFocus();
        QTest::keyClicks(&line, u"NANT-3"_s);
        QCOMPARE(listed(), QStringList{u"tenant-3"_s});
        QTest::keyClick(&line, Qt::Key_Return);
        QTRY_COMPARE(m_open->bench.view().place().queue, QueueName("tenant-3"));
        QVERIFY(sidebar().hasFocus());
        line.setFocus();
        line.setText(u"nothing"_s);
        QCOMPARE(listed(), QStringList());
        QVERIFY(rowOf(u"No queue matches."_s).isValid());
        QTest::keyClick(&line, Qt::Key_Escape);
        QVERIFY(line.text().isEmpty());
        QVERIFY(listed().size() >= 3);
    }

    void whatIsWrongIsListedAlone()
    {
        QTest::mouseClick(&pane().failures(), Qt::LeftButton);
        QCOMPARE(listed(), QStringList{u"tenant-3"_s});
        QTest::mouseClick(&pane().late(), Qt::LeftButton);
        QVERIFY(!pane().failures().isChecked());
        QCOMPARE(listed(), QStringList{u"slow"_s});
        QTest::mouseClick(&pane().late(), Qt::LeftButton);
        QCOMPARE(listed().size(), 3);
    }

    /// In a new window on a laptop, the dock is closed and there is room for twelve rows.
    void aNewWindowHasRoomForTwelveRows()
    {
        m_shop->add(30, 2h, "mail", 100);
        Formatting formatting{QTimeZone::utc()};
        Workbench bench(formatting);
        MainWindow window(*m_theme, formatting, bench);
        window.resize(1280, 800);
        window.show();
        QVERIFY(QTest::qWaitForWindowExposed(&window));
        auto opened = Connection::open(m_shop->profile(u"orders"_s));
        QVERIFY(opened.ok());
        const QString id = (*opened)->id();
        bench.connections().add(std::move(*opened));
        bench.view().show({id, "mail", {}});
        QTRY_VERIFY(bench.list().tasks().rowCount() >= 30);
        QVERIFY(!window.dock().isOpen());
        QTRY_VERIFY2(window.table().viewport()->height() >= 12 * window.table().rowHeight(0),
            qPrintable(u"%1 of %2"_s.arg(window.table().viewport()->height()).arg(window.table().rowHeight(0))));
    }

    void thePaletteBeginsWithWhatWasLookedAt()
    {
        click(u"mail"_s);
        QTRY_COMPARE(m_open->bench.list().tasks().rowCount(), 2);
        QTRY_VERIFY(m_open->table().select("mail.send#2"));
        QStringList first;
        QTimer::singleShot(0, this, [&first] {
            auto* palette = qobject_cast<CommandPalette*>(QApplication::activeModalWidget());
            if (!palette)
                return;
            PaletteRows rows(*palette);
            first << rows.choices().front();
            rows.type(u"pause"_s);
            first << rows.choices().front();
            palette->reject();
        });
        m_open->window.actions()["tools.palette"]->trigger();
        QCOMPARE(first.size(), 2);
        QCOMPARE(first.at(0), u"mail.send#2"_s);
        QVERIFY2(first.at(1).contains(u"Pause"_s), qPrintable(first.at(1)));
        QVERIFY(CommandPalette::score(u"run"_s, u"Run now"_s) < CommandPalette::score(u"run"_s, u"Runs of today"_s));
        QVERIFY(CommandPalette::score(u"run"_s, u"Not yet run"_s) < CommandPalette::score(u"run"_s, u"Prune"_s));
    }
};

QTEST_MAIN(TestSidebarFind)
#include "tst_sidebarfind.moc"
