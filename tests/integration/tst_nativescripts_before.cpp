// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/layouts/native/nativeeditor.h"
#include "core/redis/redisclient.h"
#include "tests/support/nativeoperator.h"

#include <cmath>

using namespace dueline;
using namespace std::chrono_literals;

namespace {

const std::vector<ItemOutcome> done{ItemOutcome::Done};
constexpr qsizetype smallest = 30; ///< size in bytes of a value that takes Redis 32 bytes

} // namespace

/// Tests the entries that operator actions write to `before`, in both formats: undo, restore and the inspector must
/// read them exactly.
class TestNativeScriptsBefore : public QObject
{
    Q_OBJECT

private:
    NativeOperator place;
    const NativeKeys& keys = place.keys;
    const OperationId operation = "q/0123456789abcdef"; ///< as long as a generated id

    QByteArray scoreText(const QByteArray& key, const TaskId& id)
    {
        return place.server.call({"ZSCORE", key, id}).bytes;
    }
    QByteArray entry() { return place.field(keys.before(), "mail#a"); }
    /// Rewrites the entry in another version's format.
    void rewrite(const QByteArray& words)
    {
        place.server.call({"HSET", keys.before(), "mail#a", uniquePartOf(operation) + ' ' + words});
    }

private slots:
    void cleanup() { place.empty(); }

    void scoreComesBack_data();
    void scoreComesBack();
    void triesComeBack_data();
    void triesComeBack();
    void olderEntriesAreUndone_data();
    void olderEntriesAreUndone();
    void whatIsNoEntryIsLeftAlone_data();
    void whatIsNoEntryIsLeftAlone();
};

void TestNativeScriptsBefore::scoreComesBack_data()
{
    QTest::addColumn<QByteArray>("score");
    QTest::addColumn<bool>("isShort");
    for (const char* score : {"0", "63", "64", "262143", "262144", "16777216", "1790000000000", "4398046511103"})
        QTest::newRow(score) << QByteArray(score) << true;
    for (const char* score : {"-5", "2.5", "1790000000000.25", "4398046511104", "253402300799000"})
        QTest::newRow(score) << QByteArray(score) << false;
}

void TestNativeScriptsBefore::scoreComesBack()
{
    QFETCH(const QByteArray, score);
    QFETCH(const bool, isShort);
    place.add({{"mail#a", {}, 1h, {}, "x"}});
    place.server.call({"ZADD", keys.pending(), score, "mail#a"});
    const QByteArray before = scoreText(keys.pending(), "mail#a");

    QCOMPARE(place.act(operation, ActionKind::Discard, place.refs({"mail#a"})), done);
    QCOMPARE(entry().count(' ') == 1, isShort);
    QVERIFY(!isShort || entry().size() <= smallest);
    const auto detail = place.value(place.inspector.task("q", "mail#a"));
    QCOMPARE(detail.lastOperation, operation);
    QVERIFY(detail.restoresTo);
    QVERIFY(std::abs(double(toMs(detail.restoresTo->at)) - score.toDouble()) < 1);
    place.record(operation);
    QCOMPARE(place.undo(operation).restored, 1);
    QCOMPARE(scoreText(keys.pending(), "mail#a"), before);

    QCOMPARE(place.act("q/op2", ActionKind::Discard, place.refs({"mail#a"})), done);
    QCOMPARE(place.act("q/op3", ActionKind::Restore, place.refs({"mail#a"})), done);
    QCOMPARE(scoreText(keys.pending(), "mail#a"), before);
}

void TestNativeScriptsBefore::triesComeBack_data()
{
    QTest::addColumn<QByteArray>("tries");
    QTest::addColumn<bool>("isShort");
    for (const char* tries :
        {"0 0 0 0", "1 1 0 1790000000000", "0 1 0 0", "63 63 63 1790000000000", "10 37 11 5", "36 38 62 5"})
        QTest::newRow(tries) << QByteArray(tries) << true;
    for (const char* tries : {"64 1 0 5", "1 64 0 5", "1 1 64 0", "1000 100000 1000 1790000000000"})
        QTest::newRow(tries) << QByteArray(tries) << false;
}

void TestNativeScriptsBefore::triesComeBack()
{
    QFETCH(const QByteArray, tries);
    QFETCH(const bool, isShort);
    place.failOne("mail#a");
    place.server.call({"HSET", keys.tries(), "mail#a", tries});
    const auto before = place.contents();
    QCOMPARE(place.act(operation, ActionKind::Retry, place.refs({"mail#a"})), done);
    QCOMPARE(entry().count(' ') == 1, isShort);
    QVERIFY(!isShort || entry().size() <= smallest);
    place.record(operation);
    QCOMPARE(place.undo(operation).restored, 1);
    QCOMPARE(place.field(keys.tries(), "mail#a"), tries);
    QCOMPARE(place.contents().at(keys.failed()), before.at(keys.failed()));
}

void TestNativeScriptsBefore::olderEntriesAreUndone_data()
{
    QTest::addColumn<QByteArray>("words");
    QTest::newRow("words, never leased") << QByteArray("pending 1790000000000 - - - - trash");
    QTest::newRow("letters, never leased") << QByteArray("p 1790000000000 - t");
    QTest::newRow("words, leased once") << QByteArray("failed 1790000000000 1 1 0 0 trash");
    QTest::newRow("letters, leased once") << QByteArray("f 1790000000000 1 1 0 = t");
}

void TestNativeScriptsBefore::olderEntriesAreUndone()
{
    QFETCH(const QByteArray, words);
    const bool failed = words.startsWith('f');
    const QByteArray& home = failed ? keys.failed() : keys.pending();
    if (failed)
        place.failOne("mail#a");
    else
        place.add({{"mail#a", {}, 1h, {}, "x"}});
    const QByteArray tries = place.field(keys.tries(), "mail#a");
    QCOMPARE(place.act(operation, ActionKind::Discard, place.refs({"mail#a"})), done);
    rewrite(words);
    const auto detail = place.value(place.inspector.task("q", "mail#a"));
    QVERIFY(detail.restoresTo);
    QCOMPARE(toMs(detail.restoresTo->at), 1790000000000);
    place.record(operation);
    QCOMPARE(place.undo(operation).restored, 1);
    QCOMPARE(scoreText(home, "mail#a"), "1790000000000");
    if (!words.contains(" 0 0 "))
        QCOMPARE(place.field(keys.tries(), "mail#a"), tries);

    QCOMPARE(place.act(operation, ActionKind::Discard, place.refs({"mail#a"})), done);
    rewrite(words);
    QCOMPARE(place.act("q/op3", ActionKind::Restore, place.refs({"mail#a"})), done);
    QCOMPARE(scoreText(home, "mail#a"), "1790000000000");
}

void TestNativeScriptsBefore::whatIsNoEntryIsLeftAlone_data()
{
    QTest::addColumn<QByteArray>("words");
    for (const char* words :
        {"PT", "PT123456", "PT12345670", "PT123456700", "PT1234567000-0", "PT1234567*", "XT1234567", "pt1234567"})
        QTest::newRow(words) << QByteArray(words);
}

void TestNativeScriptsBefore::whatIsNoEntryIsLeftAlone()
{
    QFETCH(const QByteArray, words);
    place.add({{"mail#a", {}, 1h, {}, "x"}});
    QCOMPARE(place.act(operation, ActionKind::Discard, place.refs({"mail#a"})), done);
    rewrite(words);
    place.record(operation);
    QCOMPARE(place.undo(operation).restored, 0);
    QCOMPARE(place.whereIs("mail#a"), "trash");
    QVERIFY(place.inspector.task("q", "mail#a").ok());
}

QTEST_GUILESS_MAIN(TestNativeScriptsBefore)
#include "tst_nativescripts_before.moc"
