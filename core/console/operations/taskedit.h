// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/queue/backend.h"

namespace dueline {

/// Task read for editing or copying.
struct EditableTask
{
    TaskDetail detail;
    std::optional<QByteArray> payload; ///< nullopt if the payload is too large to edit
    QByteArray revision; ///< revision of the content; empty if the task was read for copying
};

/// Reads a task for editing, with its revision. Doesn't read payloads larger than `wholeUpTo` bytes. Errors: NotFound,
/// Refused (a read-only backend, or a task in a state not in Capabilities::edits), NotSupported; otherwise same as
/// QueueInspector.
Result<EditableTask> readForEdit(Backend& backend, const QueueName& queue, const TaskId& id, qint64 wholeUpTo);
/// Reads a task in any state, so that an edited copy of it can be added.
Result<EditableTask> readForCopy(Backend& backend, const QueueName& queue, const TaskId& id, qint64 wholeUpTo);

/// Changes to a task. Members set to nullopt stay unchanged.
struct EditRequest
{
    QueueName queue;
    TaskRef seen;
    QByteArray revision; ///< revision returned by readForEdit()
    std::optional<QByteArray> payload = {};
    std::optional<TaskOptions> options = {}; ///< all new options, not just the changed ones
    QByteArray by = {}; ///< editing user, as `user@host`
    QByteArray reason = {};
};

/// Checks an expiry. Errors: Usage if it isn't after the due time, since the task could never start.
Result<> checkExpiry(TimePoint expiresAt, TimePoint dueAt);

/// Edits a task, and records the edit as an operation so that it can be undone. Errors: Refused if the task has
/// been changed, claimed, or deleted since it was read; NotSupported; otherwise same as QueueEditor.
Result<OperationRecord> editTask(Backend& backend, const EditRequest& request);

/// Edited task, and what became of its retry.
struct EditedTask
{
    OperationRecord edit;
    std::optional<OperationRecord> retry; ///< the retry; nullopt if it failed
    QString problem = {}; ///< sentence that says why the edited task wasn't retried
};

/// Edits a failed task, and retries it. Undo the retry before the edit. Errors: same as editTask().
Result<EditedTask> editAndRetry(Backend& backend, const EditRequest& request);

} // namespace dueline
