// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tests/gui/openwindow.h"

#include <memory>

namespace dueline::test {

/// Window on a private server with a `mail` queue, for tests that add tasks one at a time. Each test function opens it
/// with setUp() and closes it with tearDown().
class MailPlace
{
public:
    /// Opens the window on a queue with the tasks that `fill` adds.
    template <typename Fill> void setUp(Fill fill)
    {
        if (!m_theme)
            m_theme = std::make_unique<Theme>(*qobject_cast<QApplication*>(QCoreApplication::instance()));
        m_shop = std::make_unique<Shop>();
        fill();
        m_open = std::make_unique<OpenWindow>(*m_theme);
        m_open->open(m_shop->profile(QStringLiteral("test")));
    }
    void tearDown()
    {
        m_open.reset();
        m_shop.reset();
    }
    /// Deletes the theme, because it refers to the application. Call this after the last test.
    void forgetTheme() { m_theme.reset(); }

    /// Adds a task due after `in`, and returns its due time.
    TimePoint add(const TaskId& id, Millis in)
    {
        NewTask task;
        task.id = id;
        task.dueIn = in;
        task.payload = "{\"to\":\"<b>a@b.cn</b>\"}";
        const auto added = m_shop->backend().editor()->add("mail", {task});
        if (!added || added->front() != AddOutcome::Added)
            qFatal("cannot add %s", id.constData());
        return dueOf(id);
    }
    TaskState stateOf(const TaskId& id) { return m_shop->stateOf(id); }
    TimePoint dueOf(const TaskId& id) { return m_shop->dueOf(id); }

    const Theme& theme() const { return *m_theme; }
    const Formatting& formatting() const { return m_open->formatting; }
    Backend& backend() { return m_shop->backend(); }
    RedisServer& server() { return m_shop->server; }
    Workbench& bench() { return m_open->bench; }
    MainWindow& window() { return m_open->window; }
    TaskTable& table() { return m_open->window.table(); }

private:
    std::unique_ptr<Theme> m_theme;
    std::unique_ptr<Shop> m_shop;
    std::unique_ptr<OpenWindow> m_open;
};

} // namespace dueline::test
