// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/timeline/timelinetabledialog.h"

#include "ui/theme/theme.h"
#include "ui/timeline/timelineshares.h"
#include "ui/widgets/paneltable.h"
#include "ui/widgets/plainlabel.h"

#include <QApplication>
#include <QClipboard>
#include <QPushButton>
#include <QVBoxLayout>

#include <algorithm>

namespace dueline {

TimelineTableDialog::TimelineTableDialog(const Theme& theme, const Formatting& formatting, const TimelineData& data,
    const QString& subject, TimePoint now, QWidget* parent)
    : DialogFrame(theme, tr("Timeline as a table"), subject, Environment::Development, parent)
    , m_model(formatting, data, groupsOf(data), now)
{
    const int rest = m_model.showsTasks() ? 3 : m_model.showsGroups() ? -1 : 0;
    std::vector<PanelTable::Column> columns;
    for (int column = 0; column < m_model.columnCount(); ++column)
        columns.push_back({m_model.widest(column), 0, 0, column == rest});
    auto* table = new PanelTable(theme, m_model, tr("Timeline"), std::move(columns));
    table->setContextMenuPolicy(Qt::NoContextMenu);
    const QString range = formatting.range(data.range.from, data.range.to);
    auto* what = new PlainLabel(!data.isKnown() ? tr("No data yet.")
            : m_model.rowCount() == 0           ? tr("No tasks in view (%1).").arg(range)
            : m_model.showsTasks()
            ? tr("%Ln task(s) in view (%1), one row per task.", nullptr, m_model.counted()).arg(range)
            : tr("%1 in view; each row covers %2, and empty intervals are omitted.", "a range, a duration")
                  .arg(range, Formatting::duration(data.span)));
    what->setWordWrap(true);
    body().addWidget(what);
    if (data.groups && data.groups->tooMany && !m_model.showsTasks()) {
        auto* why = PlainLabel::quiet(theme,
            tr("There are too many tasks to distinguish %1, so the columns show states.",
                "types, kinds of failure, queues")
                .arg(TimelineShareWords::plural(data.groups->by)));
        why->setWordWrap(true);
        body().addWidget(why);
    }
    body().addWidget(table, 1);
    auto* copy = new QPushButton(tr("Copy"));
    copy->setAutoDefault(false);
    copy->setToolTip(tr("Copy all rows as tab-separated text"));
    copy->setEnabled(m_model.rowCount() > 0);
    connect(copy, &QPushButton::clicked, this, [this] { QApplication::clipboard()->setText(m_model.text()); });
    addToFooter(copy);
    setVerb(tr("Close"));
    cancelButton()->hide();
    resize(m_model.showsGroups() ? 980 : 820, 480);
    if (m_model.rowCount() > 0)
        table->selectRow(0);
    table->setFocus(); // must come last: a default button takes the focus
}

TimelineTableGroups TimelineTableDialog::groupsOf(const TimelineData& data)
{
    TimelineTableGroups told;
    if (!data.groups || data.groups->tooMany)
        return told;
    const TimelineGroups& groups = *data.groups;
    std::vector<int> places;
    for (const TimelineShare& share : sharesOf(data)) {
        told.titles << share.words;
        told.totals.push_back(share.count);
        places.push_back(share.place);
    }
    for (std::size_t bin = 0; bin < data.bins.size(); ++bin) {
        std::vector<qint64>& counts = told.bins.emplace_back(places.size());
        for (const TimelineShare& share : sharesOf(data, bin))
            counts[std::size_t(std::find(places.begin(), places.end(), share.place) - places.begin())] = share.count;
    }
    // If the groups are queues, no additional column is needed: each row already shows its queue.
    if (groups.by != TimelineColour::Queue)
        told.taskTitle = groups.by == TimelineColour::Type ? tr("Type") : tr("Failure group");
    for (std::size_t task = 0; task < data.tasks.size(); ++task) {
        const int place = task < groups.tasks.size() ? groups.tasks[task] : -1;
        told.tasks << (place < 0                           ? TimelineShareWords::none(groups)
                : std::size_t(place) < groups.named.size() ? groups.named[std::size_t(place)].words
                                                           : TimelineShareWords::others());
    }
    return told;
}

} // namespace dueline
