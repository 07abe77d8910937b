// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/presenters/undohistory.h"
#include "ui/presenters/undojob.h"

#include <deque>

namespace dueline {

/// Undo of one action, which may consist of several operations. The operations are undone one after another, so that
/// the pace applies to all of them together. They are reported as one undo. The creator of the batch deletes it after
/// ended().
class UndoBatch : public QObject
{
    Q_OBJECT

public:
    /// Creates a batch. `parts`: at least one, all on one connection. `pace`: tasks per second; 0: unlimited.
    UndoBatch(std::vector<UndoHistory::Undoable> parts, qint64 pace, QObject* parent);

    void start() { next(); }

Q_SIGNALS:
    /// Emitted before the undo of a part is started.
    void partStarted(dueline::UndoJob* job);
    /// Emitted for a part that can be undone later: it was not started, its operation may still be running, or the
    /// connection was lost.
    void partLeft(const dueline::UndoHistory::Undoable& part);
    /// Emitted for a part that can no longer be undone.
    void partRefused(const dueline::UndoHistory::Undoable& part);
    /// Emitted at the end. `all`: the outcome of all parts. `error`: the first error of a part.
    void ended(const dueline::UndoProgress& all, const std::optional<dueline::Error>& error);

private:
    void next();
    void finished(const UndoProgress& progress);
    void failed(const UndoHistory::Undoable& part, const Error& error);
    void leaveOthers();

    std::deque<UndoHistory::Undoable> m_parts; ///< parts that have not started
    qint64 m_pace;
    qint64 m_tasks = 0; ///< number of tasks of all parts, according to their operations
    UndoProgress m_all;
    std::optional<Error> m_error;
};

} // namespace dueline
