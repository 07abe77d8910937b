// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/manyjobs.h"
#include "tests/support/nodepeer.h"
#include "tests/support/rqpeer.h"
#include "tests/support/rubypeer.h"

#include <QJsonDocument>
#include <QJsonObject>
#include <QTest>

using namespace dueline;
using namespace Qt::StringLiterals;

/// Tests the large queues used in benchmarks: each framework finds the generated jobs and can run them.
class TestManyJobs : public QObject
{
    Q_OBJECT

    static constexpr int jobs = 1'200; ///< more jobs than a batch (see ManyJobs)

    RedisServer m_server;

    QStringList fieldsOf(const QByteArray& hash)
    {
        QStringList fields;
        for (const Reply& field : m_server.call({"HKEYS", hash}).items)
            fields << QString::fromUtf8(field.bytes);
        fields.sort();
        return fields;
    }
    static QStringList keysOf(const QByteArray& json) { return QJsonDocument::fromJson(json).object().keys(); }
    QByteArray bullmq(const QStringList& command)
    {
        return NodePeer::run(m_server, u"bullmq"_s, "mail", command).value(0);
    }

private Q_SLOTS:
    void cleanup() { m_server.call({"FLUSHALL"}); }

    void bullmqFindsAndRunsThem()
    {
        if (const QString missing = NodePeer::missing(u"bullmq"_s); !missing.isEmpty())
            QSKIP(qPrintable(missing));
        const QByteArray waits = bullmq({u"add"_s, uR"({"name":"a","data":{"n":1}})"_s});
        const QStringList waiting = fieldsOf("bull:mail:" + waits);
        const QByteArray opts = m_server.call({"HGET", "bull:mail:" + waits, "opts"}).bytes;
        const QByteArray fails = bullmq({u"add"_s, uR"({"name":"fail a","data":{"n":1}})"_s});
        QVERIFY(NodePeer(m_server, u"bullmq"_s, "mail", 2).finish());
        QStringList failed = fieldsOf("bull:mail:" + fails);
        failed.removeOne(u"pb"_s); // only named workers set this field
        m_server.call({"FLUSHALL"});
        ManyJobs many(m_server.config());
        many.failInBullmq("mail", jobs);
        many.waitInBullmq("mail", 20);
        QCOMPARE(fieldsOf("bull:mail:" + QByteArray::number(jobs + 1)), waiting);
        QCOMPARE(m_server.call({"HGET", "bull:mail:" + QByteArray::number(jobs + 1), "opts"}).bytes, opts);
        QCOMPARE(fieldsOf("bull:mail:7"), failed);
        QCOMPARE(bullmq({u"state"_s, u"7"_s}), QByteArray("failed"));
        const QJsonObject counts = QJsonDocument::fromJson(bullmq({u"call"_s, u"getJobCounts"_s})).object();
        QCOMPARE(counts[u"failed"_s].toInt(), jobs);
        QCOMPARE(counts[u"waiting"_s].toInt(), 20);
        bullmq({u"retryeach"_s});
        QCOMPARE(m_server.call({"LLEN", "bull:mail:wait"}).integer, jobs + 20);
        NodePeer worker(m_server, u"bullmq"_s, "mail", jobs + 20);
        QVERIFY2(worker.finish(), worker.said().right(300));
        QCOMPARE(m_server.call({"ZCARD", "bull:mail:completed"}).integer, jobs + 20);
    }

    void sidekiqFindsThem()
    {
        if (const QString missing = RubyPeer::missing(); !missing.isEmpty())
            QSKIP(qPrintable(missing));
        const QByteArray jid = RubyPeer::run(m_server, {u"add"_s, uR"({"class":"OkJob","queue":"mail"})"_s}).value(0);
        QVERIFY(!jid.isEmpty());
        const QByteArray theirs = m_server.call({"LINDEX", "queue:mail", "0"}).bytes;
        m_server.call({"FLUSHALL"});
        ManyJobs many(m_server.config());
        many.waitInSidekiq("mail", jobs);
        many.failInSidekiq("dead", "bills", jobs);
        QCOMPARE(keysOf(m_server.call({"LINDEX", "queue:mail", "0"}).bytes), keysOf(theirs));
        QCOMPARE(m_server.call({"LLEN", "queue:mail"}).integer, jobs);
        QCOMPARE(RubyPeer::run(m_server, {u"places"_s, u"000000000000000000000007"_s}),
            (QByteArrayList{"dead", "queue:mail"}));
        RubyPeer::run(m_server, {u"retrydead"_s});
        QCOMPARE(m_server.call({"LLEN", "queue:bills"}).integer, jobs);
        QCOMPARE(m_server.call({"ZCARD", "dead"}).integer, 0);
    }

    void rqFindsThem()
    {
        if (const QString missing = RqPeer::missing(); !missing.isEmpty())
            QSKIP(qPrintable(missing));
        ManyJobs(m_server.config()).failInRq("mail", jobs);
        QCOMPARE(m_server.call({"ZCARD", "rq:failed:mail"}).integer, jobs);
        const QString id = u"00000000-0000-4000-8000-000000000007"_s;
        QCOMPARE(RqPeer::run(m_server, {u"places"_s, id}), QByteArrayList{"failed failed:mail"});
        RqPeer::run(m_server, {u"do"_s, u"requeue"_s, id});
        QVERIFY(RqPeer(m_server, "mail", 1, RqPeer::Kind::Simple).finish());
        QCOMPARE(m_server.call({"HGET", "marks", id.toUtf8()}).bytes, QByteArray("1"));
    }
};

QTEST_GUILESS_MAIN(TestManyJobs)
#include "tst_manyjobs.moc"
