// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/console/operations/connectionsearch.h"
#include "ui/models/rowlist.h"
#include "ui/text/formatting.h"

namespace dueline {

struct FoundRow : SearchHit
{
    QByteArray key() const { return queue + '\0' + exactId(task); }
    bool operator==(const FoundRow&) const = default;
};

/// Table model of tasks from any number of queues, in the order they were found.
class FoundModel : public RowList<FoundRow>
{
    Q_OBJECT

public:
    enum Column { TaskId, Queue, State, Details, When, Attempts, ColumnCount };

    explicit FoundModel(const Formatting& formatting, QObject* parent = nullptr);

    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

    void set(const std::vector<SearchHit>& found);
    /// Sets the server time that relative times are based on.
    void setNow(TimePoint now);

private:
    QString text(const FoundRow& row, int column) const;
    QString tip(const FoundRow& row, int column) const;
    static QVariant look(const FoundRow& row, int column);
    QString whenWords(const Task& task) const;

    const Formatting& m_formatting;
    TimePoint m_now{};
};

} // namespace dueline
