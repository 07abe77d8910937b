// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/queue/queueinfo.h"
#include "ui/models/rowlist.h"
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
    /// Sets the server time that relative times are based on.
    void setNow(TimePoint now);
    static QString stateWord(const WorkerRow& row);

private:
    QString text(const WorkerRow& row, int column) const;
    QString tip(const WorkerRow& row, int column) const;

    TimePoint m_now{};
};

} // namespace dueline
