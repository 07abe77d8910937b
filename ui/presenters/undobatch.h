// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/presenters/undohistory.h"
#include "ui/presenters/undojob.h"

#include <deque>

namespace dueline {

/// Undo of one action, which may consist of several operations. The operations are undone one after another, so the
/// pace applies to all of them together. They are reported as one undo. The batch's creator must delete it after
/// ended().
class UndoBatch : public QObject
{
    Q_OBJECT

public:
    /// Creates a batch. `parts`: operations on the same connection; must not be empty. `pace`: tasks per second; 0
    /// means unlimited.
    UndoBatch(std::vector<UndoHistory::Undoable> parts, qint64 pace, QObject* parent);

    void start() { next(); }

Q_SIGNALS:
    /// Emitted before the undo of an operation starts.
    void partStarted(dueline::UndoJob* job);
    /// Emitted for an operation whose undo didn't start, may still be running, or was interrupted by a lost connection.
    /// The operation can be undone later.
    void partLeft(const dueline::UndoHistory::Undoable& part);
    /// Emitted for an operation that can no longer be undone.
    void partRefused(const dueline::UndoHistory::Undoable& part);
    /// Emitted when the batch has ended. `all`: combined outcome of all operations. `error`: first error in any
    /// operation.
    void ended(const dueline::UndoProgress& all, const std::optional<dueline::Error>& error);

private:
    void next();
    void finished(const UndoProgress& progress);
    void failed(const UndoHistory::Undoable& part, const Error& error);
    void leaveOthers();

    std::deque<UndoHistory::Undoable> m_parts; ///< operations whose undo hasn't started
    qint64 m_pace;
    qint64 m_tasks = 0; ///< total number of tasks, according to the operations' records
    UndoProgress m_all;
    std::optional<Error> m_error;
};

} // namespace dueline
