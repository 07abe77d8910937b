// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/commands/filtercommands.h"

#include "ui/dialogs/namedialog.h"
#include "ui/presenters/settings/savedfilters.h"
#include "ui/text/formatting.h"
#include "ui/widgets/tasks/filterline.h"
#include "ui/workbench/listedtasks.h"

#include <QMenu>
#include <QRegularExpression>

#include <utility>

namespace dueline {

namespace {

constexpr qsizetype shownOfText = 60;

} // namespace

FilterCommands::FilterCommands(const Theme& theme, const Formatting& formatting, ListedTasks& list,
    SavedFilters& filters, FilterLine& line, Toasts& messages, QWidget* window)
    : QObject(window)
    , m_theme(theme)
    , m_formatting(formatting)
    , m_list(list)
    , m_filters(filters)
    , m_line(line)
    , m_messages(messages)
    , m_window(window)
{
    connect(&list.view(), &ViewedPlace::placeChanged, this, &FilterCommands::followConnection);
}

/// Restores the filter last used on the current connection, so that one server's filter is never applied to another.
void FilterCommands::followConnection()
{
    const QString& shown = m_list.view().place().connection;
    if (shown.isEmpty() || shown == m_connection)
        return;
    const QString left = std::exchange(m_connection, shown);
    if (left.isEmpty()) // the first connection keeps the filter given at startup
        return;
    if (m_list.view().connections().find(left))
        m_lastFilters[left] = m_line.text();
    m_line.apply(m_lastFilters.take(shown));
}

void FilterCommands::tell(const Result<>& done)
{
    if (!done)
        m_messages.show({Notice::Kind::Failure, QStringLiteral("warning"), done.error().message, {}, {}});
}

void FilterCommands::save()
{
    const QString text = m_line.text().trimmed();
    if (text.isEmpty()) {
        m_messages.show({Notice::Kind::Warning, QStringLiteral("filter"), tr("There is no filter to save"),
            tr("enter a filter first, e.g. state:failed type:mail.*"), {}});
        m_line.setFocus(Qt::ShortcutFocusReason);
        return;
    }
    if (const auto parsed = TaskFilter::parse(text); !parsed) {
        m_line.apply(text); // also shows where a parse error is
        return;
    }
    NameDialog dialog(m_theme, tr("Save filter"), text.left(shownOfText), {}, tr("Save"), m_window);
    if (dialog.exec() == QDialog::Accepted)
        tell(m_filters.save(dialog.name(), text));
}

/// Returns a time in the window's time zone, in filter syntax.
QString FilterCommands::written(TimePoint at) const
{
    return m_formatting.local(at)
        .toOffsetFromUtc(m_formatting.local(at).offsetFromUtc())
        .toString(toMs(at) % 1000 == 0 ? Qt::ISODate : Qt::ISODateWithMs);
}

QString FilterCommands::termsOf(TimeRange range) const
{
    return QStringLiteral("at>=%1 at<%2").arg(written(range.from), written(range.to));
}

void FilterCommands::brush(const std::optional<TimeRange>& range, StateSet hidden)
{
    m_list.setBrush(range ? std::optional(
                        ListedTasks::Brush{*range, hidden, termsOf(*range), m_formatting.range(range->from, range->to)})
                          : std::nullopt);
}

void FilterCommands::narrow(TimeRange range, StateSet hidden)
{
    m_list.setBrush({});
    // Select the whole queue, because the timeline range covers all states.
    if (const SidebarPlace place = m_list.view().place(); place.state)
        m_list.view().show({place.connection, place.queue, {}});
    QString text = m_line.text();
    // Remove the previous range. The pattern doesn't match negated or quoted times, which narrow() never writes.
    static const QRegularExpression old(QStringLiteral("(^|\\s)at[<>]=?[^\\s\"]+"));
    text.remove(old);
    for (const TaskState state : allStates) {
        const QString without = QStringLiteral("-state:") + QString::fromLatin1(stateName(state));
        if (hidden.contains(state) && !text.split(u' ').contains(without))
            text = text.trimmed() + u' ' + without;
    }
    m_line.apply((text.trimmed() + u' ' + termsOf(range)).trimmed());
}

void FilterCommands::apply(const QString& name)
{
    if (const SavedFilter* filter = m_filters.find(name))
        m_line.apply(filter->text);
}

void FilterCommands::fillMenu(QMenu& menu, const QString& name)
{
    menu.addAction(tr("&Apply"), this, [this, name] { apply(name); });
    menu.addAction(tr("&Rename…"), this, [this, name] { rename(name); });
    menu.addAction(tr("&Delete"), this, [this, name] { remove(name); });
}

void FilterCommands::rename(const QString& name)
{
    NameDialog dialog(m_theme, tr("Rename filter"), name, name, tr("Rename"), m_window);
    if (dialog.exec() == QDialog::Accepted)
        tell(m_filters.rename(name, dialog.name()));
}

void FilterCommands::remove(const QString& name)
{
    const SavedFilter* found = m_filters.find(name);
    if (!found)
        return;
    const SavedFilter gone = *found;
    if (const auto removed = m_filters.remove(name); !removed)
        return tell(removed);
    const QString deleted = QStringLiteral("filter ") + gone.name;
    m_messages.show(Notice::worded([this, gone, deleted] {
        Notice notice{Notice::Kind::Result, QStringLiteral("bookmark"), tr("Filter %1 deleted").arg(gone.name), {}, {}};
        notice.links.push_back({tr("Undo"), {}, [this, gone, deleted] {
                                    m_messages.end(deleted);
                                    tell(m_filters.save(gone.name, gone.text));
                                }});
        notice.subject = deleted;
        return notice;
    }));
}

} // namespace dueline
