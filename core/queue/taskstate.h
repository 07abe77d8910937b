// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArrayView>

#include <array>
#include <initializer_list>
#include <optional>

namespace dueline {

/// State of a task. The first three states together are called pending.
enum class TaskState : quint8 {
    Scheduled, ///< never leased, and due in the future
    Due, ///< never leased, past its due time, and waiting for a worker
    Retrying, ///< waiting again after a failure, a recovery, a release or a manual retry, regardless of the due time
    Leased, ///< a worker holds the task until the lease expires
    Failed, ///< has no attempts left, or expired before it was started
    Done, ///< finished successfully; kept for the retention time
    Trash, ///< discarded by a user; can be restored
};

inline constexpr std::array allStates{TaskState::Scheduled, TaskState::Due, TaskState::Retrying, TaskState::Leased,
    TaskState::Failed, TaskState::Done, TaskState::Trash};

/// Returns a state's name in JSON, filters, options and Lua: `scheduled`, `due`, …
QByteArrayView stateName(TaskState state);
std::optional<TaskState> stateFromName(QByteArrayView name);

/// Set of states, as a value type.
class StateSet
{
public:
    constexpr StateSet() = default;
    constexpr StateSet(std::initializer_list<TaskState> states)
    {
        for (TaskState state : states)
            insert(state);
    }
    static constexpr StateSet all() { return StateSet(0x7f); }
    static constexpr StateSet pending() { return {TaskState::Scheduled, TaskState::Due, TaskState::Retrying}; }

    constexpr void insert(TaskState state) { m_bits |= bit(state); }
    constexpr void remove(TaskState state) { m_bits &= quint8(~bit(state)); }
    constexpr bool contains(TaskState state) const { return m_bits & bit(state); }
    constexpr bool isEmpty() const { return m_bits == 0; }
    constexpr StateSet intersected(StateSet other) const { return StateSet(quint8(m_bits & other.m_bits)); }
    constexpr StateSet complement() const { return StateSet(quint8(~m_bits & 0x7f)); }
    constexpr bool operator==(const StateSet&) const = default;

private:
    constexpr explicit StateSet(quint8 bits)
        : m_bits(bits)
    { }
    static constexpr quint8 bit(TaskState state) { return quint8(1U << unsigned(state)); }
    quint8 m_bits = 0;
};

/// Parses a state name or `pending`; nullopt for other names.
std::optional<StateSet> statesFromName(QByteArrayView name);
/// Returns the states' names as a list: `scheduled,due,failed`.
QByteArray stateNames(StateSet states);
/// Parses a list from stateNames(), ignoring unknown names.
StateSet statesFromNames(const QByteArray& names);

} // namespace dueline
