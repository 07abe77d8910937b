// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/console/adopt/adoption.h"

#include "core/base/text.h"
#include "core/console/connect/findqueue.h"
#include "core/layouts/catalogue/names/knownlayouts.h"
#include "core/layouts/catalogue/names/layoutnames.h"

#include <QCryptographicHash>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace dueline {

namespace {

/// maximum length in bytes of an entry that becomes part of a task id; longer entries are hashed
constexpr qsizetype longestUnique = 100;
constexpr qsizetype operationPart = 6; ///< number of characters of the adoption's id in each task's id

/// Returns the bytes themselves if they are printable and at most `longestUnique` long; otherwise the first 16 hex
/// digits of their SHA-256.
QByteArray uniqueOf(const QByteArray& bytes)
{
    const bool plain = !bytes.isEmpty() && bytes.size() <= longestUnique
        && printable(bytes, bytes.size() + 1) == QString::fromUtf8(bytes);
    return plain ? bytes : QCryptographicHash::hash(bytes, QCryptographicHash::Sha256).toHex().left(16);
}

std::optional<NewTask> leave(qint64 AdoptLeft::*reason, AdoptLeft* left)
{
    if (left)
        ++(left->*reason);
    return {};
}

} // namespace

QString AdoptLeft::summary() const
{
    QStringList parts;
    const auto add = [&parts](qint64 count, const QString& words) {
        if (count > 0)
            parts << QString::number(count) + words;
    };
    add(locked, u" locked by a worker"_s);
    add(timeless, u" without a time"_s);
    add(unreadable, u" unreadable"_s);
    add(gone, u" claimed in the meantime"_s);
    return parts.join(u", "_s);
}

std::optional<NewTask> adoptedTask(const AdoptStore& store, const QByteArray& operation, qint64 ordinal,
    const HomeEntry& entry, TimePoint listedAt, AdoptLeft* left)
{
    const QByteArray mark = operation.right(operationPart);
    auto content = store.contentOf(entry);
    if (!content || !checkType(content->type))
        return leave(&AdoptLeft::unreadable, left);
    NewTask task;
    task.payload = std::move(content->payload);
    task.dueAt = store.isUntimed() ? listedAt + Millis(ordinal) : store.dueOf(entry);
    if (!task.dueAt)
        return leave(&AdoptLeft::timeless, left);
    task.dueAt = std::max(*task.dueAt, TimePoint{}); // a negative score means long overdue
    // List items may be equal, so an ordinal makes their ids unique. Members and keys are already unique.
    task.id = content->type + '#'
        + (store.isUntimed() ? mark + '-' + QByteArray::number(ordinal) : uniqueOf(entry.bytes) + '.' + mark);
    return task;
}

ConnectionSpec nativeSide(ConnectionSpec from)
{
    from.layout = defaultLayout();
    from.maskedFields.clear();
    return from;
}

Result<> checkAdoptable(const ConnectionSpec& from)
{
    const LayoutFacts facts = from.layout.facts();
    if (!facts.adoptable) {
        return Error{ErrorCode::Usage, u"Only custom queues can be adopted. Specify one with --layout."_s};
    }
    if (const auto type = facts.adding.type.isEmpty() ? Result<>() : checkType(facts.adding.type); !type)
        return type;
    if (from.redis.topology == Topology::Cluster && !facts.severalSlots.isEmpty()) {
        return Error{ErrorCode::Refused,
            u"In a Redis Cluster, the keys of %1 are in several slots, so its tasks cannot be moved safely."_s.arg(
                printable(facts.queue.value_or(QueueName()), 60))};
    }
    return {};
}

Result<QueueName> adoptTarget(const AdoptRequest& request)
{
    QueueName name = request.to.isEmpty() ? request.from.layout.facts().queue.value_or(QueueName()) : request.to;
    if (const auto place = LayoutNames(defaultLayout()).spelled(request.to))
        name = place->queue;
    else if (const auto isNative = checkNewQueue(defaultLayout(), {}, request.to); !isNative)
        return isNative.error();
    if (const auto valid = checkQueueName(name); !valid)
        return valid.error();
    return name;
}

} // namespace dueline
