// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/clock.h"
#include "tests/integration/duectlprogram.h"
#include "tests/support/redisserver.h"

#include <QRegularExpression>

using namespace dueline;
using namespace Qt::StringLiterals;

/// Tests `duectl failures` as scripts use it.
class DuectlFailures : public QObject
{
    Q_OBJECT

    RedisServer m_redis;
    Duectl m_duectl{m_redis.url()};

    /// Fails one task for each line in `errors`. The line is also the task's payload.
    void fail(const char* queue, const char* type, const QByteArrayList& errors)
    {
        for (const QByteArray& error : errors) {
            const Answer added = m_duectl.run({u"add"_s, QString::fromLatin1(queue), QString::fromLatin1(type),
                u"--max-attempts"_s, u"1"_s, u"--payload"_s, QString::fromUtf8(error)});
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
            QVERIFY2(answer.code == 0 && answer.out.isEmpty() && answer.err == "No failed tasks.\n", answer.all());
        }
        QCOMPARE(m_duectl.run("failures --json").out.simplified(), QByteArray("[]"));
        QVERIFY(m_duectl.run("failures nowhere").isError(1));
        QVERIFY(m_duectl.run("failures --new-since soon").isError(2));
        QVERIFY(Duectl(u"unix:/nowhere"_s).run("failures").isError(3));
    }

    /// Checks that lists show only the line of a multiline error with the cause, and that a task's details show all
    /// lines.
    void anErrorOfSeveralLinesIsToldByOneOrBelowItsName()
    {
        const QByteArray traceback
            = "Traceback (most recent call last):\n  File \"/app/x.py\", line 3, in run\n    charge()\x07\n"
              "ValueError: no card";
        // Frameworks store the complete text. Dueline's worker stores only the last line that a program writes.
        m_redis.call({"HSET", "bull:py:meta", "version", "bullmq:5.58.0", "opts.maxLenEvents", "10000"});
        m_redis.call({"HSET", "bull:py:1", "name", "pay", "data", "{}", "opts", "{}", "timestamp", "1795236791000",
            "atm", "1", "finishedOn", "1795236791300", "failedReason", traceback});
        m_redis.call({"ZADD", "bull:py:failed", "1795236791300", "1"});
        const Answer listed = m_duectl.run("list py --layout bullmq");
        QVERIFY2(listed.code == 0 && listed.out.contains("ValueError: no card\n") && !listed.out.contains("\\u{A}")
                && !listed.out.contains("Traceback"),
            listed.all());
        const Answer shown = m_duectl.run("show py 1 --layout bullmq");
        QVERIFY2(shown.out.contains(
                     "\nError:\n  Traceback (most recent call last):\n    File \"/app/x.py\", line 3, in run\n"
                     "      charge()\\u{7}\n  ValueError: no card\n"),
            shown.all());
        QVERIFY2(shown.out.count("Traceback") == 1, shown.all()); // The attempts don't repeat the stack trace.
        // A single-line error is on the same line as its label.
        fail("one", "pay", {"no card"});
        const QByteArray other = m_duectl.run("list one --json").array().at(0).toObject()[u"id"_s].toString().toUtf8();
        const Answer single = m_duectl.run({u"show"_s, u"one"_s, QString::fromUtf8(other)});
        QVERIFY2(single.out.contains("\nError:        exit 1: no card\n"), single.all());
    }

    void kindsOfSeveralQueuesAreCountedAsTheirFilterFindsThem()
    {
        QByteArrayList refused;
        for (const char* user : {"ann", "bob", "cy", "dan", "eve", "fay", "gus", "hal", "ida"})
            refused << QByteArray("user ") + user + " may not open it";
        fail("a", "open", refused);
        fail("b", "open", refused.mid(3));
        fail("b", "call",
            {"HTTP 503 from db1.eu.shop.internal", "HTTP 503 from db7.eu.shop.internal", "HTTP 404 from x.y.internal"});
        const Answer answer = m_duectl.run("failures --json");
        QVERIFY2(answer.code == 1, answer.all());
        const QJsonArray kinds = answer.array();
        QVERIFY2(kinds.size() == 3, answer.all());
        const QJsonObject first = kinds[0].toObject();
        QCOMPARE(sorted(first.keys()),
            (QStringList{u"filter"_s, u"first_ms"_s, u"kind"_s, u"last_ms"_s, u"layout"_s, u"new"_s, u"queues"_s,
                u"sample"_s, u"tasks"_s, u"types"_s}));
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
                found += m_duectl
                             .run({u"list"_s, queue.toString(), u"--match"_s, kind[u"filter"_s].toString(),
                                 u"--limit"_s, u"1000"_s, u"--json"_s})
                             .array()
                             .size();
            QCOMPARE(found, kind[u"tasks"_s].toInteger());
        }
        const Answer retried
            = m_duectl.run({u"retry"_s, u"b"_s, u"--match"_s, first[u"filter"_s].toString(), u"--yes"_s});
        QVERIFY2(retried.code == 0, retried.all());
        QCOMPARE(m_duectl.run("failures b b --json").array().size(), 2);
        const Answer table = m_duectl.run("failures a");
        QVERIFY2(table.code == 1 && table.out.contains("may not open it") && table.lines().size() == 2, table.all());
    }

    void aValueIsTheKindsOwnUntilThereIsASecondOne()
    {
        const auto kindsOf = [this] {
            QStringList kinds;
            for (const QJsonValue& value : m_duectl.run("failures --json").array())
                kinds << value.toObject()[u"kind"_s].toString();
            return kinds;
        };
        fail("a", "call", {"no key 'card' on db1.shop.internal", "no key 'card' on db1.shop.internal"});
        QCOMPARE(kindsOf(), (QStringList{u"exit 1: no key 'card' on db1.shop.internal"_s}));
        const Answer listed = m_duectl.run(
            {u"list"_s, u"a"_s, u"--match"_s, u"kind:\"exit 1: no key 'card' on db1.shop.internal\""_s, u"--json"_s});
        QVERIFY2(listed.array().size() == 2, listed.all());
        fail("b", "call", {"no key 'name' on db1.shop.internal"});
        QCOMPARE(kindsOf(), (QStringList{u"exit 1: no key '<*>' on db1.shop.internal"_s}));
    }

    /// Counts the demo's errors directly in Redis: each belongs to exactly one reported group, and the counts match.
    void theDemosErrorsAreRecountedFromOutside()
    {
        const auto sandbox = Duectl().start(words("sandbox --demo --json"));
        QByteArray out;
        QVERIFY2(Duectl::waitFor(*sandbox, QProcess::StandardOutput, "}\n", out), out);
        const Duectl duectl(QJsonDocument::fromJson(out).object().value(u"url"_s).toString());
        const QJsonArray kinds = duectl.run("failures --json").array();
        struct Told
        {
            QRegularExpression pattern;
            QJsonArray queues; // Other layouts have separate groups.
            qint64 left;
        };
        std::vector<Told> told;
        for (const QJsonValue& value : kinds) {
            const QJsonObject kind = value.toObject();
            QString pattern = QRegularExpression::escape(kind[u"kind"_s].toString());
            pattern.replace(QRegularExpression::escape(u"<**>"_s), u"[^ ]+"_s)
                .replace(QRegularExpression::escape(u"<*>"_s), u".+?"_s);
            told.push_back({QRegularExpression(QRegularExpression::anchoredPattern(pattern)),
                kind[u"queues"_s].toArray(), kind[u"tasks"_s].toInteger()});
        }
        qint64 failed = 0;
        for (const QJsonValue& value : duectl.run("queues --json").array()) {
            const QString queue = value.toObject()[u"name"_s].toString();
            const auto there = value.toObject()[u"failed"_s].toInteger();
            const QJsonArray tasks
                = duectl.run({u"list"_s, queue, u"--state"_s, u"failed"_s, u"--limit"_s, u"100000"_s, u"--json"_s})
                      .array();
            QCOMPARE(tasks.size(), there);
            failed += there;
            for (const QJsonValue& task : tasks) {
                const QString error = task.toObject()[u"error"_s].toString().section(u'\n', 0, 0);
                int matching = 0;
                for (Told& kind : told) {
                    if (kind.queues.contains(queue) && kind.pattern.match(error).hasMatch()) {
                        ++matching;
                        --kind.left;
                    }
                }
                QVERIFY2(
                    matching == 1, qPrintable(queue + u": "_s + error + u", kinds: "_s + QString::number(matching)));
            }
        }
        QVERIFY2(failed > 20 && kinds.size() > 1, qPrintable(QString::number(failed)));
        for (const Told& kind : told)
            QVERIFY2(kind.left == 0, qPrintable(kind.pattern.pattern()));
        sandbox->terminate();
        EXIT(Duectl::finish(*sandbox), 0);
    }

    void newKindsStandFirstAndDecideTheExitCode()
    {
        fail("q", "old", {"HTTP 503", "HTTP 503"});
        const Answer known = m_duectl.run("failures --new-since 1ms --json");
        QVERIFY2(known.code == 0 && known.array().size() == 1, known.all());
        QCOMPARE(known.array()[0].toObject()[u"new"_s], QJsonValue(false));
        const QByteArray hourAgo = QByteArray::number(toMs(SystemClock().now()) - 3'600'000);
        for (const Reply& id : m_redis.call({"ZRANGE", "dueline:{q}:failed", "0", "-1"}).items)
            m_redis.call({"ZADD", "dueline:{q}:failed", "XX", hourAgo, id.bytes});
        fail("q", "fresh", {"disk is full"});
        const Answer fresh = m_duectl.run("failures --new-since 30m --json");
        QVERIFY2(fresh.code == 1 && fresh.array().size() == 2, fresh.all());
        QCOMPARE(fresh.array()[0].toObject()[u"new"_s], QJsonValue(true));
        QCOMPARE(fresh.array()[0].toObject()[u"tasks"_s].toInt(), 1);
        QCOMPARE(fresh.array()[1].toObject()[u"new"_s], QJsonValue(false));
    }
};

QTEST_GUILESS_MAIN(DuectlFailures)
#include "tst_duectl_failures.moc"
