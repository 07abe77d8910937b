// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/queue/task.h"

#include "core/base/epochnumber.h"
#include "core/base/text.h"

#include <QRandomGenerator>

#include <algorithm>
#include <cstring>

namespace dueline {

namespace {

/// Characters in ASCII order, so that ids of one type sort by creation time.
constexpr char alphabet[] = "-0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ_abcdefghijklmnopqrstuvwxyz";
static_assert(sizeof(alphabet) == 64 + 1);

constexpr int halfLength = 8; // number of characters per half; each one encodes 6 of the half's 48 bits
constexpr qsizetype maxName = 256;

void appendBits(QByteArray& out, quint64 bits)
{
    for (int shift = 6 * (halfLength - 1); shift >= 0; shift -= 6)
        out.append(alphabet[(bits >> shift) & 63]);
}

std::optional<quint64> readBits(QByteArrayView text)
{
    quint64 bits = 0;
    for (const char c : text) {
        const auto* found = static_cast<const char*>(std::memchr(alphabet, c, 64));
        if (!found)
            return std::nullopt;
        bits = bits << 6 | quint64(found - alphabet);
    }
    return bits;
}

Error nameError(const QString& what, QByteArrayView name, const QString& problem)
{
    return {ErrorCode::Usage, QStringLiteral("\"%1\" is not a valid %2: %3.").arg(printable(name, 60), what, problem)};
}

} // namespace

QByteArrayView typeOf(QByteArrayView id)
{
    const qsizetype hash = id.indexOf('#');
    return hash < 0 ? id : id.first(hash);
}

TaskId makeTaskId(QByteArrayView type, TimePoint now)
{
    TaskId id;
    id.reserve(type.size() + 1 + 2 * halfLength);
    id.append(type);
    id.append('#');
    appendBits(id, quint64(toMs(now)) & 0xffff'ffff'ffffULL);
    appendBits(id, QRandomGenerator::global()->generate64() & 0xffff'ffff'ffffULL);
    return id;
}

std::optional<TimePoint> timeOfId(QByteArrayView id)
{
    const QByteArrayView type = typeOf(id);
    if (id.size() != type.size() + 1 + 2 * halfLength)
        return std::nullopt;
    const QByteArrayView unique = id.sliced(type.size() + 1);
    const auto time = readBits(unique.first(halfLength));
    if (!time || !readBits(unique.sliced(halfLength)))
        return std::nullopt;
    constexpr quint64 year2020 = 1'577'836'800'000;
    if (*time < year2020 || *time >= quint64(year2100Ms))
        return std::nullopt;
    return fromMs(qint64(*time));
}

TaskId taskIdFor(QByteArrayView type, QByteArrayView given)
{
    const TaskId prefix = type.toByteArray() + '#';
    if (given.startsWith(prefix))
        return given.toByteArray();
    return prefix + given.toByteArray();
}

Result<> checkType(QByteArrayView type)
{
    const QString what = QStringLiteral("task type");
    if (type.isEmpty())
        return nameError(what, type, QStringLiteral("it is empty"));
    if (type.size() > maxName)
        return nameError(what, type, QStringLiteral("it is longer than 256 bytes"));
    if (type.contains('#'))
        return nameError(what, type, QStringLiteral("# separates the type from the rest of an id"));
    return {};
}

Result<> checkPriority(const NewTask& task, int most, QByteArrayView layout)
{
    if (!task.priority)
        return {};
    if (most <= 0) {
        return Error{ErrorCode::NotSupported,
            QStringLiteral("The %1 layout does not support priorities; add the task without one.")
                .arg(printable(layout))};
    }
    if (*task.priority < 1 || *task.priority > most) {
        return Error{ErrorCode::Usage,
            QStringLiteral("Priorities in the %1 layout are 1 to %2; lower numbers run first.")
                .arg(printable(layout))
                .arg(most)};
    }
    return {};
}

Result<> checkUniqueKey(const UniqueKey& unique)
{
    const QString what = QStringLiteral("unique key");
    if (unique.key.isEmpty())
        return nameError(what, unique.key, QStringLiteral("it is empty"));
    if (unique.key.size() > maxName)
        return nameError(what, unique.key, QStringLiteral("it is longer than 256 bytes"));
    if (unique.holdFor < Millis(1) || unique.holdFor > UniqueKey::longest)
        return Error{ErrorCode::Usage, QStringLiteral("A unique key can be held for 1 ms to 366 days.")};
    return {};
}

Result<> checkQueueName(QByteArrayView queue)
{
    const QString what = QStringLiteral("queue");
    if (queue.isEmpty())
        return nameError(what, queue, QStringLiteral("it is empty"));
    if (queue.size() > maxName)
        return nameError(what, queue, QStringLiteral("it is longer than 256 bytes"));
    if (queue.contains('{') || queue.contains('}'))
        return nameError(what, queue, QStringLiteral("{ and } are reserved"));
    return {};
}

QByteArrayView ownIdIn(QByteArrayView exact)
{
    constexpr qsizetype digestLength = 24;
    const auto isDigest = [](QByteArrayView text) {
        return text.size() == digestLength && std::all_of(text.begin(), text.end(), [](char c) {
            return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f');
        });
    };
    const auto isNumber = [](QByteArrayView text) {
        return !text.isEmpty() && text.size() < 8
            && std::all_of(text.begin(), text.end(), [](char c) { return c >= '0' && c <= '9'; });
    };
    qsizetype mark = exact.lastIndexOf('~');
    // an exact name may end in a number that tells identical tasks apart
    if (mark > 0 && isNumber(exact.sliced(mark + 1))) {
        exact.truncate(mark);
        mark = exact.lastIndexOf('~');
    }
    return mark > 0 && isDigest(exact.sliced(mark + 1)) ? exact.first(mark) : QByteArrayView();
}

QByteArrayView ownIdOf(const Task& task)
{
    return task.exact.isEmpty() ? QByteArrayView(task.id) : ownIdIn(task.exact);
}

bool goesBy(const Task& task, const TaskId& id)
{
    if (task.id == id || exactId(task) == id)
        return true;
    const QByteArrayView own = ownIdOf(task);
    return !task.exact.isEmpty() && (own == id || own == ownIdIn(id));
}

TaskRecord TaskRecord::unreadable(const TaskId& id, const QString& why)
{
    TaskRecord task;
    task.detail.task.id = id;
    task.damage = why;
    return task;
}

} // namespace dueline
