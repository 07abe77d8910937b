// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/presenters/undohistory.h"
#include "ui/presenters/undojob.h"

#include <deque>

namespace dueline {

/// The undo of one action, which may have been carried out as several operations: one after another, so that the pace
/// holds for all of them together, and told as one. Ends by itself; whoever made it deletes it after ended().
class UndoBatch : public QObject
{
    Q_OBJECT

public:
    /// `parts`: of one connection, at least one. `pace`: tasks a second; 0: as fast as it goes.
    UndoBatch(std::vector<UndoHistory::Undoable> parts, qint64 pace, QObject* parent);

    void start() { next(); }

Q_SIGNALS:
    /// The undo of a part is about to start.
    void partStarted(dueline::UndoJob* job);
    /// This part can be undone later: it was not begun, its operation may still be carried out, or the connection was
    /// lost.
    void partLeft(const dueline::UndoHistory::Undoable& part);
    /// This part cannot be undone any more.
    void partRefused(const dueline::UndoHistory::Undoable& part);
    /// `all`: what became of the parts together. `error`: the first one that a part ended with.
    void ended(const dueline::UndoProgress& all, const std::optional<dueline::Error>& error);

private:
    void next();
    void finished(const UndoProgress& progress);
    void failed(const UndoHistory::Undoable& part, const Error& error);
    void leaveOthers();

    std::deque<UndoHistory::Undoable> m_parts; ///< not begun
    qint64 m_pace;
    qint64 m_tasks = 0; ///< of all parts, as their operations tell
    UndoProgress m_all;
    std::optional<Error> m_error;
};

} // namespace dueline
