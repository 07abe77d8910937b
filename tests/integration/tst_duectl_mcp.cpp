// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/integration/duectlprogram.h"
#include "tests/integration/mcpsession.h"
#include "tests/support/frameworkwriter.h"
#include "tests/support/nodepeer.h"
#include "tests/support/redisserver.h"
#include "tests/support/sourcepath.h"

#include <QElapsedTimer>
#include <QFile>
#include <QTemporaryFile>

using namespace dueline;
using namespace Qt::StringLiterals;

namespace {

/// Placeholders in a recorded session, such as `$token`, and the text they stand for.
class Recorded
{
public:
    /// Returns a line with its placeholders filled in.
    QByteArray filled(QByteArray line) const
    {
        for (auto [name, text] : m_known.asKeyValueRange())
            line.replace('"' + name.toUtf8() + '"', written(text));
        return line;
    }
    /// Returns how the recorded answer differs from the current one, or an empty string if they match.
    QString difference(const QJsonValue& recorded, const QJsonValue& now, const QString& path = {})
    {
        const QString text = recorded.toString();
        if (text.startsWith(u'$') && now.isString()) {
            const QString known = m_known.value(text, now.toString());
            m_known.insert(text, known);
            return known == now.toString() ? QString() : path + u": "_s + now.toString();
        }
        if (!recorded.isString() && now.isString()) { // The answer contains JSON in a string.
            const QJsonDocument inner = QJsonDocument::fromJson(now.toString().toUtf8());
            if (!inner.isNull())
                return difference(recorded, inner.isArray() ? QJsonValue(inner.array()) : inner.object(), path);
        }
        if (recorded.type() != now.type() || recorded.toArray().size() != now.toArray().size())
            return path + u": another type or size"_s;
        const QJsonObject members = recorded.toObject();
        for (auto member = members.begin(); member != members.end(); ++member) {
            if (const QString found = difference(*member, now[member.key()], path + u'.' + member.key());
                !found.isEmpty())
                return found;
        }
        for (int i = 0; i < recorded.toArray().size(); ++i) {
            if (const QString found = difference(recorded[i], now[i], path + u'[' + QString::number(i) + u']');
                !found.isEmpty())
                return found;
        }
        return recorded.isObject() || recorded.isArray() || recorded == now ? QString() : path + u" is another"_s;
    }

private:
    static QByteArray written(const QString& text)
    {
        const QByteArray array = QJsonDocument(QJsonArray{text}).toJson(QJsonDocument::Compact);
        return array.mid(1, array.size() - 2);
    }

    QMap<QString, QString> m_known;
};

int code(const QJsonObject& answer) { return answer[u"error"_s][u"code"_s].toInt(); }

} // namespace

/// Tests the assistant interface: the protocol, its tools and their restrictions.
class DuectlMcp : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init()
    {
        m_server = std::make_unique<RedisServer>();
        m_duectl = std::make_unique<Duectl>(m_server->url());
        EXIT(m_duectl->run("add q mail --copies 3 --max-attempts 1 --payload x"), 0);
        EXIT(m_duectl->run("work --queue q --handler mail=fail --exit-when-empty"), 0);
        EXIT(m_duectl->run("add q mail --id later --in 1h --payload x"), 0);
        EXIT(m_duectl->run("add secret mail --id hidden --payload x"), 0);
    }

    void itNegotiatesTheVersion()
    {
        for (const auto& [asked, given] : {std::pair{u"2024-11-05"_s, u"2024-11-05"_s},
                 std::pair{u"2025-03-26"_s, u"2025-03-26"_s}, std::pair{u"1999-01-01"_s, u"2025-06-18"_s}}) {
            McpSession session(*m_duectl, {u"--queue"_s, u"q"_s});
            const QJsonObject hello = session.begin(asked);
            QCOMPARE(hello[u"protocolVersion"_s].toString(), given);
            QCOMPARE(hello[u"serverInfo"_s][u"name"_s].toString(), u"dueline"_s);
            QVERIFY(hello[u"capabilities"_s].toObject().contains(u"tools"_s));
            QVERIFY(session.ask("ping").contains(u"result"_s));
        }
    }

    void errorsAreThoseOfTheSpecificationAndNoLineEndsIt()
    {
        McpSession session(*m_duectl, {u"--queue"_s, u"q"_s});
        QCOMPARE(code(session.ask("tools/list")), -32600); // The session is not initialized yet.
        session.begin();
        session.write("{not json");
        QCOMPARE(code(session.next()), -32700);
        session.write("[]");
        QCOMPARE(code(session.next()), -32600);
        session.write(R"({"jsonrpc":"1.0","id":1,"method":"ping"})");
        QCOMPARE(code(session.next()), -32600);
        session.write(R"({"jsonrpc":"2.0","id":null,"method":"ping"})");
        QCOMPARE(code(session.next()), -32600);
        session.write(QByteArray(1'500'000, 'x'));
        QCOMPARE(code(session.next()), -32600);
        session.write(QByteArray("\xff\xfe\0\1", 4));
        QCOMPARE(code(session.next()), -32700);
        QCOMPARE(code(session.ask("resources/list")), -32601);
        QCOMPARE(code(session.ask("tools/call", {{u"name"_s, u"rm"_s}})), -32602);
        QCOMPARE(code(session.ask("tools/call", {{u"name"_s, 5}})), -32602);
        QVERIFY(
            session.call(u"list"_s, {{u"queue"_s, u"q"_s}, {u"limit"_s, u"many"_s}}).startsWith("!list: \"limit\""));
        QVERIFY(session.call(u"list"_s, {{u"queue"_s, u"q"_s}, {u"limit"_s, 100'000}}).startsWith("!list: \"limit\""));
        QVERIFY(
            session.call(u"list"_s, {{u"queue"_s, u"q"_s}, {u"url"_s, u"x"_s}}).startsWith("!list has no argument"));
        QVERIFY(session.call(u"list"_s).startsWith("!list needs the argument"));
        QCOMPARE(session.array(u"queues"_s).size(), 1); // The session is still usable.
        session.process().closeWriteChannel();
        QVERIFY(session.process().waitForFinished(5'000));
        QCOMPARE(session.process().exitCode(), 0);
    }

    void toolsAnswerWhatTheCommandsDo()
    {
        McpSession session(*m_duectl, {u"--queue"_s, u"q"_s});
        session.begin();
        const QJsonArray tools = session.ask("tools/list")[u"result"_s][u"tools"_s].toArray();
        QCOMPARE(tools.size(), 8);
        for (const QJsonValue& tool : tools)
            QVERIFY(tool[u"annotations"_s][u"readOnlyHint"_s].toBool());
        const QByteArray before = m_server->call({"DEBUG", "DIGEST"}).bytes;
        QCOMPARE(session.array(u"list"_s, {{u"queue"_s, u"q"_s}, {u"state"_s, u"failed"_s}}),
            m_duectl->run("list q --state failed --json").array());
        QCOMPARE(session.object(u"show"_s, {{u"queue"_s, u"q"_s}, {u"id"_s, u"later"_s}, {u"payload"_s, true}}),
            m_duectl->run("show q later --payload --json").object());
        QCOMPARE(session.object(u"check"_s, {{u"queue"_s, u"q"_s}, {u"failed"_s, 2}})[u"over"_s].toArray().size(), 1);
        QVERIFY(session.call(u"timeline"_s, {{u"queue"_s, u"q"_s}, {u"bins"_s, 5}}).contains("from"));
        QVERIFY(session.call(u"doctor"_s).startsWith("["));
        const QJsonArray kinds = session.array(u"failures"_s, {{u"queue"_s, u"q"_s}});
        QCOMPARE(kinds, m_duectl->run("failures q --json").array());
        QCOMPARE(kinds[0][u"tasks"_s].toInt(), 3);
        QCOMPARE(session.array(u"list"_s, {{u"queue"_s, u"q"_s}, {u"match"_s, kinds[0][u"filter"_s]}}).size(), 3);
        const QJsonArray recent
            = session.array(u"failures"_s, {{u"queue"_s, u"q"_s}, {u"new_since"_s, u"1h"_s}, {u"limit"_s, 1}});
        QCOMPARE(recent.size(), 1);
        QVERIFY(recent[0][u"new"_s].toBool());
        QVERIFY(session.call(u"failures"_s, {{u"queue"_s, u"q"_s}, {u"new_since"_s, u"soon"_s}}).startsWith("!"));
        QCOMPARE(session.call(u"show"_s, {{u"queue"_s, u"q"_s}, {u"id"_s, u"none"_s}}).left(1), QByteArray("!"));
        QCOMPARE(m_server->call({"DEBUG", "DIGEST"}).bytes, before);
    }

    void nothingReachesAnotherQueueOrChangesAnythingUnasked()
    {
        FAILS(m_duectl->run("mcp"), 2, "--queue");
        McpSession session(*m_duectl, {u"--queue"_s, u"q"_s});
        session.begin();
        for (const QString& tool : {u"list"_s, u"failures"_s, u"timeline"_s, u"check"_s})
            QVERIFY(session.call(tool, {{u"queue"_s, u"secret"_s}}).startsWith("!This session can reach only"));
        QVERIFY(session.call(u"show"_s, {{u"queue"_s, u"secret"_s}, {u"id"_s, u"hidden"_s}})
                    .startsWith("!This session can reach only"));
        for (const QJsonObject& arguments : {QJsonObject{{u"queue"_s, u"q"_s}, {u"match"_s, u"--url=x"_s}},
                 QJsonObject{{u"queue"_s, u"q"_s}, {u"state"_s, u"failed --all"_s}}})
            session.call(u"list"_s, arguments); // Argument text is never interpreted as an option.
        QVERIFY(!session.call(u"queues"_s).contains("secret"));
        QVERIFY(!session.call(u"doctor"_s).contains("\"secret\""));
        QCOMPARE(code(session.ask("tools/call", {{u"name"_s, u"preview_action"_s}})), -32602);
        QCOMPARE(code(session.ask("tools/call", {{u"name"_s, u"confirm"_s}})), -32602);

        McpSession acting(*m_duectl, {u"--queue"_s, u"q"_s, u"--allow-actions"_s});
        acting.begin();
        QVERIFY(
            acting.call(u"preview_action"_s, {{u"queue"_s, u"secret"_s}, {u"action"_s, u"discard"_s}, {u"all"_s, true}})
                .startsWith("!This session can reach only"));
        QVERIFY(acting.call(u"preview_action"_s, {{u"queue"_s, u"q"_s}, {u"action"_s, u"delete"_s}, {u"all"_s, true}})
                    .startsWith("!preview_action: \"action\""));
        EXIT(m_duectl->run("discard secret hidden"), 0);
        const QString operation = m_duectl->run("operations secret --json").array().at(0)[u"id"_s].toString();
        QVERIFY(
            acting.call(u"preview_undo"_s, {{u"operation"_s, operation}}).startsWith("!This session can reach only"));
    }

    /// Checks that no answer names or depends on a queue that the session may not access.
    void theUndoOfAnotherQueueIsAnsweredLikeAnUnknownOne()
    {
        for (const QByteArray& layout : {QByteArray("asynq"), QByteArray("sidekiq")})
            FrameworkWriter::of(layout, *m_server)->fill("billing", 1);
        EXIT(m_duectl->run("discard secret hidden"), 0);
        const QString hidden = m_duectl->run("operations secret --json").array().at(0)[u"id"_s].toString();
        McpSession session(*m_duectl, {u"--queue"_s, u"q"_s, u"--allow-actions"_s});
        session.begin();
        const auto preview = [&](const QString& id) { return session.call(u"preview_undo"_s, {{u"operation"_s, id}}); };
        const QByteArray unknown = preview(u"nowhere/01HZXW3K5T9Q8R7S6P5N4M3L2K"_s);
        QVERIFY2(unknown.startsWith("!This session can reach only the queues given with --queue: q."), unknown);
        for (const QString& id : {hidden, u"secret/none"_s, u"billing/none"_s, u"billing@asynq/none"_s})
            QCOMPARE(preview(id), unknown);

        // An allowed queue's operations must not name the other queue.
        EXIT(m_duectl->run("restore secret hidden"), 0);
        EXIT(m_duectl->run("copy secret --all --to q --yes"), 0);
        EXIT(m_duectl->run("add secret mail --id second --payload x"), 0);
        EXIT(m_duectl->run("move secret second --to q"), 0);
        EXIT(m_duectl->run("move q later --to secret"), 0);
        const QJsonArray records = m_duectl->run("operations q --json").array();
        QVERIFY(QJsonDocument(records).toJson().contains("from secret"));
        int imports = 0;
        for (const QJsonValue& record : records) {
            imports += record[u"kind"_s] == u"import"_s ? 1 : 0;
            const QByteArray answer = preview(record[u"id"_s].toString());
            QVERIFY2(!answer.contains("secret"), answer);
        }
        QCOMPARE(imports, 2);
        const QByteArray listed = session.call(u"operations"_s, {{u"queue"_s, u"q"_s}});
        QVERIFY2(listed.contains("import") && !listed.contains("secret"), listed);
    }

    /// Plays through an incident: the failures, a previewed and confirmed retry, and its undo.
    void anIncidentFromFindingToUndoing()
    {
        McpSession session(*m_duectl, {u"--queue"_s, u"q"_s, u"--allow-actions"_s});
        session.begin();
        QCOMPARE(session.array(u"queues"_s).at(0)[u"failed"_s].toInt(), 3);
        const QString match = session.array(u"failures"_s, {{u"queue"_s, u"q"_s}})[0][u"filter"_s].toString();
        const QJsonObject retry{
            {u"queue"_s, u"q"_s}, {u"action"_s, u"retry"_s}, {u"match"_s, match}, {u"reason"_s, u"fixed"_s}};
        const QJsonObject preview = session.object(u"preview_action"_s, retry);
        QCOMPARE(preview[u"total"_s].toInt(), 3);
        QVERIFY(preview[u"undoable"_s].toBool());
        QCOMPARE(m_duectl->run("list q --state failed --json").array().size(), 3); // The preview has changed nothing.

        // A task that fails after the preview is not retried.
        EXIT(m_duectl->run("add q fresh --id new --max-attempts 1 --payload x"), 0);
        EXIT(m_duectl->run("work --queue q --handler fresh=fail --exit-when-empty"), 0);
        QVERIFY(
            session.call(u"confirm"_s, {{u"token"_s, u"0123"_s}}).startsWith("!There is no preview with this token"));
        const QJsonObject done = session.object(u"confirm"_s, {{u"token"_s, preview[u"token"_s]}});
        QCOMPARE(done[u"done"_s].toInt(), 3);
        QVERIFY(session.call(u"confirm"_s, {{u"token"_s, preview[u"token"_s]}})
                    .startsWith("!There is no preview with this token"));
        QCOMPARE(m_duectl->run("list q --state failed --json").array().size(), 1);

        const QJsonObject undo = session.object(u"preview_undo"_s, {{u"operation"_s, done[u"operation"_s]}});
        QCOMPARE(undo[u"kind"_s].toString(), u"retry"_s);
        QCOMPARE(undo[u"reason"_s].toString(), u"fixed"_s);
        const QJsonObject undone = session.object(u"confirm"_s, {{u"token"_s, undo[u"token"_s]}});
        QCOMPARE(undone[u"restored"_s].toInt(), 3);
        QCOMPARE(m_duectl->run("list q --state failed --json").array().size(), 4);

        const QJsonObject later = session.object(u"preview_action"_s,
            {{u"queue"_s, u"q"_s}, {u"action"_s, u"run_now"_s}, {u"ids"_s, QJsonArray{u"later"_s}}});
        QCOMPARE(session.object(u"confirm"_s, {{u"token"_s, later[u"token"_s]}})[u"done"_s].toInt(), 1);
        const QJsonObject moved = session.object(u"preview_action"_s,
            {{u"queue"_s, u"q"_s}, {u"action"_s, u"reschedule"_s}, {u"ids"_s, QJsonArray{u"later"_s}},
                {u"in"_s, u"2h"_s}});
        EXIT(m_duectl->run("discard q later"), 0); // Another client acts first.
        QCOMPARE(session.object(u"confirm"_s, {{u"token"_s, moved[u"token"_s]}})[u"done"_s].toInt(), 0);
    }

    void aRecordedSessionInTheSandboxGoesTheSameWay()
    {
        const auto sandbox = Duectl().start({u"sandbox"_s, u"--demo"_s});
        QByteArray url;
        QVERIFY(Duectl::waitFor(*sandbox, QProcess::StandardOutput, "\n", url));
        QFile file(sourcePath(u"tests/integration/mcpsession.txt"_s));
        QVERIFY(file.open(QIODevice::ReadOnly));
        McpSession session(Duectl(QString::fromUtf8(url).trimmed()),
            {u"--queue"_s, u"mail"_s, u"--queue"_s, u"webhooks"_s, u"--allow-actions"_s});
        Recorded names;
        int answers = 0;
        while (!file.atEnd()) {
            const QByteArray line = file.readLine().trimmed();
            if (line.startsWith("> "))
                session.write(names.filled(line.mid(2)));
            if (!line.startsWith("< "))
                continue;
            const QJsonDocument recorded = QJsonDocument::fromJson(line.mid(2));
            QVERIFY2(recorded.isObject(), line);
            const QJsonObject now = session.next();
            const QString difference = names.difference(recorded.object(), now);
            QVERIFY2(
                difference.isEmpty(), qPrintable(difference + u'\n' + QString::fromUtf8(QJsonDocument(now).toJson())));
            ++answers;
        }
        QVERIFY(answers > 10);
        sandbox->terminate();
        QVERIFY(sandbox->waitForFinished(10'000));
    }

    void aRequestThatIsCancelledIsNotAnswered()
    {
        McpSession session(*m_duectl, {u"--queue"_s, u"q"_s});
        session.begin();
        QByteArray lines;
        for (int i = 100; i < 130; ++i)
            lines += R"({"jsonrpc":"2.0","id":)" + QByteArray::number(i)
                + R"(,"method":"tools/call","params":{"name":"doctor","arguments":{}}})" + '\n';
        session.write(lines + R"({"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":129}})");
        for (int i = 100; i < 129; ++i)
            QCOMPARE(session.next()[u"id"_s].toInt(), i);
        // The answer is the very next message.
        QVERIFY(session.ask("ping").contains(u"result"_s));
    }

    void whatAProfileMasksStaysMasked()
    {
        QTemporaryFile profiles;
        QVERIFY(profiles.open());
        profiles.write(QJsonDocument(QJsonObject{{u"version"_s, 1},
                                         {u"profiles"_s,
                                             QJsonArray{QJsonObject{{u"name"_s, u"masked"_s},
                                                 {u"url"_s, m_server->url()}, {u"mask"_s, QJsonArray{u"card"_s}}}}}})
                           .toJson());
        profiles.close();
        m_duectl->setVariable("DUELINE_PROFILES", profiles.fileName());
        EXIT(m_duectl->run({u"add"_s, u"q"_s, u"pay"_s, u"--id"_s, u"p"_s, u"--payload"_s,
                 uR"({"card":"4111222233334444","sum":5})"_s}),
            0);
        Duectl named;
        named.setVariable("DUELINE_PROFILES", profiles.fileName());
        McpSession session(named, {u"--profile"_s, u"masked"_s, u"--queue"_s, u"q"_s});
        session.begin();
        const QByteArray shown
            = session.call(u"show"_s, {{u"queue"_s, u"q"_s}, {u"id"_s, u"pay#p"_s}, {u"payload"_s, true}});
        QVERIFY2(shown.contains("sum") && !shown.contains("4111"), shown);
        QVERIFY(!session.call(u"list"_s, {{u"queue"_s, u"q"_s}}).contains("4111"));
    }

    void aServerThatIsAwayIsAnAnswerAndNoEnd()
    {
        McpSession session(*m_duectl, {u"--queue"_s, u"q"_s});
        session.begin();
        m_server->stop();
        QVERIFY(session.call(u"list"_s, {{u"queue"_s, u"q"_s}}).startsWith("!"));
        m_server->start();
        QVERIFY(!session.call(u"queues"_s).startsWith("!"));
    }

    void theProtocolsOwnClientSpeaksWithIt()
    {
        const QString missing = NodePeer::missing(u"@modelcontextprotocol/sdk"_s);
        if (!missing.isEmpty())
            QSKIP(qPrintable(missing));
        QProcess client;
        QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
        environment.insert(u"MODULES"_s, NodePeer::modules());
        client.setProcessEnvironment(environment);
        client.start(u"node"_s,
            {sourcePath(u"tests/peers/mcp.js"_s), qEnvironmentVariable("DUECTL"), u"--url"_s, m_server->url(), u"mcp"_s,
                u"--queue"_s, u"q"_s, u"--allow-actions"_s});
        const auto next = [&client] {
            QElapsedTimer timer;
            timer.start();
            while (!client.canReadLine() && timer.elapsed() < 20'000)
                client.waitForReadyRead(1'000);
            return QJsonDocument::fromJson(client.readLine()).object();
        };
        const auto call = [&](const QString& tool, const QJsonObject& arguments) {
            client.write(QJsonDocument(QJsonObject{{u"tool"_s, tool}, {u"arguments"_s, arguments}})
                             .toJson(QJsonDocument::Compact)
                + '\n');
            return next();
        };
        const auto text = [](const QJsonObject& answer) {
            return QJsonDocument::fromJson(answer[u"content"_s][0][u"text"_s].toString().toUtf8());
        };
        const QJsonObject hello = next();
        QCOMPARE(hello[u"server"_s][u"name"_s].toString(), u"dueline"_s);
        QCOMPARE(hello[u"tools"_s].toArray().size(), 11);
        QCOMPARE(text(call(u"failures"_s, {{u"queue"_s, u"q"_s}})).array()[0][u"tasks"_s].toInt(), 3);
        const QJsonObject preview = text(
            call(u"preview_action"_s,
                {{u"queue"_s, u"q"_s}, {u"action"_s, u"retry"_s}, {u"state"_s, u"failed"_s},
                    {u"all"_s, true}})).object();
        QCOMPARE(preview[u"total"_s].toInt(), 3);
        const QJsonObject done = text(call(u"confirm"_s, {{u"token"_s, preview[u"token"_s]}})).object();
        const QJsonObject undo = text(call(u"preview_undo"_s, {{u"operation"_s, done[u"operation"_s]}})).object();
        QCOMPARE(text(call(u"confirm"_s, {{u"token"_s, undo[u"token"_s]}})).object()[u"restored"_s].toInt(), 3);
        QVERIFY(call(u"list"_s, {{u"queue"_s, u"secret"_s}})[u"isError"_s].toBool());
        QCOMPARE(call(u"nothing"_s, {})[u"code"_s].toInt(), -32602);
        client.closeWriteChannel();
        QVERIFY(client.waitForFinished(10'000));
    }

private:
    std::unique_ptr<RedisServer> m_server;
    std::unique_ptr<Duectl> m_duectl;
};

QTEST_GUILESS_MAIN(DuectlMcp)
#include "tst_duectl_mcp.moc"
