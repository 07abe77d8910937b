// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/gui/openwindow.h"
#include "ui/widgets/tasks/tasktable.h"

using namespace dueline;
using namespace dueline::test;
using namespace Qt::StringLiterals;

/// Tests a stream's messages in the window. Only the stream's consumers can run them.
class TestStreamWindow : public QObject
{
    Q_OBJECT

    std::unique_ptr<Theme> m_theme;
    std::unique_ptr<Shop> m_shop;
    std::unique_ptr<OpenWindow> m_open;

    QAction& action(const char* id) { return *m_open->window.actions()[id]; }
    int withTimeZero()
    {
        int released = 0;
        for (const Reply& entry : m_shop->server.call({"XPENDING", "orders", "g", "-", "+", "10"}).items)
            released += entry.items[2].integer > 10 * dayMs ? 1 : 0;
        return released;
    }

    /// Returns whether the messages have been pending for longer than the layout's `idle=`.
    bool isIdle()
    {
        const Reply last = m_shop->server.call({"XPENDING", "orders", "g", "-", "+", "3"}).items.back();
        return last.items[2].integer > 1000;
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
    }
    void cleanup()
    {
        m_open.reset();
        m_shop.reset();
    }

    /// A waiting message is already due, so running it now would change nothing.
    void aWaitingMessageCannotBeRunNow()
    {
        m_shop->server.call({"XGROUP", "CREATE", "orders", "g", "0", "MKSTREAM"});
        m_shop->server.call({"XADD", "orders", "*", "message", "{}"});
        Profile profile = m_shop->profile(u"shop"_s);
        profile.layout = u"stream:orders"_s;
        m_open->open(profile);
        m_open->bench.view().show({m_open->bench.view().current()->id(), "orders/g", {}});
        QTRY_COMPARE(m_open->bench.list().tasks().rowCount(), 1);
        m_open->table().setFocus();
        m_open->table().selectAll();
        QTRY_VERIFY(action("task.discard").isEnabled());
        QVERIFY(!action("task.runNow").isEnabled());
        QVERIFY2(action("task.runNow").toolTip().contains(u"already due"), qPrintable(action("task.runNow").toolTip()));
    }

    void heldMessagesAreReleasedAndTheReleaseIsUndone()
    {
        m_shop->server.call({"XGROUP", "CREATE", "orders", "g", "0", "MKSTREAM"});
        for (int i = 0; i < 4; ++i)
            m_shop->server.call({"XADD", "orders", "*", "message", "{}"});
        m_shop->server.call({"XREADGROUP", "GROUP", "g", "w1", "COUNT", "3", "STREAMS", "orders", ">"});
        Profile profile = m_shop->profile(u"shop"_s);
        profile.layout = u"stream:orders?idle=1s"_s;
        m_open->open(profile);
        m_open->bench.view().show({m_open->bench.view().current()->id(), "orders/g", {}});
        QTRY_COMPARE(m_open->bench.list().tasks().rowCount(), 4);
        TaskTable& table = m_open->table();
        table.setFocus();
        // The selection includes a waiting message. It can't be released, because no consumer has received it.
        table.selectAll();
        QTRY_COMPARE(m_open->bench.list().tasks().ticked().size(), 4);
        QVERIFY(!action("task.retry").isEnabled());
        m_open->bench.view().show({m_open->bench.view().current()->id(), "orders/g", TaskState::Leased});
        QTRY_COMPARE(m_open->bench.list().tasks().rowCount(), 3);
        table.selectAll();
        QTRY_VERIFY(action("task.retry").isEnabled() && action("task.runNow").isEnabled());
        QVERIFY(action("task.discard").isEnabled() && !action("task.reschedule").isEnabled());
        QTRY_VERIFY(isIdle());
        action("task.retry").trigger();
        QTRY_COMPARE(withTimeZero(), 3);
        QTRY_VERIFY(action("edit.undo").isEnabled());
        action("edit.undo").trigger();
        QTRY_COMPARE(withTimeZero(), 0);
    }
};

QTEST_MAIN(TestStreamWindow)
#include "tst_streamwindow.moc"
