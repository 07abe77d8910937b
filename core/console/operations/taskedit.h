// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/queue/backend.h"

namespace dueline {

/// Task read for editing, or for creating an edited copy.
struct EditableTask
{
    TaskDetail detail;
    std::optional<QByteArray> payload; ///< payload; unset if larger than the size limit
    QByteArray revision; ///< revision of the content; empty if the task was read to be copied
};

/// Reads a task and the revision that an edit must match. Does not read a payload larger than `wholeUpTo` bytes.
/// Errors: NotFound, Refused (a read-only backend, or the task is not waiting), NotSupported, those of QueueInspector.
Result<EditableTask> readForEdit(Backend& backend, const QueueName& queue, const TaskId& id, qint64 wholeUpTo);
/// Reads a task in any state, for creating a copy of it.
Result<EditableTask> readForCopy(Backend& backend, const QueueName& queue, const TaskId& id, qint64 wholeUpTo);

/// Changes to a task. Unset members leave the task's values unchanged.
struct EditRequest
{
    QueueName queue;
    TaskRef seen;
    QByteArray revision; ///< revision that readForEdit() returned
    std::optional<QByteArray> payload = {};
    std::optional<TaskOptions> options = {}; ///< complete new options; unset: unchanged
    QByteArray by = {}; ///< user who edits the task: `user@host`
    QByteArray reason = {};
};

/// Checks a new expiry. Errors: Usage if the expiry is not after the due time, so that the task could never start.
Result<> checkExpiry(TimePoint expiresAt, TimePoint dueAt);

/// Edits one waiting task and records the edit, so that it can be undone. Errors: Refused, with a sentence, if the task
/// was changed, claimed or deleted in the meantime; NotSupported; those of QueueEditor.
Result<OperationRecord> editTask(Backend& backend, const EditRequest& request);

} // namespace dueline
