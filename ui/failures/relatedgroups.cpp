// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/failures/relatedgroups.h"

#include "core/console/failures/relatedfailures.h"
#include "ui/widgets/celldelegate.h"
#include "ui/widgets/paneltable.h"

namespace dueline {

namespace {

constexpr int relatedTile = 20; ///< width of the tile before the error, including the gap, in pixels

} // namespace

RelatedGroups::RelatedGroups(const Theme& theme, const Formatting& formatting, QObject* parent)
    : QObject(parent)
    , m_model(formatting)
    , m_table(new PanelTable(theme, m_model, []() -> PanelTable::Words {
        const PanelTable::Column hidden{QStringLiteral(" "), 0, PanelTable::neverShown};
        return {tr("Possibly the same cause"),
            {{{}, relatedTile, 0}, hidden, PanelTable::asSeen({QStringLiteral("notification-mail"), 0, 1}),
                PanelTable::asSeen({QStringLiteral("1,000,000"), 0, 0}), hidden, hidden, hidden}};
    }))
{
    m_table->setSelectionMode(QAbstractItemView::SingleSelection);
    connect(m_table, &PanelTable::activatedRow, this, [this](int row) {
        if (const FailureRow* chosen = m_model.rowAt(row))
            Q_EMIT kindRequested(QByteArray(chosen->group.error)); // copied because receivers may replace the rows
    });
}

void RelatedGroups::show(const FailureGroup& group, const FailureGroups& all, TimePoint now)
{
    std::vector<FailureRow> rows;
    for (const RelatedFailures& related : relatedTo(group, all)) {
        FailureRow row;
        row.group.error = related.group->error;
        row.group.name = related.group->name;
        row.group.terms = related.group->terms;
        row.group.count = related.group->tasks;
        row.group.first = related.group->first;
        row.group.last = related.group->last;
        row.group.example = related.group->sample;
        if (!related.group->shares.empty())
            row.queue = related.group->shares.front().queue;
        rows.push_back(std::move(row));
    }
    m_table->setFixedHeight(CellDelegate::rowHeight * (1 + int(rows.size())));
    m_model.setNow(now);
    m_model.set(std::move(rows), all.trend);
}

} // namespace dueline
