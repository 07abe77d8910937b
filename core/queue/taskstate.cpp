// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/queue/taskstate.h"

#include <QByteArrayList>

namespace dueline {

QByteArrayView stateName(TaskState state)
{
    switch (state) {
    case TaskState::Scheduled:
        return "scheduled";
    case TaskState::Due:
        return "due";
    case TaskState::Retrying:
        return "retrying";
    case TaskState::Leased:
        return "leased";
    case TaskState::Failed:
        return "failed";
    case TaskState::Done:
        return "done";
    case TaskState::Trash:
        return "trash";
    }
    Q_UNREACHABLE();
    return {};
}

std::optional<TaskState> stateFromName(QByteArrayView name)
{
    for (const TaskState state : allStates) {
        if (name == stateName(state))
            return state;
    }
    return std::nullopt;
}

std::optional<StateSet> statesFromName(QByteArrayView name)
{
    if (name == QByteArrayView("pending"))
        return StateSet::pending();
    if (const auto state = stateFromName(name))
        return StateSet{*state};
    return std::nullopt;
}

QByteArray stateNames(StateSet states)
{
    QByteArrayList names;
    for (const TaskState state : allStates) {
        if (states.contains(state))
            names << stateName(state).toByteArray();
    }
    return names.join(',');
}

StateSet statesFromNames(const QByteArray& names)
{
    StateSet states;
    for (const QByteArray& name : names.split(',')) {
        if (const auto state = stateFromName(name))
            states.insert(*state);
    }
    return states;
}

} // namespace dueline
