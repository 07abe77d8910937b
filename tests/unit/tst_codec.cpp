// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/redis/codec.h"

#include <QRandomGenerator>
#include <QTest>

using namespace dueline;

namespace {

/// Result of parsing `wire` in chunks of `piece` bytes (0: in one piece): the replies, and the error message, if any.
struct Read
{
    std::vector<Reply> replies;
    QString error;
    bool operator==(const Read&) const = default;
};

Read readAll(const QByteArray& wire, qsizetype piece, ReplyLimits limits = {})
{
    ReplyReader reader(limits);
    Read read;
    for (qsizetype at = 0; at < wire.size() && read.error.isEmpty();) {
        const qsizetype size = piece == 0 ? wire.size() : std::min(piece, wire.size() - at);
        reader.feed(wire.constData() + at, size);
        at += size;
        while (true) {
            Result<std::optional<Reply>> next = reader.next();
            if (!next) {
                read.error = next.error().message;
                break;
            }
            if (!*next)
                break;
            read.replies.push_back(**next);
        }
    }
    return read;
}

} // namespace

class TestCodec : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void commandsAreEncodedWithTheirBytesAsTheyAre()
    {
        QCOMPARE(encodeCommand({"SET", QByteArray("a\0b", 3), ""}),
            QByteArray("*3\r\n$3\r\nSET\r\n$3\r\na\0b\r\n$0\r\n\r\n", 28));
    }

    void everyKindOfReplyIsRead()
    {
        const Read read
            = readAll("+OK\r\n-ERR no\r\n:-42\r\n$3\r\na\r\n\r\n$-1\r\n*2\r\n:1\r\n*1\r\n$0\r\n\r\n*-1\r\n*0\r\n", 0);
        QVERIFY2(read.error.isEmpty(), qPrintable(read.error));
        QCOMPARE(read.replies.size(), std::size_t(8));
        QVERIFY(read.replies[0].isStatus());
        QCOMPARE(read.replies[0].bytes, QByteArray("OK"));
        QVERIFY(read.replies[1].isError());
        QCOMPARE(read.replies[2].integer, -42);
        QCOMPARE(read.replies[3].bytes, QByteArray("a\r\n"));
        QVERIFY(read.replies[4].isNil());
        QCOMPARE(read.replies[5].items.size(), std::size_t(2));
        QCOMPARE(read.replies[5].items[1].items[0].bytes, QByteArray());
        QVERIFY(read.replies[6].isNil());
        QVERIFY(read.replies[7].isArray());
    }

    void repliesDoNotDependOnWhereTheStreamIsCut()
    {
        QRandomGenerator random(7);
        QByteArray wire;
        for (int i = 0; i < 300; ++i) {
            const QByteArray bytes(random.bounded(200), char(random.bounded(256)));
            wire += "*3\r\n$" + QByteArray::number(bytes.size()) + "\r\n" + bytes + "\r\n:" + QByteArray::number(i)
                + "\r\n*1\r\n+x\r\n";
        }
        const Read whole = readAll(wire, 0);
        QVERIFY2(whole.error.isEmpty(), qPrintable(whole.error));
        QCOMPARE(whole.replies.size(), std::size_t(300));
        for (const qsizetype piece : {1, 2, 3, 7, 64, 1000})
            QVERIFY(readAll(wire, piece) == whole);
        // A single reader gets the text in random pieces.
        ReplyReader reader;
        std::vector<Reply> replies;
        for (qsizetype at = 0; at < wire.size();) {
            const qsizetype size = std::min<qsizetype>(1 + random.bounded(500), wire.size() - at);
            reader.feed(wire.constData() + at, size);
            at += size;
            while (true) {
                Result<std::optional<Reply>> next = reader.next();
                QVERIFY(next.ok());
                if (!*next)
                    break;
                replies.push_back(**next);
            }
        }
        QVERIFY(replies == whole.replies);
        QVERIFY(!reader.hasPartialReply());
    }

    void hostileRepliesEndInAnErrorAndCostNothing_data()
    {
        QTest::addColumn<QByteArray>("wire");
        QTest::newRow("unknown type") << QByteArray("HTTP/1.1 400 Bad Request\r\n\r\n");
        QTest::newRow("RESP3 map") << QByteArray("%1\r\n+a\r\n+b\r\n");
        QTest::newRow("bulk longer than allowed by the protocol") << QByteArray("$99999999999999999999\r\n");
        QTest::newRow("negative bulk") << QByteArray("$-7\r\n");
        QTest::newRow("negative array") << QByteArray("*-7\r\n");
        QTest::newRow("two billion elements") << QByteArray("*2147483647\r\n");
        QTest::newRow("four billion elements") << QByteArray("*4294967295\r\n");
        QTest::newRow("bulk with a wrong end") << QByteArray("$3\r\nabcXY:1\r\n");
        QTest::newRow("deep nesting") << QByteArray("*1\r\n").repeated(100) + ":1\r\n";
        QTest::newRow("not a number") << QByteArray(":twelve\r\n");
        QTest::newRow("a line without end") << QByteArray("+") + QByteArray(200'000, 'a');
        QTest::newRow("an integer without end") << QByteArray(":") + QByteArray(200'000, '1');
        QTest::newRow("a whole line that is too long") << QByteArray("+") + QByteArray(70'000, 'a') + "\r\n";
        QTest::newRow("only the head of a string too large") << QByteArray("$67108865\r\n");
        QTest::newRow("only the head of the largest string") << QByteArray("$9223372036854775807\r\n");
        QTest::newRow("RESP3 null") << QByteArray("_\r\n");
        QTest::newRow("RESP3 inside an array") << QByteArray("*1\r\n#t\r\n");
        QTest::newRow("many arrays of allowed size") << QByteArray("*3\r\n*900000\r\n:1\r\n")
                                                            .append(QByteArray(":1\r\n").repeated(899'999))
                                                            .append("*900000\r\n");
    }
    void hostileRepliesEndInAnErrorAndCostNothing()
    {
        QFETCH(QByteArray, wire);
        for (const qsizetype piece : {qsizetype(0), qsizetype(61)}) {
            const Read read = readAll(wire, piece);
            QVERIFY2(!read.error.isEmpty(), "the reader swallowed it");
            QVERIFY(read.error.startsWith(QStringLiteral("The server's reply is not valid Redis protocol")));
        }
    }

    void aLineOfJustTheLimitIsReadWhereverItIsCut()
    {
        const ReplyLimits limits{.line = 64};
        const QByteArray wire = "+" + QByteArray(64, 'a') + "\r\n";
        const Read whole = readAll(wire, 0, limits);
        QCOMPARE(whole.replies.size(), std::size_t(1));
        for (qsizetype piece = 1; piece <= wire.size(); ++piece)
            QVERIFY2(readAll(wire, piece, limits) == whole, qPrintable(QString::number(piece)));
        for (const qsizetype piece : {0, 1, 2})
            QVERIFY(!readAll("+" + QByteArray(65, 'a') + "\r\n", piece, limits).error.isEmpty());
    }

    void aReplyAboveTheByteLimitIsRefusedWhileItComes()
    {
        ReplyLimits limits;
        limits.bytes = 1 << 20;
        const QByteArray wire = "$4000000\r\n" + QByteArray(4'000'000, 'x') + "\r\n";
        QVERIFY(!readAll(wire, 65536, limits).error.isEmpty());
        QCOMPARE(readAll(wire, 65536).replies.size(), std::size_t(1));
        // Many small replies don't count as one large reply.
        QCOMPARE(
            readAll(QByteArray("$3\r\nabc\r\n").repeated(200'000), 65536, limits).replies.size(), std::size_t(200'000));
    }

    void aReplyAboveTheMemoryOfItsRequestIsRefusedAtItsHeader()
    {
        const ReplyLimits limits{.memory = 1'000'000};
        const QByteArray first = "$600000\r\n" + QByteArray(600'000, 'x') + "\r\n";
        for (const QByteArray& second : {QByteArray("$600000\r\nx"), QByteArray("*1\r\n$600000\r\nx")}) {
            const Read read = readAll(first + second, 0, limits);
            QCOMPARE(read.replies.size(), std::size_t(1));
            QVERIFY(!read.error.isEmpty());
        }
    }

    void theByteLimitIsExact()
    {
        ReplyLimits limits;
        limits.bytes = 1000;
        const QByteArray fits = "$992\r\n" + QByteArray(992, 'x') + "\r\n";
        QCOMPARE(fits.size(), 1000);
        for (const qsizetype piece : {0, 1, 999}) {
            QCOMPARE(readAll(fits + fits, piece, limits).replies.size(), std::size_t(2));
            QVERIFY(!readAll("$993\r\n" + QByteArray(993, 'x') + "\r\n", piece, limits).error.isEmpty());
            QVERIFY(!readAll("*2\r\n" + fits.first(1000) + ":1\r\n", piece, limits).error.isEmpty());
        }
    }

    void sevenLevelsAreReadAndEightRefused()
    {
        const Read seven = readAll(QByteArray("*1\r\n").repeated(7) + ":5\r\n", 1);
        QVERIFY2(seven.error.isEmpty(), qPrintable(seven.error));
        const Reply* reply = &seven.replies.front();
        for (int level = 0; level < 7; ++level)
            reply = &reply->items.front();
        QCOMPARE(reply->integer, 5);
        QVERIFY(!readAll(QByteArray("*1\r\n").repeated(8) + ":5\r\n", 1).error.isEmpty());
    }

    void anUnfinishedReplyIsToldFromNone()
    {
        ReplyReader reader;
        QVERIFY(!reader.hasPartialReply());
        reader.feed("*2\r\n:1\r\n", 8);
        QVERIFY(!reader.next()->has_value());
        QVERIFY(reader.hasPartialReply());
        reader.feed(":2\r\n+OK\r\n", 9);
        QVERIFY(reader.next()->has_value());
        QVERIFY(reader.hasPartialReply());
        QVERIFY(reader.next()->has_value());
        QVERIFY(!reader.hasPartialReply());
        QVERIFY(!reader.next()->has_value());
        QVERIFY(!reader.hasPartialReply());
    }

    void anErrorStays()
    {
        ReplyReader reader;
        reader.feed("?x\r\n+OK\r\n", 9);
        QVERIFY(!reader.next().ok());
        reader.feed("+OK\r\n", 5);
        QVERIFY(!reader.next().ok());
    }
};

QTEST_APPLESS_MAIN(TestCodec)
#include "tst_codec.moc"
