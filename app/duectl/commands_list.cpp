// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/duectl/commands.h"
#include "app/duectl/context.h"
#include "app/duectl/fields.h"
#include "app/duectl/tables.h"
#include "core/base/text.h"

using namespace Qt::StringLiterals;

namespace dueline::duectl {

namespace {

constexpr qint64 pageLimit = 1000; // PageRequest::limit

struct Listing
{
    std::vector<Task> tasks;
    qint64 total = 0;
};

struct Window
{
    qint64 offset = 0;
    qint64 limit = 50;
};

/// By rank, state by state: only the wanted rows are read, the totals come from the counts.
Result<Listing> listStates(QueueInspector& inspector, const QueueInfo& queue, StateSet states, Window window)
{
    Listing listing;
    for (TaskState state : allStates) {
        if (!states.contains(state))
            continue;
        qint64 total = queue.counts[state];
        while (qint64(listing.tasks.size()) < window.limit && window.offset < total) {
            const int limit = int(std::min(pageLimit, window.limit - qint64(listing.tasks.size())));
            auto page = inspector.page({queue.name, state, window.offset, limit});
            if (!page)
                return page.error();
            total = page->total;
            if (page->tasks.empty())
                break;
            window.offset += qint64(page->tasks.size());
            std::move(page->tasks.begin(), page->tasks.end(), std::back_inserter(listing.tasks));
        }
        window.offset = std::max<qint64>(0, window.offset - total);
        listing.total += total;
    }
    return listing;
}

/// By walking everything the filter may match, so that the total is exact.
Result<Listing> listMatches(
    QueueInspector& inspector, const QueueName& queue, const TaskFilter& filter, StateSet states, Window window)
{
    Listing listing;
    Progress progress;
    SearchRequest request{queue, filter, states, {}, {}, 100};
    qint64 examined = 0;
    do {
        auto step = inspector.search(request);
        if (!step)
            return step.error();
        for (Task& task : step->matches) {
            if (listing.total >= window.offset && qint64(listing.tasks.size()) < window.limit)
                listing.tasks.push_back(std::move(task));
            ++listing.total;
        }
        examined += step->examined;
        request.cursor = step->cursor;
        progress.show(u"%1 looked at, %2 found"_s.arg(examined).arg(listing.total));
    } while (!request.cursor.isEmpty());
    return listing;
}

} // namespace

Result<int> runList(Context& context)
{
    const CommandLine& line = context.line();
    const auto name = context.queue();
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
    const auto filter = TaskFilter::parse(QString::fromUtf8(line.value("match")));
    if (!filter)
        return filter.error();

    const auto inspector = context.inspector();
    if (!inspector)
        return inspector.error();
    const auto queue = (*inspector)->queue(*name);
    if (!queue)
        return queue.error();
    if (const auto error = unreadable(*queue))
        return *error;

    const Window window{offset->value_or(0), limit->value_or(50)};
    const StateSet wanted = states->value_or(StateSet::all());
    const auto listing = filter->isEmpty() ? listStates(**inspector, *queue, wanted, window)
                                           : listMatches(**inspector, *name, *filter, wanted, window);
    if (!listing)
        return listing.error();

    if (context.json()) {
        JsonWriter json;
        json.beginArray();
        for (const Task& task : listing->tasks) {
            json.beginObject();
            writeTask(json, task);
            json.endObject();
        }
        json.endArray();
        context.out().write(json.take());
        return 0;
    }
    Table table(taskTitles());
    for (const Task& task : listing->tasks)
        table.row(taskCells(task, queue->serverNow));
    if (!table.isEmpty())
        context.out().write(table.text());
    context.out().flush();
    if (listing->tasks.empty())
        tell(u"0 of %1 shown."_s.arg(tasksText(listing->total)));
    else
        tell(u"%1 to %2 of %3."_s.arg(window.offset + 1)
                 .arg(window.offset + qint64(listing->tasks.size()))
                 .arg(tasksText(listing->total)));
    return 0;
}

} // namespace dueline::duectl
