// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/layouts/port/outcomecodes.h"
#include "core/layouts/shared/jobs/tasksource.h"
#include "core/queue/bulkeditor.h"
#include "core/redis/reply.h"

#include <QByteArrayList>

namespace dueline {

/// What the scripts of frameworks for operations on very many tasks share: `include/bulkbegin` and `include/bulkend`.
struct BulkParts
{
    /// A list nobody acts on goes by itself; one that was acted on can be gone on with for as long as most undo.
    static constexpr Millis previewKept = BulkEditor::previewKept;
    static constexpr Millis listKept{std::chrono::hours(24)};

    /// The first eleven arguments of a step; `third` is the layout's own.
    static std::vector<QByteArray> arguments(const BulkStep& step, int limit, const QByteArray& third);
    /// What a step answered, and of how many tasks it was. Errors: Protocol.
    static Result<BulkState> stateOf(const Reply& reply, const OutcomeCodes& codes, int& tasks);
    /// The scores a walk means in one source: from the first, to the second.
    static std::pair<QByteArray, QByteArray> scoresOf(const TaskSource& source, const BulkWalk& walk);
    /// The first `count` words of `text`, and what is behind them, which may be anything; empty: it has fewer.
    static QByteArrayList wordsAndRest(const QByteArray& text, int count);
    static void widen(BulkTaken& taken, TimePoint first, TimePoint last);
};

} // namespace dueline
