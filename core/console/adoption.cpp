// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/console/adoption.h"

#include "core/base/text.h"
#include "core/layouts/list/resendmessage.h"

#include <QCryptographicHash>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace dueline {

namespace {

using Design = HandmadeSpec::Design;

constexpr qsizetype longestUnique = 100; ///< of an entry's bytes that become part of an id as they are
constexpr qsizetype operationPart = 6; ///< of the adoption's id, its random end

/// Bytes that people can read and type, or their SHA-256.
QByteArray uniqueOf(const QByteArray& bytes)
{
    const bool plain = !bytes.isEmpty() && bytes.size() <= longestUnique
        && printable(bytes, bytes.size() + 1) == QString::fromUtf8(bytes);
    return plain ? bytes : QCryptographicHash::hash(bytes, QCryptographicHash::Sha256).toHex().left(16);
}

/// Text before the last `_`.
QByteArray commandOf(const QByteArray& member)
{
    const qsizetype at = member.lastIndexOf('_');
    return at < 0 ? member : member.left(at);
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
    add(unreadable, u" not readable"_s);
    add(gone, u" taken by somebody first"_s);
    return parts.join(u", "_s);
}

QStringList notKept(const HandmadeSpec& spec)
{
    QStringList lost;
    switch (spec.design) {
    case Design::Cron:
        lost << u"The time inside a member's name stays in the payload only; the score becomes the due time."_s;
        break;
    case Design::Zset:
        lost << u"Two tasks with one name: a ZSET merges them, the native queue runs both."_s;
        if (spec.locks())
            lost << u"Locks: the native queue leases instead; what is locked now stays, adopt again later."_s;
        break;
    case Design::Pubsub:
        lost << u"The message on %1: programs that listen there hear nothing of native tasks."_s.arg(
            printable(spec.key, 60));
        lost << u"Keys that are due by now may have been run by a listener at the message; they are moved, too."_s;
        break;
    case Design::List:
        lost << u"Strict order: native tasks are taken in the list's order, and several may run at once."_s;
        if (!spec.results.isEmpty())
            lost << u"Results on %1: the native queue publishes outcomes on its own channel."_s.arg(
                printable(spec.results, 60));
        break;
    case Design::Resend:
        lost << u"Time stamp, retry count and delay of each message: the native queue's attempts and backoff stand "
                u"instead, and an old message runs rather than being sent again."_s;
        break;
    }
    lost << u"Producers and workers of the design: what they add to the key afterwards is not in the native queue."_s;
    return lost;
}

std::optional<NewTask> adoptedTask(const AdoptStore& store, const QByteArray& operation, qint64 ordinal,
    const HomeEntry& entry, TimePoint listedAt, AdoptLeft* left)
{
    const HandmadeSpec& spec = store.spec();
    const QByteArray mark = operation.right(operationPart);
    const bool isList = spec.design == Design::List || spec.design == Design::Resend;
    NewTask task;
    QByteArray type = spec.type;
    task.payload = entry.bytes;
    if (spec.design == Design::Cron)
        type = commandOf(entry.bytes);
    if (spec.design == Design::Resend) {
        const auto message = ResendMessage::read(entry.bytes);
        if (!message)
            return leave(&AdoptLeft::unreadable, left);
        task.payload = message->message();
    }
    if (!checkType(type))
        return leave(&AdoptLeft::unreadable, left);
    task.dueAt = isList ? listedAt + Millis(ordinal) : store.dueOf(entry);
    if (!task.dueAt)
        return leave(&AdoptLeft::timeless, left);
    task.dueAt = std::max(*task.dueAt, TimePoint{}); // a negative score was due long ago
    // Items of a list may be the same; members and keys are not.
    task.id = type + '#' + (isList ? mark + '-' + QByteArray::number(ordinal) : uniqueOf(entry.bytes) + '.' + mark);
    return task;
}

ConnectionSpec nativeSide(ConnectionSpec from)
{
    from.layout = {};
    from.maskedFields.clear();
    return from;
}

Result<> checkAdoptable(const ConnectionSpec& from)
{
    if (from.layout.kind != LayoutSpec::Kind::Handmade) {
        return Error{ErrorCode::Usage,
            u"Only the tasks of a design that was written by hand can be adopted: name it with --layout."_s};
    }
    const HandmadeSpec& spec = from.layout.handmade;
    if (spec.design != Design::Cron) {
        if (const auto type = checkType(spec.type); !type)
            return type;
    }
    if (from.redis.topology == Topology::Cluster && !spec.fitsOneSlot()) {
        return Error{ErrorCode::Refused,
            u"On a Redis Cluster the keys of %1 lie in several slots, so its tasks cannot be moved safely."_s.arg(
                printable(spec.key, 60))};
    }
    return {};
}

Result<QueueName> adoptTarget(const AdoptRequest& request)
{
    const QueueName name = request.to.isEmpty() ? request.from.layout.handmade.key : request.to;
    if (const auto valid = checkQueueName(name); !valid)
        return valid.error();
    return name;
}

} // namespace dueline
