// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/duectl/commands.h"
#include "app/duectl/commands/lookthrough.h"
#include "app/duectl/context.h"
#include "app/duectl/fields.h"
#include "app/duectl/tables.h"
#include "core/base/text.h"
#include "core/console/operations/connectionsearch.h"
#include "core/queue/tasknames.h"

#include <algorithm>
#include <map>
#include <tuple>
#include <utility>

using namespace Qt::StringLiterals;

namespace dueline::duectl {

namespace {

constexpr qint64 pageLimit = 1000; // maximum value that PageRequest::limit accepts
// Maximum number of tasks a search examines between two progress messages.
constexpr int examinedPerStep = 1000;

struct Window
{
    qint64 offset = 0;
    qint64 limit = 50;
};

/// Printer for listed tasks. Prints one page at a time, so that memory usage doesn't depend on the length of the list.
/// Adds text to duplicate ids so that they can be told apart.
class TaskPrinter
{
public:
    /// `isNamed`: whether to print each task's queue, as set by showQueue().
    TaskPrinter(Context& context, bool isNamed)
        : m_context(context)
        , m_isNamed(isNamed)
    {
        if (m_context.json())
            m_json.beginArray();
    }

    /// Sets the queue of the tasks printed next, and the server's time when they were read.
    void showQueue(const QueueName& queue, TimePoint now)
    {
        m_queue = queue;
        m_now = now;
    }

    void print(const Task& task)
    {
        ++m_count;
        m_held.push_back({m_queue, m_now, task});
        if (qint64(m_held.size()) >= pageLimit)
            printHeld();
    }
    void finish()
    {
        printHeld();
        if (m_context.json()) {
            if (m_isNamed)
                writeLookedThrough(m_json, m_context.backend());
            m_json.endArray();
            hand(m_json.take());
        }
        m_context.out().flush();
    }
    /// Returns whether the reader has closed the output, as `| head` does.
    bool isOver() { return m_context.out().closed(); }
    qint64 count() const { return m_count; }

private:
    struct Held
    {
        QueueName queue;
        TimePoint now;
        Task task;
    };
    struct Row
    {
        QueueName queue;
        QueueName own;
        QStringList cells;
    };

    void printHeld()
    {
        std::map<QueueName, std::vector<Task*>> byQueue;
        for (Held& held : m_held)
            byQueue[held.queue].push_back(&held.task);
        for (const auto& [queue, tasks] : byQueue)
            m_names[queue].distinguish(tasks);
        for (const Held& held : m_held)
            print(held);
        m_held.clear();
        if (!m_rows.empty())
            handRows();
    }
    void print(const Held& held)
    {
        const Task& task = held.task;
        if (m_context.json()) {
            m_json.beginObject();
            if (m_isNamed)
                m_json.member("queue", held.queue);
            writeTask(m_json, task);
            m_json.endObject();
            hand(m_json.take());
            return;
        }
        m_rows.push_back({held.queue, task.ownQueue, taskCells(task, held.now)});
        m_tellsOwn = m_tellsOwn || !task.ownQueue.isEmpty();
    }
    void hand(const QByteArray& bytes)
    {
        m_context.out().write(bytes);
        m_context.out().flushLarge();
    }
    /// Prints the rows. As soon as a task has its own queue, reprints the column titles with OWN QUEUE added.
    void handRows()
    {
        if (!m_table || m_tableTellsOwn != m_tellsOwn) {
            m_tableTellsOwn = m_tellsOwn;
            m_table.emplace((m_isNamed ? QStringList{u"QUEUE"_s} : QStringList())
                + (m_tellsOwn ? QStringList{u"OWN QUEUE"_s} : QStringList()) + taskTitles());
        }
        for (const Row& row : m_rows) {
            const QString own = row.own.isEmpty() ? u"-"_s : printable(row.own, 60);
            m_table->row((m_isNamed ? QStringList{printable(row.queue, 60)} : QStringList())
                + (m_tellsOwn ? QStringList{own} : QStringList()) + row.cells);
        }
        m_rows.clear();
        hand(m_table->take().toUtf8());
    }

    Context& m_context;
    bool m_isNamed;
    QueueName m_queue;
    TimePoint m_now;
    std::vector<Held> m_held;
    std::map<QueueName, TaskNames> m_names;
    std::vector<Row> m_rows; ///< rows of tasks not printed yet
    std::optional<Table> m_table; ///< table whose column titles were printed last
    bool m_tableTellsOwn = false;
    bool m_tellsOwn = false; ///< true if any task so far has had an `ownQueue`
    JsonWriter m_json;
    qint64 m_count = 0;
};

/// Reads and prints only the tasks at the positions in `window`, one state after another. Returns the total
/// number of tasks in `states`.
Result<qint64> listStates(
    QueueInspector& inspector, const QueueInfo& queue, StateSet states, Window window, TaskPrinter& printer)
{
    qint64 all = 0;
    for (TaskState state : allStates) {
        if (!states.contains(state))
            continue;
        qint64 total = queue.counts[state];
        while (printer.count() < window.limit && window.offset < total && !printer.isOver()) {
            const int limit = int(std::min(pageLimit, window.limit - printer.count()));
            const auto page = inspector.page({queue.name, state, window.offset, limit});
            if (!page)
                return page.error();
            total = page->total;
            if (page->tasks.empty())
                break;
            window.offset += qint64(page->tasks.size());
            for (const Task& task : page->tasks)
                printer.print(task);
        }
        window.offset = std::max<qint64>(0, window.offset - total);
        all += total;
    }
    return all;
}

bool isNewestFirst(TaskState state)
{
    return state == TaskState::Failed || state == TaskState::Done || state == TaskState::Trash;
}

/// Search results, sorted like an unfiltered list: by state, waiting tasks by time, finished tasks newest first. Keeps
/// only the tasks up to the end of the window. If the window ends beyond `mostHeld` tasks, matches are printed unsorted
/// as they are found.
class MatchList
{
public:
    static constexpr qint64 mostHeld = 10'000;

    explicit MatchList(const Window& window)
        : m_window(window)
    { }

    /// Adds a match. Groups are printed one after another. `print`: prints a task immediately; only called if there are
    /// too many tasks to sort in memory.
    template <typename Print> void add(std::size_t group, const Task& task, Print print)
    {
        const qint64 at = m_found++;
        if (m_window.limit == 0)
            return;
        if (m_window.offset + m_window.limit > mostHeld) {
            if (at >= m_window.offset && at < m_window.offset + m_window.limit)
                print(group, task);
            return;
        }
        m_best.push_back({group, task});
        std::push_heap(m_best.begin(), m_best.end(), isBefore);
        if (qint64(m_best.size()) > m_window.offset + m_window.limit) {
            std::pop_heap(m_best.begin(), m_best.end(), isBefore);
            m_best.pop_back();
        }
    }
    qint64 found() const { return m_found; }
    template <typename Print> void printEach(Print print)
    {
        std::sort_heap(m_best.begin(), m_best.end(), isBefore);
        for (std::size_t i = std::size_t(m_window.offset); i < m_best.size(); ++i)
            print(m_best[i].group, m_best[i].task);
    }

private:
    struct Match
    {
        std::size_t group;
        Task task;
    };

    static bool isBefore(const Match& a, const Match& b)
    {
        if (a.group != b.group || a.task.state != b.task.state)
            return std::pair(a.group, a.task.state) < std::pair(b.group, b.task.state);
        const bool less = std::tie(a.task.at, exactId(a.task)) < std::tie(b.task.at, exactId(b.task));
        const bool same = a.task.at == b.task.at && exactId(a.task) == exactId(b.task);
        return isNewestFirst(a.task.state) ? !less && !same : less;
    }

    Window m_window;
    qint64 m_found = 0;
    std::vector<Match> m_best; ///< heap with the match that sorts last on top
};

/// Prints the tasks in the window that match the filter. Returns the exact number of matches, which requires scanning
/// all tasks that may match.
Result<qint64> listMatches(QueueInspector& inspector, const QueueName& queue, const TaskFilter& filter, StateSet states,
    Window window, TaskPrinter& printer, qint64& unread)
{
    Progress progress;
    MatchList list(window);
    const auto print = [&printer](std::size_t, const Task& task) { printer.print(task); };
    SearchRequest request{queue, filter, states};
    request.examine = examinedPerStep;
    qint64 examined = 0;
    do {
        const auto step = inspector.search(request);
        if (!step)
            return step.error();
        for (const Task& task : step->matches)
            list.add(0, task, print);
        examined += step->examined;
        unread += step->unread;
        request.cursor = step->cursor;
        progress.show(u"%1 checked, %2 found"_s.arg(examined).arg(list.found()));
    } while (!request.cursor.isEmpty() && !printer.isOver());
    list.printEach(print);
    return list.found();
}

void tellHowMany(Context& context, const TaskPrinter& printer, const Window& window, qint64 total, bool isPart = false)
{
    if (context.json())
        return;
    const QString all = isPart ? u"at least %1"_s.arg(tasksText(total)) : tasksText(total);
    if (printer.count() == 0)
        tell(u"Showing 0 of %1."_s.arg(all));
    else
        tell(u"Showing %1 to %2 of %3."_s.arg(window.offset + 1).arg(window.offset + printer.count()).arg(all));
}

void tellUnread(qint64 unread)
{
    if (unread > 0)
        tell(u"The payloads of %1 could not be decoded: they are encrypted or too long."_s.arg(tasksText(unread)));
}

/// Lists the matches in all queues on the connection, one queue after another.
Result<int> listEverywhere(
    Context& context, QueueInspector& inspector, const TaskFilter& filter, StateSet states, Window window)
{
    TaskPrinter printer(context, true);
    Progress progress;
    ConnectionSearch search(filter, states);
    QueueName queue;
    MatchList list(window);
    std::vector<std::pair<QueueName, TimePoint>> groups; ///< queues by group number, in search order
    const auto print = [&](std::size_t group, const Task& task) {
        printer.showQueue(groups[group].first, groups[group].second);
        printer.print(task);
    };
    for (bool isOver = false; !isOver && !printer.isOver();) {
        if (search.queue() != queue) {
            queue = search.queue();
            context.useReaders(queue);
        }
        const auto step = search.step(inspector);
        if (!step)
            return step.error();
        isOver = *step;
        for (const SearchHit& each : search.take()) {
            if (groups.empty() || groups.back().first != each.queue)
                groups.emplace_back(each.queue, search.listedAt());
            list.add(groups.size() - 1, each.task, print);
        }
        progress.show(u"%1 checked, %2 found"_s.arg(search.examined()).arg(list.found()));
    }
    list.printEach(print);
    printer.finish();
    tellHowMany(context, printer, window, list.found());
    tellUnread(search.unread());
    if (const QString gap = lookedThrough(context.backend()); !gap.isEmpty())
        tell(gap);
    for (std::size_t i = 0; i < search.skipped().size() && i < 5; ++i) {
        const ConnectionSearch::Skipped& skipped = search.skipped()[i];
        tell(u"Search incomplete: %1: %2"_s.arg(printable(skipped.queue, 64), skipped.why));
    }
    const bool asksTrash = context.line().has("state") && states.contains(TaskState::Trash);
    const auto isTrashRead = asksTrash ? tellUnread(context.backend(), OwnPart::Trash) : Result(true);
    if (!isTrashRead)
        return isTrashRead.error();
    return search.skipped().empty() && *isTrashRead ? 0 : 3;
}

} // namespace

Result<int> runList(Context& context)
{
    const CommandLine& line = context.line();
    const bool isEverywhere = line.words().empty();
    if (isEverywhere && line.value("match").isEmpty())
        return usage(u"\"list\" needs a queue, or --match FILTER to search all queues."_s);
    const auto name = isEverywhere ? Result<QueueName>(QueueName()) : context.queue();
    if (!name)
        return name.error();
    const auto states = line.states("state");
    if (!states)
        return states.error();
    const auto limit = line.number("limit", 0, 10'000'000);
    if (!limit)
        return limit.error();
    const auto offset = line.number("offset", 0, std::numeric_limits<qint64>::max() / 2);
    if (!offset)
        return offset.error();
    const auto filter = parseFilter(QString::fromUtf8(line.value("match")));
    if (!filter)
        return filter.error();

    const auto inspector = context.inspector();
    if (!inspector)
        return inspector.error();
    const Window window{offset->value_or(0), limit->value_or(50)};
    const StateSet wanted = states->value_or(StateSet::all());
    if (isEverywhere) {
        if (const auto discovered = discover(context.backend()); !discovered)
            return discovered.error();
        return listEverywhere(context, **inspector, *filter, wanted, window);
    }
    (*inspector)->seekOnly(*name, wanted);
    const auto queue = (*inspector)->queue(*name);
    if (!queue)
        return queue.error();
    if (const auto error = unreadable(*queue))
        return *error;

    if (!queue->elsewhere.isEmpty() && wanted.intersected(queue->states).isEmpty())
        tell(printable(queue->elsewhere, 300));
    const auto trash = wanted.contains(TaskState::Trash) ? checkTrash(context.backend(), *queue) : Result<>();
    if (!trash && wanted == StateSet{TaskState::Trash})
        return trash.error();
    TaskPrinter printer(context, false);
    printer.showQueue(queue->name, queue->serverNow);
    qint64 unread = 0;
    const auto total = filter->isEmpty() ? listStates(**inspector, *queue, wanted, window, printer)
                                         : listMatches(**inspector, *name, *filter, wanted, window, printer, unread);
    if (!total)
        return total.error();
    printer.finish();
    tellHowMany(context, printer, window, *total, queue->isPart);
    if (queue->isPart)
        tell(printable(queue->note, 600));
    tellUnread(unread);
    if (!trash)
        tell(trash.error().message);
    return !trash && *states ? exitCodeOf(trash.error().code) : 0;
}

} // namespace dueline::duectl
