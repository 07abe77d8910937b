// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/console/adopt/backgroundadoption.h"
#include "core/console/transfer/backgroundtransfer.h"
#include "ui/sidebar/model/sidebarmodel.h"
#include "ui/text/notice.h"

#include <QObject>

namespace dueline {

class Connection;

/// Undo for adoptions and moves, and notices about them. Undos run concurrently, each on a separate thread.
class Adoptions : public QObject
{
    Q_OBJECT

public:
    using QObject::QObject;

    void undo(Connection& connection, const OperationRecord& adoption);
    /// Undoes a move to another queue on the same connection.
    void undoMove(Connection& connection, const OperationRecord& move);
    /// Returns a one-line notice about the moved tasks, with a link that undoes the adoption.
    Notice doneNotice(Connection& connection, const AdoptProgress& progress, const OperationRecord& record);

Q_SIGNALS:
    void noticed(const dueline::Notice& notice);
    /// Emitted when a notice's link is clicked. `connection`: connection id.
    void undoRequested(const QString& connection, const dueline::OperationRecord& adoption);
    /// Emitted when an undo has succeeded or failed.
    void ended(const dueline::SidebarPlace& place, const QString& words);
    /// Emitted when tasks have changed.
    void changed();

private:
    template <typename Task> void tellEnd(Task* task, const SidebarPlace& place);
    Notice words(const QString& connection, const AdoptProgress& progress, const OperationRecord& record);
};

} // namespace dueline
