// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/presenters/taskadding.h"

#include "ui/presenters/connection.h"

#include <algorithm>

namespace dueline {

namespace {

constexpr std::size_t addPerStep = 1000;

} // namespace

void TaskAdding::add(Connection& connection, const QueueName& queue, std::vector<NewTask> tasks)
{
    const auto count = qint64(tasks.size());
    const bool unique = count == 1 && tasks.front().unique;
    connection.session().run(
        tasks.size() > addPerStep ? Session::Lane::Background : Session::Lane::Interactive, this,
        [queue, tasks = std::move(tasks)](Backend& backend) -> Result<qint64> {
            if (!backend.editor())
                return Error{ErrorCode::Refused, tr("This connection is read-only.")};
            qint64 added = 0;
            for (std::size_t from = 0; from < tasks.size(); from += addPerStep) {
                const std::vector<NewTask> some(tasks.begin() + std::ptrdiff_t(from),
                    tasks.begin() + std::ptrdiff_t(std::min(from + addPerStep, tasks.size())));
                auto outcomes = backend.editor()->add(queue, some);
                if (!outcomes)
                    return outcomes.error();
                added += std::count(outcomes->begin(), outcomes->end(), AddOutcome::Added);
            }
            return added;
        },
        [this, count, unique](Result<qint64> added) {
            if (!added) {
                Q_EMIT noticed({Notice::Kind::Failure, QStringLiteral("warning"), added.error().message, {}, {}});
            } else {
                Notice notice{
                    Notice::Kind::Result, QStringLiteral("add"), tr("%Ln task(s) added", nullptr, int(*added)), {}, {}};
                if (*added < count) {
                    notice.kind = Notice::Kind::Warning;
                    notice.detail = unique ? tr("its unique key is held by an earlier task")
                                           : tr("%Ln id(s) exist already", nullptr, int(count - *added));
                }
                Q_EMIT noticed(notice);
            }
        });
}

} // namespace dueline
