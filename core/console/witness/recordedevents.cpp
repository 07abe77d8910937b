// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/console/witness/recordedevents.h"

#include <set>

namespace dueline {

std::vector<RecordGap> gapsBetween(const std::vector<RecordSpan>& spans, TimePoint from, TimePoint to)
{
    std::vector<RecordGap> gaps;
    for (std::size_t i = 1; i < spans.size(); ++i) {
        const RecordGap gap{spans[i - 1].seen, spans[i].began, spans[i - 1].ended};
        if (gap.to > from && gap.from < to)
            gaps.push_back(gap);
    }
    return gaps;
}

Result<RecordedEvents> readRecordedEvents(const RecordFile& file, TimePoint from)
{
    static const std::set<QByteArray> omitted{"operation", "took"};
    const TimePoint end = fromMs(qint64(endOfTime));
    const auto spans = file.spans();
    if (!spans)
        return spans.error();
    const auto queues = file.queues();
    if (!queues)
        return queues.error();
    auto events = file.events(from, end);
    if (!events)
        return events.error();
    std::map<qint64, QByteArray> names;
    for (const RecordQueue& queue : *queues)
        names[queue.id] = queue.name;
    RecordedEvents recorded;
    recorded.gaps = gapsBetween(*spans, from, end);
    for (RecordEvent& event : *events) {
        if (omitted.contains(event.kind))
            continue;
        const QByteArray queue = event.queue ? names[*event.queue] : QByteArray();
        recorded.events.push_back({std::move(event), queue});
    }
    if (recorded.events.size() > RecordedEvents::mostEvents)
        recorded.events.erase(
            recorded.events.begin(), recorded.events.end() - std::ptrdiff_t(RecordedEvents::mostEvents));
    return recorded;
}

} // namespace dueline
