// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/standardstreams.h"
#include "core/console/operations/operationrun.h"
#include "core/layouts/catalogue/layoutregistry.h"
#include "core/layouts/described/describedlayout.h"
#include "core/redis/sandbox.h"
#include "tests/bench/layout/serverprobe.h"
#include "tests/support/must.h"
#include "tests/support/programoptions.h"
#include "tests/support/sourcepath.h"

#include <QCoreApplication>
#include <QElapsedTimer>
#include <QTemporaryDir>

#include <algorithm>
#include <array>
#include <cstdio>
#include <map>

using namespace dueline;
using namespace Qt::StringLiterals;

namespace {

const QueueName queue = "bench";
constexpr qint64 future = 1'900'000'000; ///< due time of the first task that is not due, in Unix seconds
constexpr qint64 past = 1'700'000'000;
constexpr int perClaim = 100;
constexpr int perPage = 100;

enum class Keys : quint8 { Cron, SortedSet, List, Strings };

/// Design with both a class and a layout file to compare.
struct Design
{
    const char* name;
    Keys keys;
    const char* byHand; ///< name of the layout implemented by a class
    const char* file; ///< fixture in tests/support/layouts, with its parameters
    bool isRun = true; ///< true if the file allows Dueline to run the tasks
};

constexpr std::array designs{Design{"cron", Keys::Cron, "cron:bench", "cron.toml?key=bench"},
    Design{"zset", Keys::SortedSet, "zset:bench", "zset.toml?key=bench"},
    Design{"zset with locks", Keys::SortedSet, "zset:bench?lock=lock_%1", "zset-lock.toml?key=bench", false},
    Design{"list", Keys::List, "list:bench", "list.toml?key=bench"},
    Design{"pubsub", Keys::Strings, "pubsub:bench?keys=job*", "pubsub.toml?channel=bench", false}};

/// Cost of one unit of work: elapsed time, and the server process's CPU time.
struct Cost
{
    double wall = 0;
    double server = 0;
};

double median(std::vector<double> values)
{
    std::sort(values.begin(), values.end());
    const std::size_t half = values.size() / 2;
    return values.size() % 2 ? values[half] : (values[half - 1] + values[half]) / 2;
}

Cost median(const std::vector<Cost>& costs)
{
    std::vector<double> wall;
    std::vector<double> server;
    for (const Cost& cost : costs) {
        wall.push_back(cost.wall);
        server.push_back(cost.server);
    }
    return {median(std::move(wall)), median(std::move(server))};
}

void check(bool holds, const char* what)
{
    if (!holds)
        qFatal("The benchmark did not measure what it should: %s.", what);
}

class Bench
{
public:
    Bench(const RedisConfig& config, int tasks, int repetitions)
        : m_config(config)
        , m_probe(config)
        , m_tasks(tasks)
        , m_repetitions(repetitions)
    {
        must(m_probe.open());
    }

    void compare(const Design& design);

private:
    using Costs = std::map<QByteArray, std::vector<Cost>>;

    std::unique_ptr<Backend> open(const LayoutSpec& layout)
    {
        return must(openLayout(layout, m_config, "dueline", "bench", Access::OperateAndWork));
    }
    /// Replaces everything on the server with `tasks` tasks of the design.
    void fill(Keys keys, qint64 firstDue, int tasks);
    template <typename Work> Cost cost(int units, const Work& work)
    {
        const double cpu = m_probe.processCpu();
        QElapsedTimer timer;
        timer.start();
        work();
        const double wall = double(timer.nsecsElapsed()) / 1e3;
        return {wall / units, (m_probe.processCpu() - cpu) / units};
    }
    void claimAll(Backend& backend, int tasks, Costs& costs);
    Cost pages(Backend& backend, TaskState state, int tasks);
    Cost act(Backend& backend, ActionKind kind);
    void measure(const Design& design, const LayoutSpec& layout, bool isRun, Costs& costs);

    RedisConfig m_config;
    ServerProbe m_probe;
    int m_tasks;
    int m_repetitions;
};

void Bench::fill(Keys keys, qint64 firstDue, int tasks)
{
    constexpr int perCall = 500;
    m_probe.call({"FLUSHALL"});
    for (int first = 0; first < tasks; first += perCall) {
        Command command{keys == Keys::List ? "LPUSH" : keys == Keys::Strings ? "MSET" : "ZADD"};
        if (keys != Keys::Strings)
            command.push_back(queue);
        for (int i = first; i < std::min(tasks, first + perCall); ++i) {
            const QByteArray due = QByteArray::number(firstDue + i);
            const QByteArray number = QByteArray::number(i).rightJustified(6, '0');
            if (keys == Keys::Cron)
                command.insert(command.end(), {due, "backup_" + due});
            else if (keys == Keys::SortedSet)
                command.insert(command.end(), {due, "task" + number});
            else if (keys == Keys::Strings)
                command.insert(command.end(), {"job" + number, due});
            else
                command.push_back(R"({"kind":"mail","to":"user)" + number + R"(@example.org"})");
        }
        check(!m_probe.call(command).isError(), "a task was not added");
    }
}

/// Claims, loads and acknowledges tasks in batches.
void Bench::claimAll(Backend& backend, int tasks, Costs& costs)
{
    Cost claims;
    Cost others;
    for (int done = 0; done < tasks; done += perClaim) {
        std::vector<Lease> leases;
        const Cost claim = cost(tasks, [&] {
            leases = must(backend.broker()->claim({queue, perClaim, Millis(600'000), {true, {}, {}}})).leases;
        });
        check(int(leases.size()) == perClaim, "a claim was not full");
        const Cost rest = cost(tasks, [&] {
            check(int(must(backend.broker()->load(queue, leases)).size()) == perClaim, "a payload is missing");
            std::vector<Ack> acks;
            for (const Lease& lease : leases)
                acks.push_back({lease.id, lease.token, {}});
            for (const WriteOutcome outcome : must(backend.broker()->ack(queue, acks, {})))
                check(outcome == WriteOutcome::Accepted, "an ack was not accepted");
        });
        claims = {claims.wall + claim.wall, claims.server + claim.server};
        others = {others.wall + rest.wall, others.server + rest.server};
    }
    costs["claim"].push_back(claims);
    costs["load and ack"].push_back(others);
}

/// Reads pages throughout the queue. Returns the cost per page.
Cost Bench::pages(Backend& backend, TaskState state, int tasks)
{
    constexpr int reads = 40;
    std::vector<double> wall;
    const Cost all = cost(reads, [&] {
        for (int i = 0; i < reads; ++i) {
            QElapsedTimer timer;
            timer.start();
            const qint64 offset = qint64(tasks - perPage) * i / reads;
            const TaskPage page = must(backend.inspector().page({queue, state, offset, perPage}));
            wall.push_back(double(timer.nsecsElapsed()) / 1e3);
            check(int(page.tasks.size()) == perPage && page.total == tasks, "a page was not full");
        }
    });
    return {median(std::move(wall)), all.server};
}

/// Runs an action on all tasks, like duectl and the window. Returns the cost per task.
Cost Bench::act(Backend& backend, ActionKind kind)
{
    OperationRequest request;
    request.queue = queue;
    request.by = "bench@here";
    request.action.kind = kind;
    request.states = StateSet::all();
    if (kind == ActionKind::Reschedule) {
        request.action.time = Action::Time::Shift;
        request.action.by = std::chrono::hours(1);
    }
    OperationRun run(request);
    check(must(run.preview(backend)).total == m_tasks, "not all tasks were selected");
    return cost(m_tasks, [&] {
        const OperationProgress done = must(run.finish(backend));
        check(done.done == m_tasks, "not all tasks were changed");
    });
}

void Bench::measure(const Design& design, const LayoutSpec& layout, bool isRun, Costs& costs)
{
    const bool hasTimes = design.keys != Keys::List;
    const TaskState state = hasTimes ? TaskState::Scheduled : TaskState::Due;
    fill(design.keys, future, m_tasks);
    auto backend = open(layout);
    costs["page of 100"].push_back(pages(*backend, state, m_tasks));
    for (const auto& [step, kind] :
        {std::pair("reschedule", ActionKind::Reschedule), std::pair("discard", ActionKind::Discard)}) {
        if (!hasTimes && kind == ActionKind::Reschedule)
            continue;
        fill(design.keys, future, m_tasks);
        backend = open(layout); // discards what the backend cached while reading pages
        costs[step].push_back(act(*backend, kind));
    }
    if (!isRun)
        return;
    fill(design.keys, past, m_tasks);
    backend = open(layout);
    claimAll(*backend, m_tasks - 10 * perPage, costs);
    costs["page of 100, with claimed tasks"].push_back(pages(*backend, TaskState::Due, 10 * perPage));
}

void Bench::compare(const Design& design)
{
    const LayoutSpec byHand = must(parseLayout(QString::fromLatin1(design.byHand)));
    const LayoutSpec file
        = must(parseLayout(u"file:"_s + sourcePath(u"tests/support/layouts/"_s + QLatin1StringView(design.file))));
    must(allowFileLayout(file.parameters().get(), m_config));
    Costs ofHand;
    Costs ofFile;
    for (int i = 0; i < m_repetitions; ++i) {
        measure(design, byHand, true, ofHand);
        measure(design, file, design.isRun, ofFile);
    }
    for (const char* step :
        {"page of 100", "page of 100, with claimed tasks", "claim", "load and ack", "reschedule", "discard"}) {
        if (!ofHand.contains(step))
            continue;
        const Cost hand = median(ofHand[step]);
        if (!ofFile.contains(step)) {
            std::printf("| %s | %s | %.1f | | | %.1f | | |\n", design.name, step, hand.wall, hand.server);
            continue;
        }
        const Cost described = median(ofFile[step]);
        std::printf("| %s | %s | %.1f | %.1f | %.2f | %.1f | %.1f | %.2f |\n", design.name, step, hand.wall,
            described.wall, described.wall / hand.wall, hand.server, described.server, described.server / hand.server);
    }
    std::fflush(stdout);
}

} // namespace

/// Compares layouts implemented by classes with layout files for the same keys; see README.md.
int main(int argc, char** argv)
{
    fillStandardStreams();
    const QCoreApplication application(argc, argv);
    ProgramOptions given("Compares layouts that are classes with layout files for the same keys.");
    given.add("tasks", "Tasks in the queue. A file shows at most 5,000 keys per place.", "N", "4000");
    given.add("repetitions", "How often everything is measured; the table shows medians.", "N", "5");
    given.add("only", "Only designs whose name contains this.", "TEXT");
    given.add("server-core", "Pin the private server to this core.", "N");
    given.process(application);
    const int tasks = given.number("tasks", 20 * perPage) / perPage * perPage;

    const QTemporaryDir state; // stores the user's consent to the layout files
    qputenv("XDG_STATE_HOME", state.path().toUtf8());
    SandboxOptions options;
    options.extraArguments = QStringList{u"--maxmemory"_s, u"0"_s};
    if (given.isSet("server-core"))
        options.extraArguments << u"--server_cpulist"_s << given.text("server-core");
    const auto sandbox = must(Sandbox::start(options));
    std::printf("| design | step | class, us | file, us | ratio | class, us of Redis | file, us of Redis | ratio |\n"
                "|---|---|---|---|---|---|---|---|\n");
    Bench bench(sandbox->config(), tasks, given.number("repetitions", 1));
    for (const Design& design : designs) {
        if (QByteArrayView(design.name).contains(given.text("only").toUtf8()))
            bench.compare(design);
    }
    return 0;
}
