// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/queue/backend.h"

namespace dueline {

/// Task that was read for editing or copying.
struct EditableTask
{
    TaskDetail detail;
    std::optional<QByteArray> payload; ///< unset if the payload is too large to be edited
    QByteArray revision; ///< revision of the content; empty if the task was read for copying
};

/// Reads a task for editing, with its revision. Does not read a payload larger than `wholeUpTo` bytes. Errors:
/// NotFound, Refused (a read-only backend, or the task is not pending), NotSupported, those of QueueInspector.
Result<EditableTask> readForEdit(Backend& backend, const QueueName& queue, const TaskId& id, qint64 wholeUpTo);
/// Reads a task in any state, so that an edited copy of it can be added.
Result<EditableTask> readForCopy(Backend& backend, const QueueName& queue, const TaskId& id, qint64 wholeUpTo);

/// Changes to a task. Unset members are not changed.
struct EditRequest
{
    QueueName queue;
    TaskRef seen;
    QByteArray revision; ///< revision that readForEdit() returned
    std::optional<QByteArray> payload = {};
    std::optional<TaskOptions> options = {}; ///< all new options, not only the changed ones
    QByteArray by = {}; ///< user who edits the task, as `user@host`
    QByteArray reason = {};
};

/// Checks an expiry. Errors: Usage if it is not after the due time, because the task could never start.
Result<> checkExpiry(TimePoint expiresAt, TimePoint dueAt);

/// Edits a pending task, and records this as an operation, so that it can be undone. Errors: Refused if the task was
/// changed, claimed or deleted in the meantime; NotSupported; those of QueueEditor.
Result<OperationRecord> editTask(Backend& backend, const EditRequest& request);

} // namespace dueline
