// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/text.h"
#include "core/queue/outcome.h"
#include "tests/gui/facts.h"
#include "tests/gui/hostilelook.h"
#include "tests/gui/openwindow.h"
#include "tests/support/hostilestrings.h"
#include "ui/inspector/inspector.h"
#include "ui/inspector/payloadview.h"
#include "ui/panels/dock.h"
#include "ui/panels/results/resultspanel.h"
#include "ui/panels/worker/workerlogpane.h"
#include "ui/timeline/timelinewidget.h"
#include "ui/widgets/tasks/tasktable.h"

#include <QAbstractButton>
#include <QDesktopServices>
#include <QDir>
#include <QFile>
#include <QTcpServer>
#include <QTcpSocket>
#include <QTemporaryDir>
#include <QTimer>

#include <set>
#include <sys/inotify.h>
#include <unistd.h>

using namespace dueline;
using namespace dueline::test;
using namespace std::chrono_literals;
using namespace Qt::StringLiterals;

/// Tests hostile strings as payload, id, type, error, queue, worker, host, operator, reason and filter, in the real
/// window on a real server. They must be displayed as written and must not be interpreted as HTML, cause network
/// access, or slow anything down.
class TestHostile : public QObject
{
    Q_OBJECT

    static constexpr qsizetype mostOfName = 256; ///< maximum length of a type or a queue name, in bytes
    static constexpr qsizetype mostOfId = 4000; ///< maximum length of an id after its type, in bytes
    /// Should be below 50 ms, but test machines can be busy.
    static constexpr double mostCpuMs = 250;
    static constexpr std::array schemes{"http", "https", "file", "javascript", "mailto"};

    HostileLook& m_look;
    QTemporaryDir m_folder;
    QString m_bait = m_folder.filePath(u"bait.png"_s);
    QTcpServer m_baitServer;
    int m_inotify = -1;
    QStringList m_opened; ///< URLs passed to the desktop
    std::vector<HostileString> m_strings;
    std::vector<QByteArray> m_types; ///< one per string
    std::vector<QueueName> m_queues;
    std::unique_ptr<Theme> m_theme;
    std::unique_ptr<Shop> m_shop;
    std::unique_ptr<OpenWindow> m_open;
    std::set<QString> m_descriptorsBefore;

    static QByteArray legal(QByteArray bytes, const char* without)
    {
        for (const char* c = without; *c; ++c)
            bytes.replace(*c, "");
        return bytes.isEmpty() ? QByteArray("_") : bytes.left(mostOfName);
    }
    Workbench& bench() { return m_open->bench; }
    Actions& actions() { return m_open->window.actions(); }
    template <typename Widget> Widget& part() { return m_open->part<Widget>(); }
    QString connectionId() { return bench().connections().all().front()->id(); }

    /// Returns what this program's file descriptors refer to: paths, and `socket:[INODE]` for sockets.
    static std::set<QString> descriptors()
    {
        std::set<QString> found;
        const QDir folder(u"/proc/self/fd"_s);
        for (const QString& name : folder.entryList(QDir::AllEntries | QDir::System | QDir::NoDotAndDotDot)) {
            std::array<char, 512> target{};
            if (::readlink(folder.filePath(name).toLocal8Bit().constData(), target.data(), target.size() - 1) > 0)
                found.insert(QString::fromLocal8Bit(target.data()));
        }
        return found;
    }
    /// Returns how many descriptors are network sockets. The test's server uses a Unix socket.
    static int networkSockets()
    {
        const std::set<QString> mine = descriptors();
        int count = 0;
        for (const char* table : {"tcp", "tcp6", "udp", "udp6"}) {
            QFile file(u"/proc/self/net/"_s + QString::fromLatin1(table));
            const bool isThere = file.open(QIODevice::ReadOnly);
            for (const QByteArray& line : isThere ? file.readAll().split('\n') : QByteArrayList()) {
                const QList<QByteArray> words = line.simplified().split(' ');
                count += words.size() > 9 && mine.contains(u"socket:[%1]"_s.arg(QString::fromLatin1(words[9])));
            }
        }
        return count;
    }
    static void expectNothing(const QStringList& complaints)
    {
        QVERIFY2(complaints.isEmpty(),
            qPrintable(QString::number(complaints.size()) + u" complaints:\n"_s + complaints.mid(0, 25).join(u'\n')));
    }

    void fill()
    {
        const auto must = [](bool ok, const char* what) {
            if (!ok)
                qFatal("cannot arrange: %s", what);
        };
        auto hostile
            = openLayout(defaultLayout(), m_shop->server.config(), "dueline", "hostile", Access::OperateAndWork);
        must(hostile.ok(), "a hostile worker");
        Backend& backend = **hostile;
        std::set<QueueName> taken;
        for (std::size_t i = 0; i < m_strings.size(); ++i) {
            const QByteArray& bytes = m_strings[i].bytes;
            m_types.push_back(legal(bytes, "#"));
            QueueName queue = legal(bytes, "{}");
            for (char c = 'a'; !taken.insert(queue).second; ++c)
                queue = queue.chopped(1) + c;
            m_queues.push_back(queue);
            const auto task = [&](const QByteArray& before, Millis in, const QByteArray& payload) {
                NewTask made;
                made.id = m_types[i] + '#' + before + bytes.left(mostOfId);
                made.dueIn = in;
                made.payload = payload;
                return made;
            };
            must(backend.editor()->add("mail", {task("w", 1h + 1min * qint64(i), bytes)}).ok(), "a task that waits");
            must(backend.editor()->add("mail", {task("f", -1h, bytes)}).ok(), "a task to fail");
            must(backend.editor()->add(queue, {task("q", -1h, bytes)}).ok(), "a task of its queue");
            WorkerInfo info;
            info.id = bytes.left(200);
            info.host = bytes.left(200);
            info.startedAt = SystemClock().now();
            info.queues = {queue, "mail"};
            info.concurrency = 4;
            must(backend.broker()->beat(info, 10min, false).ok(), "a heartbeat");
            OperationRecord record;
            record.id = "mail/h" + QByteArray::number(i);
            record.kind = "retry";
            record.queue = "mail";
            record.by = bytes.left(2000);
            record.reason = bytes.left(2000);
            record.filter = bytes.left(2000);
            record.finished = true;
            must(backend.editor()->record(record).ok(), "an operation");
        }
    }
    /// Claims all due tasks and fails each with its hostile string, except for the last five, which stay leased.
    void failAll()
    {
        auto worker
            = openLayout(defaultLayout(), m_shop->server.config(), "dueline", "failing", Access::OperateAndWork);
        QVERIFY(worker.ok());
        ClaimRequest request;
        request.queue = "mail";
        request.limit = 100;
        request.leaseFor = 10min;
        request.types.all = true;
        const auto claim = (*worker)->broker()->claim(request);
        QVERIFY(claim.ok() && claim->leases.size() == m_strings.size());
        for (std::size_t i = 0; i + 5 < m_strings.size(); ++i) {
            const Lease& lease = claim->leases[i];
            Outcome outcome;
            outcome.id = lease.id;
            outcome.outcome = "failed";
            outcome.error = m_strings[i].bytes.left(4000);
            outcome.output = m_strings[i].bytes.left(4000);
            outcome.worker = m_strings[i].bytes.left(200);
            QVERIFY(
                (*worker)
                    ->broker()
                    ->nack("mail", {{lease.id, lease.token, std::nullopt, "failed", m_strings[i].bytes, lease.dueAt}},
                        encodeOutcomes({outcome}))
                    .ok());
        }
    }
    bool show(const QueueName& queue)
    {
        bench().view().show({connectionId(), queue, {}});
        return QTest::qWaitFor(
            [&] {
                return bench().view().place().queue == queue && bench().list().tasks().rowCount() > 0
                    && bench().list().tasks().taskAt(0);
            },
            10'000);
    }
    /// Triggers an action and returns the problems in the dialog that opens.
    QStringList complaintsAboutDialogOf(const char* action)
    {
        QStringList found;
        bool came = false;
        // A refresh may briefly remove the row.
        (void)QTest::qWaitFor(
            [&] {
                if (!m_open->table().currentTask())
                    m_open->table().setCurrentIndex(bench().list().tasks().index(0, TaskTableModel::Type));
                return m_open->table().currentTask() && actions()[action]->isEnabled();
            },
            5'000);
        QTimer answer;
        answer.setInterval(20);
        connect(&answer, &QTimer::timeout, this, [&] {
            QWidget* dialog = QApplication::activeModalWidget();
            if (!dialog)
                return;
            answer.stop();
            came = true;
            found = m_look.at(*dialog, QString::fromLatin1(action));
            dialog->close();
        });
        answer.start();
        actions()[action]->trigger();
        if (!came)
            found << u"%1 shows no dialog"_s.arg(QString::fromLatin1(action));
        return found;
    }

private Q_SLOTS:
    void initTestCase()
    {
        qputenv("XDG_CONFIG_HOME", m_folder.path().toUtf8());
        QFile bait(m_bait);
        QVERIFY(bait.open(QIODevice::WriteOnly) && bait.write("not a picture") > 0);
        bait.close();
        m_inotify = ::inotify_init1(IN_NONBLOCK | IN_CLOEXEC);
        QVERIFY(m_inotify >= 0);
        QVERIFY(::inotify_add_watch(m_inotify, QFile::encodeName(m_bait).constData(), IN_OPEN | IN_ACCESS | IN_ATTRIB)
            >= 0);
        QVERIFY(m_baitServer.listen(QHostAddress::LocalHost));
        for (const char* scheme : schemes)
            QDesktopServices::setUrlHandler(QString::fromLatin1(scheme), this, "opened");
        m_strings
            = hostileStrings(m_bait.toUtf8(), "http://127.0.0.1:" + QByteArray::number(m_baitServer.serverPort()));
        QCOMPARE(m_strings.size(), std::size_t(50));
        m_theme = std::make_unique<Theme>(*qobject_cast<QApplication*>(QCoreApplication::instance()));
        m_shop = std::make_unique<Shop>();
        fill();
        m_open = std::make_unique<OpenWindow>(*m_theme, QSize(1400, 900));
        m_open->open(m_shop->profile(u"shop <b>here</b>"_s));
        QVERIFY(QTest::qWaitFor([this] { return bench().sidebar().rowCount() > 50; }, 10'000));
        QVERIFY(show("mail"));
        part<Dock>().setOpen(true);
        for (const QString& id : part<Dock>().ids()) {
            part<Dock>().open(id);
            QVERIFY(isAnswered(*bench().view().current()));
        }
        part<Dock>().open(u"results"_s);
        QTRY_VERIFY(part<ResultsPanel>().log() && part<ResultsPanel>().log()->isListening());
        m_descriptorsBefore = descriptors();
        failAll();
    }

    void cleanupTestCase()
    {
        for (const char* scheme : schemes)
            QDesktopServices::unsetUrlHandler(QString::fromLatin1(scheme));
        m_open.reset();
        m_shop.reset();
        m_theme.reset();
        qInfo("the slowest event: %.1f ms CPU, %s", m_look.slowestMs(), qPrintable(m_look.slowest()));
    }

    void theLookFindsWhatIsWrong()
    {
        QWidget root;
        QLabel rich(u"<b>x</b>"_s, &root);
        root.setToolTip(u"<img src=x>"_s);
        root.setAccessibleName(u"a\u202Eb"_s);
        root.show();
        QCOMPARE(m_look.at(root, u"here"_s).size(), 3);
    }

    void everyTaskIsInspectedAsWritten()
    {
        QVERIFY(show("mail"));
        TaskTable& table = m_open->table();
        auto& inspector = part<Inspector>();
        auto& payload = part<PayloadView>();
        QTRY_COMPARE_WITH_TIMEOUT(bench().list().tasks().rowCount(), 2 * int(m_strings.size()), 10'000);
        QStringList complaints;
        std::set<QByteArray> seen;
        for (int row = 0; row < bench().list().tasks().rowCount(); ++row) {
            const QModelIndex index = bench().list().tasks().index(row, TaskTableModel::Type);
            table.scrollTo(index);
            QVERIFY(QTest::qWaitFor([&] { return bench().list().tasks().taskAt(row) != nullptr; }, 10'000));
            table.setCurrentIndex(index);
            const Task task = *bench().list().tasks().taskAt(row);
            QVERIFY(QTest::qWaitFor([&] { return inspector.shownTask() == task.id; }, 10'000));
            const QByteArray type = typeOf(task.id).toByteArray();
            const auto string = std::find(m_types.begin(), m_types.end(), type) - m_types.begin();
            const QByteArray& bytes = m_strings[std::size_t(string)].bytes;
            QVERIFY2(
                QTest::qWaitFor([&] { return payload.bytes() == bytes; }, 10'000), m_strings[std::size_t(string)].what);
            seen.insert(type);
            const QString where = QString::fromLatin1(m_strings[std::size_t(string)].what);
            for (QAbstractButton* button : payload.findChildren<QAbstractButton*>()) {
                if (!button->isCheckable())
                    continue;
                QTest::mouseClick(button, Qt::LeftButton);
                QVERIFY(isSettled());
                complaints += m_look.at(m_open->window, where + u", "_s + button->text(), HostileLook::Models::None);
            }
            const QString shown = printable(type, 300).left(10);
            if (!m_open->says(shown))
                complaints << where + u": the type is nowhere as written: "_s + shown;
        }
        QCOMPARE(seen.size(), std::set<QByteArray>(m_types.begin(), m_types.end()).size());
        complaints += m_look.at(m_open->window, u"the table"_s);
        expectNothing(complaints);
    }

    void everyPanelListsThemAsWritten()
    {
        for (const QString& id : part<Dock>().ids()) {
            part<Dock>().open(id);
            QVERIFY(isAnswered(*bench().view().current()));
            expectNothing(m_look.at(m_open->window, id));
        }
        QCOMPARE(part<ResultsPanel>().log()->model().rowCount(), int(m_strings.size()) - 5);
    }

    void theMarksOfTheTimelineAndItsWordsAreWritten()
    {
        QVERIFY(show("mail"));
        QStringList complaints;
        auto& timeline = part<TimelineWidget>();
        timeline.setFocus();
        for (int key = 0; key < 60; ++key) {
            QTest::keyClick(&timeline, Qt::Key_Right);
            complaints += m_look.at(m_open->window, u"timeline"_s, HostileLook::Models::None);
        }
        expectNothing(complaints);
    }

    void everyQueueIsShownPausedAndAskedAboutAsWritten()
    {
        QStringList complaints;
        for (std::size_t i = 0; i < m_queues.size(); ++i) {
            QVERIFY2(show(m_queues[i]), m_strings[i].what);
            const QString where = u"queue: "_s + QString::fromLatin1(m_strings[i].what);
            m_open->table().setCurrentIndex(bench().list().tasks().index(0, TaskTableModel::Type));
            QTRY_VERIFY(m_open->table().currentTask());
            for (const char* action : {"task.add", "task.delete", "tools.palette"})
                complaints += complaintsAboutDialogOf(action);
            if (i % 5 < 2) { // The worker processes the other queues.
                actions()[i % 5 == 0 ? "queue.pause" : "task.discard"]->trigger();
                QVERIFY(isAnswered(*bench().view().current())); // waits for the notice to appear
            }
            complaints += m_look.at(m_open->window, where);
            if (!m_open->window.windowTitle().startsWith(printable(m_queues[i], 60)))
                complaints << where + u": the title is "_s + m_open->window.windowTitle();
        }
        expectNothing(complaints);
    }

    void theEmbeddedWorkerTellsAsWritten()
    {
        WorkerSettings settings;
        settings.handlers = {{u"*"_s, u"fail:100"_s}};
        part<Dock>().open(u"worker"_s);
        const auto started = bench().connections().worker().start(*bench().view().current(), m_queues, settings);
        QVERIFY2(started.ok(), started.ok() ? "" : qPrintable(started.error().message));
        auto& log = part<WorkerLogPane>().model();
        QTRY_VERIFY_WITH_TIMEOUT(log.rowCount() > 20, 20'000);
        expectNothing(m_look.at(m_open->window, u"the worker at work"_s));
        bench().connections().worker().stop();
    }

    void nothingIsOpenedOrConnectedTo()
    {
        std::array<char, 4096> events{};
        QVERIFY2(::read(m_inotify, events.data(), events.size()) <= 0, "the bait file was touched");
        // An earlier connection to the bait would come before this one in the backlog.
        QTcpSocket last;
        last.connectToHost(QHostAddress::LocalHost, m_baitServer.serverPort());
        QVERIFY(last.waitForConnected());
        QTRY_VERIFY(m_baitServer.hasPendingConnections());
        const std::unique_ptr<QTcpSocket> first(m_baitServer.nextPendingConnection());
        QVERIFY2(first->peerPort() == last.localPort(), "somebody connected to the bait");
        first->abort();
        last.abort();
        QVERIFY(!m_baitServer.hasPendingConnections());
        QCOMPARE(m_opened, QStringList());
        QCOMPARE(networkSockets(), 1); // The only socket is the bait's listening socket.
        QStringList opened;
        for (const QString& target : descriptors()) {
            if (!m_descriptorsBefore.contains(target) && target.startsWith(u'/'))
                opened << target;
        }
        QVERIFY2(opened.isEmpty(), qPrintable(opened.join(u'\n')));
    }

    void noEventTakesLong() { QVERIFY2(m_look.slowestMs() < mostCpuMs, qPrintable(m_look.slowest())); }

public Q_SLOTS:
    void opened(const QUrl& url) { m_opened << url.toString(); }

public:
    explicit TestHostile(HostileLook& look)
        : m_look(look)
    { }
};

int main(int argc, char** argv)
{
    HostileLook application(argc, argv);
    TestHostile test(application);
    return QTest::qExec(&test, argc, argv);
}

#include "tst_hostile.moc"
