// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/integration/duectlprogram.h"
#include "tests/support/commandmonitor.h"

#include <QTemporaryDir>

using namespace dueline;
using namespace Qt::StringLiterals;

namespace {

/// One of the connection's queues, with a waiting task.
struct TogetherPlace
{
    const char* name; ///< queue name as passed to duectl
    const char* waits; ///< the task's id
    const char* state; ///< the task's state
};

constexpr std::array<TogetherPlace, 5> places{
    {{"mail", "send#own", "scheduled"}, {"mail@bullmq", "1", "due"}, {"mail@bull:old", "7", "due"},
        {"mail@sidekiq", "b0c1d2e3f4a5b6c7d8e9f0a1", "due"}, {"outbox@list:outbox", "", "due"}}};

/// Server where `mail` is the name of a native, a BullMQ, a Bull and a Sidekiq queue, and `outbox` is a custom list.
/// The keys are in the formats of these systems.
class Together
{
public:
    explicit Together(const RedisServer::Options& options = {})
        : server(options)
    {
        duectl.setVariable("XDG_STATE_HOME", state.path());
        fill();
    }

    Answer run(const QStringList& words) const { return run(duectl, words); }
    static Answer run(const Duectl& duectl, const QStringList& words)
    {
        return duectl.run(QStringList{u"--layout"_s, u"auto"_s, u"--layout"_s, u"bull:old"_s, u"--layout"_s,
                              u"list:outbox"_s, u"--json"_s}
            + words);
    }
    /// Returns the ids of a queue's tasks that are not in the trash.
    QStringList listed(const TogetherPlace& place) const
    {
        QStringList ids;
        for (const QJsonValue& task : run({u"list"_s, QString::fromLatin1(place.name)}).array()) {
            if (task[u"state"_s].toString() != u"trash"_s)
                ids << task[u"id"_s].toString();
        }
        return sorted(ids);
    }
    QString idOf(const TogetherPlace& place) const
    {
        return *place.waits ? QString::fromLatin1(place.waits) : listed(place).value(0);
    }
    /// Returns all keys except Dueline's own and the events that actions publish.
    std::map<QByteArray, QByteArray> theirs()
    {
        auto keys = keySpaceOf(server);
        std::erase_if(keys, [](const auto& each) {
            return each.first.startsWith("dueline:") || each.first.contains(":dueline:")
                || each.first.endsWith(":events") || each.first.endsWith(":marker");
        });
        return keys;
    }

    QTemporaryDir state;
    RedisServer server;
    Duectl duectl{server.url()};

private:
    void fill()
    {
        server.call({"HSET", "bull:mail:meta", "version", "bullmq:6.7.0", "opts.maxLenEvents", "10000"});
        server.call({"XADD", "bull:mail:events", "*", "event", "added"});
        server.call({"SET", "bull:mail:id", "2"});
        server.call({"SET", "old:mail:id", "8"});
        for (const auto& [key, list] : {std::pair("bull:mail:1", "wait"), {"bull:mail:2", "failed"},
                 {"old:mail:7", "wait"}, {"old:mail:8", "failed"}}) {
            const QByteArray base = QByteArray(key).left(QByteArray(key).lastIndexOf(':') + 1);
            server.call({"HSET", key, "name", "send", "data", "{}", "opts",
                R"({"attempts":1,"delay":0,"timestamp":1795236791000})", "timestamp", "1795236791000", "delay", "0",
                "priority", "0"});
            if (*list == 'f')
                server.call({"ZADD", base + list, "1795236791229", QByteArray(key).mid(base.size())});
            else
                server.call({"LPUSH", base + list, QByteArray(key).mid(base.size())});
        }
        server.call({"SADD", "queues", "mail"});
        server.call({"SET", "stat:processed", "5"});
        server.call({"LPUSH", "queue:mail",
            R"({"retry":5,"queue":"mail","class":"Mail","args":[1.100],"jid":"b0c1d2e3f4a5b6c7d8e9f0a1","created_at":1795236791.2,"enqueued_at":1795236791.2})"});
        server.call({"LPUSH", "outbox", "to: a@example.com"});
        const Answer added = run({u"add"_s, u"mail@native"_s, u"send"_s, u"--id"_s, u"own"_s, u"--in"_s, u"1h"_s});
        if (added.code != 0)
            qFatal("%s", added.all().constData());
    }
};

} // namespace

/// Tests one connection with five kinds of queues, four of them with the same name. Each queue is listed, acted on, and
/// restored by undo, while the others stay unchanged.
class DuectlTogether : public QObject
{
    Q_OBJECT

private slots:
    void allAreListed();
    void eachIsActedOnAndThatUndone_data();
    void eachIsActedOnAndThatUndone();
    void failuresAreRetriedWhereTheyAre();
    void aUserOfOneOperatesThatAlone();
};

void DuectlTogether::allAreListed()
{
    const Together together;
    QStringList names;
    for (const QJsonValue& queue : together.run({u"queues"_s}).array())
        names << queue[u"name"_s].toString();
    QCOMPARE(sorted(names),
        sorted({u"mail"_s, u"mail@bullmq"_s, u"mail@bull:old"_s, u"mail@sidekiq"_s, u"@sidekiq"_s,
            u"outbox@list:outbox"_s}));
    for (const TogetherPlace& place : places)
        QVERIFY2(together.listed(place).contains(together.idOf(place)), place.name);
}

void DuectlTogether::eachIsActedOnAndThatUndone_data()
{
    QTest::addColumn<int>("place");
    for (std::size_t i = 0; i < places.size(); ++i)
        QTest::addRow("%s", places[i].name) << int(i);
}

void DuectlTogether::eachIsActedOnAndThatUndone()
{
    QFETCH(const int, place);
    const TogetherPlace& acted = places[std::size_t(place)];
    Together together;
    const auto before = together.theirs();
    std::vector<QStringList> listed;
    for (const TogetherPlace& each : places)
        listed.push_back(together.listed(each));
    const QString id = together.idOf(acted);

    const QString name = QString::fromLatin1(acted.name);
    const Answer discarded
        = together.run({u"discard"_s, name, u"--all"_s, u"--state"_s, QString::fromLatin1(acted.state), u"--yes"_s});
    EXIT(discarded, 0);
    QCOMPARE(discarded.object()[u"done"_s].toInt(), 1);
    for (std::size_t i = 0; i < places.size(); ++i) {
        QStringList left = listed[i];
        if (int(i) == place)
            QVERIFY(left.removeOne(id));
        QVERIFY2(together.listed(places[i]) == left, places[i].name);
    }

    const QString operation = discarded.object()[u"operation"_s].toString();
    QVERIFY2(operation.startsWith(name + u'/'), qPrintable(operation));
    const Answer undone = together.run({u"undo"_s, operation, u"--yes"_s});
    EXIT(undone, 0);
    QCOMPARE(undone.object()[u"restored"_s].toInt(), 1);
    for (std::size_t i = 0; i < places.size(); ++i)
        QVERIFY2(together.listed(places[i]) == listed[i], places[i].name);
    QVERIFY2(together.theirs() == before, acted.name);
}

void DuectlTogether::failuresAreRetriedWhereTheyAre()
{
    Together together;
    const auto before = together.theirs();
    for (const char* name : {"mail@bullmq", "mail@bull:old"}) {
        const Answer retried = together.run({u"retry"_s, QString::fromLatin1(name), u"--all"_s, u"--yes"_s});
        EXIT(retried, 0);
        QCOMPARE(retried.object()[u"done"_s].toInt(), 1);
        QCOMPARE(
            together.server.call({"LLEN", "bull:mail:wait"}).integer, QByteArrayView(name).contains("bullmq") ? 2 : 1);
        EXIT(together.run({u"undo"_s, retried.object()[u"operation"_s].toString(), u"--yes"_s}), 0);
    }
    QVERIFY(together.theirs() == before);
}

void DuectlTogether::aUserOfOneOperatesThatAlone()
{
    RedisServer::Options options;
    options.tcp = true; // URLs with user names require TCP.
    Together together(options);
    together.server.call({"ACL", "SETUSER", "some", "reset", "on", ">pw", "&*", "+@all", "-@admin", "~bull:mail:*",
        "~dueline:overlay:bull:mail:*"});
    QString url = together.server.url();
    Duectl some(url.replace(u"redis://"_s, u"redis://some@"_s));
    some.setVariable("REDISCLI_AUTH", u"pw"_s);
    const auto before = together.theirs();

    const Answer queues = Together::run(some, {u"queues"_s});
    QStringList readable;
    for (const QJsonValue& queue : queues.array()) {
        if (queue[u"unreadable"_s].toString().isEmpty())
            readable << queue[u"name"_s].toString();
    }
    QVERIFY2(readable == QStringList{u"mail@bullmq"_s}, queues.all());
    const Answer discarded = Together::run(some, {u"discard"_s, u"mail@bullmq"_s, u"1"_s});
    EXIT(discarded, 0);
    EXIT(Together::run(some, {u"undo"_s, discarded.object()[u"operation"_s].toString(), u"--yes"_s}), 0);
    for (const TogetherPlace& place : places) {
        if (QByteArrayView(place.name) == "mail@bullmq")
            continue;
        const Answer refused
            = Together::run(some, {u"discard"_s, QString::fromLatin1(place.name), together.idOf(place)});
        QVERIFY2(refused.code != 0, place.name + refused.all());
    }
    QVERIFY(together.theirs() == before);
}

QTEST_GUILESS_MAIN(DuectlTogether)
#include "tst_duectl_together.moc"
