// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/memory/memorysearch.h"

#include "core/layouts/port/portwords.h"

#include <algorithm>

namespace dueline {

namespace {

struct Position
{
    std::size_t column = 0;
    std::optional<MemoryQueue::Place> after; ///< position to continue after; nullopt at the start of the set
};

QByteArray encodeCursor(const Position& position)
{
    const auto& [at, id] = position.after.value_or(MemoryQueue::Place(TimePoint::min(), QByteArray()));
    return QByteArray::number(qulonglong(position.column)) + ' ' + QByteArray::number(toMs(at)) + ' ' + id;
}

std::optional<Position> decodeCursor(const QByteArray& cursor)
{
    Position position;
    if (cursor.isEmpty())
        return position;
    const qsizetype first = cursor.indexOf(' ');
    const qsizetype second = cursor.indexOf(' ', first + 1);
    bool columnOk = false;
    bool timeOk = false;
    if (first > 0 && second > 0) {
        position.column = cursor.left(first).toUInt(&columnOk);
        position.after
            = {fromMs(cursor.mid(first + 1, second - first - 1).toLongLong(&timeOk)), cursor.mid(second + 1)};
    }
    return columnOk && timeOk && position.column < allColumns.size() ? std::optional(position) : std::nullopt;
}

bool holdsAnyOf(MemoryColumn column, StateSet states)
{
    return std::any_of(allStates.begin(), allStates.end(),
        [&](TaskState state) { return states.contains(state) && columnOf(state) == column; });
}

/// Returns the latest time that the request includes for a set of tasks; an operation uses it as its cutoff.
TimePoint lastInstant(MemoryColumn column, const SearchRequest& request)
{
    switch (column) {
    case MemoryColumn::Pending:
    case MemoryColumn::Retry:
        return request.waitingUntil.value_or(TimePoint::max());
    case MemoryColumn::Failed:
    case MemoryColumn::Done:
    case MemoryColumn::Trash:
        return request.changedBefore.value_or(TimePoint::max());
    case MemoryColumn::Leased:
        break;
    }
    return TimePoint::max();
}

} // namespace

Result<SearchStep> searchStep(const MemoryQueue& queue, const SearchRequest& request, TimePoint now)
{
    auto position = decodeCursor(request.cursor);
    if (!position)
        return Error{ErrorCode::Usage, portwords::cursorIsForeign()};

    const StateSet states = request.filter.states().intersected(request.states);
    const qint64 examine = std::max(request.examine, 1);
    SearchStep step;
    for (; position->column < allColumns.size(); ++position->column, position->after.reset()) {
        if (!holdsAnyOf(allColumns[position->column], states))
            continue;
        const TimePoint last = lastInstant(allColumns[position->column], request);
        const MemoryQueue::Column& places = queue.column(allColumns[position->column]);
        for (auto place = position->after ? places.upper_bound(*position->after) : places.begin();
             place != places.end() && place->first <= last; ++place) {
            if (step.examined == examine) {
                step.cursor = encodeCursor(*position);
                return step;
            }
            ++step.examined;
            position->after = *place;
            const MemoryTask& task = *queue.find(place->second);
            const Task shown = describeForList(task, queue.settings, now);
            if (states.contains(shown.state) && request.filter.matches(shown, task.payload, now, request.queue))
                step.matches.push_back(shown);
        }
    }
    return step;
}

} // namespace dueline
