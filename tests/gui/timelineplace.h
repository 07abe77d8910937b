// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tests/gui/frameworkshop.h"
#include "ui/timeline/timelinepane.h"
#include "ui/widgets/tasks/filterline.h"
#include "ui/workbench/workbench.h"

namespace dueline::test {

/// Base class for timeline tests in the real window. Each test has its own window and server, with a `mail` queue.
class TimelinePlace : public QObject
{
protected:
    void makePlace()
    {
        m_theme = std::make_unique<Theme>(*qobject_cast<QApplication*>(QCoreApplication::instance()));
        m_shop = std::make_unique<FrameworkShop>();
        m_open = std::make_unique<OpenWindow>(*m_theme);
    }
    void endPlace()
    {
        m_open.reset();
        m_shop.reset();
        m_theme.reset();
    }

    TimelineWidget& timeline() { return m_open->window.timelinePane().timeline(); }
    const TimelineData& data() { return timeline().data(); }
    Workbench& bench() { return m_open->bench; }
    void open(const Profile& profile) { m_open->open(profile); }
    void open() { open(m_shop->profile(QStringLiteral("orders"))); }
    void openBullmq()
    {
        Profile profile = m_shop->profile(QStringLiteral("shop"));
        profile.layout = QStringLiteral("bullmq");
        open(profile);
    }
    void filter(const QString& text) { m_open->part<FilterLine>().apply(text); }
    void choose(const char* action) { m_open->window.actions()[action]->trigger(); }

    /// Adds `count` tasks, named TYPE#`first` and up. The first is due after `in`, the others at 20 s intervals, so
    /// that a bar contains several.
    void add(int count, Millis in, const QByteArray& type, const QueueName& queue = "mail", int first = 1)
    {
        std::vector<NewTask> tasks;
        for (int i = 0; i < count; ++i) {
            NewTask task;
            task.id = type + '#' + QByteArray::number(first + i);
            task.dueIn = in + std::chrono::seconds(20) * i;
            task.payload = "{}";
            tasks.push_back(task);
        }
        for (std::size_t from = 0; from < tasks.size(); from += 100) {
            const std::vector<NewTask> some(tasks.begin() + std::ptrdiff_t(from),
                tasks.begin() + std::ptrdiff_t(std::min(from + 100, tasks.size())));
            QVERIFY(m_shop->backend().editor()->add(queue, some).ok());
        }
    }
    /// Returns all of a queue's tasks in the states that a timeline shows, read through a separate backend.
    std::vector<Task> everything(const QueueName& queue = "mail")
    {
        PageRequest request;
        request.queue = queue;
        request.states = StateSet::all();
        request.states.remove(TaskState::Trash);
        request.limit = QueueInspector::maxPage;
        std::vector<Task> tasks;
        for (;;) {
            const TaskPage page = m_shop->backend().inspector().page(request).value();
            tasks.insert(tasks.end(), page.tasks.begin(), page.tasks.end());
            request.offset = qint64(tasks.size());
            if (page.tasks.empty() || request.offset >= page.total)
                return tasks;
        }
    }
    static qint64 sum(const StateCounts& counts)
    {
        qint64 all = 0;
        for (const TaskState state : timelineBands)
            all += counts[state];
        return all;
    }

    std::unique_ptr<Theme> m_theme;
    std::unique_ptr<FrameworkShop> m_shop;
    std::unique_ptr<OpenWindow> m_open;
};

} // namespace dueline::test
