// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tests/gui/openwindow.h"
#include "ui/dialogs/confirmdialog.h"
#include "ui/dialogs/undodialog.h"
#include "ui/panels/activity/activitypanel.h"
#include "ui/panels/dock.h"
#include "ui/sidebar/sidebar.h"
#include "ui/widgets/paneltable.h"
#include "ui/widgets/tasks/tasktable.h"
#include "ui/widgets/toast.h"
#include "ui/widgets/toasts.h"
#include "ui/widgets/undobutton.h"

#include <QLineEdit>
#include <QMenu>
#include <QPushButton>
#include <QTimer>
#include <QToolButton>

namespace dueline::test {

using namespace std::chrono_literals;
using namespace Qt::StringLiterals;

/// Base class for undo tests, with common steps: a window on a server with a `mail` queue, and on a production server
/// with a `billing` queue.
class UndoPlace : public QObject
{
protected:
    std::unique_ptr<Theme> m_theme;
    std::unique_ptr<Shop> m_mail;
    std::unique_ptr<Shop> m_bills;
    std::unique_ptr<OpenWindow> m_open;
    Connection* m_orders = nullptr;
    Connection* m_shop = nullptr;

    UndoButton& button() { return m_open->part<UndoButton>(); }
    void runNow(Connection& connection, const QueueName& queue, const TaskId& task)
    {
        OperationRequest request;
        request.queue = queue;
        request.action.kind = ActionKind::RunNow;
        request.selection.kind = TaskSelection::Kind::Ids;
        request.selection.ids = {task};
        m_open->bench.actions().run(m_open->bench.actions().makeJob(connection, request));
    }
    QAction& undo() { return *m_open->window.actions()["edit.undo"]; }
    Toasts& bar() { return m_open->window.messages(); }
    /// Discards all tasks in these queues with one action. `paceOfLast` limits the pace on the last queue, including
    /// that of its undo (0: unlimited).
    void discardTogether(const std::vector<QueueName>& queues, qint64 paceOfLast = 0)
    {
        const ActionRunner::OneAction together(m_open->bench.actions());
        for (const QueueName& queue : queues) {
            OperationRequest request;
            request.queue = queue;
            request.pace = queue == queues.back() ? paceOfLast : 0;
            request.action.kind = ActionKind::Discard;
            m_open->bench.actions().run(m_open->bench.actions().makeJob(request));
        }
    }
    qint64 count(TaskState state, const QueueName& queue)
    {
        return m_mail->backend().inspector().queue(queue)->counts[state];
    }
    /// Returns the open menu's entries.
    QStringList menuLines()
    {
        Q_EMIT button().menuOpened();
        QStringList texts;
        for (const QAction* line : button().menuButton().menu()->actions()) {
            if (!line->isSeparator())
                texts << line->text();
        }
        return texts;
    }
    void goTo(const Connection& connection, const QueueName& queue, const TaskId& task)
    {
        auto& sidebar = m_open->part<Sidebar>();
        const QModelIndex row = m_open->bench.sidebar().find({connection.id(), queue, {}});
        QVERIFY(row.isValid());
        QTest::mouseClick(sidebar.viewport(), Qt::LeftButton, {}, sidebar.visualRect(row).center());
        QTRY_VERIFY(m_open->bench.list().tasks().rowOf(task) >= 0);
        QVERIFY(m_open->table().select(task));
        m_open->table().setFocus();
    }
    void discard(const TaskId& task)
    {
        QVERIFY(m_open->table().select(task));
        QTest::keyClick(&m_open->table(), Qt::Key_Delete);
    }
    void pressUndo() { QTest::keyClick(&m_open->table(), Qt::Key_Z, Qt::ControlModifier); }
    /// Returns the link with this text in the newest message that has one.
    QPushButton* link(const QString& text)
    {
        QPushButton* newest = nullptr;
        for (const Toast* toast : bar().all()) {
            for (auto* button : toast->findChildren<QPushButton*>()) {
                if (button->isVisible() && button->text().remove(u'&') == text)
                    newest = button;
            }
        }
        return newest;
    }
    /// Returns the text of all messages, including the names at the start.
    QString barSays()
    {
        QStringList words;
        for (const auto* label : bar().findChildren<PlainLabel*>()) {
            if (label->isVisible())
                words << label->fullText();
        }
        return words.join(u'|');
    }
    /// Types `count` into the next dialog, or presses Esc if `count` is empty.
    void answer(const QString& count, bool* asked)
    {
        auto* timer = new QTimer(this);
        connect(timer, &QTimer::timeout, this, [timer, count, asked] {
            auto* dialog = qobject_cast<UndoDialog*>(QApplication::activeModalWidget());
            if (!dialog || !dialog->isActiveWindow())
                return;
            timer->deleteLater();
            timer->stop();
            *asked = true;
            auto* field = qobject_cast<QLineEdit*>(QApplication::focusWidget());
            if (count.isEmpty() || !field)
                return void(QTest::keyClick(dialog, Qt::Key_Escape));
            QTest::keyClicks(field, count); // typed into the focused field
            QTest::keyClick(field, Qt::Key_Return);
        });
        timer->start(10);
    }

    void open()
    {
        m_theme = std::make_unique<Theme>(*qobject_cast<QApplication*>(QCoreApplication::instance()));
        m_mail = std::make_unique<Shop>("mail.send");
        m_mail->add(3);
        m_bills = std::make_unique<Shop>("bill.close");
        m_bills->add(5, 1h, "billing");
        m_open = std::make_unique<OpenWindow>(*m_theme);
        m_orders = &m_open->open(m_mail->profile(u"orders"_s));
        m_shop = &m_open->open(m_bills->profile(u"shop"_s, Environment::Production));
        QTRY_VERIFY(m_orders->queue("mail") && m_shop->queue("billing"));
        QVERIFY(m_shop->session().unlock(true, false).ok());
        QTRY_VERIFY(m_shop->session().isOnline());
    }
    void close()
    {
        m_open.reset();
        m_mail.reset();
        m_bills.reset();
        m_theme.reset();
    }
};

} // namespace dueline::test
