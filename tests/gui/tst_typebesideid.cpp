// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/inspector/inspector.h"
#include "ui/models/cell.h"
#include "ui/panels/leases/leasemodel.h"
#include "ui/panels/results/resultmodel.h"
#include "ui/panels/worker/workerlogmodel.h"
#include "ui/text/taskname.h"
#include "ui/theme/theme.h"
#include "ui/widgets/plainlabel.h"
#include "ui/widgets/tasks/taskdelegate.h"

#include <QApplication>
#include <QPushButton>
#include <QTest>

using namespace dueline;
using namespace Qt::StringLiterals;

/// Tests layouts whose ids come from other programs: the type is next to the id, which may contain any bytes.
class TestTypeBesideId : public QObject
{
    Q_OBJECT

    std::unique_ptr<Theme> m_theme;
    Formatting m_formatting{QTimeZone::utc()};

    static Task order()
    {
        Task task;
        task.id = "order#7 of {alice}";
        task.type = "send";
        return task;
    }

private Q_SLOTS:
    void initTestCase()
    {
        m_theme = std::make_unique<Theme>(*qobject_cast<QApplication*>(QCoreApplication::instance()));
    }
    void cleanupTestCase() { m_theme.reset(); }

    void theWholeIdIsUniqueWhereTheTypeStandsBesideIt()
    {
        QCOMPARE(shortUnique(order()), u"order#7 of {alice}"_s);
        QCOMPARE(uniquePart(order(), 120), u"order#7 of {alice}"_s);
        Task native;
        native.id = "mail.send#order-7";
        QCOMPARE(shortUnique(native), u"#order-7"_s);
        QCOMPARE(uniquePart(native, 120), u"#order-7"_s);
    }

    void longAndBinaryIdsAreCutAndEscaped()
    {
        Task task = order();
        task.id = QByteArray("\xff\n", 2) + QByteArray(500, 'x');
        QVERIFY(shortUnique(task).startsWith(u"\\xFF\\u{A}xxx"_s));
        QVERIFY(shortUnique(task).size() <= 25);
        QVERIFY(shortUnique(task).endsWith(u'…'));
    }

    void theTableHasRoomForTypeAndId()
    {
        Task bare = order();
        bare.type.clear(); // Now its type is `order`, the part of its id before the #.
        const TaskDelegate delegate(*m_theme);
        QVERIFY(delegate.taskWidth(order()) > delegate.taskWidth(bare));
    }

    void leasesNameTheTypeAndTheId()
    {
        LeaseModel model(m_formatting);
        model.set({{"jobs", order(), LeaseFate::Held, Millis(1000), false}});
        QCOMPARE(model.index(0, LeaseModel::TaskId).data().toString(), u"send"_s);
        QCOMPARE(model.index(0, LeaseModel::TaskId).data(Cell::Tail).toString(), u"order#7 of {alice}"_s);
    }

    void resultsNameTheTypeAndAreFoundByIt()
    {
        ResultModel model(m_formatting);
        ResultEntry entry;
        entry.queue = "jobs";
        entry.outcome.id = order().id;
        entry.outcome.type = order().type;
        entry.outcome.outcome = "done";
        model.append({entry});
        QCOMPARE(model.index(0, ResultModel::Task).data().toString(), u"send"_s);
        QCOMPARE(model.index(0, ResultModel::Task).data(Cell::Tail).toString(), u"order#7 of {alice}"_s);
        model.setFilter(u"send"_s);
        QCOMPARE(model.rowCount(), 1);
        model.setFilter(u"mail"_s);
        QCOMPARE(model.rowCount(), 0);
    }

    void theWorkersLogNamesTheType()
    {
        WorkerLogLine line;
        line.task = order().id;
        line.type = order().type;
        QCOMPARE(WorkerLogModel::type(line), u"send"_s);
        line.type.clear();
        QCOMPARE(WorkerLogModel::type(line), u"order"_s);
    }

    void theInspectorShowsBoth()
    {
        QWidget window;
        const Actions actions(*m_theme, &window);
        Inspector inspector(*m_theme, m_formatting, actions);
        inspector.setTask(order());
        QStringList shown;
        for (const PlainLabel* label : inspector.findChildren<PlainLabel*>())
            shown << label->fullText();
        QVERIFY(shown.contains(u"send"_s));
        QVERIFY(shown.contains(u"order#7 of {alice}"_s));
    }

    void aDisabledActionSaysWhy()
    {
        ActionContext context;
        context.connected = context.open = context.writable = true;
        context.selected = 1;
        context.states = {TaskState::Failed};
        context.capabilities = Capabilities::everything("bullmq");
        QCOMPARE(Actions::whyNot(context, "task.retryLater"), QString());
        QCOMPARE(Actions::whyNot(context, "task.retry"), QString());
        QCOMPARE(
            Actions::whyNot(context, "task.reschedule"), u"Failed tasks have no due time. Choose Retry instead."_s);
        context.capabilities.retryLater = false;
        QVERIFY2(Actions::whyNot(context, "task.retryLater").contains(u"only be retried immediately"_s),
            qPrintable(Actions::whyNot(context, "task.retryLater")));
        context.capabilities.actions = {ActionKind::Discard};
        QVERIFY(!Actions::whyNot(context, "task.retry").isEmpty());
        QCOMPARE(Actions::whyNot(context, "task.discard"), QString());
        context.writable = false;
        QVERIFY(!Actions::whyNot(context, "task.discard").isEmpty());
    }

    void whatTheLayoutLacksIsNotOffered()
    {
        QWidget window;
        const Actions actions(*m_theme, &window);
        Inspector inspector(*m_theme, m_formatting, actions);
        inspector.show();
        Task due = order();
        due.state = TaskState::Due;
        inspector.setTask(due);
        ActionContext context;
        context.connected = context.writable = true;
        context.capabilities = Capabilities::everything("list");
        context.capabilities.actions = {ActionKind::Discard};
        inspector.setContext(context);
        QStringList buttons;
        for (const QPushButton* button : inspector.findChildren<QPushButton*>()) {
            if (button->isVisible())
                buttons << button->text();
        }
        QVERIFY2(
            buttons.contains(u"Discard"_s) && !buttons.contains(u"Run now"_s) && !buttons.contains(u"Reschedule…"_s),
            qPrintable(buttons.join(u' ')));
    }
};

QTEST_MAIN(TestTypeBesideId)
#include "tst_typebesideid.moc"
