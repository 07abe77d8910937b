// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/console/operations/failurecensus.h"
#include "ui/models/rowlist.h"
#include "ui/text/formatting.h"

namespace dueline {

/// A group as a row.
struct FailureRow
{
    FailureGroup group;

    QByteArray key() const { return group.type + '\0' + group.error; }
    bool operator==(const FailureRow&) const = default;
};

/// Failed tasks by what went wrong, the worst first.
class FailureModel : public RowList<FailureRow>
{
    Q_OBJECT

public:
    enum Column { Error, Type, Count, Trend, First, Last, ColumnCount };

    explicit FailureModel(const Formatting& formatting, QObject* parent = nullptr);

    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

    /// `from`, `each`: where the first bin of the trends begins, and how long each is.
    void set(const std::vector<FailureGroup>& groups, TimePoint from, Millis each);
    /// The server's clock; what is told in words counts from here.
    void setNow(TimePoint now);

private:
    QString text(const FailureGroup& group, int column) const;
    QString tip(const FailureGroup& group, int column) const;
    QVariant look(int column) const;
    QString trendWords(const FailureGroup& group) const;

    const Formatting& m_formatting;
    TimePoint m_now{};
    TimePoint m_from{};
    Millis m_each{};
};

} // namespace dueline
