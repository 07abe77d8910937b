// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/console/failures/recentfailures.h"
#include "ui/models/rowlist.h"
#include "ui/text/formatting.h"

namespace dueline {

/// Row for a failed task in a group.
struct SampleRow
{
    QueueName queue;
    Task task;

    QByteArray key() const { return queue + '\0' + exactId(task); }
    bool operator==(const SampleRow&) const = default;
};

/// Table model of a failure group's newest failed tasks, newest first.
class SampleModel : public RowList<SampleRow>
{
    Q_OBJECT

public:
    enum Column { Name, Queue, Payload, Attempts, Failed, ColumnCount };

    explicit SampleModel(const Formatting& formatting, QObject* parent = nullptr);

    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

    void set(const std::vector<RecentFailures::Found>& tasks);
    /// Sets the server time that relative times are based on.
    void setNow(TimePoint now);

private:
    QString text(const SampleRow& row, int column) const;

    const Formatting& m_formatting;
    TimePoint m_now{};
};

} // namespace dueline
