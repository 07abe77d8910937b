// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/layouts/list/listitemid.h"
#include "tests/support/listplace.h"

#include <algorithm>
#include <functional>

using namespace dueline;
using namespace Qt::StringLiterals;

namespace {

QByteArray itemHash(const QByteArray& item) { return ListItemId::hashOf(item); }

} // namespace

/// Tests long lists, arbitrary items, keys that are not lists, and tasks that a list can't store.
class TestListStrange : public QObject
{
    Q_OBJECT

private slots:
    void itemsBehindATooLongListAreFound();
    void whatAListCannotHoldIsRefused();
    void hostileItemsAreKeptAsTheyAre();
    void aKeyOfAnotherTypeIsToldByItsName();
};

void TestListStrange::itemsBehindATooLongListAreFound()
{
    ListPlace place(u"list:q"_s);
    constexpr int many = 25'000;
    Command push{"LPUSH", place.queue};
    for (int i = 0; i < many; ++i)
        push.push_back("item " + QByteArray::number(i));
    place.server.call(push);
    const auto page
        = ListPlace::value(place.backend->inspector().page({place.queue, TaskState::Due, many - 10, 100, {}}));
    QCOMPARE(page.total, many);
    QCOMPARE(page.tasks.size(), std::size_t(10));
    QCOMPARE(page.tasks.back().preview, QByteArray("item 24999"));
    // Another client knows only the item's id.
    QCOMPARE(ListPlace::value(place.other->inspector().payload(place.queue, itemHash("item 24998"))),
        QByteArray("item 24998"));
    ActionStep step{place.queue, "q/far", {}, {{itemHash("item 24997"), TaskState::Due, {}, {}}}, {}};
    step.action.kind = ActionKind::Discard;
    QCOMPARE(ListPlace::value(place.open("third")->editor()->act(step)).at(0), ItemOutcome::Done);
    QCOMPARE(place.count(TaskState::Due), many - 1);
}

void TestListStrange::whatAListCannotHoldIsRefused()
{
    ListPlace place(u"list:q"_s);
    const auto refusedAt = [&](const std::function<void(NewTask&)>& change) {
        NewTask task;
        task.id = "q#1";
        change(task);
        const auto added = place.backend->editor()->add(place.queue, {task});
        return !added && added.error().code == ErrorCode::Refused && !added.error().message.isEmpty();
    };
    QVERIFY(refusedAt([](NewTask& task) { task.dueIn = 5s; }));
    QVERIFY(refusedAt([](NewTask& task) { task.dueAt = SystemClock().now() + 1h; }));
    QVERIFY(refusedAt([](NewTask& task) { task.id = "other#1"; }));
    QVERIFY(refusedAt([](NewTask& task) { task.options.maxAttempts = 3; }));
    QVERIFY(refusedAt([](NewTask& task) { task.options.leaseFor = 3s; }));
    QVERIFY(place.items().isEmpty());
    QVERIFY(!place.backend->capabilities().can(ActionKind::Reschedule));
    QVERIFY(!place.backend->capabilities().can(ActionKind::RunNow));
}

void TestListStrange::hostileItemsAreKeptAsTheyAre()
{
    ListPlace place(u"list:q"_s);
    QByteArray every;
    for (int byte = 0; byte < 256; ++byte)
        every += char(byte);
    const QByteArrayList items{"", every, QByteArray(1024 * 1024, 'x'), "{}\n", "\n", "a\r\nb", "007", "-1"};
    place.push(items);
    QCOMPARE(place.page(TaskState::Due).size(), std::size_t(items.size()));
    QCOMPARE(place.act(ActionKind::Discard, place.refs(TaskState::Due)),
        std::vector<ItemOutcome>(std::size_t(items.size()), ItemOutcome::Done));
    QCOMPARE(place.undo().restored, items.size());
    QByteArrayList back = place.items();
    std::sort(back.begin(), back.end());
    QByteArrayList sorted = items;
    std::sort(sorted.begin(), sorted.end());
    QCOMPARE(back, sorted);
    QByteArrayList ran;
    while (ran.size() < items.size()) {
        const Claim claimed = place.claim();
        QVERIFY(!claimed.leases.empty());
        for (const TaskLoad& load : ListPlace::value(place.backend->broker()->load(place.queue, claimed.leases))) {
            QVERIFY(!load.damaged);
            ran << load.payload;
        }
    }
    std::sort(ran.begin(), ran.end());
    QCOMPARE(ran, sorted);
}

void TestListStrange::aKeyOfAnotherTypeIsToldByItsName()
{
    ListPlace place(u"list:q"_s);
    place.server.call({"SET", "q", "text"});
    const auto queues = ListPlace::value(place.backend->inspector().queues());
    QCOMPARE(queues.size(), std::size_t(1));
    QVERIFY2(queues[0].unreadable.contains("The key q "), queues[0].unreadable.constData());
    const auto claim = place.backend->broker()->claim({"q", 10, 30s, {true, {}, {}}});
    QVERIFY(!claim && claim.error().code == ErrorCode::WrongType);
    QVERIFY2(claim.error().message.contains("The key q "_L1), qPrintable(claim.error().message));
    NewTask task;
    task.id = "q#1";
    const auto added = place.backend->editor()->add("q", {task});
    QVERIFY(!added && added.error().code == ErrorCode::WrongType);
    QCOMPARE(place.server.call({"GET", "q"}).bytes, QByteArray("text"));
    // If the overlay key belongs to another program, the error names it.
    place.server.call({"DEL", "q"});
    place.push({"a"});
    place.server.call({"SET", "{q}:dueline:tasks", "text"});
    const auto taken = place.backend->broker()->claim({"q", 10, 30s, {true, {}, {}}});
    QVERIFY(!taken && taken.error().message.contains("{q}:dueline:tasks"_L1));
    QCOMPARE(place.items(), QByteArrayList{"a"});
}

QTEST_GUILESS_MAIN(TestListStrange)
#include "tst_liststrange.moc"
