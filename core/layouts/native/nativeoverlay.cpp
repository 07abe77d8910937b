// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/layouts/native/nativeoverlay.h"

namespace dueline {

QByteArray NativeOverlay::homeScore(TimePoint at) const
{
    return homeUnit == 1 ? QByteArray::number(toMs(at))
                         : QByteArray::number(double(toMs(at)) / double(homeUnit), 'f', 3);
}

bool NativeOverlay::isAtHome(const TaskRef& ref) const
{
    return homeUnit > 0 && StateSet{TaskState::Scheduled, TaskState::Due}.contains(ref.seenState);
}

QByteArray NativeOverlay::homeDetail(const TaskRef& ref, std::optional<TimePoint> newDue) const
{
    return (newDue ? homeScore(*newDue) : QByteArray("-")) + ' ' + QByteArray::number(homeUnit) + ' '
        + (ref.seenAt == TimePoint() ? QByteArray("-") : QByteArray::number(toMs(ref.seenAt)));
}

void NativeOverlay::appendHome(std::vector<QByteArray>& keyNames, const std::vector<TaskRef>& refs) const
{
    keyNames.insert(keyNames.end(), homeKeys.begin(), homeKeys.end());
    for (const TaskRef& ref : refs) {
        if (lockKey)
            keyNames.push_back(lockKey(ref.id));
    }
}

} // namespace dueline
