// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/console/operations/operationrun.h"
#include "tests/unit/consolefakes.h"

namespace dueline::test {

inline OperationRequest requestFor(ActionKind kind, const QString& filter = {})
{
    OperationRequest request;
    request.queue = "mail";
    request.action.kind = kind;
    request.by = "ann@desk";
    if (!filter.isEmpty()) {
        request.selection.kind = TaskSelection::Kind::Filter;
        request.selection.filter = TaskFilter::parse(filter).value();
    }
    return request;
}

inline OperationRequest forIds(ActionKind kind, std::vector<TaskId> ids)
{
    OperationRequest request = requestFor(kind);
    request.selection.kind = TaskSelection::Kind::Ids;
    request.selection.ids = std::move(ids);
    return request;
}

inline OperationRequest reschedule(Action::Time time, const QString& filter = {})
{
    OperationRequest request = requestFor(ActionKind::Reschedule, filter);
    request.action.time = time;
    return request;
}

/// Runs the operation to completion and checks that it succeeded.
inline OperationProgress finish(OperationRun& run, Workshop& shop)
{
    const auto progress = run.finish(shop.backend);
    if (!progress)
        qWarning("%s", qPrintable(progress.error().message));
    return progress ? *progress : OperationProgress{};
}

} // namespace dueline::test
