// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/console/failures/incident.h"
#include "ui/models/rowlist.h"
#include "ui/text/formatting.h"

namespace dueline {

/// What a queue has of a kind of failure, as a row.
struct IncidentRow
{
    IncidentShare share; ///< without tasks: there were some while it was looked at
    double part = 0; ///< of all tasks of the kind, 0 to 1

    QByteArray key() const { return share.queue + '\0' + share.type; }
    bool operator==(const IncidentRow&) const = default;
};

/// Where a kind of failure is: queues and types, the most tasks first.
class IncidentModel : public RowList<IncidentRow>
{
    Q_OBJECT

public:
    enum Column { Queue, Type, Count, First, Last, ColumnCount };

    explicit IncidentModel(const Formatting& formatting, QObject* parent = nullptr);

    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

    void set(std::vector<IncidentRow> rows);
    /// The server's clock; what is told in words counts from here.
    void setNow(TimePoint now);

private:
    QString text(const IncidentShare& share, int column) const;

    const Formatting& m_formatting;
    TimePoint m_now{};
};

} // namespace dueline
