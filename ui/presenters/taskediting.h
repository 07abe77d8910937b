// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/console/operations/taskedit.h"
#include "ui/text/notice.h"

#include <QPointer>

namespace dueline {

class Connection;

/// Commands that read a task for editing or copying, and edit it, without blocking the window.
class TaskEditing : public QObject
{
    Q_OBJECT

public:
    /// Maximum size in bytes of payloads to read completely.
    static constexpr qint64 wholeUpTo = 64LL * 1024 * 1024;

    using QObject::QObject;

    /// Reads a task. Emits readToEdit() or readToCopy() on success, and noticed() on failure.
    void readForEdit(Connection& connection, const QueueName& queue, const TaskId& id);
    void readForCopy(Connection& connection, const QueueName& queue, const TaskId& id);
    /// Edits a task. `retries`: also retry it.
    void edit(Connection& connection, EditRequest request, bool retries);

Q_SIGNALS:
    void readToEdit(
        dueline::Connection* connection, const dueline::QueueName& queue, const dueline::EditableTask& task);
    void readToCopy(
        dueline::Connection* connection, const dueline::QueueName& queue, const dueline::EditableTask& task);
    void edited(dueline::Connection* connection, const dueline::EditedTask& task);
    void noticed(const dueline::Notice& notice);

private:
    void refuse(const Connection* connection, const Error& error);
};

} // namespace dueline
