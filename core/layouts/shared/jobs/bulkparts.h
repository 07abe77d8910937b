// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/layouts/port/outcomecodes.h"
#include "core/layouts/shared/jobs/tasksource.h"
#include "core/queue/bulkeditor.h"
#include "core/redis/reply.h"

#include <QByteArrayList>

namespace dueline {

/// Helpers for the code shared by all frameworks' bulk scripts (`include/bulkbegin` and `include/bulkend`).
struct BulkParts
{
    /// Lifetime of an operation's task list. A preview's list expires soon. Once the operation has started, its list
    /// lives as long as most undo data, so that the operation can be resumed.
    static constexpr Millis previewKept = BulkEditor::previewKept;
    static constexpr Millis listKept{std::chrono::hours(24)};

    /// Returns the first eleven arguments of a step. `third`: the layout-specific argument.
    static std::vector<QByteArray> arguments(const BulkStep& step, int limit, const QByteArray& third);
    /// Parses the reply to a step. Sets `tasks` to the number of tasks that the step acted on. Errors: Protocol.
    static Result<BulkState> stateOf(const Reply& reply, const OutcomeCodes& codes, int& tasks);
    /// Returns the score range that a scan reads in one source. Both ends are inclusive.
    static std::pair<QByteArray, QByteArray> scoresOf(const TaskSource& source, const BulkWalk& walk);
    /// Returns the first `count` words of `text`, plus the rest of the text as the last item; empty if there are fewer
    /// words.
    static QByteArrayList wordsAndRest(const QByteArray& text, int count);
    static void widen(BulkTaken& taken, TimePoint first, TimePoint last);
};

} // namespace dueline
