// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/layouts/catalogue/layoutregistry.h"
#include "tests/integration/duectlprogram.h"
#include "tests/support/must.h"
#include "tests/support/redisserver.h"

#include <QFile>
#include <QTemporaryDir>

using namespace dueline;
using namespace Qt::StringLiterals;

/// Tests searching payloads and errors: a string is found in every JSON spelling, and an action selects exactly the
/// tasks that were found. Reads the expected tasks from Redis with Qt's JSON parser.
class DuectlSpellings : public QObject
{
    Q_OBJECT

    static constexpr int tasks = 600;

    /// Returns a customer's name in one of the spellings that clients use.
    static QByteArray spelled(const QString& name, int how)
    {
        if (how % 4 == 0)
            return name.toUtf8();
        QByteArray text;
        for (qsizetype i = 0; i < name.size(); ++i) {
            const QByteArray hex = QByteArray::number(name[i].unicode(), 16).rightJustified(4, '0');
            if (how % 4 == 3 && i == 0 && !name[i].isSurrogate())
                text += QString(name[i]).toUtf8();
            else
                text += "\\u" + (how % 4 == 2 ? hex.toUpper() : hex);
        }
        return text;
    }
    static QString nameOf(const QByteArray& json)
    {
        return QJsonDocument::fromJson(json).object().value(u"name"_s).toString();
    }
    /// Returns the names in a native set's payloads.
    static QStringList namesIn(RedisServer& server, const QByteArray& set)
    {
        QStringList names;
        for (const Reply& id : server.call({"ZRANGE", "dueline:{q}:" + set, "0", "-1"}).items) {
            const QByteArray entry = server.call({"HGET", "dueline:{q}:tasks", id.bytes}).bytes;
            names += nameOf(entry.mid(entry.indexOf('\n') + 1));
        }
        return names;
    }
    static QStringList namesInList(RedisServer& server, const QByteArray& key)
    {
        QStringList names;
        for (const Reply& item : server.call({"LRANGE", key, "0", "-1"}).items)
            names += nameOf(item.bytes);
        return names;
    }

private slots:
    void bothSpellingsAreListedCountedAndActedOn();
    void designsAndFrameworksToo();
    void theHelpSaysWhatIsCompared();
};

void DuectlSpellings::bothSpellingsAreListedCountedAndActedOn()
{
    RedisServer server;
    const Duectl duectl(server.url());
    const QStringList names{u"张三"_s, u"李四"_s, u"张四"_s, u"José"_s, u"😀"_s};
    {
        const auto backend
            = must(openLayout(defaultLayout(), server.config(), "dueline", "tester", Access::OperateAndWork));
        std::vector<NewTask> added;
        for (int i = 0; i < tasks; ++i) {
            NewTask task;
            task.id = "mail#" + QByteArray::number(i);
            task.payload = R"({"n":)" + QByteArray::number(i) + R"(,"name":")" + spelled(names[i % 5], i / 5) + "\"}";
            task.options.maxAttempts = 1;
            added.push_back(task);
        }
        must(backend->editor()->add("q", added));
    }
    EXIT(duectl.run("work --queue q --handler *=fail --exit-when-empty --concurrency 20"), 0);
    const QStringList failed = namesIn(server, "failed");
    QCOMPARE(failed.size(), tasks);
    for (const QString& name : names) {
        const Answer listed = duectl.run(
            {u"list"_s, u"q"_s, u"--match"_s, u"payload:"_s + name, u"--limit"_s, u"10000"_s, u"--json"_s});
        EXIT(listed, 0);
        QCOMPARE(listed.array().size(), failed.count(name));
        QCOMPARE(listed.array().size(), tasks / 5);
    }
    const Answer dry = duectl.run({u"retry"_s, u"q"_s, u"--match"_s, u"payload:张三"_s, u"--dry-run"_s, u"--json"_s});
    EXIT(dry, 0);
    QVERIFY2(dry.out.contains("120"), dry.out);
    EXIT(duectl.run({u"retry"_s, u"q"_s, u"--match"_s, u"payload:张三 -payload:\"\\\"n\\\":0,\""_s, u"--yes"_s}), 0);
    QStringList retried = namesIn(server, "retry");
    QCOMPARE(retried.size(), tasks / 5 - 1);
    QCOMPARE(retried.count(u"张三"_s), retried.size());
    QCOMPARE(namesIn(server, "failed").count(u"张三"_s), 1);
    EXIT(duectl.run({u"discard"_s, u"q"_s, u"--match"_s, u"-payload:张"_s, u"--state"_s, u"failed"_s, u"--yes"_s}), 0);
    const QStringList left = namesIn(server, "failed");
    QCOMPARE(left.size(), tasks / 5 + 1);
    QCOMPARE(left.filter(u"张"_s).size(), left.size());
    // Errors are found in every spelling too.
    QTemporaryDir folder;
    QFile script(folder.filePath(u"refuse"_s));
    QVERIFY(script.open(QIODevice::WriteOnly));
    script.write("#!/bin/sh\ncat >&2 <<'END'\n{\"see\":\"https:\\/\\/a.cn\\/\\u5F20\"}\nEND\nexit 1\n");
    script.close();
    QVERIFY(script.setPermissions(QFileDevice::ReadOwner | QFileDevice::WriteOwner | QFileDevice::ExeOwner));
    EXIT(duectl.run({u"work"_s, u"--queue"_s, u"q"_s, u"--handler"_s, u"*=command:"_s + script.fileName(),
             u"--exit-when-empty"_s, u"--concurrency"_s, u"20"_s}),
        0);
    const Answer errors
        = duectl.run({u"list"_s, u"q"_s, u"--match"_s, u"error:a.cn/张"_s, u"--limit"_s, u"10000"_s, u"--json"_s});
    EXIT(errors, 0);
    QCOMPARE(errors.array().size(), tasks / 5 - 1);
}

void DuectlSpellings::designsAndFrameworksToo()
{
    RedisServer server;
    const Duectl duectl(server.url());
    for (int i = 0; i < 40; ++i) {
        const QByteArray name = spelled(i % 2 ? u"张三"_s : u"李四"_s, i / 2);
        const QByteArray number = QByteArray::number(i);
        server.call({"LPUSH", "task_queue", R"({"n":)" + number + R"(,"name":")" + name + "\"}"});
        server.call({"LPUSH", "queue:mail",
            R"({"class":"Mail","jid":"j)" + number + R"(","queue":"mail","name":")" + name + R"(","args":[{"to":")"
                + name + "\"}]}"});
    }
    server.call({"SADD", "queues", "mail"});
    for (const auto& [layout, queue, key] :
        {std::tuple(u"list:task_queue"_s, u"task_queue"_s, QByteArray("task_queue")),
            std::tuple(u"sidekiq"_s, u"mail"_s, QByteArray("queue:mail"))}) {
        QCOMPARE(namesInList(server, key).count(u"张三"_s), 20);
        const QStringList on{u"--layout"_s, layout};
        const Answer listed
            = duectl.run(on + QStringList{u"list"_s, queue, u"--match"_s, u"payload:张三"_s, u"--json"_s});
        EXIT(listed, 0);
        QCOMPARE(listed.array().size(), 20);
        EXIT(duectl.run(on + QStringList{u"discard"_s, queue, u"--match"_s, u"payload:张三"_s, u"--yes"_s}), 0);
        const QStringList left = namesInList(server, key);
        QCOMPARE(left.count(u"李四"_s), 20);
        QCOMPARE(left.count(u"张三"_s), 0);
    }
}

void DuectlSpellings::theHelpSaysWhatIsCompared()
{
    const Answer help = Duectl().run("help filters");
    EXIT(help, 0);
    QVERIFY2(help.out.simplified().contains("as stored and as decoded JSON"), help.out);
}

QTEST_GUILESS_MAIN(DuectlSpellings)
#include "tst_duectl_spellings.moc"
