// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/gui/facts.h"
#include "tests/gui/openwindow.h"
#include "tests/gui/overflow.h"
#include "ui/panels/dock.h"
#include "ui/panels/docktabs.h"
#include "ui/sidebar/sidebar.h"
#include "ui/widgets/emptystate.h"
#include "ui/widgets/paneltable.h"
#include "ui/widgets/tasks/filterline.h"
#include "ui/widgets/tasks/taskpane.h"
#include "ui/widgets/tasks/tasktable.h"
#include "ui/widgets/toast.h"
#include "ui/widgets/toasts.h"

#include <QAccessible>
#include <QPushButton>
#include <QScrollBar>
#include <QSignalSpy>
#include <QToolButton>

using namespace dueline;
using namespace dueline::test;
using namespace std::chrono_literals;
using namespace Qt::StringLiterals;

/// Tests the toasts that show the window's messages.
class TestToasts : public OrdersWindow
{
    Q_OBJECT

    static constexpr int shortLife = 300; ///< milliseconds

    Toasts& toasts() { return m_open->window.messages(); }
    Toast& newest() { return *toasts().all().back(); }
    void show(const QString& text, Notice::Kind kind = Notice::Kind::Result, std::vector<Notice::Link> links = {})
    {
        toasts().show({kind, u"info"_s, text, u"in mail"_s, std::move(links)});
    }
    QStringList texts()
    {
        QStringList all;
        for (const Toast* toast : toasts().all())
            all << toast->notice().text;
        return all;
    }
    static QPushButton* link(const Toast& toast, const QString& text)
    {
        for (auto* button : toast.findChildren<QPushButton*>()) {
            if (!button->isHidden() && button->text() == text)
                return button;
        }
        return nullptr;
    }
    /// Shows a toast and waits until it has closed automatically. By then, earlier toasts would have closed too.
    void passLife()
    {
        show(u"passes"_s);
        QTRY_VERIFY(!texts().contains(u"passes"_s));
    }
    void key(Qt::Key key, Qt::KeyboardModifiers modifiers = {})
    {
        QTest::keyClick(QApplication::focusWidget(), key, modifiers);
    }

private Q_SLOTS:
    void init()
    {
        openOrders();
        toasts().setLife(shortLife);
    }
    void cleanup() { closeOrders(); }

    void aSuccessLeavesAndEverythingElseStays()
    {
        show(u"warned"_s, Notice::Kind::Warning);
        show(u"failed"_s, Notice::Kind::Failure);
        passLife();
        QCOMPARE(texts(), (QStringList{u"warned"_s, u"failed"_s}));
        toasts().clear();
        QVERIFY(!toasts().isVisible() && toasts().notice().text.isEmpty());
        Notice running{Notice::Kind::Result, u"retry"_s, u"running"_s, {}, {}};
        running.subject = u"job"_s;
        running.progress = 0.25;
        toasts().show(running);
        passLife();
        QCOMPARE(texts(), QStringList{u"running"_s});
        toasts().end(u"job"_s);
        QVERIFY(!toasts().isVisible());
    }

    void aSuccessStaysUnderThePointerAndTheFocus()
    {
        QPushButton* undo = nullptr;
        show(u"done"_s, Notice::Kind::Result, {{u"Undo"_s, {}, [] {}}});
        undo = link(newest(), u"Undo"_s);
        QVERIFY(undo);
        undo->setFocus(Qt::TabFocusReason);
        passLife();
        QCOMPARE(texts(), QStringList{u"done"_s});
        m_open->table().setFocus();
        QTRY_VERIFY(texts().isEmpty());

        show(u"done"_s);
        QCursor::setPos(newest().mapToGlobal(newest().rect().center()));
        QTRY_VERIFY(newest().underMouse());
        Toast later(*m_theme, &m_open->window); // in toasts(), it would move newest() away from the pointer
        later.setLife(2 * shortLife);
        const QSignalSpy closed(&later, &Toast::closed);
        later.tell({Notice::Kind::Result, u"info"_s, u"passes"_s, {}, {}}, u"passes"_s);
        later.show();
        QTRY_COMPARE(closed.size(), 1);
        later.hide();
        QCOMPARE(texts(), QStringList{u"done"_s});
        QCursor::setPos(m_open->window.mapToGlobal(QPoint(20, 20)));
        QTRY_VERIFY(texts().isEmpty());
    }

    void thereAreAtMostThreeAndTheLeastImportantOneLeaves()
    {
        toasts().setLife(60'000);
        m_open->window.resize(1300, 1000);
        show(u"failed"_s, Notice::Kind::Failure);
        show(u"first"_s);
        Notice running{Notice::Kind::Result, u"retry"_s, u"running"_s, {}, {}};
        running.progress = 0.5;
        toasts().show(running);
        QCOMPARE(texts(), (QStringList{u"failed"_s, u"first"_s, u"running"_s}));
        show(u"second"_s);
        show(u"third"_s);
        QCOMPARE(texts(), (QStringList{u"failed"_s, u"running"_s, u"third"_s}));
        for (const Toast* toast : toasts().all())
            QVERIFY2(toast->isVisible(), qPrintable(toast->notice().text));
        // The newest toast is at the bottom, and toasts do not overlap.
        const auto& all = toasts().all();
        QVERIFY(all[0]->geometry().bottom() < all[1]->y() && all[1]->geometry().bottom() < all[2]->y());
        // A repeated failure replaces its earlier toast.
        show(u"failed"_s, Notice::Kind::Failure);
        QCOMPARE(texts(), (QStringList{u"running"_s, u"third"_s, u"failed"_s}));
    }

    void theFocusIsNeverTakenAndF6ReachesAToast()
    {
        bool done = false;
        m_open->table().setFocus();
        show(u"done"_s, Notice::Kind::Result, {{u"Undo"_s, u"Ctrl+Z"_s, [&done] { done = true; }}});
        QWidget* undo = link(newest(), u"Undo"_s);
        QCOMPARE(QApplication::focusWidget(), static_cast<QWidget*>(&m_open->table()));
        for (int i = 0; i < 9 && QApplication::focusWidget() != undo; ++i)
            key(Qt::Key_F6);
        QCOMPARE(QApplication::focusWidget(), undo);
        key(Qt::Key_Return);
        QVERIFY(done);
        key(Qt::Key_Tab);
        QCOMPARE(QApplication::focusWidget()->accessibleName(), u"Close this message"_s);
        QVERIFY(newest().isAncestorOf(QApplication::focusWidget()));
        key(Qt::Key_F6);
        QVERIFY(!toasts().isAncestorOf(QApplication::focusWidget()));
    }

    /// When the focused toast closes, the previously focused widget gets the focus back.
    void escapeAndTheCrossCloseTheToastWithTheFocus()
    {
        show(u"failed"_s, Notice::Kind::Failure);
        show(u"warned"_s, Notice::Kind::Warning, {{u"Show"_s, {}, [] {}}});
        m_open->table().setFocus();
        link(newest(), u"Show"_s)->setFocus(Qt::TabFocusReason);
        key(Qt::Key_Escape);
        QCOMPARE(texts(), QStringList{u"failed"_s});
        QCOMPARE(QApplication::focusWidget(), static_cast<QWidget*>(&m_open->table()));
        QTest::mouseClick(newest().findChild<QToolButton*>(), Qt::LeftButton);
        QVERIFY(texts().isEmpty() && !toasts().isVisible());
        QCOMPARE(QApplication::focusWidget(), static_cast<QWidget*>(&m_open->table()));
    }

    /// Once an action has been undone with its shortcut, its toast no longer offers Undo.
    void whatIsUndoneInOneWayIsNotOfferedInAnother()
    {
        toasts().setLife(60'000);
        QVERIFY(m_open->table().select("mail.send#1"));
        QTRY_VERIFY(m_open->window.actions()["task.discard"]->isEnabled());
        m_open->window.actions()["task.discard"]->trigger();
        QTRY_COMPARE(texts(), QStringList{u"1 task(s) discarded"_s});
        QVERIFY2(toasts().notice().detail.startsWith(u"in mail"_s), qPrintable(toasts().notice().detail));
        QVERIFY(link(newest(), u"Undo"_s));
        m_open->window.actions()["edit.undo"]->trigger();
        QTRY_COMPARE(m_shop->stateOf("mail.send#1"), TaskState::Scheduled);
        QTRY_VERIFY(texts().size() == 1 && texts().front().contains(u"restored"_s));
        QCOMPARE(toasts().notice().detail, u"in mail"_s);
        QTRY_VERIFY(m_open->table().select("mail.send#1"));
        QTRY_VERIFY(m_open->window.actions()["task.discard"]->isEnabled());
        m_open->window.actions()["task.discard"]->trigger();
        QTRY_VERIFY(texts().size() == 2);
        QTRY_VERIFY(link(newest(), u"Undo"_s) && link(newest(), u"Undo"_s)->isEnabled());
        QTest::mouseClick(link(newest(), u"Undo"_s), Qt::LeftButton);
        QTRY_COMPARE(m_shop->stateOf("mail.send#1"), TaskState::Scheduled);
        QTRY_VERIFY(texts().filter(u"discarded"_s).isEmpty());
    }

    void aNarrowWindowKeepsItsControlsFree()
    {
        m_open->window.resize(1024, 640);
        m_open->window.actions()["view.inspector"]->setChecked(true);
        m_open->window.dock().setOpen(true);
        for (const QString& text : {u"Done."_s, u"The server refused it. "_s.repeated(30)}) {
            show(text, Notice::Kind::Failure, {{u"Undo"_s, {}, [] {}}, {u"Show in Activity"_s, {}, [] {}}});
            QVERIFY(isSettled());
            const QRect there(newest().mapTo(&m_open->window, QPoint()), newest().size());
            const auto placeOf = [this](const QWidget& part) {
                return part.isVisible() ? QRect(part.mapTo(&m_open->window, QPoint()), part.size()) : QRect();
            };
            // There is no room below the list, so the toast covers the panel.
            QVERIFY(!there.intersects(placeOf(m_open->table())));
            QVERIFY(!there.intersects(placeOf(m_open->window.dock().tabs())));
            QVERIFY(!there.intersects(placeOf(m_open->part<Sidebar>())));
            QVERIFY(!there.intersects(placeOf(m_open->part<FilterLine>())));
            QVERIFY(placeOf(*newest().parentWidget()->parentWidget()).contains(there));
            QCOMPARE(Overflow::in(m_open->window).filter(u"Toast"_s).join(u'\n'), QString());
            toasts().clear();
        }
    }

    void theButtonsOfAnEmptyStateRemainFree()
    {
        m_open->window.resize(1280, 800);
        m_open->window.dock().setOpen(true);
        m_open->part<FilterLine>().apply(u"type:nothing"_s);
        QTRY_COMPARE(m_open->bench.list().tasks().rowCount(), 0);
        QVERIFY(isSettled());
        for (const QString& text : {u"failed"_s, u"refused"_s, u"lost"_s})
            show(text, Notice::Kind::Failure, {{u"Show"_s, {}, [] {}}, {u"Details"_s, {}, [] {}}});
        QVERIFY(isSettled());
        QVERIFY(newest().isVisible());
        const auto placeOf
            = [this](const QWidget& part) { return QRect(part.mapTo(&m_open->window, QPoint()), part.size()); };
        int buttons = 0;
        for (const EmptyState* empty : m_open->part<TaskPane>().findChildren<EmptyState*>()) {
            for (const QPushButton* button : empty->findChildren<QPushButton*>()) {
                if (!button->isVisible())
                    continue;
                ++buttons;
                for (const Toast* toast : toasts().all())
                    QVERIFY(!toast->isVisible() || !placeOf(*toast).intersects(placeOf(*button)));
            }
        }
        QVERIFY(buttons > 0);
    }

    void theTableScrollsClearOfThem()
    {
        m_shop->add(60, 1h, "mail", 100);
        m_open->bench.view().refresh();
        TaskTable& table = m_open->table();
        QTRY_COMPARE(m_open->bench.list().tasks().rowCount(), 63);
        const int before = table.verticalScrollBar()->maximum();
        show(u"failed"_s, Notice::Kind::Failure);
        QVERIFY(table.verticalScrollBar()->maximum() > before);
        table.setCurrentIndex(m_open->bench.list().tasks().index(62, 0));
        table.scrollTo(table.currentIndex());
        const QRect last = table.visualRect(m_open->bench.list().tasks().index(62, TaskTableModel::Type));
        QVERIFY(table.viewport()->mapTo(&m_open->window, last.bottomLeft()).y()
            < newest().mapTo(&m_open->window, QPoint()).y());
        toasts().clear();
        QCOMPARE(table.verticalScrollBar()->maximum(), before);
    }

    void aLongMessageIsUnfoldedByItsLink()
    {
        m_open->window.resize(1300, 1000);
        show(u"It went wrong."_s, Notice::Kind::Failure);
        const int height = newest().height();
        auto* details = newest().findChild<QPushButton*>(u"details"_s);
        QVERIFY(!details->isVisible());
        toasts().clear();
        toasts().show({Notice::Kind::Failure, u"warning"_s, u"It went wrong."_s,
            u"mail has 0 of 5,693. "_s.repeated(30), {}, u"Tasks are gone."_s});
        details = newest().findChild<QPushButton*>(u"details"_s);
        QVERIFY(m_open->says(u"Tasks are gone."_s) && details->isVisible());
        Q_EMIT m_theme->changed();
        QVERIFY(m_open->says(u"Tasks are gone."_s) && details->isVisible());
        toasts().clear();
        const QString reason = u"for a reason that takes many words "_s.repeated(12).trimmed();
        toasts().show({Notice::Kind::Failure, u"warning"_s, u"It went wrong."_s, reason, {}});
        details = newest().findChild<QPushButton*>(u"details"_s);
        QTRY_VERIFY(details->isVisible());
        QCOMPARE(Overflow::in(m_open->window).filter(u"Toast"_s).join(u'\n'), QString());
        const int folded = newest().height();
        QVERIFY(folded > height);
        QTest::mouseClick(details, Qt::LeftButton);
        QTRY_VERIFY(newest().height() > folded);
        QVERIFY(m_open->says(reason));
        QCOMPARE(details->text(), u"Less"_s);
        QCOMPARE(Overflow::in(m_open->window).filter(u"Toast"_s).join(u'\n'), QString());
        // The keyboard reaches the link, and the focus stays on it.
        m_open->window.actions()["view.lastMessage"]->trigger();
        QVERIFY(newest().isAncestorOf(QApplication::focusWidget()));
        details->setFocus(Qt::TabFocusReason);
        key(Qt::Key_Space);
        QTRY_COMPARE(newest().height(), folded);
        QCOMPARE(QApplication::focusWidget(), static_cast<QWidget*>(details));
        key(Qt::Key_Tab);
        QCOMPARE(QApplication::focusWidget()->accessibleName(), u"Close this message"_s);
    }

    void clicksBesideAToastReachTheTable()
    {
        m_open->window.resize(1300, 1000);
        show(u"failed"_s, Notice::Kind::Failure);
        show(u"warned"_s, Notice::Kind::Warning);
        QVERIFY(isSettled());
        MainWindow& window = m_open->window;
        const auto at = [&window](const Toast& toast, const QPoint& place) {
            return window.childAt(toast.mapTo(&window, place));
        };
        const Toast& upper = *toasts().all().front();
        QVERIFY(&newest() == at(newest(), {3, 3}) || newest().isAncestorOf(at(newest(), {3, 3})));
        const QPoint beside[] = {{-1, 9}, {upper.width() + 1, 9}, {9, -1}, {9, upper.height() + 1}};
        for (const QPoint& place : beside) {
            const QWidget* below = at(upper, place);
            QVERIFY(below && m_open->table().isAncestorOf(below));
        }
    }

    void aClosedMessageIsShownAgain()
    {
        QAction& last = *m_open->window.actions()["view.lastMessage"];
        toasts().clear();
        QVERIFY(!last.isEnabled());
        m_open->table().setFocus();
        show(u"failed"_s, Notice::Kind::Failure);
        show(u"done"_s, Notice::Kind::Result, {{u"Show"_s, {}, [] {}}});
        QTRY_COMPARE(texts(), QStringList{u"failed"_s});
        QVERIFY(last.isEnabled());
        // The first press focuses the visible toast; the second shows the closed message again.
        last.trigger();
        QVERIFY(newest().isAncestorOf(QApplication::focusWidget()));
        last.trigger();
        QCOMPARE(texts(), (QStringList{u"failed"_s, u"done"_s}));
        QCOMPARE(QApplication::focusWidget(), static_cast<QWidget*>(link(newest(), u"Show"_s)));
        passLife();
        QCOMPARE(texts(), (QStringList{u"failed"_s, u"done"_s})); // a toast with the focus does not close
        key(Qt::Key_Escape);
        QCOMPARE(texts(), QStringList{u"failed"_s});
        QCOMPARE(QApplication::focusWidget(), static_cast<QWidget*>(&m_open->table()));
    }

    /// A message is not shown again if the situation it described is over, or if its action has been undone.
    void aMessageThatIsOverIsNotShownAgain()
    {
        Notice over{Notice::Kind::Warning, u"key"_s, u"waiting"_s, {}, {}};
        over.subject = u"keyring"_s;
        toasts().show(over);
        QTest::mouseClick(newest().findChild<QToolButton*>(), Qt::LeftButton);
        QVERIFY(toasts().hasLast());
        toasts().end(u"keyring"_s);
        QVERIFY(!toasts().hasLast());
        show(u"done"_s, Notice::Kind::Result, {{u"Undo"_s, {}, [] {}, "edit.undo"}});
        link(newest(), u"Undo"_s)->setEnabled(true);
        QTest::mouseClick(link(newest(), u"Undo"_s), Qt::LeftButton);
        QVERIFY(texts().isEmpty() && !toasts().hasLast());
    }

    /// See also tst_outside, which checks that screen readers get the notification.
    void aToastIsANotificationWithItsText()
    {
        show(u"done"_s);
        const QAccessibleInterface* face = QAccessible::queryAccessibleInterface(&newest());
        QVERIFY(face);
        QCOMPARE(face->role(), QAccessible::Notification);
        QCOMPARE(face->text(QAccessible::Name), u"done"_s);
        QCOMPARE(face->text(QAccessible::Description), u"in mail"_s);
    }
};

QTEST_MAIN(TestToasts)
#include "tst_toasts.moc"
