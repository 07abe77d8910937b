// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/queue/queueinfo.h"
#include "ui/models/rowlist.h"
#include "ui/text/formatting.h"

namespace dueline {

/// Worker that registers itself, or that is known only as the holder of a lease.
struct WorkerRow
{
    WorkerInfo info; ///< data about the worker; if it does not register itself, only `id` and `lost` are valid
    bool reported = true;
    bool here = false; ///< true if the worker runs in this program

    QByteArray key() const { return info.id; }
    bool operator==(const WorkerRow&) const = default;
};

/// Workers of a connection, lost ones first, then by id. A worker without a heartbeat is shown as lost, never as
/// running.
class WorkerModel : public RowList<WorkerRow>
{
    Q_OBJECT

public:
    enum Column { State, Worker, Host, Queues, Slots, Heartbeat, ColumnCount };

    explicit WorkerModel(QObject* parent = nullptr);

    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

    void set(std::vector<WorkerRow> rows);
    /// Sets the server's time.
    void setNow(TimePoint now);
    static QString stateWord(const WorkerRow& row);

private:
    QString text(const WorkerRow& row, int column) const;
    QString tip(const WorkerRow& row, int column) const;

    TimePoint m_now{};
};

} // namespace dueline
