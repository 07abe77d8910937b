// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/duectl/commands.h"
#include "app/duectl/commands/lookthrough.h"
#include "app/duectl/context.h"
#include "app/duectl/fields.h"
#include "app/duectl/signals.h"
#include "app/duectl/tables.h"
#include "core/base/text.h"
#include "core/console/connect/serverchange.h"

#include <unistd.h>

using namespace Qt::StringLiterals;

namespace dueline::duectl {

namespace {

constexpr Millis interval{1000};

QString countsLine(const QueueInfo& queue)
{
    QString text = printable(queue.name, 64) + u": "_s
        + (queue.unreadable.isEmpty() ? countsText(queue.counts) : u"cannot be read: "_s + printable(queue.unreadable));
    if (queue.oldestDue)
        text += u"; oldest due "_s + relativeTime(*queue.oldestDue, queue.serverNow);
    return queue.paused ? text + u"; paused"_s : text;
}

QString timedLine(const QueueInfo& queue) { return clockText(queue.serverNow) + u"  "_s + countsLine(queue); }

/// Printer for `watch`. On a terminal, redraws the table; otherwise prints one line for each queue that has changed
/// since the last refresh.
class CountsPrinter
{
public:
    explicit CountsPrinter(Context& context)
        : m_context(context)
        , m_redraws(!context.json() && ::isatty(STDOUT_FILENO) == 1)
    { }

    void show(const std::vector<QueueInfo>& queues)
    {
        if (m_redraws)
            redraw(queues);
        else
            appendChanges(queues);
        m_context.out().flush();
    }

private:
    void redraw(const std::vector<QueueInfo>& queues)
    {
        Output& out = m_context.out();
        if (m_lines > 0)
            out.write(QByteArray("\033[") + QByteArray::number(qint64(m_lines)) + "A\033[J");
        m_lines = std::max<std::size_t>(1, queues.size());
        if (queues.empty())
            out.line(u"No queues yet."_s);
        for (const QueueInfo& queue : queues)
            out.line(timedLine(queue));
    }

    void appendChanges(const std::vector<QueueInfo>& queues)
    {
        for (const QueueInfo& queue : queues) {
            const auto state = std::tuple(queue.counts, queue.paused, queue.unreadable);
            const auto known = m_last.find(queue.name);
            if (known != m_last.end() && known->second == state)
                continue;
            m_last[queue.name] = state;
            print(queue);
        }
        std::erase_if(m_last, [&](const auto& entry) {
            return std::none_of(
                queues.begin(), queues.end(), [&](const QueueInfo& queue) { return queue.name == entry.first; });
        });
    }

    void print(const QueueInfo& queue)
    {
        if (!m_context.json()) {
            m_context.out().line(timedLine(queue));
            return;
        }
        JsonWriter json(true);
        json.beginObject();
        json.member("at_ms", toMs(queue.serverNow));
        writeQueue(json, queue);
        json.endObject();
        m_context.out().write(json.take());
    }

    Context& m_context;
    bool m_redraws;
    std::size_t m_lines = 0;
    std::map<QueueName, std::tuple<StateCounts, bool, QByteArray>> m_last;
};

/// Printer for messages about server restarts and replacements, and how they affected tasks.
class RestartTeller
{
public:
    void note(const Backend& backend, const std::vector<QueueInfo>& queues)
    {
        const QByteArray run = backend.serverRun();
        if (!run.isEmpty() && !m_run.isEmpty() && run != m_run)
            tellChange(changeBetween(m_queues, queues, backend.capabilities().sharedWork));
        m_run = run;
        m_queues = queues;
    }

private:
    static void tellChange(const ServerChange& change)
    {
        if (!change.isLoss())
            return tell(u"Redis was restarted; no queue has fewer tasks than before."_s);
        const ServerChange::Loss& most = change.losses.front();
        const QString queue
            = u"%1 now has %2 of %3 tasks"_s.arg(printable(most.queue, 64)).arg(most.now).arg(most.before);
        const qint64 reopened = change.reopened();
        tell(u"Redis was restarted and has lost tasks: %1 missing%2 (%3)%4. \"duectl doctor\" may show the reason."_s
                 .arg(QString::number(change.gone()),
                     reopened > 0 ? u", %1 finished tasks are pending again and may run twice"_s.arg(reopened)
                                  : QString(),
                     queue,
                     change.sharedWork ? u", unless other programs' workers finished them in the meantime"_s
                                       : QString()));
    }

    QByteArray m_run;
    std::vector<QueueInfo> m_queues;
};

Result<std::vector<QueueInfo>> look(Context& context, const std::optional<QueueName>& name)
{
    QueueInspector& inspector = context.backend().inspector();
    if (!name) {
        const auto discovered = discover(context.backend());
        return discovered ? inspector.queues() : discovered.error();
    }
    auto queue = inspector.queue(*name);
    if (!queue)
        return queue.error();
    return std::vector<QueueInfo>{*std::move(queue)};
}

} // namespace

Result<int> runWatch(Context& context)
{
    std::optional<QueueName> name;
    if (!context.line().words().empty()) {
        const auto queue = context.queue();
        if (!queue)
            return queue.error();
        name = *queue;
    }
    const auto inspector = context.inspector();
    if (!inspector)
        return inspector.error();
    auto queues = look(context, name);
    if (!queues && queues.error().code != ErrorCode::NotFound && !mayPass(queues.error()))
        return queues.error();

    SignalWatch signalWatch;
    CountsPrinter printer(context);
    RestartTeller restarts;
    const QString gap = name ? QString() : lookedThrough(context.backend());
    if (!gap.isEmpty())
        tell(gap + u" Queues found later will be shown."_s);
    else if (queues && queues->empty() && !context.json())
        tell(u"No queues yet; waiting for the first one."_s);
    enum class Trouble { None, Missing, Lost } told = Trouble::None;
    while (signalWatch.count() == 0 && !context.out().closed()) {
        if (queues) {
            if (std::exchange(told, Trouble::None) == Trouble::Lost)
                tell(u"Reconnected."_s);
            restarts.note(context.backend(), *queues);
            printer.show(*queues);
        } else if (name && queues.error().code == ErrorCode::NotFound) {
            restarts.note(context.backend(), {});
            if (std::exchange(told, Trouble::Missing) != Trouble::Missing)
                tell(missingQueue(*name, context.gap()));
        } else if (queues.error().refusesLogin()) {
            return queues.error(); // don't retry: repeated logins could lock the account
        } else if (std::exchange(told, Trouble::Lost) != Trouble::Lost) {
            tell(u"%1 Trying again every second."_s.arg(queues.error().message));
        }
        signalWatch.wait(interval);
        if (signalWatch.count() == 0)
            queues = look(context, name);
    }
    return 0;
}

} // namespace dueline::duectl
