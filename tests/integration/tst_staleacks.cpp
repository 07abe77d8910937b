// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/layouts/native/nativebackend.h"
#include "tests/support/nativeplace.h"

using namespace dueline;

/// Tests ten thousand tasks whose worker reports too late, for each way a lease can end. No report may be accepted, and
/// no data on the server may change.
class TestStaleAcks : public QObject
{
    Q_OBJECT

private slots:
    void tenThousandAreRefused();
};

namespace {

constexpr int staleTasks = 10'000;
constexpr int batch = 250;
constexpr Millis aMoment{1};

using Leases = std::vector<Lease>;

/// Passes `what` to `call` in batches small enough for a single call.
template <typename Call> void inBatches(const Leases& what, const Call& call)
{
    for (std::size_t from = 0; from < what.size(); from += batch) {
        const auto first = what.begin() + qptrdiff(from);
        call(Leases(first, first + qptrdiff(std::min<std::size_t>(batch, what.size() - from))));
    }
}

std::vector<Ack> acksOf(const Leases& leases)
{
    std::vector<Ack> acks;
    for (const Lease& lease : leases)
        acks.push_back({lease.id, lease.token, {}});
    return acks;
}

} // namespace

void TestStaleAcks::tenThousandAreRefused()
{
    NativePlace place;
    const auto opened = NativeBackend::open(
        {.redis = place.server.config(), .prefix = "dueline", .session = "operator", .access = Access::Operate});
    QVERIFY(opened.ok());
    QueueEditor& editor = *(*opened)->editor();
    std::vector<TaskId> ids;
    for (int i = 0; i < staleTasks; ++i)
        ids.push_back("mail#" + QByteArray::number(i));
    place.addDue(ids);
    Leases stale;
    for (int i = 0; i < staleTasks; i += batch) {
        const Leases claimed = place.claim(batch, aMoment);
        stale.insert(stale.end(), claimed.begin(), claimed.end());
    }
    QCOMPARE(stale.size(), std::size_t(staleTasks));

    // Each fifth of the tasks ends differently: recovered and waiting, leased by another worker, completed by another
    // worker, discarded, or released by an operator while the lease is valid.
    const auto part = [&stale](int which) {
        return Leases(stale.begin() + which * staleTasks / 5, stale.begin() + (which + 1) * staleTasks / 5);
    };
    const auto seen = [&place](const Lease& lease) {
        return TaskRef{lease.id, TaskState::Leased, lease.token, fromMs(*place.score(place.keys.leased(), lease.id))};
    };
    for (const Lease& lease : part(4))
        QCOMPARE(*editor.release("q", seen(lease)), ItemOutcome::Done);
    for (int from = 0; from < staleTasks / 5; from += 100) {
        ActionStep step;
        step.queue = "q";
        step.operation = "q/op" + QByteArray::number(from);
        step.action.kind = ActionKind::Discard;
        step.action.force = true;
        for (int i = from; i < from + 100; ++i)
            step.refs.push_back(seen(part(3)[std::size_t(i)]));
        const auto outcomes = editor.act(step);
        QVERIFY(outcomes.ok());
        QCOMPARE(std::count(outcomes->begin(), outcomes->end(), ItemOutcome::Done), 100);
    }
    qint64 recovered = 0;
    for (int call = 0; call < staleTasks / 100; ++call)
        recovered += place.value(place.worker.broker.recover("q", 100)).retried;
    QCOMPARE(recovered, qint64(staleTasks / 5 * 3));
    // Released tasks keep their due times and would be claimed first, so postpone them.
    for (const Lease& lease : part(4))
        place.server.call({"ZADD", place.keys.retry(), "9999999999999", lease.id});
    Leases second;
    for (int i = 0; i < staleTasks / 5 * 2; i += batch) {
        const Leases claimed = place.claim(place.other, batch);
        second.insert(second.end(), claimed.begin(), claimed.end());
    }
    QCOMPARE(second.size(), std::size_t(staleTasks / 5 * 2));
    const Leases finished(second.begin(), second.begin() + staleTasks / 5);
    const Leases held(second.begin() + staleTasks / 5, second.end());
    inBatches(finished, [&place](const Leases& leases) {
        const auto outcomes = place.value(place.other.broker.ack("q", acksOf(leases), {}));
        QVERIFY(std::all_of(outcomes.begin(), outcomes.end(), [](auto one) { return one == WriteOutcome::Accepted; }));
    });

    const auto before = place.contentsWithoutMemos();
    qint64 refused = 0;
    inBatches(stale, [&](const Leases& leases) {
        const auto count = [](const auto& outcomes, auto expected) {
            return std::count(outcomes.begin(), outcomes.end(), expected);
        };
        refused
            += count(place.value(place.worker.broker.ack("q", acksOf(leases), "[\"not told\"]")), WriteOutcome::Stale);
        std::vector<Nack> nacks;
        for (const Lease& lease : leases)
            nacks.push_back({lease.id, lease.token, Millis(0), "failed", "too late", lease.dueAt});
        refused += count(place.value(place.worker.broker.nack("q", nacks, {})), WriteOutcome::Stale);
        refused += count(place.value(place.worker.broker.release("q", leases)), WriteOutcome::Stale);
        refused += count(place.value(place.worker.broker.extend("q", leases, Millis(60'000))), ExtendOutcome::Lost);
    });
    QCOMPARE(refused, qint64(4 * staleTasks));
    const auto after = place.contentsWithoutMemos();
    for (const auto& [key, values] : before) {
        const auto now = after.find(key);
        QVERIFY2(now != after.end() && now->second == values, key.constData());
    }
    QCOMPARE(after.size(), before.size());

    // The current holder of each lease is unaffected.
    qint64 accepted = 0;
    inBatches(held, [&](const Leases& leases) {
        const auto outcomes = place.value(place.other.broker.ack("q", acksOf(leases), {}));
        accepted += std::count(outcomes.begin(), outcomes.end(), WriteOutcome::Accepted);
    });
    QCOMPARE(accepted, qint64(held.size()));
    QCOMPARE(place.countedClasses("r"), qint64(second.size()));
}

QTEST_GUILESS_MAIN(TestStaleAcks)
#include "tst_staleacks.moc"
