// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/failures/failuregrouprows.h"

#include "ui/failures/failuregrouppage.h"
#include "ui/presenters/connection.h"
#include "ui/widgets/celldelegate.h"
#include "ui/widgets/paneltable.h"

#include <QScopedValueRollback>

#include <algorithm>

namespace dueline {

namespace {

// Timestamp with the widest text, used to size the column: 28 November, 20:58:58.
constexpr TimePoint widestSeen{std::chrono::milliseconds(1'795'899'538'000)};
/// Width in pixels of the bar before the number of tasks.
constexpr int partBar = CellDelegate::barWidth + CellDelegate::padding + 1;

} // namespace

FailureGroupRows::FailureGroupRows(const Theme& theme, const Formatting& formatting, QObject* parent)
    : QObject(parent)
    , m_model(formatting)
    , m_table(new PanelTable(theme, m_model, [&formatting]() -> PanelTable::Words {
        return {FailureGroupPage::tr("Queues and types with this failure"),
            {{QStringLiteral("notification-mail"), 0, 0, true},
                PanelTable::asSeen({QStringLiteral("notification.send"), 0, 1}),
                PanelTable::asSeen({QStringLiteral("1,000,000"), partBar, 0}),
                PanelTable::asSeen({formatting.instant(widestSeen, widestSeen + std::chrono::days(1)), 0, 3}),
                PanelTable::asSeen({FailureGroupPage::tr("%1 ago").arg(QStringLiteral("59 min 59 s")), 0, 2})}};
    }))
{
    m_table->setMinimumHeight(90);
    connect(m_table->selectionModel(), &QItemSelectionModel::selectionChanged, this,
        [this] { m_isChosenByUser = m_isChosenByUser || !m_isShowing; });
    connect(m_table, &PanelTable::chosen, this, &FailureGroupRows::chosenChanged);
    connect(m_table, &PanelTable::activatedRow, this, &FailureGroupRows::activated);
}

void FailureGroupRows::clear()
{
    m_places.clear();
    m_table->clearSelection();
    m_model.set({});
    m_isChosenByUser = false;
}

void FailureGroupRows::show(const FailureGroup& group, const QueueName& queue)
{
    const QScopedValueRollback showing(m_isShowing, true);
    std::vector<FailureGroupRow> rows;
    for (const FailureGroup::Share& share : group.shares)
        rows.push_back({share, double(share.tasks) / double(std::max<qint64>(1, group.tasks))});
    for (const auto& [key, was] : m_places) {
        const bool isThere
            = std::any_of(rows.begin(), rows.end(), [&key](const FailureGroupRow& row) { return row.key() == key; });
        if (!isThere) {
            rows.push_back({was, 0});
            rows.back().share.tasks = 0;
        }
    }
    for (const FailureGroupRow& row : rows)
        m_places.insert_or_assign(row.key(), row.share);
    m_table->holdPlace();
    m_model.set(std::move(rows));
    m_table->restorePlace();
    if (m_model.rowCount() > 0 && !(m_isChosenByUser && m_table->selectionModel()->hasSelection()))
        select(queue);
}

/// Selects a queue's rows, or all rows if it has none. If the current row is selected, it stays current.
void FailureGroupRows::select(const QueueName& queue)
{
    QItemSelection rows;
    const auto add = [&](const auto& isMeant) {
        for (int row = 0; row < m_model.rowCount(); ++row) {
            if (isMeant(m_model.rows()[std::size_t(row)].share))
                rows.select(m_model.index(row, 0), m_model.index(row, 0));
        }
    };
    add([&queue](const FailureGroup::Share& share) { return share.queue == queue; });
    if (rows.isEmpty())
        add([](const FailureGroup::Share&) { return true; });
    QItemSelectionModel& selection = *m_table->selectionModel();
    selection.select(rows, QItemSelectionModel::ClearAndSelect | QItemSelectionModel::Rows);
    if (!selection.isSelected(selection.currentIndex()))
        selection.setCurrentIndex(rows.indexes().front(), QItemSelectionModel::NoUpdate);
}

const FailureGroup::Share* FailureGroupRows::current() const
{
    const FailureGroupRow* row = m_model.rowAt(m_table->currentIndex().isValid() ? m_table->currentIndex().row() : -1);
    return row ? &row->share : nullptr;
}

std::vector<FailureGroup::Share> FailureGroupRows::chosen() const
{
    std::vector<FailureGroup::Share> chosen;
    const QModelIndex current = m_table->currentIndex();
    for (const QModelIndex& index : m_table->selectionModel()->selectedRows()) {
        const FailureGroupRow* row = m_model.rowAt(index.row());
        if (row && row->share.tasks > 0)
            chosen.insert(index.row() == current.row() ? chosen.begin() : chosen.end(), row->share);
    }
    const FailureGroup::Share* share = this->current();
    if (!m_table->selectionModel()->hasSelection() && share && share->tasks > 0)
        chosen.push_back(*share); // if no row is selected, use the current one
    return chosen;
}

} // namespace dueline
