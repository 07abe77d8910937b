// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/duectl/taskselection.h"

using namespace Qt::StringLiterals;

namespace dueline::duectl {

Result<SelectedTasks> readSelection(const CommandLine& line)
{
    const int ways = int(line.words().size() > 1) + int(line.has("match")) + int(line.has("all"));
    if (ways != 1) {
        return usage(u"%1 needs %2 of ID..., --match FILTER and --all."_s.arg(
            QString::fromLatin1(line.command()->name), ways == 0 ? u"one"_s : u"only one"_s));
    }
    const auto states = line.states("state");
    if (!states)
        return states.error();
    SelectedTasks selected;
    selected.states = states->value_or(StateSet::all());
    if (line.has("match")) {
        const auto filter = parseFilter(QString::fromUtf8(line.value("match")));
        if (!filter)
            return filter.error();
        if (filter->isEmpty())
            return usage(u"--match is empty; use --all to select every task."_s);
        selected.selection.kind = TaskSelection::Kind::Filter;
        selected.selection.filter = *filter;
    } else {
        selected.selection.kind = line.has("all") ? TaskSelection::Kind::All : TaskSelection::Kind::Ids;
    }
    return selected;
}

Result<Speed> readSpeed(const CommandLine& line)
{
    const auto pace = line.number("pace", 1, 1'000'000);
    if (!pace)
        return pace.error();
    const auto duty = line.number("duty", 1, 100);
    if (!duty)
        return duty.error();
    return Speed{pace->value_or(0), int(duty->value_or(100))};
}

} // namespace dueline::duectl
