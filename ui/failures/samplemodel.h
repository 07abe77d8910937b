// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/console/failures/recentfailures.h"
#include "ui/models/rowtable.h"
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
class SampleModel : public RowTable<SampleRow>
{
    Q_OBJECT

public:
    enum Column { Name, Queue, Payload, Attempts, Failed, ColumnCount };

    explicit SampleModel(const Formatting& formatting, QObject* parent = nullptr);

    void set(const std::vector<RecentFailures::Found>& tasks);

private:
    QStringList titles() const override;
    QString text(const SampleRow& row, int column) const override;
    QString accessibleText(const SampleRow& row, int column) const override;
    QString tip(const SampleRow& row, int column) const override;
    bool isRight(int column) const override { return column == Failed; }
    Cell::Tone tone(const SampleRow& row, int column) const override;
    QVariant decoration(const SampleRow& row, int column, int role) const override;

    const Formatting& m_formatting;
};

} // namespace dueline
