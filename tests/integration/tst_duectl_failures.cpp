// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/clock.h"
#include "tests/integration/duectlprogram.h"
#include "tests/support/redisserver.h"

#include <QRandomGenerator>

using namespace dueline;
using namespace Qt::StringLiterals;

/// `duectl failures`, as scripts use it.
class DuectlFailures : public QObject
{
    Q_OBJECT

    RedisServer m_redis;
    Duectl m_duectl{m_redis.url()};

    /// Fails a task for each line of `errors`, which is its payload.
    void fail(const char* queue, const char* type, const QByteArrayList& errors)
    {
        for (const QByteArray& error : errors) {
            const Answer added
                = m_duectl.run({u"add"_s, QString::fromLatin1(queue), QString::fromLatin1(type), u"--max-attempts"_s, u"1"_s,
                    u"--payload"_s, QString::fromUtf8(error)});
            QVERIFY2(added.code == 0, added.all());
        }
        const Answer worked = m_duectl.run({u"work"_s, u"--queue"_s, QString::fromLatin1(queue), u"--handler"_s,
            u"*=command:/bin/sh -c \"cat >&2; exit 1\""_s, u"--exit-when-empty"_s});
        QVERIFY2(worked.code == 0, worked.all());
    }

private slots:
    void init() { m_redis.call({"FLUSHALL"}); }

    void nothingThatFailedIsExitCodeZero()
    {
        QVERIFY(m_duectl.run("add q t").code == 0);
        for (const char* line : {"failures", "failures q", "failures --new-since 1h"}) {
            const Answer answer = m_duectl.run(line);
            QVERIFY2(answer.code == 0 && answer.out.isEmpty() && answer.err == "Nothing has failed.\n", answer.all());
        }
        QCOMPARE(m_duectl.run("failures --json").out.simplified(), QByteArray("[]"));
        QVERIFY(m_duectl.run("failures nowhere").isError(1));
        QVERIFY(m_duectl.run("failures --new-since soon").isError(2));
        QVERIFY(Duectl(u"unix:/nowhere"_s).run("failures").isError(3));
    }

    void kindsOfSeveralQueuesAreCountedAsTheirFilterFindsThem()
    {
        QByteArrayList refused;
        for (const char* user : {"ann", "bob", "cy", "dan", "eve", "fay", "gus", "hal", "ida"})
            refused << QByteArray("user ") + user + " may not open it";
        fail("a", "open", refused);
        fail("b", "open", refused.mid(3));
        fail("b", "call", {"HTTP 503 from db1.eu.shop.internal", "HTTP 503 from db7.eu.shop.internal", "HTTP 404 from x.y.internal"});
        const Answer answer = m_duectl.run("failures --json");
        QVERIFY2(answer.code == 1, answer.all());
        const QJsonArray kinds = answer.array();
        QVERIFY2(kinds.size() == 3, answer.all());
        const QJsonObject first = kinds[0].toObject();
        QCOMPARE(sorted(first.keys()),
            (QStringList{u"filter"_s, u"first_ms"_s, u"kind"_s, u"last_ms"_s, u"layout"_s, u"new"_s, u"queues"_s, u"sample"_s,
                u"tasks"_s, u"types"_s}));
        QCOMPARE(first[u"tasks"_s].toInt(), 15);
        QCOMPARE(first[u"queues"_s].toArray(), (QJsonArray{u"a"_s, u"b"_s}));
        QCOMPARE(first[u"types"_s].toArray(), (QJsonArray{u"open"_s}));
        QCOMPARE(first[u"layout"_s].toString(), u"native"_s);
        QVERIFY(first[u"new"_s].isNull());
        QVERIFY(first[u"first_ms"_s].toDouble() <= first[u"last_ms"_s].toDouble());
        QCOMPARE(kinds[1].toObject()[u"tasks"_s].toInt(), 2);
        for (const QJsonValue& value : kinds) {
            const QJsonObject kind = value.toObject();
            qint64 found = 0;
            for (const QJsonValue& queue : kind[u"queues"_s].toArray())
                found += m_duectl.run({u"list"_s, queue.toString(), u"--match"_s, kind[u"filter"_s].toString(), u"--limit"_s,
                                           u"1000"_s, u"--json"_s})
                             .array()
                             .size();
            QCOMPARE(found, kind[u"tasks"_s].toInteger());
        }
        const Answer retried = m_duectl.run({u"retry"_s, u"b"_s, u"--match"_s, first[u"filter"_s].toString(), u"--yes"_s});
        QVERIFY2(retried.code == 0, retried.all());
        QCOMPARE(m_duectl.run("failures b b --json").array().size(), 2);
        const Answer table = m_duectl.run("failures a");
        QVERIFY2(table.code == 1 && table.out.contains("may not open it") && table.lines().size() == 2, table.all());
    }

    void newKindsStandFirstAndDecideTheExitCode()
    {
        fail("q", "old", {"HTTP 503", "HTTP 503"});
        const Answer known = m_duectl.run("failures --new-since 1ms --json");
        QVERIFY2(known.code == 0 && known.array().size() == 1, known.all());
        QCOMPARE(known.array()[0].toObject()[u"new"_s], QJsonValue(false));
        const qint64 before = toMs(SystemClock().now());
        fail("q", "fresh", {"disk is full"});
        const Answer fresh = m_duectl.run({u"failures"_s, u"--new-since"_s,
            QString::number(toMs(SystemClock().now()) - before) + u"ms"_s, u"--json"_s});
        QVERIFY2(fresh.code == 1 && fresh.array().size() == 2, fresh.all());
        QCOMPARE(fresh.array()[0].toObject()[u"new"_s], QJsonValue(true));
        QCOMPARE(fresh.array()[0].toObject()[u"tasks"_s].toInt(), 1);
        QCOMPARE(fresh.array()[1].toObject()[u"new"_s], QJsonValue(false));
    }
};

QTEST_GUILESS_MAIN(DuectlFailures)
#include "tst_duectl_failures.moc"
