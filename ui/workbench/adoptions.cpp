// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/workbench/adoptions.h"

#include "core/base/text.h"
#include "ui/presenters/connection.h"
#include "ui/text/formatting.h"
#include "ui/text/operationwords.h"
#include "ui/text/undowords.h"
#include "ui/workbench/operationnotice.h"

#include <QPointer>

namespace dueline {

/// Reports that an undo has ended, both in the window and by emitting ended().
template <typename Task> void Adoptions::tellEnd(Task* task, const SidebarPlace& place)
{
    connect(task, &Task::undone, this, [this, task, place](const UndoProgress& progress) {
        task->deleteLater();
        Q_EMIT noticed(OperationNotice::undone(progress, printable(place.queue, 40)).about(place.connection));
        Q_EMIT ended(place, undoneWords(progress));
        Q_EMIT changed();
    });
    connect(task, &Task::failed, this, [this, task, place](const Error& error) {
        task->deleteLater();
        Q_EMIT noticed(OperationNotice::failure(error).about(place.connection));
        Q_EMIT ended(place, error.message);
        Q_EMIT changed();
    });
}

void Adoptions::undo(Connection& connection, const OperationRecord& adoption)
{
    auto* task = new BackgroundAdoption(this);
    tellEnd(task, {connection.id(), adoption.queue, {}});
    task->undo(connection.spec(), adoption, connection.session().access(), Session::identity());
}

void Adoptions::undoMove(Connection& connection, const OperationRecord& move)
{
    if (const auto target = readMoveTarget(move.filter); !target || !target->elsewhere.isEmpty()) {
        Q_EMIT noticed({Notice::Kind::Warning, QStringLiteral("warning"),
            tr("The tasks were moved to another server. To move them back, use duectl undo --to-url."), {}, {}, {}, {},
            connection.id()});
        return;
    }
    auto* task = new BackgroundTransfer(this);
    tellEnd(task, {connection.id(), move.queue, {}});
    const Access access = connection.session().access();
    task->undoMove({connection.spec(), connection.spec(), access, access}, move, Session::identity());
}

Notice Adoptions::doneNotice(Connection& connection, const AdoptProgress& progress, const OperationRecord& record)
{
    return Notice::worded([this, of = connection.id(), progress, record] {
        return words(of, progress, record);
    }).about(connection.id());
}

Notice Adoptions::words(const QString& connection, const AdoptProgress& progress, const OperationRecord& record)
{
    Notice notice;
    notice.icon = QStringLiteral("import");
    notice.text
        = tr("%Ln task(s) moved into %1", nullptr, Formatting::plural(progress.done)).arg(printable(record.queue, 40));
    const AdoptLeft& left = progress.left;
    QStringList detail;
    if (left.locked > 0)
        detail << tr("%Ln task(s) locked by a worker", nullptr, int(left.locked));
    if (left.timeless + left.unreadable > 0)
        detail << tr("%Ln item(s) that are not tasks", nullptr, int(left.timeless + left.unreadable));
    if (left.gone > 0)
        detail << tr("%Ln task(s) claimed by another client first", nullptr, int(left.gone));
    if (!detail.isEmpty())
        notice.detail = tr("not moved: %1").arg(Formatting::commas(detail));
    if (progress.done == 0)
        notice.kind = Notice::Kind::Warning;
    else
        notice.links.push_back(
            {tr("Undo"), {}, [this, connection, record] { Q_EMIT undoRequested(connection, record); }});
    return notice;
}

} // namespace dueline
