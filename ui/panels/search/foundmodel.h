// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/console/operations/connectionsearch.h"
#include "ui/models/rowtable.h"
#include "ui/text/formatting.h"

namespace dueline {

struct FoundRow : SearchHit
{
    QByteArray key() const { return queue + '\0' + exactId(task); }
    bool operator==(const FoundRow&) const = default;
};

/// Table model of tasks from any number of queues, in the order they were found.
class FoundModel : public RowTable<FoundRow>
{
    Q_OBJECT

public:
    enum Column { TaskId, Queue, State, Details, When, Attempts, ColumnCount };

    explicit FoundModel(const Formatting& formatting, QObject* parent = nullptr);

    void set(const std::vector<SearchHit>& found);

private:
    QStringList titles() const override;
    QString text(const FoundRow& row, int column) const override;
    QString accessibleText(const FoundRow& row, int column) const override;
    QString tip(const FoundRow& row, int column) const override;
    bool isRight(int column) const override { return column == When; }
    Cell::Tone tone(const FoundRow& row, int column) const override;
    QVariant decoration(const FoundRow& row, int column, int role) const override;

    const Formatting& m_formatting;
};

} // namespace dueline
