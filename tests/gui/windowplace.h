// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/console/demo/demoqueues.h"
#include "core/console/profiles/keychainstore.h"
#include "core/layouts/catalogue/layoutregistry.h"
#include "core/redis/redisurl.h"
#include "tests/support/redisserver.h"
#include "ui/commands/commandpalette.h"
#include "ui/commands/filtercommands.h"
#include "ui/dialogs/addtaskdialog.h"
#include "ui/dialogs/adoptdialog.h"
#include "ui/dialogs/changesdialog.h"
#include "ui/dialogs/comparedialog.h"
#include "ui/dialogs/confirmdialog.h"
#include "ui/dialogs/connect/connectdialog.h"
#include "ui/dialogs/connect/describedialog.h"
#include "ui/dialogs/connect/designsdialog.h"
#include "ui/dialogs/connect/layoutdialog.h"
#include "ui/dialogs/connect/linkquestion.h"
#include "ui/dialogs/connect/passworddialog.h"
#include "ui/dialogs/discardquestion.h"
#include "ui/dialogs/edittaskdialog.h"
#include "ui/dialogs/helpdialog.h"
#include "ui/dialogs/importdialog.h"
#include "ui/dialogs/importtasksdialog.h"
#include "ui/dialogs/movedialog.h"
#include "ui/dialogs/namedialog.h"
#include "ui/dialogs/operationsclosedialog.h"
#include "ui/dialogs/pastquestion.h"
#include "ui/dialogs/readerdialog.h"
#include "ui/dialogs/rescheduledialog.h"
#include "ui/dialogs/settingsdialog.h"
#include "ui/dialogs/undodialog.h"
#include "ui/panels/dock.h"
#include "ui/panels/leases/leasedialog.h"
#include "ui/panels/schedules/removescheduledialog.h"
#include "ui/panels/schedules/scheduledialog.h"
#include "ui/panels/worker/workerclosedialog.h"
#include "ui/panels/worker/workerstartdialog.h"
#include "ui/presenters/settings/profiles.h"
#include "ui/timeline/timelinepane.h"
#include "ui/timeline/timelinetabledialog.h"
#include "ui/widgets/payloadedit.h"
#include "ui/widgets/tasks/tasktable.h"
#include "ui/window/mainwindow.h"

#include <QApplication>
#include <QDir>
#include <QTest>

namespace dueline {

/// The real window on a real server with the demo queues and private settings, and every dialog it can open, for tests
/// that inspect the entire program.
class WindowPlace
{
public:
    WindowPlace()
        : m_config((qputenv("XDG_CONFIG_HOME", m_folder.path().toUtf8()), true))
        , m_theme(*qobject_cast<QApplication*>(QCoreApplication::instance()))
        , m_bench(m_formatting)
        , m_window(m_theme, m_formatting, m_bench)
    {
        m_window.resize(1600, 1000);
        m_window.show();
    }

    MainWindow& window() { return m_window; }
    Workbench& bench() { return m_bench; }
    Theme& theme() { return m_theme; }
    RedisServer& server() { return m_server; }

    /// Resizes the window as if its edge were dragged, without changing the sizes of the panels.
    void resize(const QSize& size)
    {
        if (m_window.size() == size)
            return;
        Dock* dock = m_window.findChild<Dock*>();
        const bool open = dock->isOpen();
        m_window.resize(size);
        dock->setOpen(open);
        QTest::qWait(30);
    }

    /// Opens the server and shows a queue, the dock, and a failed task in the inspector.
    [[nodiscard]] bool fill(Environment environment = Environment::Development)
    {
        return fillDemoQueues(m_server.config()) && open(environment);
    }
    /// Replaces the names `webhooks` and `shop`. Call this before open(). `type` is the type that dialogs suggest and
    /// filter by.
    void use(const QueueName& queue, const QString& connection, const QByteArray& type = "webhook.deliver")
    {
        m_queue = queue;
        m_name = connection;
        m_type = type;
    }
    /// Opens the server without changing its data, and shows a queue, a failed task and the dock.
    [[nodiscard]] bool open(Environment environment = Environment::Development)
    {
        Profile profile;
        profile.name = m_name;
        profile.url = m_server.url();
        profile.environment = environment;
        auto connection = Connection::open(profile);
        if (!connection)
            return false;
        Connection& opened = **connection;
        m_bench.connections().add(std::move(*connection));
        const bool loaded = QTest::qWaitFor(
            [this, &opened] {
                if (m_bench.view().place().queue != m_queue)
                    m_bench.view().show({opened.id(), m_queue, {}});
                return m_bench.view().queue() && m_bench.list().tasks().rowCount() > 0
                    && m_bench.list().tasks().taskAt(0);
            },
            10'000);
        if (!loaded)
            return false;
        m_window.table().setCurrentIndex(m_bench.list().tasks().index(0, TaskTableModel::Type));
        if (Dock* dock = m_window.findChild<Dock*>())
            dock->setOpen(true);
        return QTest::qWaitFor([this] { return m_window.table().currentTask() != nullptr; }, 5'000);
    }

    /// Starts the embedded worker on all queues.
    [[nodiscard]] bool startWorker()
    {
        std::vector<QueueName> queues;
        for (const QueueInfo& queue : m_bench.view().current()->queues())
            queues.push_back(queue.name);
        return m_bench.connections().worker().start(*m_bench.view().current(), queues, WorkerSettings::demo()).ok();
    }

    /// Makes the last loaded failed task current and scrolls it to the middle of the table. Returns false if there is
    /// none.
    bool showFailedTask()
    {
        TaskTableModel& tasks = m_bench.list().tasks();
        for (int row = tasks.rowCount() - 1; row >= 0; --row) {
            const Task* task = tasks.taskAt(row);
            if (!task || task->state != TaskState::Failed)
                continue;
            m_window.table().setFocus();
            m_window.table().select(task->id);
            m_window.table().centre(m_window.table().currentIndex());
            return true;
        }
        return false;
    }
    /// Brushes the last 35 minutes.
    void brush()
    {
        m_window.timelinePane().timeline().setBrush(
            TimeRange{m_bench.view().now() - std::chrono::minutes(35), m_bench.view().now()});
    }

    /// Shows each panel in the dock and calls `look` for it.
    template <typename Look> void forEachPanel(Look look)
    {
        Dock* dock = m_window.findChild<Dock*>();
        for (const QString& id : dock ? dock->ids() : QStringList()) {
            dock->open(id);
            QTest::qWait(20);
            look(id);
        }
    }

    /// Shows each dialog and calls `look` with it and its name.
    template <typename Look> void forEachDialog(Look look)
    {
        const Task task = *m_window.table().currentTask();
        std::vector<TaskRef> refs{TaskTableModel::refOf(task)};
        const Profile& profile = m_bench.view().current()->profile();
        Profile production = profile;
        production.name = m_name;
        production.environment = Environment::Production;
        const auto with = [&look](QDialog& dialog, const char* name) {
            dialog.show();
            QTest::qWait(20);
            // Save screenshots for manual review, in the test's language.
            if (const QString folder = qEnvironmentVariable("DUELINE_DIALOG_PICTURES"); !folder.isEmpty())
                dialog.grab().save(QDir(folder).filePath(QString::fromLatin1(name) + QStringLiteral(".png")));
            look(dialog, QString::fromLatin1(name));
            dialog.done(QDialog::Rejected); // discards any input
        };
        const QStringList types{QString::fromUtf8(m_type), QStringLiteral("mail.send")};
        AddTaskDialog add(m_theme, m_formatting, *m_bench.view().queue(), types, QString::fromUtf8(m_queue),
            Environment::Production, Millis(0), &m_window);
        with(add, "add");
        EditableTask held;
        held.detail.task = task;
        held.payload = "{\"to\": \"https://hooks.example/9f31\", \"body\": \"<b>x</b>\"}";
        for (const char* kind : {"text", "odd", "large", "masked"}) {
            EditTaskDialog edit(m_theme, m_formatting, *m_bench.view().queue(), held, QString::fromUtf8(m_queue),
                Environment::Production, std::chrono::hours(24), {kind[0] == 'm', false}, &m_window);
            with(edit, QByteArray("edit-").append(kind).constData());
            held.payload = kind[0] == 't' ? std::optional(QByteArray("\0\xff", 2)) : std::nullopt;
        }
        EditableTask broken = held;
        broken.detail.task.state = TaskState::Failed;
        broken.payload = R"({"1":"ana@example","2":{"3":[{"4":0,"5":48018866}]}})"; // no words to translate
        EditTaskDialog mend(m_theme, m_formatting, *m_bench.view().queue(), broken, QString::fromUtf8(m_queue),
            Environment::Production, std::chrono::hours(24), {false, true}, &m_window);
        auto& payload = *mend.findChild<PayloadEdit*>();
        payload.format();
        payload.setPlainText(payload.toPlainText().replace(QStringLiteral(": 0"), QStringLiteral(": 7")));
        with(mend, "edit-failed");
        AddTaskDialog copy(m_theme, m_formatting, *m_bench.view().queue(), types, QString::fromUtf8(m_queue),
            Environment::Production, Millis(0), &m_window);
        copy.copy(held);
        with(copy, "copy");
        PastQuestion past(
            m_theme, add.windowTitle(), m_formatting.exact(m_bench.view().now()), Environment::Production, &m_window);
        with(past, "past");
        DiscardQuestion discards(m_theme, add.windowTitle(), &m_window);
        with(discards, "discard");
        showComparisons(with);
        OperationRequest request;
        request.queue = m_queue;
        request.action.kind = ActionKind::Discard;
        request.selection.kind = TaskSelection::Kind::Refs;
        request.selection.refs = refs;
        request.selection.refs.push_back({"webhook.deliver#7", TaskState::Leased, "1-a.1-1", m_bench.view().now()});
        request.selection.refs.push_back({"webhook.deliver#8", TaskState::Retrying, {}, m_bench.view().now()});
        OperationPreview preview;
        preview.total = 2;
        ++preview.counts[task.state];
        ++preview.counts[TaskState::Retrying];
        preview.firstDue = preview.lastDue = m_bench.view().now();
        preview.undoable = true;
        preview.undoFor = preview.heldFor = std::chrono::hours(24);
        preview.undoBytes = 420;
        ActivityRow acting;
        acting.connectionName = production.name;
        acting.record.kind = "reschedule";
        acting.record.queue = m_queue;
        acting.phase = ActivityRow::Phase::Running;
        acting.progress.phase = OperationProgress::Phase::Acting;
        acting.progress.done = 412'000;
        acting.progress.total = 1'000'000;
        OperationsCloseDialog closing(m_theme, {acting}, &m_window);
        with(closing, "operations-close");
        ConfirmDialog confirm(m_theme, m_formatting, request, profile, m_bench.view().now(), &m_window);
        confirm.setPreview(preview);
        with(confirm, "confirm");
        OperationRequest all = request;
        all.selection = {TaskSelection::Kind::Filter, {}, {},
            *TaskFilter::parse(QStringLiteral("state:failed type:") + types.front())};
        ConfirmDialog filter(m_theme, m_formatting, all, profile, m_bench.view().now(), &m_window, 3);
        filter.setLooked(1'200'000);
        with(filter, "confirm-filter-looking");
        preview.skipped.add(SkipReason::NeedsForce, 3);
        filter.setPreview(preview);
        with(filter, "confirm-filter");
        preview.skipped = {};
        ConfirmDialog typed(m_theme, m_formatting, request, production, m_bench.view().now(), &m_window);
        preview.total = 655;
        preview.undoBytes = 1'400'000;
        preview.counts[TaskState::Failed] = 640;
        preview.counts[TaskState::Retrying] = 15;
        typed.setPayload(1'234'567);
        typed.setPreview(preview);
        with(typed, "confirm-production");
        OperationRequest staged = all;
        staged.action.kind = ActionKind::Retry;
        ConfirmDialog canary(m_theme, m_formatting, staged, production, m_bench.view().now(), &m_window, 1'234'567);
        canary.setCapabilities(Capabilities::everything("native"));
        preview.total = 1'234'567;
        preview.listBytes = 40'000'000;
        preview.counts[TaskState::Failed] = 1'234'552;
        canary.show(); // The dialog opens in this state; the preview is ready once the tasks have been counted.
        QTest::qWait(20);
        canary.setPreview(preview);
        with(canary, "confirm-canary");
        ConfirmDialog later(m_theme, m_formatting, staged, profile, m_bench.view().now(), &m_window, 1'234'567);
        later.setCapabilities(Capabilities::everything("native"));
        later.setMode(FilterAction::Mode::Later);
        later.setPreview(preview);
        with(later, "confirm-later");
        ConnectDialog connect(m_theme, nullptr, &m_window);
        with(connect, "connect");
        for (const char* layout : {"zset:jobs?unit=ms", "zset:tasks?lock=lock_%1&lockfor=2m", "cron:delayed",
                 "list:task_queue?results=jobs", "resend:test_queue", "pubsub:new_job?keys=job*"}) {
            const auto spec = parseLayout(QString::fromLatin1(layout));
            const QByteArray name
                = QByteArray(layout).replace(QByteArray("?"), " ").split(' ').front().replace(':', '-');
            LayoutDialog chosen(m_theme, m_formatting, QString::fromLatin1(layout), &m_window);
            chosen.setConnection(m_bench.view().current()->spec());
            with(chosen, ("layout-" + name).constData());
            AddTaskDialog given(m_theme, m_formatting, *m_bench.view().queue(), {}, QStringLiteral("jobs"),
                Environment::Staging, Millis(0), &m_window, AddTaskRules::of(*spec));
            with(given, ("add-" + name).constData());
            AdoptRequest adoption;
            adoption.from = m_bench.view().current()->spec();
            adoption.from.layout = *spec;
            AdoptDialog adopted(m_theme, m_formatting, adoption, production, &m_window);
            with(adopted, ("adopt-" + name).constData());
        }
        for (const char* layout : {"bullmq:shop?major=5", "bull:shop?stamped=yes", "sidekiq:shop"}) {
            const auto spec = parseLayout(QString::fromLatin1(layout));
            const QByteArray name = QByteArray(layout).left(QByteArray(layout).indexOf(':'));
            LayoutDialog chosen(m_theme, m_formatting, QString::fromLatin1(layout), &m_window);
            chosen.setConnection(m_bench.view().current()->spec());
            with(chosen, ("layout-" + name).constData());
            AddTaskDialog given(m_theme, m_formatting, *m_bench.view().queue(), {}, QStringLiteral("jobs"),
                Environment::Staging, Millis(0), &m_window, AddTaskRules::of(*spec));
            with(given, ("add-" + name).constData());
        }
        const QString matched = QStringLiteral("state:failed type:%1*").arg(QString::fromUtf8(m_type));
        TransferScope scope{m_queue, refs, *TaskFilter::parse(matched)};
        scope.selected.push_back({"webhook.deliver#7", TaskState::Retrying, {}, m_bench.view().now()});
        ExportDialog exported(m_theme, m_bench.view().current()->spec(), production, scope, &m_window);
        exported.setFile(QStringLiteral("/home/ops/webhooks.jsonl"));
        with(exported, "export");
        const QString lines = QDir(m_folder.path()).filePath(QStringLiteral("tasks.jsonl"));
        QFile file(lines);
        if (file.open(QIODevice::WriteOnly))
            file.write("{\"type\":\"mail\"}\n{\"type\":\"mail\",\"state\":\"failed\"}\n{\"id\":7}\nnonsense\n");
        file.close();
        ImportTasksDialog imported(
            m_theme, m_bench.view().current()->spec(), Access::ReadOnly, profile, m_queue, &m_window);
        with(imported, "import-tasks-empty");
        imported.setFile(lines);
        (void)QTest::qWaitFor([&imported] { return imported.isLookedAt(); }, 5'000);
        with(imported, "import-tasks");
        const MoveGoal goal{m_name, m_bench.view().current()->spec(), Access::Operate, "redis://shop",
            {"mail", m_queue + '-' + m_queue}};
        MoveDialog moved(m_theme, production, scope, {goal}, &m_window);
        with(moved, "move-empty");
        moved.setQueue(QStringLiteral("archive"));
        (void)QTest::qWaitFor([&moved] { return moved.isLookedAt(); }, 5'000);
        with(moved, "move");
        DesignsDialog designs(m_theme, &m_window);
        with(designs, "designs");
        showDescription(with);
        HelpDialog help(m_theme, m_window.actions(), &m_window);
        with(help, "help");
        ChangesDialog changes(m_theme, compiledChangelog(), &m_window);
        with(changes, "changes");
        RescheduleDialog reschedule(m_theme, m_formatting, refs, m_queue, Environment::Staging, m_bench.view().now(),
            std::chrono::hours(24), &m_window);
        with(reschedule, "reschedule");
        for (int i = 0; i < 411; ++i)
            refs.push_back({"webhook.deliver#" + QByteArray::number(i), TaskState::Retrying, {},
                m_bench.view().now() + std::chrono::seconds(20 + i * i / 30)});
        refs.push_back({"webhook.deliver#l", TaskState::Leased, "1-a.1-1", m_bench.view().now()});
        RescheduleDialog many(m_theme, m_formatting, refs, m_queue, Environment::Production, m_bench.view().now(),
            std::chrono::hours(24), &m_window);
        with(many, "reschedule-production");
        NameDialog name(m_theme, FilterCommands::tr("Save filter"), QStringLiteral("state:failed"),
            QStringLiteral("Failed today"), FilterCommands::tr("Save"), &m_window);
        with(name, "name");
        ReaderDialog reader(m_theme, QStringLiteral("mail.send"), {}, &m_window);
        with(reader, "reader");
        PasswordDialog password(m_theme, production, &m_window);
        with(password, "password");
        WorkerStartDialog start(m_theme, production, QString::fromUtf8(m_queue), WorkerSettings::demo(), &m_window);
        with(start, "worker-start");
        WorkerCloseDialog close(m_theme, m_bench.connections().worker(), &m_window);
        with(close, "worker-close");
        std::vector<LeaseRow> leases(31);
        for (std::size_t i = 0; i < leases.size(); ++i) {
            leases[i].queue = i % 3 ? m_queue : "mail";
            leases[i].task.id = "webhook.deliver#" + QByteArray::number(i);
            leases[i].task.worker = i % 2 ? "shop-1" : "";
        }
        LeaseDialog release(m_theme, profile, LeaseDialog::Kind::Release, leases, &m_window);
        with(release, "lease-release");
        LeaseDialog cancel(m_theme, production, LeaseDialog::Kind::Cancel, leases, &m_window);
        with(cancel, "lease-cancel-production");
        SettingsDialog settings(m_theme, Preferences(), &m_window);
        with(settings, "settings");
        ScheduleDialog::Subject recurring;
        recurring.queue = m_queue;
        recurring.queues = {"mail", m_queue};
        recurring.types = types;
        recurring.connection = m_name;
        ScheduleDialog recurs(m_theme, m_formatting, recurring, &m_window);
        with(recurs, "schedule");
        RemoveScheduleDialog ends(m_theme, m_queue, recurs.schedule(), production, &m_window);
        with(ends, "schedule-remove");
        TimelineTableDialog twin(m_theme, m_formatting, m_window.timelinePane().timeline().data(),
            QString::fromUtf8(m_queue), m_bench.view().now(), &m_window);
        with(twin, "timeline-table");
        OperationRecord discarded;
        discarded.queue = m_queue;
        discarded.id = "webhooks/7";
        discarded.kind = "discard";
        discarded.done = 1'200;
        UndoDialog undo(m_theme, {discarded}, production, &m_window);
        with(undo, "undo-production");
        KeychainStore secrets(Millis(1'000));
        Profiles kept(
            ProfileStore(QDir(m_folder.path()).filePath(QStringLiteral("kept.json"))), secrets, Credentials());
        ImportDialog connections(m_theme, kept, &m_window);
        connections.setText("rediss://ops@10.0.0.6:6380/1 orders\nredis://10.0.0.7\n", {});
        with(connections, "import-connections");
        if (const auto target = parseRedisUrl(QStringLiteral("rediss://10.0.0.7:6380?ssh=me@10.0.0.8"))) {
            LinkQuestion question(*target, {}, &m_window);
            with(question, "link-question");
        }
        CommandPalette palette(m_theme, CommandPalette::entriesOf(m_window.actions()), false, &m_window);
        with(palette, "palette");
    }

private:
    /// Shows the proposal for an unknown queue. The queue exists only as long as the dialog.
    template <typename With> void showDescription(With with)
    {
        for (int i = 0; i < 12; ++i) {
            const QByteArray id = "order-" + QByteArray::number(1000 + i);
            m_server.call({"ZADD", "jobs:due", QByteArray::number(toMs(m_bench.view().now()) + 60'000 * i), id});
            m_server.call({"HSET", "jobs:data", id, R"({"type":"order.ship","city":"Basel","tries":1})"});
            m_server.call({"LPUSH", "jobs:failed", "order-" + QByteArray::number(2000 + i)});
        }
        DescribeDialog described(m_theme, m_formatting, m_bench.view().current()->spec(), m_name,
            Environment::Production, DescribeDialog::Use::Connect, &m_window);
        (void)QTest::qWaitFor([&described] { return !described.isBusy(); }, 10'000);
        with(described, "describe");
        m_server.call({"DEL", "jobs:due", "jobs:data", "jobs:failed"});
    }
    template <typename With> void showComparisons(With with)
    {
        TaskDetail a;
        a.task.id = "webhook.deliver#9f31c2a0b1c2d3e4";
        a.task.state = TaskState::Failed;
        a.task.at = m_bench.view().now();
        a.task.attempt = a.task.maxAttempts = 5;
        a.task.worker = "worker-a";
        a.task.error = "ECONNREFUSED 10.2.3.4:443\nat deliver (webhook.js:41)\nat run (worker.js:7)";
        a.options.expiresAt = m_bench.view().now() + std::chrono::hours(4);
        TaskDetail b = a;
        b.task.id = "webhook.deliver#a071";
        b.task.state = TaskState::Scheduled;
        b.task.attempt = 1;
        b.options = {};
        b.options.keepResult = true;
        b.task.error = "ECONNREFUSED 10.2.3.4:443\nat deliver (webhook.js:43)";
        Comparison tasks = compareDetails(a, b);
        tasks.masked = true;
        tasks.contents.insert(tasks.contents.begin(),
            {"payload",
                compareContents(
                    R"({"url":"https://hooks.example/a","customer":{"id":18446744073709551615,"old":true}})",
                    "{\"url\":\"https://hooks.example/"
                    "b\",\"customer\":{\"id\":18446744073709551616},\"new\":\"\xe2\x80\xae<b>\"}")});
        const QString where = QStringLiteral("webhooks on shop");
        const auto show = [&](const Comparison& comparison, const char* name, const QString& of) {
            CompareDialog dialog(m_theme, m_formatting, comparison, {of + u'1', of + u'2', {}}, where,
                Environment::Production, &m_window);
            with(dialog, name);
        };
        show(tasks, "compare", QString::fromLatin1(a.task.id));
        const Attempt first{
            1, "worker-a", m_bench.view().now(), m_bench.view().now() + Millis(2'345), "failed", a.task.error};
        const Attempt second{2, "worker-b", m_bench.view().now(), m_bench.view().now() + Millis(41), "expired", {}};
        show(compareAttempts(first, second, false), "compare-attempts", QStringLiteral("attempt "));
        Comparison odd;
        odd.contents.push_back({"payload",
            compareContents(QByteArray("\0\xff{}odd bytes, more than a row", 30), QByteArray("\0\xfe", 2))});
        QByteArray lines;
        QByteArray others;
        for (int i = 0; i < 1'500; ++i) {
            lines += QByteArray::number(i) + '\n';
            others += QByteArray::number(i * 7 + 1) + "!\n";
        }
        odd.contents.push_back({"result", compareContents(lines, others)});
        show(odd, "compare-limits", QStringLiteral("webhook.deliver#"));
        show(compareDetails(a, a), "compare-same", QStringLiteral("webhook.deliver#"));
    }

    QueueName m_queue = "webhooks";
    QString m_name = QStringLiteral("shop");
    QByteArray m_type = "webhook.deliver";
    QTemporaryDir m_folder;
    bool m_config;
    RedisServer m_server;
    Theme m_theme;
    Formatting m_formatting{QTimeZone::utc()};
    Workbench m_bench;
    MainWindow m_window;
};

} // namespace dueline
