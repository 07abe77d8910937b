// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/presenters/reading/taskmatches.h"

#include <algorithm>
#include <array>
#include <cstring>
#include <optional>

namespace dueline {

namespace {

/// Block size in bytes, large enough for freed blocks to be returned to the system.
constexpr qsizetype matchesBlock = 256 * 1024;

} // namespace

/// View of a task in a block: this header, followed by the strings.
struct TaskMatches::View
{
    enum Text : quint8 { Id, Type, Preview, Token, Worker, Error, Exact, OwnQueue, TextCount };
    struct Fixed
    {
        TimePoint at;
        std::optional<TimePoint> dueAt;
        std::optional<TimePoint> addedAt;
        qint64 size;
        int attempt;
        int maxAttempts;
        std::array<quint32, TextCount> lengths;
        TaskState state;
        bool untimed;
    };
    static_assert(std::is_trivially_copyable_v<Fixed>);

    Fixed fixed;
    std::array<QByteArrayView, TextCount> texts;

    QByteArrayView exactId() const { return texts[Exact].isEmpty() ? texts[Id] : texts[Exact]; }
    QByteArrayView type() const { return texts[Type].isEmpty() ? typeOf(texts[Id]) : texts[Type]; }
};

void TaskMatches::add(const Task& task)
{
    const std::array<const QByteArray*, View::TextCount> texts{
        &task.id, &task.type, &task.preview, &task.token, &task.worker, &task.error, &task.exact, &task.ownQueue};
    View::Fixed fixed{
        task.at, task.dueAt, task.addedAt, task.size, task.attempt, task.maxAttempts, {}, task.state, task.untimed};
    auto needed = qsizetype(sizeof fixed);
    for (std::size_t i = 0; i < texts.size(); ++i) {
        fixed.lengths[i] = quint32(texts[i]->size());
        needed += texts[i]->size();
    }
    if (m_blocks.empty() || m_blocks.back().size() + needed > m_blocks.back().capacity()) {
        m_blocks.emplace_back();
        m_blocks.back().reserve(std::max(needed, matchesBlock));
    }
    QByteArray& block = m_blocks.back();
    m_places.push_back({task.at, quint32(m_blocks.size() - 1), quint32(block.size())});
    block.append(reinterpret_cast<const char*>(&fixed), qsizetype(sizeof fixed));
    for (const QByteArray* text : texts)
        block.append(*text);
}

TaskMatches::View TaskMatches::view(const TaskPosition& place) const
{
    const char* bytes = m_blocks[place.block].constData() + place.offset;
    View view;
    std::memcpy(&view.fixed, bytes, sizeof view.fixed); // the data may be unaligned
    bytes += sizeof view.fixed;
    for (std::size_t i = 0; i < view.texts.size(); ++i) {
        view.texts[i] = QByteArrayView(bytes, qsizetype(view.fixed.lengths[i]));
        bytes += view.fixed.lengths[i];
    }
    return view;
}

Task TaskMatches::at(std::size_t row) const
{
    const View packed = view(m_places[m_order[row]]);
    Task task;
    task.id = packed.texts[View::Id].toByteArray();
    task.type = packed.texts[View::Type].toByteArray();
    task.state = packed.fixed.state;
    task.at = packed.fixed.at;
    task.dueAt = packed.fixed.dueAt;
    task.untimed = packed.fixed.untimed;
    task.attempt = packed.fixed.attempt;
    task.maxAttempts = packed.fixed.maxAttempts;
    task.size = packed.fixed.size;
    task.preview = packed.texts[View::Preview].toByteArray();
    task.token = packed.texts[View::Token].toByteArray();
    task.worker = packed.texts[View::Worker].toByteArray();
    task.error = packed.texts[View::Error].toByteArray();
    task.exact = packed.texts[View::Exact].toByteArray();
    task.ownQueue = packed.texts[View::OwnQueue].toByteArray();
    task.addedAt = packed.fixed.addedAt;
    return task;
}

std::size_t TaskMatches::until(TimePoint at) const
{
    return std::size_t(
        std::count_if(m_order.begin(), m_order.end(), [this, at](quint32 place) { return m_places[place].at <= at; }));
}

int TaskMatches::rowOf(const TaskId& id) const
{
    auto found = std::find_if(
        m_order.begin(), m_order.end(), [this, &id](quint32 place) { return view(m_places[place]).exactId() == id; });
    if (found == m_order.end()) { // `id` may be the task's own id rather than an exact name
        for (std::size_t row = 0; row < m_order.size(); ++row) {
            if (goesBy(at(row), id))
                return int(row);
        }
    }
    return found == m_order.end() ? -1 : int(found - m_order.begin());
}

/// Returns whether `a` comes before `b`. Ties are broken by instant.
bool TaskMatches::standsBefore(quint32 a, quint32 b, TaskOrder order) const
{
    const TaskPosition& left = m_places[a];
    const TaskPosition& right = m_places[b];
    if (order.by == TaskOrder::By::Instant)
        return order.reversed ? right.at < left.at : left.at < right.at;
    const View viewLeft = view(left);
    const View viewRight = view(right);
    const auto decide = [&](const auto& one, const auto& other) -> std::optional<bool> {
        if (one == other)
            return std::nullopt;
        return order.reversed ? other < one : one < other;
    };
    std::optional<bool> before;
    switch (order.by) {
    case TaskOrder::By::Instant:
        break;
    case TaskOrder::By::Type:
        before = decide(viewLeft.type(), viewRight.type());
        break;
    case TaskOrder::By::Attempts: // highest number first
        before = decide(viewRight.fixed.attempt, viewLeft.fixed.attempt);
        break;
    // Most recently added tasks come first. Tasks without a known time are last, or first if the order is reversed.
    case TaskOrder::By::Added:
        before = decide(viewRight.fixed.addedAt, viewLeft.fixed.addedAt);
        break;
    }
    return before.value_or(left.at < right.at);
}

/// Sorts new tasks separately and merges them into the list. Re-sorting the entire list at each step would make a
/// search with 100,000 matches too slow.
void TaskMatches::sortRest(TaskOrder by)
{
    const auto before = [this, by](quint32 a, quint32 b) { return standsBefore(a, b, by); };
    const auto sorted = std::ptrdiff_t(m_order.size());
    for (std::size_t i = m_order.size(); i < m_places.size(); ++i)
        m_order.push_back(quint32(i));
    std::stable_sort(m_order.begin() + sorted, m_order.end(), before);
    std::inplace_merge(m_order.begin(), m_order.begin() + sorted, m_order.end(), before);
}

void TaskMatches::sort(TaskOrder by)
{
    m_order.clear();
    sortRest(by);
}

} // namespace dueline
