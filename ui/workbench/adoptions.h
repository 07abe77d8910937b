// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/console/adopt/backgroundadoption.h"
#include "core/console/transfer/backgroundtransfer.h"
#include "ui/sidebar/model/sidebarmodel.h"
#include "ui/text/notice.h"

#include <QObject>

namespace dueline {

class Connection;

/// What is told of adoptions, and their undo and that of moves; several at once, each on a thread of its own.
class Adoptions : public QObject
{
    Q_OBJECT

public:
    using QObject::QObject;

    void undo(Connection& connection, const OperationRecord& adoption);
    /// Of a move to another queue of the same connection.
    void undoMove(Connection& connection, const OperationRecord& move);
    /// What was moved, in a line; its link undoes it.
    Notice doneNotice(Connection& connection, const AdoptProgress& progress, const OperationRecord& record);

Q_SIGNALS:
    void noticed(const dueline::Notice& notice);
    /// The link of a notice was pressed. `connection`: its id.
    void undoRequested(const QString& connection, const dueline::OperationRecord& adoption);
    /// An undo, well or not.
    void ended(const dueline::SidebarPlace& place, const QString& words);
    /// Something was changed.
    void changed();

private:
    template <typename Task> void tellEnd(Task* task, const SidebarPlace& place);
    Notice words(const QString& connection, const AdoptProgress& progress, const OperationRecord& record);
};

} // namespace dueline
