// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/console/failures/failuregroups.h"
#include "ui/board/boardmodel.h"

namespace dueline {

/// Row of the wallboard: a queue that needs attention, and why.
struct WallItem
{
    BoardItem item;
    QString name;
    QString sentence;
    QString value; ///< large figure on the right; empty if the queue can't be read
    QString unit;
    bool isFailure = false; ///< true if the row is about failures; false if tasks wait

    /// Failure groups of the displayed connections, from which the sentences are made.
    struct Failures
    {
        const FailureGroups& groups;
        TimePoint newSince; ///< groups that began at or after this time are new
        TimePoint now;
    };

    /// Creates a queue's row. `withServer`: true to name the connection.
    static WallItem of(const BoardItem& item, const Failures& failures, const Formatting& formatting, bool withServer);
    /// Returns the queue's most important failure group: the largest new one or, if there is none, the largest one;
    /// null if none has been counted.
    static const FailureGroup* worstGroup(const BoardItem& item, const Failures& failures);

    bool operator==(const WallItem&) const = default;
};

} // namespace dueline
