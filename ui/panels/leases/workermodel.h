// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/queue/queueinfo.h"
#include "ui/models/rowlist.h"
#include "ui/text/formatting.h"

namespace dueline {

/// One worker: as it reports itself, or known only because it holds a lease.
struct WorkerRow
{
    WorkerInfo info; ///< of one that is not reported only `id` and `lost` say something
    bool reported = true;
    bool here = false; ///< it runs in this program

    QByteArray key() const { return info.id; }
    bool operator==(const WorkerRow&) const = default;
};

/// The workers of a connection, lost ones first, then by id. One without a heartbeat is lost, never running.
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
    /// The server's clock.
    void setNow(TimePoint now);
    static QString stateWord(const WorkerRow& row);

private:
    QString text(const WorkerRow& row, int column) const;
    QString tip(const WorkerRow& row, int column) const;

    TimePoint m_now{};
};

} // namespace dueline
