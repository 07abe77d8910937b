// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panels/schedules/scheduledetail.h"

#include "core/base/text.h"
#include "ui/text/cronwords.h"
#include "ui/theme/theme.h"
#include "ui/widgets/emptystate.h"
#include "ui/widgets/panelheader.h"
#include "ui/widgets/paneltable.h"

#include <QStackedWidget>

namespace dueline {

ScheduleDetail::ScheduleDetail(const Theme& theme, const Formatting& formatting, QWidget* parent)
    : Pane(theme, Ground::Surface, {}, parent)
    , m_runs(formatting)
    , m_head(new PanelHeader(theme))
    , m_table(new PanelTable(theme, m_runs,
          []() -> PanelTable::Words {
              return {tr("Next runs"),
                  {PanelTable::asSeen({RunsModel::widest(), 0, 0, true}),
                      PanelTable::asSeen({RunsModel::widest(), 0, 0}),
                      {Formatting::relative(TimePoint(std::chrono::minutes(1439)), TimePoint()), 0, 2}, {{}, 0, 3}}};
          }))
    , m_empty(new EmptyState(theme))
    , m_stack(new QStackedWidget)
{
    addPages(m_head, m_stack, {m_table, m_empty});
    m_table->setSelectionMode(QAbstractItemView::SingleSelection);
    m_table->setContextMenuPolicy(Qt::NoContextMenu);
}

void ScheduleDetail::show(const ScheduleRow* row, TimePoint now)
{
    m_runs.setNow(now);
    if (!row) {
        m_runs.clear();
        m_head->setTitle(tr("Next runs"));
        m_head->setNote({});
        tellWhyEmpty(row);
        return;
    }
    const Schedule& schedule = row->state.schedule;
    m_runs.show(row->state, now);
    m_head->setTitle(tr("Next runs of %1").arg(printable(schedule.name, 24)));
    m_head->setNote(schedule.damaged || !schedule.enabled ? QString() : optionWords(schedule));
    tellWhyEmpty(row);
}

/// Replaces an empty table with an explanation and, if possible, a next step.
void ScheduleDetail::tellWhyEmpty(const ScheduleRow* row)
{
    m_stack->setCurrentIndex(m_runs.rowCount() > 0 ? 0 : 1);
    if (m_runs.rowCount() > 0)
        return;
    if (!row)
        m_empty->tell({}, tr("Nothing selected"), tr("Select a recurring task to see its next runs."));
    else if (row->state.schedule.damaged)
        m_empty->tell({}, tr("Cannot be read"), tr("Remove the recurring task and add it again."));
    else if (!row->state.schedule.unready.isEmpty())
        m_empty->tell({}, tr("Next runs are unknown"), CronWords::unready(row->state.schedule));
    else if (!row->state.schedule.enabled)
        m_empty->tell({}, tr("Disabled"), tr("Enable the recurring task to add tasks again."));
    else
        m_empty->tell({}, tr("No runs are planned"), tr("Edit the recurring task, and choose dates that exist."));
}

QString ScheduleDetail::optionWords(const Schedule& schedule)
{
    QStringList words{schedule.runMissed ? tr("only the last missed run is executed") : tr("missed runs are skipped")};
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
