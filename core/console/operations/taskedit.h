// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/queue/backend.h"

namespace dueline {

/// A task as it is read to be edited, or to have an edited copy made of it.
struct EditableTask
{
    TaskDetail detail;
    std::optional<QByteArray> payload; ///< unset: larger than asked for
    QByteArray revision; ///< empty where it was read for a copy
};

/// Reads a task together with the word that tells later whether it still holds that; a payload of more than `wholeUpTo`
/// bytes stays where it is. Errors: NotFound, Refused (a read-only backend, or the task does not wait), NotSupported,
/// those of QueueInspector.
Result<EditableTask> readForEdit(Backend& backend, const QueueName& queue, const TaskId& id, qint64 wholeUpTo);
/// The same of a task in any state, for a copy of it.
Result<EditableTask> readForCopy(Backend& backend, const QueueName& queue, const TaskId& id, qint64 wholeUpTo);

/// What an edit is to change; what is not given stays as it is.
struct EditRequest
{
    QueueName queue;
    TaskRef seen;
    QByteArray revision; ///< as readForEdit() told it
    std::optional<QByteArray> payload = {};
    std::optional<TaskOptions> options = {}; ///< all of them, as they are from now on
    QByteArray by = {}; ///< user@host
    QByteArray reason = {};
};

/// Of an expiry that is given anew. Errors: Usage, when the task could never start.
Result<> checkExpiry(TimePoint expiresAt, TimePoint dueAt);

/// Edits one task that waits, and keeps the record of it, which can be undone. Errors: Refused, in one sentence, when
/// somebody changed the task, a worker took it, or it is gone; NotSupported; those of QueueEditor.
Result<OperationRecord> editTask(Backend& backend, const EditRequest& request);

} // namespace dueline
