// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/console/demoqueues.h"

#include <array>

namespace dueline {

namespace {

using namespace std::chrono_literals;

constexpr std::array customers{"alice", "bob", "chen", "dora", "emeka", "fatima", "goran", "hana", "ivan", "júlia"};

/// What a group of demo tasks has become before the picture is taken.
enum class Fate : quint8 { Waits, Done, Failed, Retrying, Leased, Trash };

/// A group of tasks of one type, due evenly from `from` to `to`, both counted from now.
struct Group
{
    const char* queue;
    const char* type;
    int count;
    Millis from;
    Millis to;
    Fate fate;
    const char* error = ""; ///< of the attempt that failed
};

constexpr std::array groups{
    Group{"mail", "mail.send", 60, -58min, -2min, Fate::Done},
    Group{"mail", "mail.send", 7, -41min, -38min, Fate::Failed, "SMTP 421: mx2.example.net closed the connection"},
    Group{"mail", "mail.send", 5, 20s, 4min, Fate::Retrying, "SMTP 450: mailbox of the receiver is busy"},
    Group{"mail", "mail.send", 140, 30s, 2h, Fate::Waits},
    Group{"mail", "mail.digest", 24, 3h, 22h, Fate::Waits},
    Group{"reports", "report.build", 4, -50min, -12min, Fate::Done},
    Group{"reports", "report.build", 2, -6min, -4min, Fate::Leased},
    Group{"reports", "report.build", 12, 5min, 9h, Fate::Waits},
    Group{"webhooks", "webhook.deliver", 35, -55min, -5min, Fate::Done},
    Group{"webhooks", "webhook.deliver", 18, -31min, -24min, Fate::Failed,
        "timeout: shop.example.org did not answer within 10 s"},
    Group{"webhooks", "webhook.deliver", 9, -90s, -5s, Fate::Waits},
    Group{"webhooks", "webhook.deliver", 40, 10s, 45min, Fate::Waits},
    Group{"billing", "invoice.charge", 10, -47min, -9min, Fate::Done},
    Group{"billing", "invoice.charge", 2, -20min, -15min, Fate::Failed, "card declined: insufficient funds"},
    Group{"billing", "invoice.charge", 30, 1h, 20h, Fate::Waits},
    Group{"billing", "invoice.remind", 6, 26h, 30h, Fate::Waits},
    Group{"billing", "invoice.remind", 3, 4h, 6h, Fate::Trash},
    Group{"images", "image.resize", 80, -35min, -1min, Fate::Done},
    Group{"images", "image.resize", 25, -3min, -10s, Fate::Waits},
};

QByteArray payloadFor(const Group& group, int index)
{
    const QByteArray customer = customers[std::size_t(index) % customers.size()];
    const QByteArray number = QByteArray::number(1000 + index * 37 % 9000);
    const QByteArray type = group.type;
    if (type.startsWith("mail."))
        return R"({"to":")" + customer + R"(@example.com","template":"order-)" + (index % 3 ? "shipped" : "received")
            + R"(","order":)" + number + "}";
    if (type.startsWith("report."))
        return R"({"report":"sales","customer":")" + customer + R"(","from":"2026-01-01","format":"pdf"})";
    if (type.startsWith("webhook."))
        return R"({"url":"https://shop.example.org/hooks/)" + customer + R"(","event":"order.paid","order":)" + number
            + "}";
    if (type.startsWith("invoice."))
        return R"({"customer":")" + customer + R"(","amount":")" + number + R"(.00","currency":"EUR"})";
    return R"({"file":"upload/)" + customer + "-" + number + R"(.jpg","width":640})";
}

/// Adds the tasks of a group and tells their ids.
Result<std::vector<TaskId>> addGroup(QueueEditor& editor, const Group& group, TimePoint now)
{
    std::vector<NewTask> tasks;
    std::vector<TaskId> ids;
    for (int i = 0; i < group.count; ++i) {
        NewTask task;
        task.id = makeTaskId(group.type, now);
        task.dueAt = now + group.from + (group.to - group.from) * i / group.count;
        task.payload = payloadFor(group, i);
        if (group.fate == Fate::Failed)
            task.options.maxAttempts = 1;
        ids.push_back(task.id);
        tasks.push_back(std::move(task));
    }
    const auto outcomes = editor.add(group.queue, tasks);
    if (!outcomes)
        return outcomes.error();
    return ids;
}

/// Takes everything that is due in the group's queue and ends it as the group's fate says. The groups are added and
/// ended one after the other, so what is due belongs to the group.
Result<> endGroup(TaskBroker& broker, const Group& group)
{
    ClaimRequest request{group.queue, 100, group.fate == Fate::Leased ? Millis(10min) : Millis(30s), {}};
    request.types.exact.push_back(group.type);
    for (int left = group.count; left > 0;) {
        const auto claim = broker.claim(request);
        if (!claim)
            return claim.error();
        if (claim->leases.empty() && !claim->more)
            break;
        left -= int(claim->leases.size());
        if (claim->leases.empty() || group.fate == Fate::Leased)
            continue;
        std::vector<Ack> acks;
        std::vector<Nack> nacks;
        for (const Lease& lease : claim->leases) {
            if (group.fate == Fate::Done)
                acks.push_back({lease.id, lease.token, {}});
            else if (group.fate == Fate::Retrying)
                nacks.push_back(
                    {lease.id, lease.token, Millis(20s) * (nacks.size() + 1), "retry", group.error, lease.dueAt});
            else
                nacks.push_back({lease.id, lease.token, {}, "failed", group.error, lease.dueAt});
        }
        const auto written = acks.empty() ? broker.nack(group.queue, nacks, {}) : broker.ack(group.queue, acks, {});
        if (!written)
            return written.error();
    }
    return {};
}

Result<> discardGroup(QueueEditor& editor, const Group& group, const std::vector<TaskId>& ids, TimePoint now)
{
    ActionStep step;
    step.queue = group.queue;
    step.operation = QByteArray(group.queue) + "/" + makeTaskId("op", now).mid(3);
    step.action.kind = ActionKind::Discard;
    for (std::size_t i = 0; i < ids.size(); ++i) {
        const TimePoint due = now + group.from + (group.to - group.from) * int(i) / group.count;
        step.refs.push_back({ids[i], TaskState::Scheduled, {}, due});
    }
    const auto outcomes = editor.act(step);
    if (!outcomes)
        return outcomes.error();
    OperationRecord record;
    record.id = step.operation;
    record.kind = "discard";
    record.queue = group.queue;
    record.by = "demo";
    record.reason = "customers asked to be left alone";
    record.total = record.done = qint64(ids.size());
    record.finished = true;
    record.undoable = true;
    return editor.record(record);
}

} // namespace

Result<> fillDemoQueues(Backend& backend)
{
    QueueEditor* editor = backend.editor();
    TaskBroker* broker = backend.broker();
    if (!editor || !broker)
        return Error{
            ErrorCode::Refused, QStringLiteral("Demo queues need a Redis that may be written to and worked on.")};
    const auto now = backend.serverTime();
    if (!now)
        return now.error();
    // What waits and is due already would be taken by a group that is ended after it: such groups come last.
    for (const bool overdueOnes : {false, true}) {
        for (Group group : groups) {
            const bool waitsOverdue = group.fate == Fate::Waits && group.from < Millis::zero();
            if (waitsOverdue != overdueOnes)
                continue;
            // A task must be due to be run, so what is to come back is due now and gets its time from the retry.
            if (group.fate == Fate::Retrying)
                group.from = group.to = Millis::zero();
            const auto ids = addGroup(*editor, group, *now);
            if (!ids)
                return ids.error();
            Result<> ended;
            if (group.fate == Fate::Trash)
                ended = discardGroup(*editor, group, *ids, *now);
            else if (group.fate != Fate::Waits)
                ended = endGroup(*broker, group);
            if (!ended)
                return ended;
        }
    }
    return {};
}

} // namespace dueline
