// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/queue/queueinfo.h"
#include "ui/models/rowtable.h"
#include "ui/text/formatting.h"

namespace dueline {

/// Row for a worker that is registered, or known only because it holds a lease.
struct WorkerRow
{
    WorkerInfo info; ///< data about the worker; only `id` and `lost` are valid if it isn't registered
    bool reported = true;
    bool here = false; ///< true if the worker runs in this program

    QByteArray key() const { return info.id; }
    bool operator==(const WorkerRow&) const = default;
};

/// Table model of a connection's workers, sorted by id, with lost workers first. Workers without a heartbeat are shown
/// as lost, never as running.
class WorkerModel : public RowTable<WorkerRow>
{
    Q_OBJECT

public:
    enum Column { State, Worker, Host, Queues, Slots, Heartbeat, ColumnCount };

    explicit WorkerModel(QObject* parent = nullptr);

    void set(std::vector<WorkerRow> rows);
    static QString stateWord(const WorkerRow& row);

private:
    QStringList titles() const override;
    QString text(const WorkerRow& row, int column) const override;
    QString accessibleText(const WorkerRow& row, int column) const override;
    QString tip(const WorkerRow& row, int column) const override;
    bool isRight(int column) const override { return column >= Slots; }
    Cell::Tone tone(const WorkerRow& row, int column) const override;
    QVariant decoration(const WorkerRow& row, int column, int role) const override;
};

} // namespace dueline
