// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/layouts/port/outcomecodes.h"
#include "core/layouts/shared/jobs/tasksource.h"
#include "core/queue/bulkeditor.h"
#include "core/redis/reply.h"

#include <QByteArrayList>

namespace dueline {

/// Parts that the frameworks' scripts for bulk operations share: `include/bulkbegin` and `include/bulkend`.
struct BulkParts
{
    /// Lifetime of a list. The list for a preview expires soon. A list that was acted on is kept as long as most undo
    /// data, so that the operation can be resumed.
    static constexpr Millis previewKept = BulkEditor::previewKept;
    static constexpr Millis listKept{std::chrono::hours(24)};

    /// Returns the first eleven arguments of a step. `third`: argument that depends on the layout.
    static std::vector<QByteArray> arguments(const BulkStep& step, int limit, const QByteArray& third);
    /// Reads the reply to a step and the number of tasks that it acted on. Errors: Protocol.
    static Result<BulkState> stateOf(const Reply& reply, const OutcomeCodes& codes, int& tasks);
    /// Returns the range of scores, including both ends, that a scan covers in one source.
    static std::pair<QByteArray, QByteArray> scoresOf(const TaskSource& source, const BulkWalk& walk);
    /// Returns the first `count` words of `text`, followed by the unparsed rest as the last item. Empty if there are
    /// fewer words.
    static QByteArrayList wordsAndRest(const QByteArray& text, int count);
    static void widen(BulkTaken& taken, TimePoint first, TimePoint last);
};

} // namespace dueline
