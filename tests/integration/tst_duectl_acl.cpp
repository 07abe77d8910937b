// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/layouts/catalogue/layoutregistry.h"
#include "core/redis/scriptlibrary.h"
#include "tests/integration/duectlprogram.h"
#include "tests/integration/frameworklooks.h"
#include "tests/support/sendsignal.h"

#include <QTemporaryDir>

#include <csignal>

using namespace dueline;
using namespace Qt::StringLiterals;

namespace {

const RedisServer::Options withTcp{.tcp = true, .aof = false, .password = {}, .arguments = {}};

/// Server with a framework's jobs in every state, and duectl run as one of the server's users.
class UsersPlace
{
public:
    UsersPlace(const QByteArray& layout, const QByteArray& role)
        : server(withTcp)
        , writer(FrameworkWriter::of(layout, server))
    {
        writer->fill("mail", 4);
        const Duectl admin(server.url());
        // Discard something, so that there is an operation to show.
        const Answer deleted = admin.run(QStringList{u"--layout"_s, QString::fromLatin1(layout)}
            + words(qPrintable(u"discard "_s + filledTask(*writer, writer->later(), 4))));
        if (deleted.code != 0)
            qFatal("%s", deleted.all().constData());
        if (role.isEmpty()) {
            user = std::make_unique<Duectl>(server.url());
            return;
        }
        const Answer told = admin.run(QStringList{u"acl"_s, QString::fromLatin1(role), u"--layout"_s,
                                          QString::fromLatin1(layout), u"--user"_s, u"u"_s}
            + writer->aclOptions("mail"));
        const QList<QByteArray> words = told.out.trimmed().split(' ');
        Command command(words.begin(), words.end());
        command.push_back(">p");
        if (const Reply taken = server.call(command); !taken.isStatus())
            qFatal("%s: %s", told.all().constData(), taken.bytes.constData());
        for (const QByteArray& word : words) {
            if (word.startsWith('+'))
                allowed.insert(word.mid(1).toUpper());
        }
        user = std::make_unique<Duectl>(u"redis://u:p@127.0.0.1:%1"_s.arg(server.port()));
    }

    Answer run(const QString& line, const QByteArray& input = {}) const
    {
        return user->run(
            QStringList{u"--layout"_s, QString::fromLatin1(writer->layout())} + words(qPrintable(line)), input);
    }
    /// Returns the output of `results --follow` up to where it starts following, or the error if the layout has no
    /// results.
    QByteArray follow()
    {
        const auto following = user->start(
            {u"--layout"_s, QString::fromLatin1(writer->layout()), u"results"_s, u"mail"_s, u"--follow"_s});
        QByteArray said;
        if (Duectl::waitFor(*following, QProcess::StandardError, "Following", said)) {
            while (following->state() == QProcess::Running && !commandsRun().contains("XREAD"))
                following->waitForFinished(10);
            sendSignal(*following, SIGINT);
        }
        following->waitForFinished();
        return said;
    }
    QByteArray digest() { return server.call({"DEBUG", "DIGEST"}).bytes; }
    /// Returns the executed commands in uppercase.
    std::set<QByteArray> commandsRun()
    {
        std::set<QByteArray> names;
        for (const QByteArray& line : server.call({"INFO", "commandstats"}).bytes.split('\n')) {
            // A command with zero calls was refused every time.
            if (line.startsWith("cmdstat_") && !line.contains(":calls=0,"))
                names.insert(line.mid(8, line.indexOf(':') - 8).toUpper());
        }
        return names;
    }
    QString place(TaskState state) const { return QString::fromUtf8(writer->placeOf("mail", state)); }

    RedisServer server;
    std::unique_ptr<FrameworkWriter> writer;
    std::unique_ptr<Duectl> user;
    std::set<QByteArray> allowed; ///< in uppercase
};

/// Returns command lines that change tasks, ordered so that each finds a task. Some frameworks don't support all of
/// them.
QStringList acts(const UsersPlace& place)
{
    const auto on = [&place](const char* action, TaskState state, int number, const char* rest = "") {
        return u"%1 %2 %3"_s.arg(QLatin1String(action), filledTask(*place.writer, state, number), QLatin1String(rest));
    };
    const QString shared = QString::fromUtf8(place.writer->shared());
    const TaskState later = place.writer->later();
    return {on("retry", TaskState::Failed, 1), on("run-now", later, 1), on("reschedule", later, 2, "--in 2h"),
        on("discard", later, 3), on("restore", later, 3), on("discard", TaskState::Due, 2),
        on("restore", TaskState::Due, 2), on("delete", TaskState::Failed, 2), on("cancel", TaskState::Leased, 1),
        u"discard %1 --all --state due --yes"_s.arg(place.place(TaskState::Due)),
        u"retry %1 --all --yes --pace 1000"_s.arg(place.place(TaskState::Failed)),
        u"run-now %1 --all --state %2 --dry-run"_s.arg(place.place(later), QString::fromLatin1(stateName(later))),
        u"add mail send --payload [1]"_s, u"add mail send --in 1h --payload [2]"_s, u"add fresh send --payload [3]"_s,
        u"pause mail"_s, u"resume mail"_s, u"pause "_s + (shared.isEmpty() ? u"mail"_s : shared),
        u"resume "_s + (shared.isEmpty() ? u"mail"_s : shared)};
}

/// Returns the operations to undo on the queue and on the shared pseudo-queue.
QStringList undoable(const UsersPlace& place)
{
    QStringList ids;
    for (const QString& queue : {u"mail"_s, QString::fromUtf8(place.writer->shared())}) {
        if (queue.isEmpty())
            continue;
        for (const QJsonValue& operation : place.run(u"operations %1 --json"_s.arg(queue)).array()) {
            if (operation[u"can_be_undone"_s].toBool() || operation[u"undoable"_s].toBool(true))
                ids << operation[u"id"_s].toString();
        }
    }
    return ids;
}

/// Returns whether a program reported that its Redis user lacks a permission.
bool isDenied(const QByteArray& text) { return text.contains("not allowed") || text.contains("lacks a permission"); }

QByteArray lines(const std::set<QByteArray>& names) { return QByteArrayList(names.begin(), names.end()).join(' '); }

} // namespace

/// Tests the users that `duectl acl --layout` creates: each can do exactly what its role allows.
class DuectlAcl : public QObject
{
    Q_OBJECT

private slots:
    void aViewerSeesEverythingAndChangesNothing_data() { rows(); }
    void aViewerSeesEverythingAndChangesNothing();
    void anOperatorDoesWhatAnAdministratorCan_data() { rows(); }
    void anOperatorDoesWhatAnAdministratorCan();
    void theKeysOfOthersAreOutOfReach_data() { rows(); }
    void theKeysOfOthersAreOutOfReach();
    void namesAreNoPatterns();
    void severalLayoutsAreOneRule();
    void aRuleForAllKeysSaysSo_data();
    void aRuleForAllKeysSaysSo();
    void noRuleIsTold();

private:
    static void rows()
    {
        QTest::addColumn<QByteArray>("layout");
        for (const QByteArray& layout : FrameworkWriter::layouts())
            QTest::newRow(layout.constData()) << layout;
    }
};

void DuectlAcl::aViewerSeesEverythingAndChangesNothing()
{
    QFETCH(QByteArray, layout);
    UsersPlace admin(layout, {});
    UsersPlace viewer(layout, "viewer");
    viewer.server.call({"CONFIG", "RESETSTAT"});
    const QByteArray before = viewer.digest();
    for (const QString& line : looksOf(*viewer.writer)) {
        const Answer seen = viewer.run(line);
        const Answer expected = admin.run(line);
        QVERIFY2(seen.code == expected.code && !isDenied(seen.err),
            line.toUtf8() + '\n' + seen.all() + "\nnot " + expected.all());
        // Timeline bins start now, and the jobs on the two servers differ in age by several milliseconds.
        QVERIFY2(line.startsWith(u"timeline"_s) || seen.out.count('\n') == expected.out.count('\n'),
            line.toUtf8() + '\n' + seen.out.right(400) + "\nnot " + expected.out.right(400));
    }
    (void)viewer.run(u"doctor"_s); // The doctor reports missing permissions.
    const QTemporaryDir folder;
    const QString recording = folder.filePath(u"mail.dwit"_s);
    const Answer recorded = viewer.run(u"record %1 --for 1ms"_s.arg(recording));
    QVERIFY2(recorded.code == 0 && !isDenied(recorded.err), recorded.all());
    const Answer changed = viewer.run(u"changed %1 --json"_s.arg(recording));
    QVERIFY2(changed.code == 0 && changed.object()[u"unknown"_s].toArray().isEmpty(), changed.all());
    // The dry run reports that the tasks already exist.
    const Answer foreseen = viewer.run(u"import mail - --dry-run"_s, viewer.run(u"export mail -"_s).out);
    QVERIFY2(!isDenied(foreseen.err), foreseen.all());
    const QByteArray followed = viewer.follow();
    QVERIFY2(!isDenied(followed), followed);
    QCOMPARE(followed.contains("Following"), layout == "bullmq");
    // A permission that is never used is unnecessary, except those for cluster and connection commands.
    std::set<QByteArray> unused;
    const std::set<QByteArray> run = viewer.commandsRun();
    for (const QByteArray& name : viewer.allowed) {
        if (name != "ASKING" && name != "CLUSTER|SLOTS" && name != "PING" && !run.contains(name))
            unused.insert(name);
    }
    QVERIFY2(unused.empty(), lines(unused));
    for (const char* script : {"EVAL", "EVALSHA", "EVAL_RO", "EVALSHA_RO", "SCRIPT"})
        QVERIFY2(!viewer.allowed.contains(script), script);
    QCOMPARE(viewer.digest(), before);
    for (const QString& line : acts(viewer)) {
        const Answer refused = viewer.run(line);
        const bool isRefusal = refused.code == 3 && isDenied(refused.err);
        QVERIFY2(isRefusal || refused.code == admin.run(line).code || line.contains(u"dry-run"),
            line.toUtf8() + '\n' + refused.all());
        QCOMPARE(viewer.digest(), before);
    }
}

void DuectlAcl::anOperatorDoesWhatAnAdministratorCan()
{
    QFETCH(QByteArray, layout);
    UsersPlace admin(layout, {});
    UsersPlace user(layout, "operator");
    user.server.call({"CONFIG", "RESETSTAT"});
    int done = 0;
    QStringList told;
    for (const QString& line : acts(user)) {
        const Answer answer = user.run(line);
        const Answer expected = admin.run(line);
        QVERIFY2(answer.code == expected.code && !isDenied(answer.err),
            line.toUtf8() + '\n' + answer.all() + "\nnot " + expected.all());
        done += answer.code == 0 ? 1 : 0;
        told << line + u" → "_s + QString::fromUtf8(answer.all());
    }
    QVERIFY2(done >= 8, qPrintable(told.join(u'\n')));
    for (const QString& line : looksOf(*user.writer)) {
        const Answer seen = user.run(line);
        const bool isAnswered
            // If the layout doesn't record waiting times, `check` exits with 3.
            = seen.code <= 1 || seen.out.contains("because its layout does not record it");
        QVERIFY2(isAnswered && !isDenied(seen.err), line.toUtf8() + '\n' + seen.all());
    }
    (void)user.run(u"doctor"_s);
    const QTemporaryDir folder;
    EXIT(user.run(u"mark deployed"_s), 0);
    EXIT(user.run(u"record %1 --for 1ms"_s.arg(folder.filePath(u"mail.dwit"_s))), 0);
    QVERIFY(!isDenied(user.follow()));
    const QStringList operations = undoable(user);
    QVERIFY2(operations.size() > 3, qPrintable(told.join(u'\n')));
    int undone = 0;
    for (const QString& id : operations) {
        const Answer answer = user.run(u"undo %1 --yes"_s.arg(id));
        QVERIFY2(!isDenied(answer.err) && !answer.err.contains("lacks"), answer.all());
        undone += answer.code == 0 ? 1 : 0;
    }
    QVERIFY(undone > 2);
    std::set<QByteArray> called; // commands that scripts can call, even if they didn't in this run
    for (const ScriptLibrary* library : parseLayout(QString::fromLatin1(layout)).value().type().scripts()) {
        for (const auto& [name, script] : library->all())
            called.merge(commandsOf(script));
    }
    std::set<QByteArray> unused;
    const std::set<QByteArray> run = user.commandsRun();
    for (const QByteArray& name : user.allowed) {
        if (name != "ASKING" && name != "CLUSTER|SLOTS" && name != "PING" && !run.contains(name)
            && !called.contains(name))
            unused.insert(name);
    }
    QVERIFY2(unused.empty(), lines(unused));
    // Dueline can't run these jobs, and the user's permissions don't allow it either.
    QVERIFY(user.run(u"work --queue mail --handler *=echo --exit-when-empty"_s).code != 0);
}

void DuectlAcl::theKeysOfOthersAreOutOfReach()
{
    QFETCH(QByteArray, layout);
    UsersPlace user(layout, "operator");
    for (const char* key : {"session:1", "dueline:{q}:tasks", "dueline:queues", "dueline:overlay:other:q:op:1"}) {
        const Reply reached = user.server.call({"ACL", "DRYRUN", "u", "GET", key});
        QVERIFY2(reached.isBytes() && reached.bytes.contains("access"), key + (' ' + reached.bytes));
    }
    for (const char* command : {"FLUSHALL", "KEYS *", "CONFIG GET dir", "ACL LIST", "SCRIPT FLUSH", "MONITOR"}) {
        Command words{"ACL", "DRYRUN", "u"};
        for (const QByteArray& word : QByteArray(command).split(' '))
            words.push_back(word);
        const Reply reached = user.server.call(words);
        QVERIFY2(reached.isBytes() && reached.bytes.contains("no permissions"), command + (' ' + reached.bytes));
    }
}

void DuectlAcl::namesAreNoPatterns()
{
    const Duectl nowhere(u"redis://127.0.0.1:1"_s);
    const Answer told
        = nowhere.run({u"acl"_s, u"operator"_s, u"--layout"_s, u"bullmq:shop*:{a}"_s, u"--prefix"_s, u"mine"_s});
    QVERIFY2(
        told.out.startsWith(
            R"(ACL SETUSER dueline-operator reset on ~shop\*:{a}:* ~mine:overlay:shop\*:{a}:* ~mine:marks resetchannels -@all +)"),
        told.all());
    const Answer sidekiq = nowhere.run("acl viewer --layout sidekiq:app");
    QVERIFY2(sidekiq.out.contains(" %R~app:queues %R~app:queue:* ") && !sidekiq.out.contains(" ~"), sidekiq.all());
    QVERIFY(nowhere.run("acl viewer --layout laravel:shop_?horizon=hz:").out.contains(" %R~hz:* "));
    const Answer celery = nowhere.run("acl operator --layout celery --queue mail --queue a*b");
    QVERIFY2(celery.out.contains(R"( ~mail ~mail??[0-9]* ~a\*b ~a\*b??[0-9]* )"), celery.all());
    const Answer prefixed = nowhere.run("acl viewer --layout celery:shop_");
    QVERIFY2(prefixed.out.contains(" %R~shop_* "), prefixed.all());
}

void DuectlAcl::severalLayoutsAreOneRule()
{
    RedisServer server(withTcp);
    FrameworkWriter::of("bullmq", server)->fill("mail", 2);
    FrameworkWriter::of("rq", server)->fill("mail", 2);
    const QStringList layouts{u"--layout"_s, u"native"_s, u"--layout"_s, u"bullmq"_s, u"--layout"_s, u"rq"_s};
    const Answer told = Duectl(server.url()).run(QStringList{u"acl"_s, u"operator"_s, u"--json"_s} + layouts);
    Command command{"ACL", "SETUSER", "u", "reset", "on", ">p"};
    for (const QJsonValue& rule : told.object()[u"rules"_s].toArray())
        command.push_back(rule.toString().toUtf8());
    QVERIFY2(server.call(command).isStatus(), told.all());
    const Duectl user(u"redis://u:p@127.0.0.1:%1"_s.arg(server.port()));
    EXIT(user.run(layouts + words("add mail@native send --in 1h")), 0);
    EXIT(user.run(layouts + words("retry mail@bullmq f1")), 0);
    EXIT(user.run(layouts + words("discard mail@rq d1")), 0);
    const Answer queues = user.run(layouts + words("queues --json"));
    QCOMPARE(queues.array().size(), 4); // The list includes @rq.
    QVERIFY2(!queues.out.contains("unreadable"), queues.all());
}

void DuectlAcl::aRuleForAllKeysSaysSo_data()
{
    QTest::addColumn<QString>("line");
    QTest::addColumn<QByteArray>("keys");
    for (const char* layout : {"machinery", "ouqiang", "redisson", "stream"}) {
        QTest::addRow("%s operator", layout)
            << u"operator --layout %1"_s.arg(QLatin1String(layout)) << QByteArray("~*");
        QTest::addRow("%s viewer", layout) << u"viewer --layout %1"_s.arg(QLatin1String(layout)) << QByteArray("%R~*");
    }
    QTest::newRow("beside another") << u"operator --layout bullmq --layout redisson"_s << QByteArray("~*");
}

/// A key named after its queue or task alone needs permission for all keys. Redis rejects further patterns after `~*`.
void DuectlAcl::aRuleForAllKeysSaysSo()
{
    QFETCH(QString, line);
    QFETCH(QByteArray, keys);
    RedisServer server(withTcp);
    const Duectl nowhere(u"redis://127.0.0.1:1"_s);
    const QStringList given = QStringList{u"acl"_s} + line.split(u' ');
    const Answer told = nowhere.run(given);
    QCOMPARE(told.code, 0);
    QVERIFY2(told.out.contains(" on " + keys + " resetchannels"), told.all());
    QVERIFY2(told.err.contains("covers every key on the server"), told.all());
    Command command;
    for (const QByteArray& word : told.out.trimmed().split(' '))
        command.push_back(word);
    const Reply taken = server.call(command);
    QVERIFY2(taken.isStatus(), taken.bytes);
    QVERIFY(nowhere.run(given + QStringList{u"--json"_s}).object()[u"warning"_s].toString().contains(u"every key"_s));
    const Answer narrow = nowhere.run("acl operator --layout bullmq --json");
    QVERIFY2(!narrow.object().contains(u"warning"_s), narrow.all());
}

void DuectlAcl::noRuleIsTold()
{
    const Duectl nowhere(u"redis://127.0.0.1:1"_s);
    FAILS(nowhere.run("acl worker --layout bullmq"), 2, "Dueline does not run jobs in the bullmq layout");
    FAILS(nowhere.run("acl viewer --layout celery"), 2, "--queue NAME");
    FAILS(nowhere.run("acl viewer --layout celery:shop_ --queue mail"), 2, "--queue applies only to Celery");
    FAILS(nowhere.run("acl viewer --layout bullmq --queue mail"), 2, "--queue applies only to Celery");
    FAILS(nowhere.run("acl viewer --layout zset:jobs"), 2, "native, sidekiq, rq, asynq, bullmq, bull, laravel, celery");
    FAILS(nowhere.run({u"acl"_s, u"viewer"_s, u"--layout"_s, u"bullmq:a b"_s}), 2, "without spaces");
    QVERIFY(nowhere.run("acl viewer").err.contains("--layout bullmq"));
    QVERIFY(!nowhere.run("acl viewer --layout native").err.contains("--layout bullmq"));
}

QTEST_GUILESS_MAIN(DuectlAcl)
#include "tst_duectl_acl.moc"
