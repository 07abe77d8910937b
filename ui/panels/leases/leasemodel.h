// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/queue/leaseholders.h"
#include "ui/models/rowtable.h"
#include "ui/text/formatting.h"

#include <QHash>

#include <optional>

namespace dueline {

/// Row for a lease and its holder.
struct LeaseRow
{
    QueueName queue;
    Task task; ///< leased task; its `at` is the end of the lease
    LeaseFate fate = LeaseFate::Held;
    Millis full{}; ///< duration of a new lease, shown as a full bar
    bool here = false; ///< true if the worker runs in this program
    std::optional<TimePoint> silentSince = {}; ///< last heartbeat of a lost worker, if known

    QByteArray key() const { return queue + '\0' + exactId(task) + '\0' + task.token; }
    TaskRef ref() const { return refOf(task); }
    bool operator==(const LeaseRow&) const = default;
};

/// Table model of leases with their holders and end times, sorted by end time.
class LeaseModel : public RowTable<LeaseRow>
{
    Q_OBJECT

public:
    enum Column { TaskId, Queue, Holder, Ends, Until, Attempt, ColumnCount };

    explicit LeaseModel(const Formatting& formatting, QObject* parent = nullptr);

    void set(std::vector<LeaseRow> rows) { replaceRows(std::move(rows)); }
    /// Sets the last progress messages from this window's worker, by EmbeddedWorker::runKey(). The messages are
    /// untrusted.
    void setProgress(const QHash<QByteArray, QByteArray>& progress);
    /// Returns text about the lease's end, such as `41 s left`, `will be recovered in 41 s` or `expired 3 s ago`.
    QString fateWords(const LeaseRow& row) const;

private:
    QStringList titles() const override;
    QString text(const LeaseRow& row, int column) const override;
    QString accessibleText(const LeaseRow& row, int column) const override;
    QString tip(const LeaseRow& row, int column) const override;
    bool isRight(int column) const override { return column == Until || column == Attempt; }
    Cell::Tone tone(const LeaseRow& row, int column) const override;
    QVariant decoration(const LeaseRow& row, int column, int role) const override;
    QString saidLast(const LeaseRow& row) const;
    bool hasExpired(const LeaseRow& row) const { return !row.task.untimed && row.task.at <= now(); }

    const Formatting& m_formatting;
    QHash<QByteArray, QByteArray> m_progress;
};

} // namespace dueline
