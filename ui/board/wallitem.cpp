// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/board/wallitem.h"

#include "core/base/text.h"
#include "ui/board/walltile.h"
#include "ui/failures/failuregrouptitle.h"

#include <QCoreApplication>

namespace dueline {

namespace {

struct WallWords
{
    Q_DECLARE_TR_FUNCTIONS(WallWords)

public:
    static QString workers(const BoardRow& row)
    {
        if (!row.workers || (row.workers->atLeast && row.workers->alive == 0))
            return {};
        return row.workers->alive == 0 ? tr("no workers alive")
                                       : tr("%Ln worker(s) alive", nullptr, Formatting::plural(row.workers->alive));
    }
    static QString due(qint64 tasks) { return tr("%Ln task(s) due", nullptr, Formatting::plural(tasks)); }
    static QString silent(const BoardRow& row, const Formatting& formatting)
    {
        return Formatting::sentences(
            {tr("No task claimed since %1.").arg(formatting.clock(row.silence->since, Millis(60'000))),
                tr("%1.", "a sentence").arg(Formatting::commas({due(row.silence->due), workers(row)}))});
    }
    static QString failing(const FailureGroup& group, const WallItem::Failures& failures, const Formatting& formatting)
    {
        const QString name = FailureGroupTitle::nameOf(group.name);
        if (group.first < failures.newSince)
            return name;
        const bool isOfToday = formatting.local(group.first).date() == formatting.local(failures.now).date();
        return tr("%1, new since %2", "failure, time")
            .arg(name,
                isOfToday ? formatting.clock(group.first, Millis(60'000))
                          : formatting.brief(group.first, failures.now));
    }
    static QString failed() { return tr("failed"); }
};

} // namespace

const FailureGroup* WallItem::worstGroup(const BoardItem& item, const Failures& failures)
{
    constexpr qint64 leastPart = 100; // like FailureGroups::worst(): a new group must have at least 1% of the tasks
    const FailureGroup* worst = nullptr;
    std::pair<bool, qint64> worstRank;
    for (const FailureGroup& group : failures.groups.groups) {
        qint64 tasks = 0;
        for (const FailureGroup::Share& share : group.shares) {
            if (share.queue == item.row.queue && (share.server.isEmpty() || share.server == item.connection.toUtf8()))
                tasks += share.tasks;
        }
        const bool isNew = group.first >= failures.newSince && tasks * leastPart >= item.row.failed.value.value_or(0);
        const std::pair rank(isNew, tasks);
        if (tasks > 0 && (!worst || rank > worstRank)) {
            worst = &group;
            worstRank = rank;
        }
    }
    return worst;
}

WallItem WallItem::of(const BoardItem& item, const Failures& failures, const Formatting& formatting, bool withServer)
{
    const BoardRow& row = item.row;
    WallItem wall{item, printable(row.queue, 80), {}, {}, {}};
    if (withServer)
        wall.name = WallWords::tr("%1 on %2", "queue, connection").arg(wall.name, printable(item.server.toUtf8(), 40));
    const auto waits = [&wall](Millis length) { std::tie(wall.value, wall.unit) = WallTile::clockWords(length); };
    switch (row.trouble()) {
    case Trouble::Unreadable:
        wall.isFailure = true;
        wall.sentence = QString::fromUtf8(row.unreadable);
        break;
    case Trouble::Silent:
        waits(row.silence->length());
        wall.sentence = WallWords::silent(row, formatting);
        break;
    case Trouble::Failing:
    case Trouble::Failed: {
        wall.isFailure = true;
        wall.value
            = Formatting::count(row.trouble() == Trouble::Failing ? *row.failedLately : row.failed.value.value_or(0));
        wall.unit = WallWords::failed();
        const FailureGroup* group = worstGroup(item, failures);
        wall.sentence = group ? WallWords::failing(*group, failures, formatting) : BoardModel::troubleWords(row);
        break;
    }
    case Trouble::Late:
        waits(row.serverNow - *row.oldestDue);
        wall.sentence = Formatting::commas(
            {row.due ? WallWords::due(*row.due) : BoardModel::troubleWords(row), WallWords::workers(row)});
        break;
    case Trouble::Paused:
    case Trouble::None:
        break;
    }
    return wall;
}

} // namespace dueline
