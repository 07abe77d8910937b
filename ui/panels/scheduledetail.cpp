// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panels/scheduledetail.h"

#include "core/base/text.h"
#include "ui/theme/theme.h"
#include "ui/widgets/panelhead.h"
#include "ui/widgets/paneltable.h"

#include <QVBoxLayout>

namespace dueline {

ScheduleDetail::ScheduleDetail(const Theme& theme, const Formatting& formatting, QWidget* parent)
    : Pane(theme, Ground::Surface, {}, parent)
    , m_runs(formatting)
    , m_head(new PanelHead(theme))
    , m_table(new PanelTable(theme, m_runs,
          []() -> PanelTable::Words {
              return {tr("Next runs"),
                  {{RunsModel::widest(), 0, 0, true}, {RunsModel::widest(), 0, 0},
                      {Formatting::relative(TimePoint(std::chrono::minutes(1439)), TimePoint()), 0, 2}, {{}, 0, 3}}};
          }))
{
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    column->addWidget(m_head);
    column->addWidget(m_table, 1);
    m_table->setSelectionMode(QAbstractItemView::SingleSelection);
    m_table->setContextMenuPolicy(Qt::NoContextMenu);
}

void ScheduleDetail::show(const ScheduleRow* row, TimePoint now)
{
    m_runs.setNow(now);
    if (!row) {
        m_runs.clear();
        m_head->setTitle(tr("Next runs"));
        m_head->setNote(tr("Choose a recurring task to see them."));
        return;
    }
    const Schedule& schedule = row->state.schedule;
    m_runs.show(row->state, now);
    m_head->setTitle(tr("Next runs of %1").arg(printable(schedule.name, 24)));
    m_head->setNote(schedule.damaged ? QString()
            : !schedule.enabled      ? tr("None while it is disabled.")
                                     : optionWords(schedule));
}

QString ScheduleDetail::optionWords(const Schedule& schedule)
{
    QStringList words{schedule.runMissed ? tr("missed runs: one for the last") : tr("missed runs are left out")};
    if (schedule.options.maxAttempts)
        words << tr("%Ln attempt(s)", nullptr, *schedule.options.maxAttempts);
    if (schedule.options.leaseFor)
        words << tr("lease %1", "a duration").arg(Formatting::duration(*schedule.options.leaseFor));
    if (schedule.expiresAfter)
        words << tr("expires after %1", "a duration").arg(Formatting::duration(*schedule.expiresAfter));
    if (schedule.options.keepResult)
        words << tr("result is kept");
    if (!schedule.payload.isEmpty())
        words << tr("payload %1", "a size").arg(formatBytes(schedule.payload.size()));
    return words.join(QStringLiteral(" · "));
}

void ScheduleDetail::setStale(bool stale) { m_table->setStale(stale); }

} // namespace dueline
