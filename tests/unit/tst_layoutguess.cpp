// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/layouts/described/guess/keyrole.h"
#include "core/layouts/described/guess/listwatch.h"

#include <QTest>

#include <cmath>
#include <limits>

using namespace dueline;
using namespace Qt::StringLiterals;

namespace {

using GuessKind = DescribedPlace::Kind;

SampledKey zset(const QByteArray& key, const std::vector<SampledKey::Entry>& entries)
{
    return {key, GuessKind::SortedSet, std::ssize(entries), entries, int(entries.size()), {}, false};
}

SampledKey listOf(const QByteArray& key, const std::vector<QByteArray>& items, GuessKind kind = GuessKind::List)
{
    SampledKey list{key, kind, std::ssize(items), {}, int(items.size()), {}, false};
    for (const QByteArray& item : items)
        list.entries.push_back({item});
    return list;
}

SampledKey withLink(SampledKey key, MemberLink link)
{
    key.links.push_back(std::move(link));
    return key;
}

std::vector<LayoutGuess> guessFrom(std::vector<SampledKey> keys, const RunningEnds& ends = {})
{
    return guessLayouts({std::move(keys), {}}, {.ends = ends}, {"list", "native"});
}

/// Returns the best guess's description. Fails the test if there is none or it is not valid.
Description bestOf(std::vector<SampledKey> keys, const RunningEnds& ends = {})
{
    const std::vector<LayoutGuess> guesses = guessFrom(std::move(keys), ends);
    const auto description = guesses.empty() ? Result<Description>(Error{}) : Description::parse(guesses.front().file);
    if (!description)
        qWarning("no valid guess: %s", guesses.empty() ? "none" : guesses.front().file.constData());
    return description ? *description : Description();
}

const DescribedPlace* placeAt(const Description& description, const QByteArray& key)
{
    const auto found = std::find_if(description.places.begin(), description.places.end(),
        [&key](const DescribedPlace& place) { return place.key.text() == key; });
    return found == description.places.end() ? nullptr : &*found;
}

} // namespace

/// Tests which layouts are derived from samples.
class TestLayoutGuess : public QObject
{
    Q_OBJECT

private slots:
    void aNameShowsTheRole_data()
    {
        QTest::addColumn<QByteArray>("name");
        QTest::addColumn<int>("kind");
        QTest::addColumn<int>("state");
        const auto row = [](const char* name, GuessKind kind, TaskState state) {
            QTest::addRow("%s %s", name, wordOf(kind).constData()) << QByteArray(name) << int(kind) << int(state);
        };
        row("orders", GuessKind::SortedSet, TaskState::Scheduled);
        row("orders", GuessKind::List, TaskState::Due);
        row("delayed_queue", GuessKind::SortedSet, TaskState::Scheduled);
        row("failed_queue", GuessKind::List, TaskState::Failed);
        row("q:pending", GuessKind::SortedSet, TaskState::Scheduled);
        row("q:pending", GuessKind::List, TaskState::Due);
        row("q:retry", GuessKind::List, TaskState::Due);
        row("q:retry", GuessKind::SortedSet, TaskState::Retrying);
        row("q:in-progress", GuessKind::List, TaskState::Leased);
        row("q:timeout", GuessKind::List, TaskState::Failed);
        row("delay_queue_timeout:{q}", GuessKind::SortedSet, TaskState::Scheduled);
        row("q.DQ", GuessKind::List, TaskState::Scheduled);
        row("dq_queue_mail", GuessKind::List, TaskState::Due);
        row("DEAD:q", GuessKind::Set, TaskState::Failed);
        row("q:succeeded", GuessKind::Set, TaskState::Done);
        row("q:busy", GuessKind::List, TaskState::Leased);
        row("q:broken", GuessKind::List, TaskState::Failed);
        row("q:rejected", GuessKind::List, TaskState::Failed);
    }
    void aNameShowsTheRole()
    {
        QFETCH(QByteArray, name);
        QFETCH(int, kind);
        QFETCH(int, state);
        QCOMPARE(int(KeyRole::of(name, GuessKind(kind)).state), state);
    }

    void scoresShowTheUnit_data()
    {
        QTest::addColumn<double>("score");
        QTest::addColumn<QByteArray>("unit");
        QTest::newRow("s") << 1.9e9 << QByteArray("s");
        QTest::newRow("ms") << 1.9e12 << QByteArray("ms");
        QTest::newRow("us") << 1.9e15 << QByteArray("us");
        QTest::newRow("ns") << 1.9e18 << QByteArray("ns");
    }
    void scoresShowTheUnit()
    {
        QFETCH(double, score);
        QFETCH(QByteArray, unit);
        const Description found = bestOf({zset("later", {{"a", score}, {"b", score + 1}})});
        QCOMPARE(found.places.size(), 1U);
        QCOMPARE(wordOf(found.places[0].unit.value()), unit);
        QVERIFY(!found.places[0].hasFractions);
        QVERIFY(bestOf({zset("later", {{"a", 1.9e9 + 0.5}})}).places.at(0).hasFractions);
    }

    /// Scores count as times if at most one in six is invalid and all use the same unit.
    void scoresThatAreNotTimesAreLeftOut()
    {
        constexpr double infinite = std::numeric_limits<double>::infinity();
        const double none = std::nan("");
        QVERIFY(guessFrom({zset("board", {{"ann", 12}, {"bob", 7}})}).empty());
        QVERIFY(guessFrom({zset("mixed", {{"a", 1.9e9}, {"b", 1.9e12}, {"c", 1.9e9}, {"d", 1.9e12}})}).empty());
        QVERIFY(guessFrom({zset("odd", {{"a", none}, {"b", infinite}, {"c", -infinite}, {"d", 0}})}).empty());
        QVERIFY(guessFrom({zset("index", {{"1900000000", 1.9e9}, {"1900000001", 1.9e9 + 1}})}).empty());
        QVERIFY(guessFrom({zset("empty", {})}).empty());
        QVERIFY(guessFrom({}).empty());
        QCOMPARE(
            guessFrom(
                {zset("jobs", {{"a", 1.9e9}, {"b", 1.9e9}, {"c", 1.9e9}, {"d", 1.9e9}, {"e", 1.9e9}, {"f", infinite}})})
                .size(),
            1U);
    }

    void relatedKeysAreOneLayout()
    {
        const MemberLink payloads{MemberLink::Kind::HashField, "shop:jobs", {}, 1, {R"({"type":"mail","to":1})"}, {}};
        const Description found = bestOf({withLink(zset("shop:delayed", {{"j1", 1.9e9}}), payloads),
            withLink(listOf("shop:ready", {"j2"}), payloads), withLink(listOf("shop:working", {"j3"}), payloads),
            withLink(listOf("shop:dead", {"j4"}, GuessKind::Set), payloads), listOf("other", {"x"})});
        QCOMPARE(found.places.size(), 4U);
        QCOMPARE(found.name, QByteArray("shop"));
        QVERIFY(found.store.kind == DescribedStore::Kind::HashField && found.store.key.text() == "shop:jobs");
        QVERIFY(found.store.decoders == std::vector{DescribedDecoder::Json});
        QCOMPARE(found.field("type")->path, PayloadPath::parse("$.type").value());
        QCOMPARE(int(placeAt(found, "shop:delayed")->state), int(TaskState::Scheduled));
        QCOMPARE(int(placeAt(found, "shop:ready")->state), int(TaskState::Due));
        QCOMPARE(int(placeAt(found, "shop:working")->state), int(TaskState::Leased));
        QCOMPARE(int(placeAt(found, "shop:dead")->state), int(TaskState::Failed));
    }

    void aKeyPerTaskHoldsThePayload()
    {
        const MemberLink job{MemberLink::Kind::String, "job:", ":data", 2, {R"({"a":1})", R"({"a":2})"}, {}};
        const MemberLink lock{MemberLink::Kind::String, "lock:", {}, 1, {"worker-1"}, {}};
        const MemberLink tries{MemberLink::Kind::String, "tries:", {}, 2, {"1", "3"}, {}};
        SampledKey key = zset("jobs", {{"x1", 1.9e12}, {"x2", 1.9e12}});
        key.links = {lock, tries, job};
        const Description found = bestOf({key});
        QVERIFY(found.store.kind == DescribedStore::Kind::String);
        QCOMPARE(found.store.key.text(), QByteArray("job:<id>:data"));
        QCOMPARE(found.places.at(0).lock.text(), QByteArray("lock:<id>"));
        QCOMPARE(found.field("attempts")->pattern.text(), QByteArray("tries:<id>"));
        key.links = {{MemberLink::Kind::Hash, "job:", {}, 2, {},
            {{"id", {"a-long-identifier"}}, {"at", {"1900000000000"}}, {"body", {"hello"}}}}};
        const Description hashes = bestOf({key});
        QVERIFY(hashes.store.kind == DescribedStore::Kind::HashBody);
        QCOMPARE(hashes.store.body, QByteArray("body"));
    }

    void partsThatVaryAreQueuesOrBuckets()
    {
        const Description queues = bestOf(
            {zset("q:mail:delayed", {{"a", 1.9e9}}), listOf("q:mail:ready", {"b"}), listOf("q:sms:ready", {"c"})});
        QVERIFY(queues.queues.source == DescribedQueues::Source::Scan);
        QVERIFY(placeAt(queues, "q:<queue>:delayed") && placeAt(queues, "q:<queue>:ready"));
        const Description buckets = bestOf({zset("bucket_1", {{"a", 1.9e9}}), zset("bucket_4", {{"b", 1.9e9}})});
        QCOMPARE(buckets.places.size(), 1U);
        QVERIFY(buckets.places[0].buckets == std::pair(1, 4));
        const Description listed
            = bestOf({zset("x:mail", {{"a", 1.9e9}}), listOf("x:queues", {"mail"}, GuessKind::Set)});
        QVERIFY(listed.queues.source == DescribedQueues::Source::Set);
        QVERIFY(placeAt(listed, "x:<queue>"));
        const Description tagged = bestOf({zset("{a:mail}:delayed", {{"a", 1.9e9}}), listOf("{a:mail}", {"b"})});
        QVERIFY(placeAt(tagged, "{a:<queue>}:delayed") && placeAt(tagged, "{a:<queue>}"));
        const Description inPayload = bestOf(
            {zset("later:", {{R"(["id-1","sms",[1]])", 1.9e9}}), listOf("queue:email", {R"(["id-2","email",[2]])"})});
        QVERIFY(placeAt(inPayload, "queue:<queue>") && placeAt(inPayload, "later:"));
        QCOMPARE(inPayload.field("queue")->path, PayloadPath::parse("$[1]").value());
    }

    /// A pattern that also matches the layout's other keys is not used to find queues.
    void anAmbiguousPatternIsNotScanned()
    {
        const MemberLink payloads{MemberLink::Kind::HashField, "d:mail.msgs", {}, 1, {R"({"queue":"mail","n":1})"}, {}};
        const Description found = bestOf(
            {withLink(listOf("d:mail", {"a"}), payloads), withLink(zset("d:mail.XQ", {{"b", 1.9e12}}), payloads)});
        QVERIFY(placeAt(found, "d:<queue>") && placeAt(found, "d:<queue>.XQ"));
        QVERIFY(found.queues.source == DescribedQueues::Source::Names);
        QCOMPARE(found.queues.patterns.at(0).text(), QByteArray("mail"));
    }

    void aKeyWithTheSameMembersIsACompanion()
    {
        const Description found = bestOf({zset("{q}:delayed", {{"member-of-both", 1.9e9}, {"another-member", 1.9e9}}),
            listOf("{q}:order", {"member-of-both", "another-member"})});
        QCOMPARE(found.places.size(), 1U);
        QCOMPARE(found.companions.size(), 1U);
        QCOMPARE(found.companions[0].key.text(), QByteArray("{<queue>}:order"));
    }

    /// Actions that move tasks into a list are enabled only if it is known which end runs next.
    void theEndThatRunsNextIsNotAssumed()
    {
        const std::vector<SampledKey> keys{
            zset("q:delayed", {{R"({"id":"a","n":1})", 1.9e9}}), listOf("q:ready", {R"({"id":"b","n":2})"})};
        const auto hasRunNow = [](const Description& description) {
            return std::any_of(description.actions.begin(), description.actions.end(),
                [](const DescribedAction& action) { return action.kind == ActionKind::RunNow; });
        };
        QVERIFY(!hasRunNow(bestOf(keys)));
        QVERIFY(guessFrom(keys).front().file.contains("# [action.run-now]"));
        QVERIFY(guessFrom(keys).front().open.join(u' ').contains(u"--watch 10s"_s));
        const Description watched = bestOf(keys, {{"q:ready", false}});
        QVERIFY(hasRunNow(watched) && !placeAt(watched, "q:ready")->runsTail);
        QVERIFY(bestOf(keys, {{"q:ready", true}}).places.at(1).runsTail);
        // If no changes were observed, increasing numbers in the items show where producers add items.
        const SampledKey delayed = zset("n:delayed", {{"9", 1.9e9}});
        QVERIFY(!bestOf({delayed, listOf("n:ready", {"1", "2", "3", "4"})}).places.at(1).runsTail);
        QVERIFY(hasRunNow(bestOf({delayed, listOf("n:ready", {"4", "3", "2", "1"})})));
        QVERIFY(!hasRunNow(bestOf({delayed, listOf("n:ready", {"2", "1", "3", "0", "9"})})));
    }

    void hostileNamesAreQuoted_data()
    {
        QTest::addColumn<QByteArray>("name");
        for (const char* name :
            {"a\"b\\c:delayed", "<queue>:delayed", "a<<b>:delayed", "]\n[run]:delayed", "'''#:later", "${x}:{y:delayed",
                "}{:delayed", "k\xc3\xa4se:delayed", " :delayed", "::::", "redis.call('x')"}) {
            QTest::addRow("%s", QByteArray(name).toPercentEncoding().constData()) << QByteArray(name);
        }
        QTest::newRow("long") << QByteArray(512, 'x');
    }
    void hostileNamesAreQuoted()
    {
        QFETCH(QByteArray, name);
        if (!isWritableName(name)) {
            QVERIFY(name.contains('\n'));
            return;
        }
        const Description found = bestOf({zset(name, {{"a", 1.9e9}}), listOf(name + ":l", {"b"})});
        QVERIFY(!found.places.empty());
        QVERIFY2(found.places[0].key.match(name), found.places[0].key.text());
    }

    void unwritableNamesAreRecognized()
    {
        QVERIFY(isWritableName("orders:\xc3\xa4"));
        for (const QByteArray& name : {QByteArray(), QByteArray("\xff\xfe"), QByteArray("a\0b", 3), QByteArray("a\nb"),
                 QByteArray("\x7f"), QByteArray(513, 'x')})
            QVERIFY2(!isWritableName(name), name.toHex());
    }

    /// Members that are large or binary, or that only look encoded, count as payloads without an encoding.
    void hostileMembersAreReadAsBytes()
    {
        const std::vector<SampledKey::Entry> members{{QByteArray(1024 * 1024, '['), 1.9e9},
            {QByteArray("\x1f\x8b\x08\x00", 4), 1.9e9}, {QByteArray("\0\xff", 2), 1.9e9}, {"a:999999:{", 1.9e9},
            {"\x80\x04.", 1.9e9}, {QByteArray("\xdf\xff\xff\xff\xff", 5), 1.9e9}, {"123;", 1.9e9}};
        const Description found = bestOf({zset("jobs", members)});
        QCOMPARE(found.places.size(), 1U);
        QVERIFY(found.store.kind == DescribedStore::Kind::Member && found.store.decoders.empty());
    }

    void anArrayContainsTheId()
    {
        const auto task
            = [](const char* id, const char* rest) { return QByteArray("[\"") + id + "\", \"mail\", " + rest + ']'; };
        const SampledKey delayed = zset(
            "q:delayed", {{task("8d1c2f3a-aa", "1796000000"), 1.9e9}, {task("9d1c2f3a-bb", "1796000001"), 1.9e9 + 1}});
        const std::vector<QByteArray> ready{task("7d1c2f3a-cc", "1796000002"), task("6d1c2f3a-dd", "1796000003")};
        QVERIFY(bestOf({delayed, listOf("q:ready", ready)}).field("id"));
        const QByteArray file = guessFrom({delayed, listOf("q:ready", ready)}).front().file;
        QVERIFY2(file.contains("\nid = \"$[0]\"\n"), file);
        // Elements that recur or that may be times are no ids.
        const Description other = bestOf({zset(
            "q:delayed", {{"[\"order-4711\", 1796000000]", 1.9e9}, {"[\"order-4711\", 1796000001]", 1.9e9 + 1}})});
        QCOMPARE(other.places.size(), std::size_t(1));
        QVERIFY(!other.field("id"));
    }

    /// A retry that can't be derived is proposed as a comment.
    void aRetryIsProposedForFailedTasks()
    {
        const auto fileOf = [](const std::vector<SampledKey>& keys) {
            const std::vector<LayoutGuess> guesses = guessFrom(keys, {{"q:ready", true}, {"q:waiting", true}});
            return guesses.empty() ? QByteArray() : guesses.front().file;
        };
        const auto job
            = [](int number) { return "{\"id\":\"order-" + QByteArray::number(number) + "\",\"type\":\"a\"}"; };
        const std::vector<SampledKey> keys{zset("q:delayed", {{job(1), 1.9e9}, {job(2), 1.9e9 + 1}}),
            listOf("q:ready", {job(3), job(4)}), listOf("q:dead", {job(5), job(6)})};
        const QByteArray simple = fileOf(keys);
        QVERIFY2(simple.contains("\n[action.retry]\nfrom = \"dead\"\nto = \"ready\""), simple);
        std::vector<SampledKey> two = keys;
        two.push_back(listOf("q:waiting", {job(7), job(8)}));
        const QByteArray several = fileOf(two);
        QVERIFY2(
            several.contains("# Not enabled, because several lists contain waiting tasks:\n# [action.retry]"), several);
    }

    void payloadsAreDecoded_data()
    {
        QTest::addColumn<QByteArray>("payload");
        QTest::addColumn<QByteArray>("decoders");
        QTest::newRow("json") << QByteArray(R"({"id":"a"})") << QByteArray("json");
        QTest::newRow("php") << QByteArray("a:1:{s:2:\"id\";s:1:\"a\";}") << QByteArray("php");
        QTest::newRow("msgpack") << QByteArray("\x81\xa2id\xa1"
                                               "a")
                                 << QByteArray("msgpack");
        QTest::newRow("base64") << QByteArray(R"({"id":"a"})").toBase64() << QByteArray("base64 json");
        QTest::newRow("number in front") << QByteArray(R"(300;{"id":"a"})") << QByteArray("json");
        QTest::newRow("text") << QByteArray("hello") << QByteArray();
    }
    void payloadsAreDecoded()
    {
        QFETCH(QByteArray, payload);
        QFETCH(QByteArray, decoders);
        const Description found = bestOf({zset("jobs", {{payload, 1.9e9}})});
        QByteArrayList words;
        for (const DescribedDecoder decoder : found.store.decoders)
            words << wordOf(decoder);
        QCOMPARE(words.join(' '), decoders);
        QCOMPARE(!found.store.format.isEmpty(), payload.startsWith("300;"));
        QCOMPARE(found.field("id") != nullptr, !decoders.isEmpty());
    }

    /// The number of guessed layouts is limited, however many keys there are, and each layout is valid.
    void hundredsOfKeysAreLimited()
    {
        std::vector<SampledKey> keys;
        for (int i = 0; i < 300; ++i) {
            const QByteArray at = QByteArray::number(i);
            keys.push_back(zset("z" + at + "a", {{"m" + at, 1.9e9}}));
            keys.push_back(listOf("one:k" + at + ":l" + at, {"same-member-in-all", at}));
        }
        const std::vector<LayoutGuess> guesses = guessFrom(keys);
        QVERIFY(!guesses.empty() && guesses.size() <= 100);
        for (const LayoutGuess& guess : guesses)
            QVERIFY(Description::parse(guess.file));
    }

    void aReservedNameIsAvoided()
    {
        QCOMPARE(guessFrom({zset("list", {{"a", 1.9e9}})}).at(0).name, QByteArray("list-queue"));
    }

    void aWatchLearnsWhichEndRuns_data()
    {
        QTest::addColumn<QByteArray>("moves"); // P: push, p: pop; followed by h (head) or t (tail)
        QTest::addColumn<QByteArray>("next");
        QTest::newRow("RPUSH and LPOP") << QByteArray("PtphPtphPtph") << QByteArray("head");
        QTest::newRow("LPUSH and RPOP") << QByteArray("PhptPhptPhpt") << QByteArray("tail");
        QTest::newRow("only RPUSH") << QByteArray("PtPtPtPt") << QByteArray("head");
        QTest::newRow("only LPUSH") << QByteArray("PhPhPhPh") << QByteArray("tail");
        QTest::newRow("a stack") << QByteArray("PhphPhphPhph") << QByteArray("head");
        QTest::newRow("too little") << QByteArray("PtphPt") << QByteArray();
        QTest::newRow("both ends") << QByteArray("ptphptphptph") << QByteArray();
    }
    void aWatchLearnsWhichEndRuns()
    {
        QFETCH(QByteArray, moves);
        QFETCH(QByteArray, next);
        QByteArrayList items;
        for (int i = 0; i < 20; ++i)
            items << "item" + QByteArray::number(i);
        ListWatch watch({"l"});
        for (qsizetype i = 0; i < moves.size(); i += 2) {
            const QByteArray head = items.first();
            const QByteArray tail = items.last();
            const bool isHead = moves[i + 1] == 'h';
            if (moves[i] == 'p')
                items.removeAt(isHead ? 0 : items.size() - 1);
            else
                items.insert(isHead ? 0 : items.size(), "new" + QByteArray::number(i));
            ListWatch::Moved moved;
            if (const qsizetype at = items.indexOf(head); at >= 0)
                moved.head = at;
            if (const qsizetype at = items.lastIndexOf(tail); at >= 0)
                moved.tail = items.size() - 1 - at;
            watch.see("l", moved);
        }
        const RunningEnds ends = watch.ends();
        QCOMPARE(ends.empty() ? QByteArray() : QByteArray(ends.at("l") ? "tail" : "head"), next);
        QCOMPARE(watch.isDecided(), !next.isEmpty());
    }

    /// Watching a list reveals nothing if all of its items are replaced or none change.
    void aWatchOfReplacedItemsLearnsNothing()
    {
        ListWatch watch({"l"});
        for (int i = 0; i < 10; ++i) {
            watch.see("l", {});
            watch.see("l", {0, 0});
        }
        QVERIFY(watch.ends().empty());
    }

    /// Chosen states and units replace the derived ones. Each state that the window offers yields a valid file.
    void chosenFactsReplaceTheSamples_data()
    {
        QTest::addColumn<int>("kind");
        QTest::addColumn<int>("state");
        for (const GuessKind kind : {GuessKind::SortedSet, GuessKind::List, GuessKind::Set}) {
            for (const TaskState state : {TaskState::Scheduled, TaskState::Due, TaskState::Retrying, TaskState::Leased,
                     TaskState::Failed, TaskState::Done}) {
                const bool needsTime = state == TaskState::Scheduled || state == TaskState::Retrying;
                if (kind == GuessKind::SortedSet || !needsTime)
                    QTest::addRow("%s %d", wordOf(kind).constData(), int(state)) << int(kind) << int(state);
            }
        }
    }
    void chosenFactsReplaceTheSamples()
    {
        QFETCH(int, kind);
        QFETCH(int, state);
        SampledKey key = zset("jobs:waiting", {{R"({"id":1,"type":"a"})", 1'900'000'000}});
        key.kind = GuessKind(kind);
        key.isNamed = true;
        const KeyFacts facts{.ends = {{key.key, true}},
            .units = {{key.key, ScoreUnit::Milliseconds}},
            .states = {{key.key, TaskState(state)}}};
        const std::vector<LayoutGuess> guesses = guessLayouts({{key}, {}}, facts);
        QCOMPARE(guesses.size(), std::size_t(1));
        const auto description = Description::parse(guesses.front().file);
        QVERIFY2(description, description.ok() ? "" : qPrintable(description.error().message));
        const DescribedPlace& place = description->places.front();
        QCOMPARE(int(place.state), state);
        QCOMPARE(place.unit.has_value(), key.kind == GuessKind::SortedSet);
        if (place.unit)
            QCOMPARE(int(*place.unit), int(ScoreUnit::Milliseconds));
        if (key.kind == GuessKind::List)
            QVERIFY(place.runsTail);
        QCOMPARE(guesses.front().keys, QByteArrayList{key.key});
        QVERIFY(guesses.front().file.contains("you chose the state"));
    }

    /// Even if a sorted set's sampled scores are not times, the set is described if the user chooses a unit.
    void aChosenUnitDescribesOtherScores()
    {
        const SampledKey key = zset("jobs:delayed", {{"a", 5}, {"b", 1e17}});
        QVERIFY(guessFrom({key}).empty());
        const std::vector<LayoutGuess> guesses
            = guessLayouts({{key}, {}}, {.units = {{"jobs:delayed", ScoreUnit::Seconds}}});
        QCOMPARE(guesses.size(), std::size_t(1));
        QCOMPARE(guesses.front().places.front().scores, (std::vector<double>{5, 1e17}));
    }
};

QTEST_GUILESS_MAIN(TestLayoutGuess)
#include "tst_layoutguess.moc"
