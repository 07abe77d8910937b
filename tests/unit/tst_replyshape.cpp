// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/redis/replyshape.h"

#include <QTest>

using namespace dueline;

namespace {

Reply integer(qint64 value) { return {Reply::Type::Integer, value, {}, {}}; }
Reply bytes(const char* text) { return {Reply::Type::Bytes, 0, text, {}}; }
Reply status(const char* text) { return {Reply::Type::Status, 0, text, {}}; }
Reply error(const char* text) { return {Reply::Type::Error, 0, text, {}}; }
Reply array(std::vector<Reply> items) { return {Reply::Type::Array, 0, {}, std::move(items)}; }

} // namespace

/// Tests the possible replies to a command, and replies that Redis never sends.
class TestReplyShape : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void whatACommandCanAnswerFits()
    {
        QVERIFY(fits({"SMEMBERS", "k"}, array({bytes("a"), bytes("b")})));
        QVERIFY(fits({"SMEMBERS", "k"}, array({})));
        QVERIFY(fits({"HMGET", "k", "a", "b"}, array({bytes("a"), {}})));
        QVERIFY(fits({"GET", "k"}, {}));
        QVERIFY(fits({"ZCOUNT", "k", "0", "1"}, integer(3)));
        QVERIFY(fits({"SCAN", "0"}, array({bytes("0"), array({bytes("k")})})));
        QVERIFY(fits({"EVALSHA", "sha", "0"}, array({integer(1), status("x")})));
    }

    void anErrorAlwaysFitsAndAnUnknownCommandMayAnswerAnything()
    {
        QVERIFY(fits({"SMEMBERS", "k"}, error("WRONGTYPE")));
        QVERIFY(fits({"OBJECT", "HELP"}, status("?")));
        QVERIFY(fits({}, integer(1)));
    }

    void whatNoRedisWouldSayDoesNotFit()
    {
        for (const Reply& reply : {integer(1), status("OK"), bytes("x"), Reply{}, array({integer(1)}), array({{}})})
            QVERIFY(!fits({"SMEMBERS", "k"}, reply));
        QVERIFY(!fits({"ZCARD", "k"}, bytes("1")));
        QVERIFY(!fits({"HGET", "k", "f"}, integer(1)));
        QVERIFY(!fits({"EVALSHA", "sha", "0"}, status("OK")));
        QVERIFY(!fits({"EVAL_RO", "sha", "0"}, {}));
    }

    void insideATransactionEverythingIsQueued()
    {
        const std::vector<Command> commands{{"MULTI"}, {"ZCARD", "k"}, {"EXEC"}, {"ZCARD", "k"}};
        QCOMPARE(misfit(commands, {status("OK"), status("QUEUED"), array({integer(1)}), integer(1)}), QString());
        QCOMPARE(misfit(commands, {status("OK"), error("ERR"), error("EXECABORT"), integer(1)}), QString());
        QCOMPARE(misfit(commands, {status("OK"), integer(1), array({integer(1)}), integer(1)}),
            QStringLiteral("Redis returned an unexpected reply to ZCARD."));
        QCOMPARE(misfit(commands, {status("OK"), status("QUEUED"), array({integer(1)}), status("QUEUED")}),
            QStringLiteral("Redis returned an unexpected reply to ZCARD."));
        QCOMPARE(misfit(commands, {status("OK"), status("QUEUED"), integer(1), integer(1)}),
            QStringLiteral("Redis returned an unexpected reply to EXEC."));
    }
};

QTEST_GUILESS_MAIN(TestReplyShape)
#include "tst_replyshape.moc"
