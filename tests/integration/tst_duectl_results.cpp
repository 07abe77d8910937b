// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/integration/duectlprogram.h"
#include "tests/support/redisserver.h"

using namespace dueline;
using namespace Qt::StringLiterals;

/// Tests handler results: they are stored for tasks that request it, and can be shown.
class DuectlResults : public QObject
{
    Q_OBJECT

private slots:
    void theOutputOfACommandIsKeptWithTheTaskThatAsks();
    void aQueueCanKeepAllOutput();
    void keptOutputIsCapped();
    void aFailedCommandKeepsTheEndOfItsErrors();

private:
    static Answer work(const Duectl& duectl, const QString& shell)
    {
        return duectl.run({u"work"_s, u"--queue"_s, u"q"_s, u"--handler"_s, u"*=command:/bin/sh -c \""_s + shell + u'"',
            u"--exit-when-empty"_s});
    }
};

void DuectlResults::theOutputOfACommandIsKeptWithTheTaskThatAsks()
{
    RedisServer server;
    const Duectl duectl(server.url());
    EXIT(duectl.run("add q t --id asks --keep-result --payload 7"), 0);
    EXIT(duectl.run("add q t --id silent --payload 8"), 0);
    EXIT(work(duectl, u"read n; echo sum $((n+1))"_s), 0);
    QCOMPARE(duectl.run("show q t#asks --json").object().value(u"result"_s).toString(), u"sum 8\n"_s);
    QVERIFY(duectl.run("show q t#silent --json").object().value(u"result"_s).isNull());
    const Answer text = duectl.run("results q");
    EXIT(text, 0);
    QVERIFY2(text.out.contains("sum 8") && !text.out.contains("sum 9"), text.all());
}

void DuectlResults::aQueueCanKeepAllOutput()
{
    RedisServer server;
    const Duectl duectl(server.url());
    EXIT(duectl.run("add q t --copies 3 --payload x"), 0);
    EXIT(duectl.run("queue q set results=keep"), 0);
    QCOMPARE(duectl.run("queue q show --json").object().value(u"keep_results"_s).toBool(), true);
    EXIT(work(duectl, u"cat; echo !"_s), 0);
    const QJsonArray results = duectl.run("results q --json").array();
    QCOMPARE(results.size(), 3);
    for (const auto& entry : results)
        QCOMPARE(entry.toObject().value(u"output"_s).toString(), u"x!\n"_s);
    FAILS(duectl.run("queue q set results=maybe"), 2, "keep");
}

void DuectlResults::keptOutputIsCapped()
{
    RedisServer server;
    const Duectl duectl(server.url());
    EXIT(duectl.run("add q t --id big --keep-result"), 0);
    EXIT(work(duectl, u"head -c 1000000 /dev/zero | tr '\\0' x; echo end"_s), 0);
    const QString result = duectl.run("show q t#big --json").object().value(u"result"_s).toString();
    QVERIFY2(result.size() > 60'000 && result.size() < 66'000, QByteArray::number(result.size()));
    QVERIFY(result.contains(u"bytes left out"_s) && result.endsWith(u"xend\n"_s));
}

void DuectlResults::aFailedCommandKeepsTheEndOfItsErrors()
{
    RedisServer server;
    const Duectl duectl(server.url());
    EXIT(duectl.run("add q t --id bad --max-attempts 1"), 0);
    EXIT(work(duectl, u"echo first >&2; echo last >&2; exit 3"_s), 0);
    const QJsonObject task = duectl.run("show q t#bad --json").object();
    QCOMPARE(task.value(u"error"_s).toString(), u"exit 3: last\nfirst\nlast"_s);
}

QTEST_GUILESS_MAIN(DuectlResults)
#include "tst_duectl_results.moc"
