// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/queue/leaseholders.h"
#include "ui/models/rowlist.h"
#include "ui/text/formatting.h"

#include <QHash>

#include <optional>

namespace dueline {

/// One lease as it was read, and what is known of its holder.
struct LeaseRow
{
    using Fate = LeaseFate;

    QueueName queue;
    Task task; ///< `at`: when the lease ends
    Fate fate = Fate::Held;
    Millis full{}; ///< how long the lease is when it is fresh: a full bar
    bool here = false; ///< its worker runs in this program
    std::optional<TimePoint> silentSince = {}; ///< the last heartbeat of a worker that is lost, where one is remembered

    QByteArray key() const { return queue + '\0' + exactId(task) + '\0' + task.token; }
    TaskRef ref() const { return refOf(task); }
    bool operator==(const LeaseRow&) const = default;
};

/// Leases, those that ended first: who holds what until when.
class LeaseModel : public RowList<LeaseRow>
{
    Q_OBJECT

public:
    enum Column { TaskId, Queue, Holder, Ends, Until, Attempt, ColumnCount };

    explicit LeaseModel(const Formatting& formatting, QObject* parent = nullptr);

    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

    void set(std::vector<LeaseRow> rows) { replaceRows(std::move(rows)); }
    /// The server's clock; what is told in words counts from here.
    void setNow(TimePoint now);
    /// What tasks that this window's worker runs said last, by EmbeddedWorker::runKey(); untrusted.
    void setProgress(const QHash<QByteArray, QByteArray>& progress);
    /// `41 s left`, `will be recovered in 41 s`, `expired 3 s ago`.
    QString fateWords(const LeaseRow& row) const;

private:
    QString text(const LeaseRow& row, int column) const;
    QString saidLast(const LeaseRow& row) const;
    QString tip(const LeaseRow& row, int column) const;
    QVariant look(const LeaseRow& row, int column) const;
    bool hasExpired(const LeaseRow& row) const { return !row.task.untimed && row.task.at <= m_now; }

    const Formatting& m_formatting;
    TimePoint m_now{};
    QHash<QByteArray, QByteArray> m_progress;
};

} // namespace dueline
