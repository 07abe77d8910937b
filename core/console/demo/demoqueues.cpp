// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/console/demo/demoqueues.h"

#include "core/console/demo/demoqueueshistory.h"
#include "core/layouts/catalogue/layoutregistry.h"

#include <array>
#include <cmath>
#include <set>

namespace dueline {

namespace {

using namespace std::chrono_literals;

constexpr std::array customers{"alice", "bob", "chen", "dora", "emeka", "fatima", "goran", "hana", "ivan", "júlia"};
const QByteArray prefix = "dueline";
constexpr Millis keepDone = 6h; ///< retention period of done tasks; older ones only appear in the statistics
constexpr Millis tasksSince = -5h - 45min;
constexpr Millis statisticsSince = -24h;
constexpr int failedAttempts = 3;
constexpr double turn = 6.283185307179586;

/// Final state of a group of demo tasks.
enum class DemoFate : quint8 { Waits, Done, Failed, Retrying, Leased, Trash };

/// Group of tasks of the same type. Their due times come in waves between `from` and `to`, both relative to now.
struct Group
{
    const char* queue;
    const char* type;
    int count;
    Millis from;
    Millis to;
    DemoFate fate;
    const char* error = ""; ///< error for each failed attempt
    Millis ran = 300ms; ///< average length of a run
};

constexpr std::array groups{
    Group{"mail", "mail.send", 3600, tasksSince, -90s, DemoFate::Done, "", 350ms},
    Group{"mail", "mail.digest", 60, tasksSince, -5min, DemoFate::Done, "", 1100ms},
    Group{
        "mail", "mail.send", 190, -74min, -46min, DemoFate::Failed, "SMTP 421: mx2.example.net closed the connection"},
    Group{"mail", "mail.send", 16, -5h, -10min, DemoFate::Failed, "SMTP 550: no such mailbox"},
    Group{"mail", "mail.send", 90, 20s, 24min, DemoFate::Retrying, "SMTP 450: the mailbox is busy"},
    Group{"mail", "mail.digest", 3, -80s, -20s, DemoFate::Leased},
    Group{"mail", "mail.send", 1600, 30s, 8h, DemoFate::Waits},
    Group{"mail", "mail.digest", 90, 8h, 22h, DemoFate::Waits},
    Group{"mail", "mail.send", 44, -5min, -5s, DemoFate::Waits},
    Group{"webhooks", "webhook.deliver", 700, tasksSince, -40s, DemoFate::Done, "", 180ms},
    Group{"webhooks", "webhook.deliver", 36, -31min, -24min, DemoFate::Failed,
        "timeout: shop.example.org did not answer within 10 s", 10s},
    Group{"webhooks", "webhook.deliver", 14, 15s, 5min, DemoFate::Retrying,
        "timeout: shop.example.org did not answer within 10 s", 10s},
    Group{"webhooks", "webhook.deliver", 9, -90s, -5s, DemoFate::Waits},
    Group{"webhooks", "webhook.deliver", 160, 10s, 5h, DemoFate::Waits},
    Group{"images", "image.resize", 540, tasksSince, -1min, DemoFate::Done, "", 900ms},
    Group{"images", "image.resize", 3, -4h, -1h, DemoFate::Failed, "cannot decode upload: not a JPEG file"},
    Group{"images", "image.resize", 40, 1min, 3h, DemoFate::Waits},
    Group{"images", "image.resize", 25, -3min, -10s, DemoFate::Waits},
    Group{"reports", "report.build", 34, tasksSince, -12min, DemoFate::Done, "", 14s},
    Group{"reports", "report.build", 2, -3min, -1min, DemoFate::Leased},
    Group{"reports", "report.build", 28, 5min, 20h, DemoFate::Waits},
    Group{"billing", "invoice.charge", 150, tasksSince, -9min, DemoFate::Done, "", 450ms},
    Group{"billing", "invoice.charge", 4, -70min, -15min, DemoFate::Failed, "card declined: insufficient funds"},
    Group{"billing", "invoice.charge", 60, 1h, 20h, DemoFate::Waits},
    Group{"billing", "invoice.remind", 6, 26h, 30h, DemoFate::Waits},
    Group{"billing", "invoice.remind", 3, 4h, 6h, DemoFate::Trash},
    Group{"exports", "export.orders", 80, tasksSince, -50min, DemoFate::Done, "", 5s},
    Group{"exports", "export.orders", 18, -48min, -2min, DemoFate::Waits},
    Group{"exports", "export.orders", 40, 2min, 8h, DemoFate::Waits},
};

/// Returns a pseudo-random number that depends only on the seed.
quint32 chance(quint32 seed)
{
    seed ^= seed >> 16;
    seed *= 0x7feb352dU;
    seed ^= seed >> 15;
    seed *= 0x846ca68bU;
    return seed ^ (seed >> 16);
}

/// Returns the due time of a task in a group. Busy and quiet hours alternate, with random variation.
TimePoint dueOf(const Group& group, int index, TimePoint now)
{
    const double part = (index + 0.5) / group.count;
    const double jitter = double(chance(quint32(index) * 2654435761U + quint32(group.count)) % 1000) / 1000 - 0.5;
    const double length = double((group.to - group.from).count());
    const double waves = std::max(1.0, std::round(length / 3'600'000 / 5));
    const double phase = double(group.count % 7);
    // The wave must not move either end of the period, or tasks would accumulate there.
    const double bent = part + 0.4 / (turn * waves) * (std::sin(turn * waves * part + phase) - std::sin(phase));
    const double place = std::clamp(bent + jitter / group.count, 0.0, 1.0);
    return now + group.from + Millis(std::llround(length * place));
}

/// Returns when and for how long a task with this due time ran. Most runs start on time, but those during the mail
/// server's outage start late.
DemoQueuesHistory::Run runOf(const Group& group, int index, TimePoint dueAt, TimePoint now)
{
    const quint32 dice = chance(quint32(index) + quint32(toMs(dueAt) / 1000));
    Millis late(2 + dice % 60);
    if (dice % 17 == 0)
        late = Millis(300 + dice % 2500);
    const Millis ago = now - dueAt;
    if (QByteArrayView(group.queue) == "mail" && ago > 46min && ago < 74min)
        late += Millis(4000 + dice % 30'000);
    const Millis ran = group.ran / 3 + group.ran * qint64(dice / 7 % 100) / 75 + (dice % 29 == 0 ? group.ran * 4 : 0ms);
    return {group.type, dueAt, late, ran};
}

QByteArray payloadFor(const Group& group, int index)
{
    const QByteArray customer = customers[chance(quint32(index)) % customers.size()];
    const QByteArray number = QByteArray::number(1000 + index * 37 % 9000);
    const QByteArray type = group.type;
    if (type.startsWith("mail."))
        return R"({"to":")" + customer + R"(@example.com","template":"order-)" + (index % 3 ? "shipped" : "received")
            + R"(","order":)" + number + "}";
    if (type.startsWith("report."))
        return R"({"report":"sales","customer":")" + customer + R"(","from":"2026-01-01","format":"pdf"})";
    if (type.startsWith("export."))
        return R"({"table":"orders","customer":")" + customer + R"(","format":"csv"})";
    if (type.startsWith("webhook."))
        return R"({"url":"https://shop.example.org/hooks/)" + customer + R"(","event":"order.paid","order":)" + number
            + "}";
    if (type.startsWith("invoice."))
        return R"({"customer":")" + customer + R"(","amount":")" + number + R"(.00","currency":"EUR"})";
    return R"({"file":"upload/)" + customer + "-" + number + R"(.jpg","width":640})";
}

bool givesResult(const Group& group) { return QByteArrayView(group.type) == "report.build"; }

/// Builder that fills the queues, one group after another.
class DemoFilling
{
public:
    DemoFilling(Backend& backend, RedisClient& redis, TimePoint now)
        : m_backend(backend)
        , m_past(redis, prefix)
        , m_now(now)
    { }

    Result<> fill()
    {
        // Add overdue groups last: otherwise, completing a later group of the same type would claim their tasks.
        for (const bool overdueOnes : {false, true}) {
            for (const Group& group : groups) {
                if ((group.fate == DemoFate::Waits && group.from < Millis::zero()) != overdueOnes)
                    continue;
                if (auto filled = fillGroup(group); !filled)
                    return filled;
            }
        }
        return finish();
    }

private:
    Result<> fillGroup(const Group& group)
    {
        m_queues.insert(group.queue);
        if (auto added = addGroup(group); !added)
            return added;
        if (group.fate == DemoFate::Trash)
            return discardGroup(group);
        if (group.fate == DemoFate::Waits)
            return {};
        // A retrying group's tasks fail once, and their retries are due at the group's times.
        const int rounds = group.fate == DemoFate::Failed ? failedAttempts : 1;
        for (int attempt = 1; attempt <= rounds; ++attempt) {
            if (auto ended = endGroup(group, attempt == rounds); !ended)
                return ended;
        }
        date(group);
        return {};
    }

    Result<> addGroup(const Group& group)
    {
        m_ids.clear();
        m_dues.clear();
        std::vector<NewTask> tasks;
        for (int i = 0; i < group.count; ++i) {
            TimePoint due = dueOf(group, i, m_now);
            if (group.fate == DemoFate::Retrying)
                due = m_now - Millis(1min) - Millis(chance(quint32(i)) % 200'000);
            const TimePoint addedAt = std::min(due, m_now) - Millis(5'000 + chance(quint32(i) + 77) % 3'600'000);
            NewTask task;
            task.id = makeTaskId(group.type, addedAt);
            task.dueAt = due;
            task.payload = payloadFor(group, i);
            if (group.fate == DemoFate::Failed)
                task.options.maxAttempts = failedAttempts;
            task.options.keepResult = givesResult(group);
            m_ids.push_back(task.id);
            m_dues.push_back(due);
            m_past.countAdded(group.queue, addedAt);
            tasks.push_back(std::move(task));
        }
        if (const auto outcomes = m_backend.editor()->add(group.queue, tasks); !outcomes)
            return outcomes.error();
        return {};
    }

    /// Claims all due tasks of the group's type and gives them the group's outcome. At this point, no other group of
    /// this type has due tasks.
    Result<> endGroup(const Group& group, bool forGood)
    {
        TaskBroker& broker = *m_backend.broker();
        ClaimRequest request{group.queue, 100, group.fate == DemoFate::Leased ? Millis(10min) : Millis(30s), {}};
        request.types.exact.push_back(group.type);
        int retries = 0;
        for (int left = group.count; left > 0;) {
            const auto claim = broker.claim(request);
            if (!claim)
                return claim.error();
            if (claim->leases.empty() && !claim->more)
                break;
            left -= int(claim->leases.size());
            if (claim->leases.empty() || group.fate == DemoFate::Leased)
                continue;
            std::vector<Ack> acks;
            std::vector<Nack> nacks;
            for (const Lease& lease : claim->leases) {
                if (group.fate == DemoFate::Done) {
                    acks.push_back({lease.id, lease.token, {}});
                    if (givesResult(group))
                        acks.back().result
                            = R"({"file":"sales-)" + QByteArray::number(1000 + left % 9000) + R"(.pdf","pages":12})";
                    continue;
                }
                std::optional<Millis> retryIn;
                if (group.fate == DemoFate::Retrying)
                    retryIn = group.from + (group.to - group.from) * retries++ / group.count;
                else if (!forGood)
                    retryIn = Millis(0);
                nacks.push_back(
                    {lease.id, lease.token, retryIn, retryIn ? "retry" : "failed", group.error, lease.dueAt});
            }
            const auto written = acks.empty() ? broker.nack(group.queue, nacks, {}) : broker.ack(group.queue, acks, {});
            if (!written)
                return written.error();
        }
        return {};
    }

    /// Changes the recorded times so that every task appears to have run when it was due.
    void date(const Group& group)
    {
        for (int i = 0; i < group.count; ++i) {
            const TaskId& id = m_ids[std::size_t(i)];
            DemoQueuesHistory::Run run = runOf(group, i, m_dues[std::size_t(i)], m_now);
            if (group.fate == DemoFate::Done) {
                m_past.done(group.queue, run, id);
            } else if (group.fate == DemoFate::Retrying) {
                m_past.retried(group.queue, run, id, group.error);
            } else if (group.fate == DemoFate::Failed) {
                std::vector<DemoQueuesHistory::Run> runs{run};
                for (const Millis pause : {Millis(20s), Millis(90s)}) {
                    run.dueAt = run.endedAt() + pause;
                    runs.push_back(run);
                }
                m_past.failed(group.queue, runs, id, group.error);
            }
        }
        if (group.fate != DemoFate::Done)
            return;
        // The group's older tasks are no longer stored, so only add their statistics.
        Group before = group;
        before.from = statisticsSince;
        before.to = group.from;
        before.count = int(group.count * ((before.to - before.from) / 1min) / ((group.to - group.from) / 1min));
        for (int i = 0; i < before.count; ++i) {
            const TimePoint due = dueOf(before, i, m_now);
            m_past.countAdded(group.queue, due - 3min);
            m_past.done(group.queue, runOf(before, i, due, m_now), {});
        }
    }

    Result<> discardGroup(const Group& group)
    {
        ActionStep step;
        step.queue = group.queue;
        step.operation = QByteArray(group.queue) + "/" + makeTaskId("op", m_now).mid(3);
        step.action.kind = ActionKind::Discard;
        for (std::size_t i = 0; i < m_ids.size(); ++i) {
            step.refs.push_back({m_ids[i], TaskState::Scheduled, {}, m_dues[i]});
            m_past.countTrashed(group.queue, m_now);
        }
        const auto outcomes = m_backend.editor()->act(step);
        if (!outcomes)
            return outcomes.error();
        OperationRecord record;
        record.id = step.operation;
        record.kind = "discard";
        record.queue = group.queue;
        record.by = "demo";
        record.reason = "customers unsubscribed";
        record.total = record.done = qint64(step.refs.size());
        record.finished = true;
        record.undoable = true;
        return m_backend.editor()->record(record);
    }

    /// Adds a recurring task.
    Result<> planDigest()
    {
        Schedule digest;
        digest.name = "morning-digest";
        digest.cron = "30 7 * * mon-fri";
        digest.type = "mail.digest";
        digest.payload = R"({"to":"team@example.com","template":"digest"})";
        return m_backend.schedules()->put("mail", digest, true);
    }

    Result<> finish()
    {
        const auto end = m_backend.serverTime();
        if (!end)
            return end.error();
        QueueSettings settings;
        settings.keepDone = keepDone;
        settings.keepRuns = true;
        for (const QueueName& queue : m_queues) {
            m_past.forgetFilling(queue, m_now, *end);
            if (auto configured = m_backend.editor()->configure(queue, settings); !configured)
                return configured;
        }
        if (auto paused = m_backend.editor()->setPaused("exports", true); !paused)
            return paused;
        if (auto planned = planDigest(); !planned)
            return planned;
        return m_past.write(*end);
    }

    Backend& m_backend;
    DemoQueuesHistory m_past;
    TimePoint m_now;
    std::set<QueueName> m_queues;
    std::vector<TaskId> m_ids; ///< ids of the current group's tasks
    std::vector<TimePoint> m_dues;
};

} // namespace

Result<> fillDemoQueues(const RedisConfig& redis)
{
    const auto backend = openLayout(defaultLayout(), redis, prefix, "demo", Access::OperateAndWork);
    if (!backend)
        return backend.error();
    const auto now = (*backend)->serverTime();
    if (!now)
        return now.error();
    RedisClient client(redis);
    if (auto opened = client.open(); !opened)
        return opened;
    return DemoFilling(**backend, client, *now).fill();
}

} // namespace dueline
