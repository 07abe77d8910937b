// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/board/boardtable.h"

#include "ui/text/formatting.h"
#include "ui/widgets/celldelegate.h"

#include <QHeaderView>

namespace dueline {

namespace {

constexpr int barsWidth = int(BoardRow::bars) * 3;
constexpr int signWidth = 20;

} // namespace

/// Returns the texts and properties of the columns. If space is short, columns are hidden in this order: layout, next
/// run, rates, workers, last hour, running, total failed, oldest.
PanelTable::Words BoardTable::words()
{
    const QString count = QStringLiteral("1,000,000");
    const auto seen = [](const QString& widest, int hides) { return asSeen({widest, 0, hides}); };
    std::vector<Column> columns(BoardModel::ColumnCount);
    columns[BoardModel::Queue] = asSeen({QStringLiteral("notification-mail"), signWidth, 0, true});
    columns[BoardModel::LastHour] = {QStringLiteral(" "), barsWidth, 5};
    columns[BoardModel::Due] = seen(count, 0);
    columns[BoardModel::Oldest] = seen(Formatting::duration(std::chrono::minutes(23 * 60 + 59)), 2);
    columns[BoardModel::Running] = seen(count, 4);
    columns[BoardModel::FailedLately] = seen(count, 0);
    columns[BoardModel::Failed] = seen(count, 3);
    columns[BoardModel::In] = seen(count, 7);
    columns[BoardModel::Out] = seen(count, 8);
    columns[BoardModel::Workers] = seen(tr("%1 or more").arg(QStringLiteral("100")), 6);
    columns[BoardModel::NextRun] = seen(tr("in %1", "a duration").arg(QStringLiteral("23 h 59 min")), 9);
    columns[BoardModel::Layout] = seen(QStringLiteral("sidekiq"), 10);
    columns[BoardModel::Server] = seen(QStringLiteral("payments-prod"), neverShown);
    return {tr("Overview of queues"), std::move(columns)};
}

BoardTable::BoardTable(const Theme& theme, BoardModel& model, QWidget* parent)
    : PanelTable(theme, model, words, parent)
{
    setChoosesCells();
    setSelectionMode(SingleSelection);
    horizontalHeader()->setSectionsClickable(true);
    connect(this, &PanelTable::headChosen, &model, [&model](int column) {
        const auto by = BoardModel::Column(column);
        model.setOrder(model.order() == by ? std::nullopt : std::optional(by));
    });
    connect(this, &PanelTable::activatedRow, this, [this] { Q_EMIT cellActivated(currentIndex()); });
    showServer(false);
}

void BoardTable::showServer(bool shown) { setHides(BoardModel::Server, shown ? 1 : neverShown); }

} // namespace dueline
