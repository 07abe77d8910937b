// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/redis/readcommands.h"
#include "tests/integration/celeryplace.h"
#include "tests/integration/duectlprogram.h"
#include "tests/integration/readplace.h"
#include "tests/support/commandmonitor.h"
#include "tests/support/writecommands.h"

#include <QTemporaryDir>

using namespace dueline;
using namespace Qt::StringLiterals;

namespace {

const QueueName takenPlace = "@celery";
const QByteArray farEta = R"("2099-01-02T03:04:05.678901+00:00")";
constexpr qint64 farEtaMs = 4'071'006'245'678;
const QByteArray shownArgs = R"([["caf\u00e9", 1.10], {"n": 12345678901234567890}, {"callbacks": null}])";

/// Celery queues as shown by the layout.
class CeleryView
{
public:
    explicit CeleryView(const QString& layout = u"celery"_s) { open(layout); }

    void open(const QString& layout)
    {
        m_backend = openLayout(parseLayout(layout).value(), server.config(), {}, {}, Access::ReadOnly).value();
    }
    QueueInspector& inspector() { return m_backend->inspector(); }
    Backend& backend() { return *m_backend; }
    template <typename T> static T value(Result<T> result) { return ReadPlace::value(std::move(result)); }
    QueueInfo infoOf(const QueueName& queue) { return value(inspector().queue(queue)); }
    std::vector<Task> pageOf(const QueueName& queue, TaskState state)
    {
        return value(inspector().page({queue, state, 0, 100})).tasks;
    }
    TaskDetail detail(const QueueName& queue, const TaskId& id) { return value(inspector().task(queue, id)); }
    QByteArray payload(const QueueName& queue, const TaskId& id) { return value(inspector().payload(queue, id)); }
    std::vector<Task> found(const QueueName& queue, const QString& filter)
    {
        std::vector<Task> tasks;
        SearchRequest request{queue, TaskFilter::parse(filter).value()};
        request.examine = 3;
        do {
            auto step = value(inspector().search(request));
            tasks.insert(tasks.end(), step.matches.begin(), step.matches.end());
            request.cursor = step.cursor;
        } while (!request.cursor.isEmpty());
        return tasks;
    }
    QByteArrayList names()
    {
        QByteArrayList names;
        for (const QueueInfo& info : value(inspector().queues()))
            names << info.name;
        return names;
    }
    void readEverything(const QueueName& queue, const TaskId& id)
    {
        value(inspector().queues());
        for (const TaskState state : allStates)
            pageOf(queue, state);
        value(inspector().page({queue, {}, 0, 100, StateSet::all()}));
        detail(queue, id);
        payload(queue, id);
        value(inspector().readRecords(queue, {id}));
        value(inspector().lastDue(queue, StateSet::pending()));
        value(inspector().workers());
        const TimePoint now = infoOf(queue).serverNow;
        value(inspector().timeline(queue, now - Millis(hourMs), now + Millis(2 * hourMs), 60));
        value(inspector().statistics(queue, now - Millis(hourMs), now));
        value(inspector().operations(queue, 10));
        value(backend().schedules()->schedules(queue));
        found(queue, u"payload:caf"_s);
        found(queue, u"id:"_s + QString::fromUtf8(id));
    }

    CeleryServer server;

private:
    std::unique_ptr<Backend> m_backend;
};

} // namespace

/// Tests that Celery queues and claimed messages are displayed correctly, and that reading doesn't change them.
class TestCeleryLayout : public QObject
{
    Q_OBJECT

    QTemporaryDir m_state;

private slots:
    void initTestCase() { qputenv("XDG_STATE_HOME", m_state.path().toLocal8Bit()); }
    void aTasksStateIsWhereItStands();
    void whatRunsFirstComesFirst();
    void whatIsInNoListIsSaid();
    void whatWorkersTookIsTold();
    void aResultIsFoundByItsId();
    void bodiesAreReadForPeople();
    void whatNoWorkerCouldReadIsShownAsItIs();
    void dueTimesStandOnTheTimeline();
    void queuesAreThoseThatAreBound();
    void longItemsHideNoQueue();
    void keysLeftForTheNextRoundAreReported();
    void listsOfAnySeparatorAndPriorityAreRead_data();
    void listsOfAnySeparatorAndPriorityAreRead();
    void aQueueOfAnotherExchangeIsFoundByItsName();
    void filtersFindWhatFieldsSay();
    void redbeatsSchedulesAreListed();
    void anotherKindOfKeyIsNamed();
    void allReadsChangeNothing();
    void prefixesAreOpenedByTheirNames();
    void allThatIsThereIsFound();
    void duectlListsAndShowsThem();
    void celeryItselfFillsAndWorksThem();
};

void TestCeleryLayout::aTasksStateIsWhereItStands()
{
    CeleryView view;
    view.server.push(CeleryServer::message("plain"));
    view.server.push(CeleryServer::message("timed", farEta));
    view.server.take("t1", CeleryServer::message("taken"), 7);
    view.server.take("t2", CeleryServer::message("waits", farEta), 3);
    const QueueInfo info = view.infoOf("mail");
    QCOMPARE(info.counts[TaskState::Due], 2);
    QCOMPARE(info.counts[TaskState::Scheduled], 0);
    const auto due = view.pageOf("mail", TaskState::Due);
    QCOMPARE(idsOf(due), (QByteArrayList{"plain", "timed"}));
    QCOMPARE(due[0].nativeState, QByteArray("queued"));
    QVERIFY(due[0].untimed && !due[1].untimed);
    QCOMPARE(due[1].nativeState, QByteArray("eta"));
    QCOMPARE(due[1].dueAt, std::optional(fromMs(farEtaMs)));
    QCOMPARE(typeOf(due[0]), QByteArrayView("jobs.mark"));
    QCOMPARE(due[0].preview, shownArgs);
    const QueueInfo taken = view.infoOf(takenPlace);
    QCOMPARE(taken.counts[TaskState::Leased], 2);
    const auto leased = view.pageOf(takenPlace, TaskState::Leased);
    QCOMPARE(idsOf(leased), (QByteArrayList{"taken", "waits"}));
    QCOMPARE(leased[0].nativeState, QByteArray("unacked"));
    QCOMPARE(leased[1].nativeState, QByteArray("eta at worker"));
    QCOMPARE(leased[1].dueAt, std::optional(fromMs(farEtaMs)));
    const auto ago = std::chrono::duration_cast<std::chrono::seconds>(taken.serverNow - leased[0].at).count();
    QVERIFY2(ago >= 5 && ago <= 60, qPrintable(QString::number(ago)));
    QCOMPARE(view.infoOf({}).counts, taken.counts); // A connection with several layouts passes an empty name.
}

void TestCeleryLayout::whatRunsFirstComesFirst()
{
    CeleryView view;
    for (const char step : {'9', '3', '0', '6'}) {
        for (const char* which : {"a", "b"})
            view.server.push(CeleryServer::message(QByteArray(which) + step), "mail", step);
    }
    QCOMPARE(
        idsOf(view.pageOf("mail", TaskState::Due)), (QByteArrayList{"a0", "b0", "a3", "b3", "a6", "b6", "a9", "b9"}));
    QCOMPARE(view.infoOf("mail").counts[TaskState::Due], 8);
    QCOMPARE(view.detail("mail", "b9").task.id, QByteArray("b9"));
    QCOMPARE(idsOf(CeleryView::value(view.inspector().page({"mail", TaskState::Due, 3, 2})).tasks),
        (QByteArrayList{"b3", "a6"}));
}

void TestCeleryLayout::whatIsInNoListIsSaid()
{
    CeleryView view;
    view.server.push(CeleryServer::message("a"));
    const QueueInfo info = view.infoOf("mail");
    QCOMPARE(info.states, (StateSet{TaskState::Due, TaskState::Trash}));
    QVERIFY2(info.elsewhere.contains("are in @celery"), info.elsewhere);
    const QueueInfo taken = view.infoOf(takenPlace);
    QCOMPARE(taken.states, StateSet{TaskState::Leased});
    QVERIFY2(taken.elsewhere.contains("no key contains it"), taken.elsewhere);
    const Duectl duectl(view.server.url());
    for (const QJsonValue& each : duectl.run("--layout celery queues --json").array()) {
        const QJsonObject row = each.toObject();
        QVERIFY(row[u"failed"_s].isNull() && row[u"done"_s].isNull());
        QCOMPARE(row[u"due"_s].isNull(), row[u"name"_s] == u"@celery"_s);
    }
    const Answer check = duectl.run("--layout celery check mail --failed 0");
    EXIT(check, 2);
    QVERIFY2(check.err.contains("Celery keeps no list"), check.all());
    EXIT(duectl.run("--layout celery check mail"), 3); // Messages don't record how long they have been waiting.
}

void TestCeleryLayout::whatWorkersTookIsTold()
{
    CeleryView view;
    view.server.take("t1", CeleryServer::message("same"), 30);
    view.server.take("t2", CeleryServer::message("same"), 20);
    view.server.take("t3", "{damaged", 10);
    view.server.call({"ZADD", "unacked_index", "5", "gone"}); // a message acknowledged during the scan
    const auto leased = view.pageOf(takenPlace, TaskState::Leased);
    QCOMPARE(leased.size(), std::size_t(3));
    QCOMPARE(leased[1].id, QByteArray("same~2"));
    QCOMPARE(leased[2].nativeState, QByteArray("damaged"));
    QCOMPARE(view.payload(takenPlace, "same"), shownArgs);
    QCOMPARE(factOf(view.detail(takenPlace, "same~2"), "routing key"), QByteArray("mail"));
    QCOMPARE(view.inspector().task(takenPlace, "nobody").error().code, ErrorCode::NotFound);
    QCOMPARE(view.inspector().payload(takenPlace, "nobody").error().code, ErrorCode::NotFound);
    QCOMPARE(idsOf(view.found(takenPlace, u"id:same*"_s)), (QByteArrayList{"same", "same~2"}));
}

void TestCeleryLayout::aResultIsFoundByItsId()
{
    CeleryView view;
    view.server.push(CeleryServer::message("waits"));
    view.server.call({"SET", "celery-task-meta-done",
        R"({"status": "SUCCESS", "result": {"n": 1.10}, "traceback": null, "children": [], "date_done": "2026-11-24T10:00:00.25", "task_id": "done"})"});
    view.server.call({"SET", "celery-task-meta-bad",
        R"({"status": "FAILURE", "result": {"exc_type": "KeyError", "exc_message": ["no retry"], "exc_module": "builtins"}, "traceback": "Traceback\n  x", "date_done": "2026-11-24T10:00:01+00:00", "task_id": "bad", "name": "jobs.bad", "args": ["a"], "kwargs": {}, "worker": "w@host", "retries": 2})"});
    view.server.call({"SET", "celery-task-meta-again", R"({"status": "RETRY", "result": null, "task_id": "again"})"});
    view.server.call({"SET", "celery-task-meta-odd", "\x80\x04no json"});
    view.server.call({"RPUSH", "celery-task-meta-list", "x"});
    {
        const QueueName queue = takenPlace;
        const TaskDetail done = view.detail(queue, "done");
        QCOMPARE(done.task.state, TaskState::Done);
        QCOMPARE(done.task.nativeState, QByteArray("success"));
        QCOMPARE(done.task.at, fromMs(1'795'514'400'250));
        QCOMPARE(done.result, std::optional<QByteArray>(R"({"n": 1.10})"));
        const TaskDetail bad = view.detail(queue, "bad");
        QCOMPARE(bad.task.state, TaskState::Failed);
        QCOMPARE(bad.task.error, QByteArray("KeyError: no retry"));
        QCOMPARE(bad.task.attempt, 3);
        QCOMPARE(typeOf(bad.task), QByteArrayView("jobs.bad"));
        QCOMPARE(bad.task.worker, QByteArray("w@host"));
        QCOMPARE(factOf(bad, "traceback"), QByteArray("Traceback\n  x"));
        QCOMPARE(view.payload(queue, "bad"), QByteArray(R"([["a"], {}])"));
        QCOMPARE(view.detail(queue, "again").task.state, TaskState::Retrying);
        for (const char* none : {"odd", "list", "nobody"})
            QCOMPARE(view.inspector().task(queue, none).error().code, ErrorCode::NotFound);
    }
    // A result that doesn't name its queue is listed only in `@celery`.
    for (const char* ended : {"done", "bad"}) {
        const Error missing = view.inspector().task("mail", ended).error();
        QCOMPARE(missing.code, ErrorCode::NotFound);
        QVERIFY2(missing.message.endsWith(u"open it in \"@celery\"."_s), qPrintable(missing.message));
        QCOMPARE(view.inspector().payload("mail", ended).error().code, ErrorCode::NotFound);
    }
    view.server.call({"SET", "celery-task-meta-says",
        R"({"status": "SUCCESS", "result": 1, "queue": "mail", "args": [7], "kwargs": {}})"});
    QCOMPARE(view.detail("mail", "says").task.state, TaskState::Done);
    QCOMPARE(view.payload("mail", "says"), QByteArray("[[7], {}]"));
    view.server.bind("other");
    QCOMPARE(view.inspector().task("other", "says").error().code, ErrorCode::NotFound);
    // A filter by id finds the result in `@celery`, although no count includes it.
    QCOMPARE(idsOf(view.found(takenPlace, u"id:bad"_s)), QByteArrayList{"bad"});
    QCOMPARE(idsOf(view.found(takenPlace, u"id:bad state:done"_s)), QByteArrayList());
    QCOMPARE(idsOf(view.found("mail", u"id:bad"_s)), QByteArrayList());
    QCOMPARE(view.infoOf(takenPlace).counts, StateCounts());
    // A waiting message's stored result is part of its details.
    view.server.call({"SET", "celery-task-meta-waits", R"({"status": "RETRY", "result": null, "task_id": "waits"})"});
    const TaskDetail waits = view.detail("mail", "waits");
    QCOMPARE(waits.task.state, TaskState::Due);
    QCOMPARE(factOf(waits, "result status"), QByteArray("RETRY"));
}

void TestCeleryLayout::bodiesAreReadForPeople()
{
    CeleryView view;
    view.server.push(CeleryServer::message("json"));
    QCOMPARE(view.payload("mail", "json"), shownArgs);
    QCOMPARE(factOf(view.detail("mail", "json"), "stored"), CeleryServer::message("json"));
    QCOMPARE(factOf(view.detail("mail", "json"), "root_id"), QByteArray(R"("json")"));
    const QByteArray pickle("\x80\x04\x8c\x02os\x8c\x06system\x93\x8c\x04true\x85R.", 24);
    view.server.push(
        CeleryServer::message("pickle", "null", pickle).replace("application/json", "application/x-python-serialize"));
    const QByteArray text = view.payload("mail", "pickle");
    QVERIFY2(text.contains("os.system") && text.contains("true"), text);
}

void TestCeleryLayout::whatNoWorkerCouldReadIsShownAsItIs()
{
    CeleryView view;
    for (const char* poison : {"{not json", "[1]", R"({"headers": {"id": "x"}})"})
        view.server.push(poison);
    view.server.push(CeleryServer::message("good"));
    const auto tasks = view.pageOf("mail", TaskState::Due);
    QCOMPARE(tasks.size(), std::size_t(4));
    for (std::size_t i = 0; i < 3; ++i) {
        QCOMPARE(tasks[i].nativeState, QByteArray("damaged"));
        QVERIFY2(tasks[i].error.contains("not a kombu message"), tasks[i].error);
        QVERIFY(tasks[i].id.startsWith("bytes-"));
    }
    QCOMPARE(tasks[0].preview, QByteArray("{not json"));
    QCOMPARE(tasks[3].nativeState, QByteArray("queued"));
}

void TestCeleryLayout::dueTimesStandOnTheTimeline()
{
    CeleryView view;
    for (int i = 0; i < 300; ++i)
        view.server.push(CeleryServer::message('p' + QByteArray::number(i)), "mail", '3');
    for (int i = 0; i < 5; ++i)
        view.server.push(CeleryServer::message('t' + QByteArray::number(i), farEta), "mail", i % 2 ? '0' : '9');
    const auto sumOf = [&view](TimePoint from, TimePoint to) {
        qint64 sum = 0;
        for (const TimelineBin& bin : CeleryView::value(view.inspector().timeline("mail", from, to, 10)))
            sum += bin.counts[TaskState::Due];
        return sum;
    };
    const TimePoint now = view.infoOf("mail").serverNow;
    QCOMPARE(sumOf(now - Millis(hourMs), now + Millis(hourMs)), 300);
    QCOMPARE(sumOf(fromMs(farEtaMs - hourMs), fromMs(farEtaMs + hourMs)), 5);
}

void TestCeleryLayout::queuesAreThoseThatAreBound()
{
    CeleryView view;
    QCOMPARE(view.names(), QByteArrayList());
    QCOMPARE(view.inspector().queue("mail").error().code, ErrorCode::NotFound);
    view.server.bind("idle");
    view.server.bind("one", "shop");
    view.server.bind("two", "shop");
    view.server.call({"SADD", "_kombu.binding.celery.pidbox", "\x06\x16\x06\x16w@host.celery.pidbox"});
    view.server.call({"SADD", "_kombu.binding.reply.celery.pidbox", "x\x06\x16\x06\x16y.reply.celery.pidbox"});
    view.server.call({"SADD", "_kombu.binding.celeryev",
        "worker.#\x06\x16\x06\x16"
        "celeryev.1"});
    view.server.call({"SET", "_kombu.binding.no-set", "x"});
    QCOMPARE(view.names(), (QByteArrayList{takenPlace, "idle", "one", "two"}));
    QCOMPARE(view.infoOf("idle").counts, StateCounts());
    QCOMPARE(view.infoOf("two").counts, StateCounts());
    view.server.call({"LPUSH", "alone", CeleryServer::message("a")}); // The queue no longer has a binding.
    QCOMPARE(view.infoOf("alone").counts[TaskState::Due], 1);
    QCOMPARE(view.inspector().queue("nobody").error().code, ErrorCode::NotFound);
}

/// Reading an item over the reply limit closes the connection. The search must still continue and be reported as
/// complete.
void TestCeleryLayout::longItemsHideNoQueue()
{
    CeleryView view;
    view.server.bind("mail");
    view.server.call({"LPUSH", "traced", CeleryServer::message("a").replace("\"mail\"", "\"traced\"")});
    view.server.call({"EVAL", "redis.call('RPUSH', KEYS[1], string.rep('x', 70 * 1024 * 1024))", "1", "long"});
    for (int i = 0; i < 10; ++i) {
        const QByteArray list = "longish" + QByteArray::number(i);
        view.server.call({"EVAL", "redis.call('RPUSH', KEYS[1], string.rep('x', 9 * 1024 * 1024))", "1", list});
    }
    QCOMPARE(view.names(), (QByteArrayList{takenPlace, "mail", "traced"}));
    QVERIFY(view.backend().discovery()->state().isComplete());
}

void TestCeleryLayout::keysLeftForTheNextRoundAreReported()
{
    CeleryView view;
    view.server.call({"EVAL",
        "for i = 0, 5999 do redis.call('SET', 'k' .. string.char(97 + i % 26, 97 + i / 26 % 26, 97 + i / 676), 1) end",
        "0"});
    const auto traced = [&view](const QByteArray& list) {
        view.server.call({"LPUSH", list, CeleryServer::message("a").replace("\"mail\"", '"' + list + '"')});
    };
    traced("celery");
    QVERIFY(view.names().contains("celery"));
    QVERIFY(!view.backend().discovery()->state().isComplete());
    traced("later");
    for (int i = 0; i < 20 && !view.backend().discovery()->state().isComplete(); ++i)
        QVERIFY(view.backend().discovery()->step().ok());
    QVERIFY(view.backend().discovery()->state().isComplete());
    QCOMPARE(view.names(), (QByteArrayList{takenPlace, "celery", "later"}));
}

void TestCeleryLayout::listsOfAnySeparatorAndPriorityAreRead_data()
{
    QTest::addColumn<QByteArray>("separator");
    QTest::newRow("kombu's own") << QByteArray("\x06\x16");
    QTest::newRow("a colon") << QByteArray(":");
    QTest::newRow("longer") << QByteArray("%#~");
}

/// Covers an application's transport options: `sep`, and `priority_steps` from 0 to 255.
void TestCeleryLayout::listsOfAnySeparatorAndPriorityAreRead()
{
    QFETCH(QByteArray, separator);
    CeleryView view;
    view.server.fillPriorities("orders", separator);
    // All messages, in the order workers claim them.
    const QByteArrayList all{"p0", "p1", "p3", "p5", "p6", "p9", "p100"};
    // Every view finds all lists, no matter which view is read first.
    QCOMPARE(idsOf(view.pageOf("orders", TaskState::Due)), all);
    view.open(u"celery"_s);
    QCOMPARE(view.found("orders", u"id:p*"_s).size(), std::size_t(all.size()));
    view.open(u"celery"_s);
    QCOMPARE(view.detail("orders", "p100").task.id, QByteArray("p100"));
    view.open(u"celery"_s);
    QCOMPARE(view.infoOf("orders").counts[TaskState::Due], all.size());
    QCOMPARE(view.names(), (QByteArrayList{takenPlace, "orders"}));
    // its priority's first message
    view.server.call({"LPUSH", "orders" + separator + "7", CeleryServer::message("p7")});
    QCOMPARE(view.infoOf("orders").counts[TaskState::Due], all.size() + 1);
    const Duectl duectl(view.server.url());
    const Answer queues = duectl.run("queues");
    EXIT(queues, 0);
    QVERIFY2(queues.out.contains("orders@celery") && !queues.all().contains("besides"), queues.all());
    const QJsonArray rows = duectl.run("--layout celery list orders --json").array();
    QCOMPARE(rows.size(), all.size() + 1);
}

void TestCeleryLayout::aQueueOfAnotherExchangeIsFoundByItsName()
{
    CeleryView view;
    view.server.bind("orders", "shop");
    view.server.call({"LPUSH", "orders", CeleryServer::message("a")});
    const QTemporaryDir nothingSeen;
    Duectl duectl(view.server.url());
    duectl.setVariable("XDG_STATE_HOME", nothingSeen.path());
    for (const char* name : {"orders", "orders@celery"}) {
        const Answer listed = duectl.run({u"list"_s, QString::fromLatin1(name), u"--json"_s});
        EXIT(listed, 0);
        QCOMPARE(listed.array().size(), 1);
        const Answer checked = duectl.run({u"check"_s, QString::fromLatin1(name)});
        QVERIFY2(checked.out.contains("orders@celery: ") && checked.out.contains("1 due"), checked.all());
    }
    QVERIFY(duectl.run("list nobody").code != 0);
}

void TestCeleryLayout::filtersFindWhatFieldsSay()
{
    CeleryView view;
    for (int i = 0; i < 20; ++i)
        view.server.push(
            CeleryServer::message('m' + QByteArray::number(i), i % 4 ? "null" : farEta), "mail", i % 2 ? '0' : '9');
    QCOMPARE(view.found("mail", u"native:eta"_s).size(), std::size_t(5));
    QCOMPARE(view.found("mail", u"type:jobs.*"_s).size(), std::size_t(20));
    QCOMPARE(view.found("mail", u"payload:12345678901234567890"_s).size(), std::size_t(20));
    QCOMPARE(view.found("mail", u"payload:nothing"_s).size(), std::size_t(0));
    QCOMPARE(idsOf(view.found("mail", u"id:m17"_s)), QByteArrayList{"m17"});
    QCOMPARE(view.found("mail", u"due>+1d"_s).size(), std::size_t(5));
    view.server.take("t", CeleryServer::message("waits", farEta));
    QCOMPARE(idsOf(view.found(takenPlace, u"native:\"eta at worker\""_s)), QByteArrayList{"waits"});
}

void TestCeleryLayout::redbeatsSchedulesAreListed()
{
    CeleryView view;
    view.server.bind("mail");
    const auto add = [&view](const QByteArray& name, const QByteArray& score, const QByteArray& definition) {
        view.server.call({"ZADD", "redbeat::schedule", score, "redbeat:" + name});
        view.server.call({"HSET", "redbeat:" + name, "definition", definition, "meta",
            R"({"last_run_at": {"__type__": "datetime", "year": 2026, "month": 11, "day": 24, "hour": 10, "minute": 0, "second": 1, "microsecond": 250000, "timezone": "UTC"}, "total_run_count": 3})"});
    };
    add("often", "1795606800.5",
        R"({"name": "often", "task": "jobs.ok", "args": [1.10], "kwargs": null, "options": {}, "schedule": {"__type__": "interval", "every": 300.0, "relative": false}, "enabled": true})");
    add("nightly", "1795610400",
        R"({"name": "nightly", "task": "jobs.night", "schedule": {"__type__": "crontab", "minute": "30", "hour": "3", "day_of_week": "*", "day_of_month": "*", "month_of_year": "*"}, "enabled": false})");
    add("odd", "1795610400", "{not json");
    const auto schedules = CeleryView::value(view.backend().schedules()->schedules(takenPlace));
    QCOMPARE(schedules.size(), std::size_t(3));
    QCOMPARE(schedules[0].schedule.name, QByteArray("nightly"));
    QCOMPARE(schedules[0].schedule.cron, QByteArray("30 3 * * *"));
    QVERIFY(!schedules[0].schedule.enabled && !schedules[0].next);
    QVERIFY(schedules[1].schedule.damaged);
    const ScheduleState& often = schedules[2]; // This schedule sorts after "odd".
    QCOMPARE(schedules[1].schedule.name, QByteArray("odd"));
    QCOMPARE(often.schedule.cron, QByteArray("@every 300000ms"));
    QCOMPARE(often.schedule.payload, QByteArray("[[1.10], {}]"));
    QCOMPARE(often.next, std::optional(fromMs(1'795'606'800'500)));
    QCOMPARE(often.last, std::optional(fromMs(1'795'514'401'250)));
    QVERIFY(CeleryView::value(view.backend().schedules()->schedules("mail")).empty());
    QCOMPARE(view.backend().schedules()->remove(takenPlace, "often").error().code, ErrorCode::NotSupported);
}

void TestCeleryLayout::anotherKindOfKeyIsNamed()
{
    CeleryView view;
    view.server.bind("mail");
    view.server.call({"HSET", CeleryServer::list("mail", '3'), "f", "v"});
    QVERIFY2(view.infoOf("mail").unreadable.contains("a different type of data"), view.infoOf("mail").unreadable);
    view.server.call({"SET", "unacked_index", "x"});
    QVERIFY(!view.infoOf(takenPlace).unreadable.isEmpty());
}

void TestCeleryLayout::allReadsChangeNothing()
{
    CeleryView view;
    for (const char step : {'0', '3', '6', '9'})
        view.server.push(CeleryServer::message(QByteArray("m") + step, step == '3' ? farEta : "null"), "mail", step);
    view.server.take("t", CeleryServer::message("taken"));
    view.server.call({"SET", "celery-task-meta-x", R"({"status": "SUCCESS", "result": 1})"});
    const auto before = keySpaceOf(view.server);
    view.server.call({"CONFIG", "RESETSTAT"});
    {
        CommandMonitor monitor(view.server);
        for (int i = 0; i < 3; ++i) {
            view.open(u"celery"_s);
            view.readEverything("mail", "m6");
            view.readEverything(takenPlace, "taken");
            view.detail(takenPlace, "x");
        }
        const auto commands = monitor.taken();
        QVERIFY(commands.size() > 100);
        for (const Command& command : commands)
            QVERIFY2(isReadCommand(command), command.front().constData());
    }
    QCOMPARE(writeCommandsRun(view.server), QByteArrayList());
    QCOMPARE(keySpaceOf(view.server), before);
}

void TestCeleryLayout::prefixesAreOpenedByTheirNames()
{
    CeleryView view(u"celery:shop_"_s);
    view.server.call({"SADD", "shop__kombu.binding.mail", "mail\x06\x16\x06\x16mail"});
    view.server.call({"LPUSH", "shop_mail", CeleryServer::message("a")});
    view.server.call({"LPUSH",
        "shop_mail\x06\x16"
        "9",
        CeleryServer::message("b")});
    view.server.push(CeleryServer::message("other"));
    QCOMPARE(view.names(), (QByteArrayList{"@celery:shop_", "mail"}));
    QCOMPARE(idsOf(view.pageOf("mail", TaskState::Due)), (QByteArrayList{"a", "b"}));
    view.open(u"celery"_s);
    QCOMPARE(view.names(), (QByteArrayList{takenPlace, "mail"}));
    QCOMPARE(idsOf(view.pageOf("mail", TaskState::Due)), QByteArrayList{"other"});
}

void TestCeleryLayout::allThatIsThereIsFound()
{
    CeleryView view;
    view.server.push(CeleryServer::message("a"));
    view.server.bind("two", "shop");
    view.server.call({"SADD", "shop__kombu.binding.mail", "mail\x06\x16\x06\x16mail"});
    view.server.call({"LPUSH", "shop_mail", CeleryServer::message("b")});
    const Duectl duectl(view.server.url());
    const Answer queues = duectl.run("queues");
    EXIT(queues, 0);
    for (const char* name : {"mail@celery ", "two@celery ", "@celery ", "mail@celery:shop_ "})
        QVERIFY2(queues.out.contains(name), queues.all());
    const Answer list = duectl.run("list mail@celery:shop_");
    EXIT(list, 0);
    QVERIFY2(list.out.contains("b"), list.all());
    EXIT(duectl.run("show mail@celery a"), 0);
}

void TestCeleryLayout::duectlListsAndShowsThem()
{
    CeleryView view;
    view.server.push(CeleryServer::message("plain"));
    view.server.push(CeleryServer::message("timed", farEta));
    view.server.take("t", CeleryServer::message("waits", farEta));
    const Duectl duectl(view.server.url());
    const Answer list = duectl.run("--layout celery list mail");
    EXIT(list, 0);
    QVERIFY2(list.out.contains("plain") && list.out.contains("timed") && list.out.contains("2099"), list.all());
    const QJsonObject row = duectl.run("--layout celery list @celery --json").array().at(0).toObject();
    QCOMPARE(row[u"native_state"_s].toString(), u"eta at worker"_s);
    const Answer shown = duectl.run("--layout celery show mail plain --payload");
    EXIT(shown, 0);
    QVERIFY2(shown.out.contains("12345678901234567890"), shown.all());
    const Answer exported = duectl.run("--layout celery export mail --all -");
    EXIT(exported, 0);
    QVERIFY2(exported.out.contains("timed") && exported.out.contains("plain"), exported.all());
    EXIT(duectl.run("--layout celery timeline mail"), 0);
    QVERIFY(duectl.run("--layout celery failures mail").isError(1)); // Failed messages belong to no queue.
}

void TestCeleryLayout::celeryItselfFillsAndWorksThem()
{
    if (const QString why = CeleryPeer::missing(); !why.isEmpty())
        QSKIP(qPrintable(why));
    for (const QString& prefix : {QString(), u"shop_"_s}) {
        const QString layout = prefix.isEmpty() ? u"celery"_s : u"celery:shop_"_s;
        const QueueName shared = '@' + layout.toUtf8();
        CeleryView view(layout);
        const CelerySetup setup{prefix};
        CeleryPeer::add(view.server,
            {uR"({"id": "a", "args": ["café", 1.5], "kwargs": {"n": 1}})"_s, uR"({"id": "p9", "priority": 9})"_s,
                uR"({"id": "p4", "priority": 4})"_s, uR"({"id": "bad", "task": "fail", "args": ["x"]})"_s,
                uR"({"id": "box", "pickle": true, "args": [[1, null]]})"_s, uR"({"id": "later", "in": 3600})"_s,
                uR"({"id": "big", "queue": "emails", "expires": 600})"_s},
            setup);
        QCOMPARE(view.names(), (QByteArrayList{shared, "emails", "mail"}));
        QCOMPARE(idsOf(view.pageOf("mail", TaskState::Due)), (QByteArrayList{"a", "bad", "box", "later", "p4", "p9"}));
        QCOMPARE(view.payload("mail", "a"),
            QByteArray(
                R"([["caf\u00e9", 1.5], {"n": 1}, {"callbacks": null, "errbacks": null, "chain": null, "chord": null}])"));
        QVERIFY2(view.payload("mail", "box").contains("[1,"), view.payload("mail", "box"));
        QVERIFY(view.detail("emails", "big").options.expiresAt.has_value());
        const TimePoint now = view.infoOf("mail").serverNow;
        const TimePoint due = *view.detail("mail", "later").task.dueAt;
        QVERIFY(due > now + Millis(3'000'000) && due < now + Millis(3'700'000));
        CeleryPeer worker(view.server, "mail", 0, setup);
        QTRY_COMPARE_WITH_TIMEOUT(worker.ran().size(), 5, 30'000);
        QTRY_COMPARE_WITH_TIMEOUT(view.infoOf(shared).counts[TaskState::Leased], 1, 30'000); // the message with an eta
        const auto taken = view.pageOf(shared, TaskState::Leased);
        QCOMPARE(taken.at(0).id, QByteArray("later"));
        QCOMPARE(taken.at(0).nativeState, QByteArray("eta at worker"));
        QCOMPARE(taken.at(0).dueAt, std::optional(due));
        QCOMPARE(view.infoOf("mail").counts, StateCounts());
        QCOMPARE(view.detail(shared, "a").result, std::optional<QByteArray>(R"({"count": 2})"));
        QVERIFY2(view.detail(shared, "bad").task.error.startsWith("ValueError: boom für"),
            view.detail(shared, "bad").task.error);
    }
}

QTEST_GUILESS_MAIN(TestCeleryLayout)
#include "tst_celerylayout.moc"
