// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/duectl/context.h"
#include "app/duectl/jsonwriter.h"
#include "core/console/witness/silence.h"

namespace dueline::duectl {

/// Result of `check --silent`.
struct SilenceAnswer
{
    Stillness stillness;
    Millis limit{0};
    Millis length{0}; ///< how long no task was claimed although tasks were due
    bool isSilent = false;

    /// Returns a phrase if the queue is silent, or if something prevents its tasks from being claimed; otherwise empty.
    QString text() const;
    void write(JsonWriter& json) const;
};

/// Returns the value of --silent; nullopt if it is not given. Errors: Usage.
Result<std::optional<Millis>> silentOption(const CommandLine& line);
/// Watches a queue until a task is claimed, no task is due, or `limit` has passed. Errors: same as QueueInspector.
Result<SilenceAnswer> watchSilence(Backend& backend, const QueueName& queue, Millis limit);
/// Checks whether a recorded queue was silent at the last reading, without contacting the server. Errors: NotFound (no
/// such recording or queue); Unreachable (the last reading is too old, or the queue's state is unknown); Io.
Result<SilenceAnswer> recordedSilence(const CommandLine& line, Millis limit);

} // namespace dueline::duectl
