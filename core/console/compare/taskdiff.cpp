// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/console/compare/taskdiff.h"

#include "core/base/text.h"

#include <algorithm>

namespace dueline {

namespace {

constexpr qint64 comparedPiece = 1024 * 1024;

FieldValue bytesOrNone(QByteArrayView bytes)
{
    return bytes.isEmpty() ? FieldValue() : FieldValue(bytes.toByteArray());
}

template <typename T> FieldValue valueOrNone(const std::optional<T>& value)
{
    return value ? FieldValue(*value) : FieldValue();
}

void addLines(Comparison& comparison, const char* name, const QByteArray& a, const QByteArray& b)
{
    if (!a.isEmpty() || !b.isEmpty())
        comparison.contents.push_back({name, compareLines(a, b)});
}

/// Reads up to `size` bytes of both payloads, starting at `at`; by default, all bytes.
Result<std::pair<QByteArray, QByteArray>> readBoth(
    QueueInspector& inspector, const QueueName& queue, const Task& a, const Task& b, qint64 at = 0, qint64 size = -1)
{
    auto ofA = inspector.payload(queue, exactId(a), at, size);
    if (!ofA)
        return ofA.error();
    auto ofB = inspector.payload(queue, exactId(b), at, size);
    if (!ofB)
        return ofB.error();
    return std::pair(*std::move(ofA), *std::move(ofB));
}

ContentDiff sizesOf(const Task& a, const Task& b, ContentDiff::Limit limit)
{
    ContentDiff diff;
    diff.limit = limit;
    diff.sizeA = a.size;
    diff.sizeB = b.size;
    if (a.size != b.size) // the payloads differ at the latest where the shorter one ends
        diff.firstDifference = std::min(a.size, b.size);
    return diff;
}

/// Compares two payloads piece by piece up to the first difference, so that large payloads needn't fit into memory.
Result<ContentDiff> compareLarge(QueueInspector& inspector, const QueueName& queue, const Task& a, const Task& b)
{
    ContentDiff diff = sizesOf(a, b, ContentDiff::Limit::Large);
    for (qint64 at = 0; at < std::min({std::max(a.size, b.size), ContentDiff::lookedUpTo}); at += comparedPiece) {
        const auto both = readBoth(inspector, queue, a, b, at, comparedPiece);
        if (!both)
            return both.error();
        const auto& [ofA, ofB] = *both;
        if (ofA == ofB)
            continue;
        const qint64 within = commonPrefix(ofA, ofB);
        const qint64 row = within / 16 * 16;
        diff.firstDifference = at + within;
        addByteRows(diff, QByteArrayView(ofA).sliced(std::min<qint64>(row, ofA.size())),
            QByteArrayView(ofB).sliced(std::min<qint64>(row, ofB.size())), at + row);
        return diff;
    }
    return diff;
}

Result<ContentDiff> comparePayloads(
    QueueInspector& inspector, const QueueName& queue, const Task& a, const Task& b, bool masked)
{
    if (std::max(a.size, b.size) > ContentDiff::wholeUpTo) {
        if (!masked)
            return compareLarge(inspector, queue, a, b);
        // Don't compare: masking depends on all preceding bytes, so every piece would require reading from the start.
        return sizesOf(a, b, ContentDiff::Limit::Masked);
    }
    const auto both = readBoth(inspector, queue, a, b);
    if (!both)
        return both.error();
    return compareContents(both->first, both->second);
}

} // namespace

Change FieldDiff::change() const
{
    if (a == b)
        return Change::Same;
    if (std::holds_alternative<std::monostate>(a))
        return Change::Added;
    return std::holds_alternative<std::monostate>(b) ? Change::Removed : Change::Changed;
}

bool Comparison::isSame() const
{
    return std::all_of(
               fields.begin(), fields.end(), [](const FieldDiff& field) { return field.change() == Change::Same; })
        && std::all_of(
            contents.begin(), contents.end(), [](const Section& section) { return section.content.isSame(); });
}

qint64 Comparison::differences() const
{
    qint64 count = std::count_if(
        fields.begin(), fields.end(), [](const FieldDiff& field) { return field.change() != Change::Same; });
    for (const Section& section : contents)
        count += section.content.differences;
    return count;
}

Comparison compareDetails(const TaskDetail& a, const TaskDetail& b)
{
    Comparison comparison;
    const auto add = [&comparison](const char* name, FieldValue ofA, FieldValue ofB) {
        comparison.fields.push_back({name, std::move(ofA), std::move(ofB)});
    };
    const auto each = [&](const char* name, const auto& of) { add(name, of(a), of(b)); };
    each("type", [](const TaskDetail& task) { return FieldValue(typeOf(task.task).toByteArray()); });
    each("state", [](const TaskDetail& task) { return FieldValue(task.task.state); });
    each("at_ms", [](const TaskDetail& task) { return FieldValue(task.task.at); });
    each("due_ms", [](const TaskDetail& task) { return valueOrNone(task.task.dueAt); });
    each("added_ms", [](const TaskDetail& task) { return valueOrNone(task.task.addedAt); });
    each("attempt", [](const TaskDetail& task) { return FieldValue(qint64(task.task.attempt)); });
    each("max_attempts", [](const TaskDetail& task) { return FieldValue(qint64(task.task.maxAttempts)); });
    each("backoff", [](const TaskDetail& task) {
        const auto& backoff = task.options.backoff;
        return backoff ? FieldValue(formatBackoff(*backoff).toUtf8()) : FieldValue();
    });
    each("lease_ms", [](const TaskDetail& task) { return valueOrNone(task.options.leaseFor); });
    each("expires_ms", [](const TaskDetail& task) { return valueOrNone(task.options.expiresAt); });
    each("keep_result", [](const TaskDetail& task) { return FieldValue(task.options.keepResult); });
    each("leases", [](const TaskDetail& task) { return FieldValue(task.fence); });
    each("expiries", [](const TaskDetail& task) { return FieldValue(qint64(task.expiries)); });
    each("worker", [](const TaskDetail& task) { return bytesOrNone(task.task.worker); });
    each("size", [](const TaskDetail& task) { return FieldValue(task.task.size); });
    each("operation", [](const TaskDetail& task) { return bytesOrNone(task.lastOperation); });
    const QByteArray resultOfA = a.result.value_or(QByteArray());
    const QByteArray resultOfB = b.result.value_or(QByteArray());
    if (a.result || b.result)
        comparison.contents.push_back({"result", compareContents(resultOfA, resultOfB)});
    addLines(comparison, "error", a.task.error, b.task.error);
    return comparison;
}

Result<Comparison> compareTasks(
    Backend& backend, const QueueName& queue, const TaskId& a, const TaskId& b, const QStringList& maskedFields)
{
    if (a == b) {
        return Error{ErrorCode::Usage,
            QStringLiteral(
                "Both ids refer to the task %1. Choose two different tasks, or compare two attempts of this task.")
                .arg(printable(a, 80))};
    }
    const auto first = backend.inspector().task(queue, a);
    if (!first)
        return first.error();
    const auto second = backend.inspector().task(queue, b);
    if (!second)
        return second.error();
    Comparison comparison = compareDetails(*first, *second);
    comparison.masked = !maskedFields.isEmpty();
    if (first->task.size == 0 && second->task.size == 0)
        return comparison;
    auto payload = comparePayloads(backend.inspector(), queue, first->task, second->task, comparison.masked);
    if (!payload)
        return payload.error();
    comparison.contents.insert(comparison.contents.begin(), {"payload", std::move(payload).value()});
    return comparison;
}

Comparison compareAttempts(const Attempt& a, const Attempt& b, bool masked)
{
    Comparison comparison;
    comparison.masked = masked;
    const auto each = [&](const char* name, const auto& of) { comparison.fields.push_back({name, of(a), of(b)}); };
    const auto instant = [](TimePoint at) { return at == TimePoint{} ? FieldValue() : FieldValue(at); };
    each("number", [](const Attempt& attempt) { return FieldValue(qint64(attempt.number)); });
    each("outcome", [](const Attempt& attempt) { return FieldValue(attempt.outcome); });
    each("started_ms", [&](const Attempt& attempt) { return instant(attempt.startedAt); });
    each("ended_ms", [&](const Attempt& attempt) { return instant(attempt.endedAt); });
    each("run_ms", [](const Attempt& attempt) {
        return attempt.startedAt == TimePoint{} ? FieldValue() : FieldValue(attempt.endedAt - attempt.startedAt);
    });
    each("worker", [](const Attempt& attempt) { return bytesOrNone(attempt.worker); });
    addLines(comparison, "error", a.error, b.error);
    return comparison;
}

} // namespace dueline
