// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/layouts/catalogue/layoutregistry.h"
#include "tests/integration/duectlprogram.h"
#include "tests/integration/frameworklooks.h"
#include "tests/support/foreignkeys.h"
#include "tests/support/must.h"

#include <QElapsedTimer>
#include <QTemporaryDir>

using namespace dueline;
using namespace Qt::StringLiterals;

namespace {

constexpr int jobsOfEach = 3; ///< number of jobs per state

/// Server with queues of all frameworks and native queues. All are named `mail` except the Bull queue, because Bull and
/// BullMQ use the same key prefix.
class SevenPlace
{
public:
    SevenPlace()
    {
        duectl.setVariable("XDG_STATE_HOME", state.path());
        for (const QByteArray& layout : FrameworkWriter::layouts()) {
            writers.push_back(FrameworkWriter::of(layout, server));
            writers.back()->fill(bareName(*writers.back()), jobsOfEach);
        }
        for (const char* id : {"1", "2", "3"}) {
            for (const QString& when : {u"--id d%1"_s, u"--in 1h --id s%1"_s}) {
                const Answer added = run(u"add mail@native send --payload [] "_s + when.arg(QLatin1String(id)));
                if (added.code != 0)
                    qFatal("%s", added.all().constData());
            }
        }
    }

    static QueueName bareName(const FrameworkWriter& writer) { return writer.layout() == "bull" ? "thumbs" : "mail"; }
    /// Returns the queue's name on a connection with all layouts.
    static QString nameOf(const FrameworkWriter& writer, TaskState state)
    {
        const QueueName place = writer.placeOf(bareName(writer), state);
        return QString::fromUtf8(place.startsWith('@') ? place : place + '@' + writer.layout());
    }
    Answer run(const QString& line) const { return duectl.run(QProcess::splitCommand(line)); }
    QJsonArray array(const QString& line) const
    {
        const Answer answer = run(line + u" --json"_s);
        if (!answer.json().isArray())
            qWarning("%s: %s", qPrintable(line), answer.all().constData());
        return answer.array();
    }
    QStringList names() const
    {
        QStringList names;
        for (const QJsonValue& queue : array(u"queues"_s))
            names << queue[u"name"_s].toString();
        return names;
    }
    std::map<QByteArray, QByteArrayList> theirs() { return foreignKeys(server, ComparedEnd::WhetherThereIsOne); }

    QTemporaryDir state;
    RedisServer server;
    Duectl duectl{server.url()};
    std::vector<std::unique_ptr<FrameworkWriter>> writers;
};

/// Returns `QUEUE ID` for each row of a list.
QStringList rowsOf(const QJsonArray& tasks, const QString& queue = {})
{
    QStringList rows;
    for (const QJsonValue& task : tasks)
        rows << (queue.isEmpty() ? task[u"queue"_s].toString() : queue) + u' ' + task[u"id"_s].toString();
    return sorted(rows);
}

} // namespace

/// Tests that one connection can read and change native queues and the queues of all frameworks on one server.
class TestSevenFrameworks : public QObject
{
    Q_OBJECT

    std::unique_ptr<SevenPlace> m_place;

private slots:
    void initTestCase()
    {
        m_place = std::make_unique<SevenPlace>();
        qputenv("XDG_STATE_HOME", m_place->state.path().toLocal8Bit());
    }
    void everythingIsFoundAndCounted();
    void whatOpeningTookIsPrinted();
    void equalNamesMeanWhatTheyAlwaysMean();
    void oneSearchFindsInAllOfThem();
    void oneTableHasTheFailuresOfAll();
    void oneTimelineIsTheSumOfTheirs();
    void oneCheckLooksAtAll();
    void whoAsksFirstIsToldOfAll_data();
    void whoAsksFirstIsToldOfAll();
    void whatCannotBeReadIsTold();
    void aQueueThatMayNotBeReadIsUnknown_data();
    void aQueueThatMayNotBeReadIsUnknown();
    void eachIsActedOnAndTakenBack_data();
    void eachIsActedOnAndTakenBack();
};

void TestSevenFrameworks::everythingIsFoundAndCounted()
{
    QCOMPARE(sorted(m_place->names()),
        sorted({u"mail"_s, u"mail@asynq"_s, u"thumbs@bull"_s, u"mail@bullmq"_s, u"@celery"_s, u"mail@celery"_s,
            u"@laravel"_s, u"mail@laravel"_s, u"@rq"_s, u"mail@rq"_s, u"@sidekiq"_s, u"mail@sidekiq"_s}));
    std::map<QString, QJsonObject> queues;
    for (const QJsonValue& queue : m_place->array(u"queues"_s))
        queues[queue[u"name"_s].toString()] = queue.toObject();
    for (const auto& writer : m_place->writers) {
        for (const TaskState state : allStates) {
            if (!writer->states().contains(state))
                continue;
            const QString name = SevenPlace::nameOf(*writer, state);
            const int more = state == TaskState::Scheduled && !writer->parent().isEmpty() ? 1 : 0;
            const QJsonValue count = queues[name][QLatin1String(stateName(state).data())];
            QVERIFY2(count.toInt() == jobsOfEach + more,
                qPrintable(
                    name + u' ' + QString::fromLatin1(stateName(state)) + u' ' + QString::number(count.toInt())));
        }
    }
    // If a queue can't contain tasks in a state, that state's count is null, not zero.
    QVERIFY(queues[u"mail@celery"_s][u"failed"_s].isNull());
    QVERIFY(queues[u"mail@sidekiq"_s][u"scheduled"_s].isNull());
    QCOMPARE(queues[u"mail"_s][u"failed"_s].toInt(-1), 0);
}

/// Prints the durations without checking any limits, because the machine may be busy.
void TestSevenFrameworks::whatOpeningTookIsPrinted()
{
    QElapsedTimer timer;
    timer.start();
    const auto backend = must(openLayout(automaticLayout(), m_place->server.config(), {}, {}, Access::Operate));
    const auto first = must(backend->inspector().queues());
    const qint64 listed = timer.elapsed();
    int steps = 0;
    while (!must(backend->discovery()->step()))
        ++steps;
    const qint64 looked = timer.elapsed();
    const auto all = must(backend->inspector().queues());
    qInfo("opened with %zu queues in %lld ms, looked through in %lld ms and %d steps, %zu queues in %lld ms",
        first.size(), listed, looked, steps, all.size(), timer.elapsed());
    QVERIFY(first.size() >= 5); // At first, only queues with typical names are found.
    QCOMPARE(all.size(), std::size_t(12));
}

void TestSevenFrameworks::equalNamesMeanWhatTheyAlwaysMean()
{
    const Answer native = m_place->run(u"list mail --json"_s);
    QCOMPARE(rowsOf(native.array(), u"mail"_s).size(), 6);
    QVERIFY2(native.err.startsWith("Using the native queue mail; there is also ") && native.err.count('\n') == 1,
        native.err);
    for (const char* other : {"mail@asynq", "mail@bullmq", "mail@celery", "mail@laravel", "mail@rq", "mail@sidekiq"})
        QVERIFY2(native.err.contains(other), native.err);
    QCOMPARE(m_place->array(u"list thumbs --state failed"_s).size(), jobsOfEach); // `thumbs` is the Bull queue
    for (const auto& writer : m_place->writers) {
        const QString name = SevenPlace::nameOf(*writer, TaskState::Due);
        const QJsonArray due = m_place->array(u"list %1 --state due"_s.arg(name));
        QVERIFY2(due.size() == jobsOfEach, qPrintable(name));
        for (const QJsonValue& task : due)
            QVERIFY2(task[u"id"_s].toString().startsWith(u'd'), qPrintable(name));
    }
    const Answer several = m_place->run(u"--layout native --layout rq --layout asynq list mail"_s);
    FAILS(several, 2, "mail@native");
    QVERIFY2(several.err.contains("mail@rq") && several.err.contains("mail@asynq"), several.err);
    FAILS(m_place->run(u"--layout rq --layout asynq list mail"_s), 2, "mail@rq");
}

void TestSevenFrameworks::oneSearchFindsInAllOfThem()
{
    for (const QString& filter : {u"error:broke"_s, u"type:send"_s, u"state:due id:d2"_s, u"type:nothing"_s}) {
        const QString line = u"list %1--match \"%2\" --limit 1000"_s;
        QStringList each;
        for (const QString& queue : m_place->names())
            each += rowsOf(m_place->array(line.arg(queue + u' ', filter)), queue);
        const Answer all = m_place->run(line.arg(QString(), filter) + u" --json"_s);
        QStringList missing = each;
        for (const QString& row : rowsOf(all.array()))
            missing.removeOne(row);
        QVERIFY2(missing.isEmpty(), qPrintable(missing.join(u", ")));
        QCOMPARE(rowsOf(all.array()), sorted(each));
        QVERIFY(each.isEmpty() == (filter == u"type:nothing"_s));
        QCOMPARE(all.code, 0);
    }
    // Six frameworks keep failed jobs, and two of them also keep jobs waiting for a retry.
    QCOMPARE(m_place->array(u"list --match error:broke"_s).size(), (6 + 2) * jobsOfEach);
    const Answer text = m_place->run(u"list --match error:broke --state failed --limit 4 --offset 2"_s);
    QVERIFY2(text.out.startsWith("QUEUE ") && text.out.count('\n') == 5, text.out);
    QVERIFY2(text.err.contains("3 to 6 of 18 tasks."), text.err);
    FAILS(m_place->run(u"list"_s), 2, "--match FILTER");
    QCOMPARE(
        m_place->run(u"--layout rq --layout asynq list --match error:broke --json"_s).array().size(), 3 * jobsOfEach);
}

void TestSevenFrameworks::oneTableHasTheFailuresOfAll()
{
    const Answer told = m_place->run(u"failures --json"_s);
    QCOMPARE(told.code, 1);
    QStringList layouts;
    for (const QJsonValue& kind : told.array()) {
        layouts << kind[u"layout"_s].toString();
        QCOMPARE(kind[u"tasks"_s].toInt(), jobsOfEach);
        const QString queue = kind[u"queues"_s].toArray()[0].toString();
        const QString filter = kind[u"filter"_s].toString().replace(u'"', u"\"\"\""_s);
        QCOMPARE(m_place->array(u"list %1 --match \"%2\""_s.arg(queue, filter)).size(), jobsOfEach);
    }
    QCOMPARE(sorted(layouts), sorted({u"asynq"_s, u"bull"_s, u"bullmq"_s, u"laravel"_s, u"rq"_s, u"sidekiq"_s}));
    QVERIFY2(told.err.contains("mail@celery"), told.err); // Celery stores its failures elsewhere
    const QString table = QString::fromUtf8(m_place->run(u"failures"_s).out);
    QCOMPARE(table.count(u'\n'), 7);
}

void TestSevenFrameworks::oneTimelineIsTheSumOfTheirs()
{
    const QString range = u" --from -2h --to 2h --bins 4"_s;
    std::map<QString, int> sums;
    for (const QString& queue : m_place->names()) {
        for (const QJsonValue& bin : m_place->array(u"timeline "_s + queue + range)) {
            for (const TaskState state : allStates) {
                const QString name = QString::fromLatin1(stateName(state));
                sums[name] += bin[name].toInt();
            }
        }
    }
    std::map<QString, int> all;
    for (const QJsonValue& bin : m_place->array(u"timeline"_s + range)) {
        for (const auto& [state, sum] : sums)
            all[state] += bin[state].toInt();
    }
    QCOMPARE(all, sums);
    QVERIFY2(sums[u"scheduled"_s] >= 7 * jobsOfEach, QByteArray::number(sums[u"scheduled"_s]));
    QVERIFY2(sums[u"failed"_s] >= 5 * jobsOfEach, QByteArray::number(sums[u"failed"_s]));
}

void TestSevenFrameworks::oneCheckLooksAtAll()
{
    const Answer fine = m_place->run(u"check --oldest-due 10h"_s);
    QCOMPARE(fine.code, 0);
    QCOMPARE(fine.lines().size(), m_place->names().size());
    const Answer over = m_place->run(u"check --oldest-due 10h --failed 2 --json"_s);
    QCOMPARE(over.code, 1);
    int bad = 0;
    for (const QJsonValue& queue : over.array())
        bad += queue[u"fine"_s].toBool() ? 0 : 1;
    QCOMPARE(bad, 6);
    QVERIFY(over.array()[0].toObject()[u"fine"_s].toBool() && over.array().size() == fine.lines().size());
    const Answer plugin = m_place->run(u"check --nagios"_s);
    QVERIFY2(plugin.code == 3 && plugin.out.contains("checks one queue"), plugin.all());
}

void TestSevenFrameworks::whoAsksFirstIsToldOfAll_data()
{
    QTest::addColumn<QString>("command");
    for (const char* command : {"check --oldest-due 10h", "list --match state:failed",
             "timeline --bins 1 --from 2020-01-01T00:00:00Z --to 2099-01-01T00:00:00Z", "workers"})
        QTest::newRow(command) << QString::fromLatin1(command);
}

/// Checks that all queues are found on a machine without stored state, such as a monitoring host, where no earlier
/// command has scanned for unlisted queues.
void TestSevenFrameworks::whoAsksFirstIsToldOfAll()
{
    QFETCH(QString, command);
    m_place->names(); // this client already knows all queues
    const QTemporaryDir fresh;
    Duectl first(m_place->server.url());
    first.setVariable("XDG_STATE_HOME", fresh.path());
    const Answer told = first.run(QProcess::splitCommand(command + u" --json"_s));
    QVERIFY2(told.json().isArray() && !told.array().isEmpty(), told.all());
    const QJsonArray known = m_place->array(command);
    QCOMPARE(told.array().size(), known.size());
    if (command.startsWith(u"check"_s) || command.startsWith(u"list"_s)) {
        const auto places = [](const QJsonArray& rows) {
            QStringList names;
            for (const QJsonValue& row : rows)
                names << row[u"queue"_s].toString();
            return sorted(names);
        };
        QCOMPARE(places(told.array()), places(known));
    }
    if (command.startsWith(u"timeline"_s))
        QCOMPARE(told.array(), known);
}

void TestSevenFrameworks::whatCannotBeReadIsTold()
{
    m_place->server.call({"RENAME", "rq:failed:mail", "kept"});
    m_place->server.call({"SET", "rq:failed:mail", "something else"});
    const Answer check = m_place->run(u"check --oldest-due 10h"_s);
    const Answer list = m_place->run(u"list --match error:broke --json"_s);
    m_place->server.call({"RENAME", "kept", "rq:failed:mail"});
    QVERIFY2(check.code == 3 && check.err.contains("mail@rq cannot be read"), check.all());
    QCOMPARE(list.code, 3);
    QVERIFY2(list.err.contains("mail@rq") && list.array().size() == 7 * jobsOfEach, list.all());
}

void TestSevenFrameworks::aQueueThatMayNotBeReadIsUnknown_data()
{
    QTest::addColumn<QByteArray>("layout");
    for (const QByteArray& layout : FrameworkWriter::layouts())
        QTest::newRow(layout.constData()) << layout;
}

/// Checks the exit code for a user who may not count the tasks: 3, as when checking all queues. A monitoring script
/// would take 1 for an exceeded limit.
void TestSevenFrameworks::aQueueThatMayNotBeReadIsUnknown()
{
    QFETCH(QByteArray, layout);
    RedisServer server{{.tcp = true, .aof = false, .password = {}, .arguments = {}}};
    FrameworkWriter::of(layout, server)->fill("mail", 1);
    server.call({"ACL", "SETUSER", "small", "on", ">pw", "~*", "&*", "+@all", "-llen", "-zcard"});
    Duectl duectl(server.url().replace(u"redis://"_s, u"redis://small@"_s));
    duectl.setVariable("REDISCLI_AUTH", u"pw"_s);
    for (const char* command : {"check", "check mail", "list mail"}) {
        const Answer answer = duectl.run(QStringList{u"--layout"_s, QString::fromLatin1(layout)} + words(command));
        QVERIFY2(answer.code == 3 && answer.err.contains("not allowed"), command + (": " + answer.all()));
    }
}

void TestSevenFrameworks::eachIsActedOnAndTakenBack_data()
{
    QTest::addColumn<QString>("line");
    QTest::newRow("native") << u"discard mail@native s1"_s;
    QTest::newRow("native, reschedule") << u"reschedule mail@native --all --in 5h --yes"_s;
    for (const auto& writer : m_place->writers) {
        const QString later = SevenPlace::nameOf(*writer, writer->later());
        const QString id = QString::fromLatin1(FrameworkWriter::filledId(writer->later(), 1));
        const auto row = [&writer](const char* action) { return QByteArray(writer->layout() + ", " + action); };
        QTest::newRow(row("discard")) << u"discard %1 %2"_s.arg(later, id);
        QTest::newRow(row("run now")) << u"run-now %1 %2"_s.arg(later, id);
        QTest::newRow(row("reschedule")) << u"reschedule %1 %2 --in 3h"_s.arg(later, id);
        if (writer->states().contains(TaskState::Failed)) {
            QTest::newRow(row("retry all"))
                << u"retry %1 --all --state failed --yes"_s.arg(SevenPlace::nameOf(*writer, TaskState::Failed));
        }
    }
}

void TestSevenFrameworks::eachIsActedOnAndTakenBack()
{
    QFETCH(QString, line);
    auto before = m_place->theirs();
    const Answer done = m_place->run(line + u" --json"_s);
    QVERIFY2(done.code == 0 && done.object()[u"done"_s].toInt() > 0, done.all());
    const QString operation = done.object()[u"operation"_s].toString();
    const Answer undone = m_place->run(u"undo %1 --yes"_s.arg(operation));
    EXIT(undone, 0);
    auto after = m_place->theirs();
    // BullMQ itself changes these keys.
    for (const char* changing : {"bull:mail:events", "bull:mail:marker", "bull:mail:pc"}) {
        before.erase(changing);
        after.erase(changing);
    }
    QCOMPARE(after, before);
}

QTEST_GUILESS_MAIN(TestSevenFrameworks)
#include "tst_sevenframeworks.moc"
