// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/integration/duectlprogram.h"
#include "tests/support/redisserver.h"

using namespace dueline;
using namespace Qt::StringLiterals;

/// Tests `duectl fills` and the json: filter that it suggests, on native and framework queues.
class DuectlFills : public QObject
{
    Q_OBJECT

    std::unique_ptr<RedisServer> m_server;
    Duectl m_duectl;

    Answer run(const QStringList& arguments, const QByteArray& input = {}) { return m_duectl.run(arguments, input); }
    /// Returns JSON with apostrophes replaced by quotation marks.
    static QByteArray json(QByteArray text) { return text.replace('\'', '"'); }
    void add(int count, const QByteArray& customer)
    {
        QByteArray lines;
        for (int i = 0; i < count; ++i)
            lines += json("{'id':'mail#") + customer + QByteArray::number(i) + json("','payload':'{\\'customer\\':\\'")
                + customer + json("\\',\\'n\\':") + QByteArray::number(i) + json("}'}") + '\n';
        EXIT(run({u"import"_s, u"orders"_s, u"-"_s}, lines), 0);
    }
    /// Adds waiting Sidekiq jobs.
    void push(int count, const QByteArray& customer)
    {
        m_server->call({"SADD", "queues", "mail"});
        for (int i = 0; i < count; ++i)
            m_server->call({"LPUSH", "queue:mail",
                json("{'class':'Mail','queue':'mail','args':[{'customer':'") + customer + json("'},")
                    + QByteArray::number(i) + json("],'jid':'") + customer + QByteArray::number(i)
                    + json("','retry':true,'created_at':1790000000.5,'enqueued_at':1790000000.5}")});
    }

private Q_SLOTS:
    void init()
    {
        m_server = std::make_unique<RedisServer>();
        m_duectl = Duectl(m_server->url());
    }

    void theTextListsTheLargestValues()
    {
        add(30, "acme");
        add(12, "bolt");
        const Answer answer = run({u"fills"_s, u"orders"_s});
        EXIT(answer, 0);
        QCOMPARE(answer.out,
            QByteArray("orders: 42 due, by $.customer (chosen by duectl)\n"
                       "TASKS  SHARE    VALUE\n"
                       "   30  71.4%    acme\n"
                       "   12  28.6%    bolt\n"));
        QVERIFY2(answer.err.contains(
                     "duectl reschedule --at +30d --state due --dry-run --match 'json:\"$.customer=acme\"' orders"),
            answer.all());
    }

    void theSuggestedFilterSelectsExactlyTheseTasks()
    {
        add(3, "acme");
        add(2, "bolt");
        const QJsonObject shares = run({u"fills"_s, u"orders"_s, u"--json"_s}).object();
        QCOMPARE(shares.value(u"total"_s).toInt(), 5);
        QVERIFY(shares.value(u"exact"_s).toBool());
        const QJsonObject first = shares.value(u"values"_s).toArray().first().toObject();
        QCOMPARE(first.value(u"value"_s).toString(), u"acme"_s);
        const Answer moved = run({u"reschedule"_s, u"orders"_s, u"--at"_s, u"+30d"_s, u"--match"_s,
            first.value(u"filter"_s).toString(), u"--yes"_s});
        EXIT(moved, 0);
        QCOMPARE(run({u"list"_s, u"orders"_s, u"--state"_s, u"due"_s, u"--json"_s}).array().size(), 2);
        QCOMPARE(
            run({u"list"_s, u"orders"_s, u"--match"_s, u"json:$.customer=acme due>+29d"_s, u"--json"_s}).array().size(),
            3);
    }

    void argumentsOfSidekiqJobsAreMembers()
    {
        push(25, "acme");
        push(10, "bolt");
        const Answer answer = run({u"fills"_s, u"mail@sidekiq"_s, u"--by"_s, u"$[0].customer"_s});
        EXIT(answer, 0);
        QVERIFY2(answer.out.contains("   25  71.4%    acme\n"), answer.all());
        EXIT(run({u"discard"_s, u"mail@sidekiq"_s, u"--match"_s, u"json:$[0].customer=acme"_s, u"--yes"_s}), 0);
        QCOMPARE(m_server->call({"LLEN", "queue:mail"}).integer, 10);
    }

    void aSampleStatesItsRange()
    {
        push(400, "acme");
        push(800, "bolt");
        const Answer answer
            = run({u"fills"_s, u"mail@sidekiq"_s, u"--by"_s, u"$[0].customer"_s, u"--sample"_s, u"100"_s});
        EXIT(answer, 0);
        QVERIFY2(answer.out.contains("95% RANGE") && answer.out.contains("about "), answer.all());
        QVERIFY2(answer.err.contains("Estimated from a sample of 100 tasks."), answer.all());
        const Answer exact = run(
            {u"fills"_s, u"mail@sidekiq"_s, u"--by"_s, u"$[0].customer"_s, u"--sample"_s, u"100"_s, u"--exact"_s});
        QVERIFY2(exact.out.contains("  800  66.7%    bolt\n"), exact.all());
    }

    void nothingToCountIsAnswered()
    {
        add(1, "acme");
        QVERIFY2(run({u"fills"_s, u"orders"_s, u"--state"_s, u"failed"_s})
                     .err.contains("orders has no tasks in the state failed."),
            "none failed");
        QVERIFY2(run({u"fills"_s, u"orders"_s}).err.contains("Name one with --by"), "one task");
        QVERIFY(run({u"fills"_s, u"orders"_s, u"--state"_s, u"broken"_s}).isError(2));
        QVERIFY(run({u"fills"_s, u"orders"_s, u"--by"_s, u"customer"_s}).isError(2));
        QVERIFY(run({u"fills"_s, u"none"_s}).isError(1));
    }
};

QTEST_GUILESS_MAIN(DuectlFills)
#include "tst_duectl_fills.moc"
