// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/shellword.h"
#include "core/base/text.h"
#include "core/console/operations/undorun.h"
#include "core/layouts/catalogue/layoutregistry.h"
#include "core/layouts/custom/adoptstore.h"
#include "core/layouts/port/layouttext.h"
#include "tests/integration/diagnosing.h"
#include "tests/integration/duectlprogram.h"
#include "tests/integration/mcpsession.h"
#include "tests/support/hostilefindings.h"
#include "tests/support/must.h"
#include "tests/support/sourcepath.h"

#include <QDirIterator>
#include <QProcess>
#include <QTcpSocket>
#include <QTemporaryDir>

using namespace dueline;
using namespace Qt::StringLiterals;

using FindingKind = DoctorFinding::Kind;

/// Tests malicious names in every finding of every layout: duectl's output can't control a terminal, and a suggested
/// command does nothing but pass exactly that name to duectl.
class TestHostileNames : public QObject
{
    Q_OBJECT

    QTemporaryDir m_folder;
    std::set<QByteArray> m_found; ///< findings covered so far, such as `asynq:lease-over` and `native:paused`

    /// Pastes a line into a shell and returns the output. The shell runs in a separate folder and can run programs only
    /// by absolute path.
    QByteArray pasted(const QString& line) const
    {
        QProcess shell;
        shell.setWorkingDirectory(m_folder.path());
        QProcessEnvironment environment;
        environment.insert(u"PATH"_s, u"/nowhere"_s);
        environment.insert(u"LC_ALL"_s, u"C.UTF-8"_s);
        shell.setProcessEnvironment(environment);
        shell.start(u"/bin/bash"_s, {u"--norc"_s, u"-c"_s, line});
        if (!shell.waitForFinished(20'000))
            qFatal("bash does not end");
        return shell.readAllStandardOutput();
    }
    bool isBaitTaken() const { return QFileInfo::exists(m_folder.filePath(QLatin1String(HostileFindings::bait))); }

    /// Returns the findings named in the sources: each layout's, from its folder, and the doctor's own about queues.
    static std::set<QByteArray> foundInSources()
    {
        std::set<QByteArray> all;
        static const QRegularExpression named(u"(?:tell\\(|\\{)\\s*\"([a-z-]+)\",[^\"]{0,80}Risk::"_s);
        QDirIterator files(sourcePath(u"core/layouts"_s), {u"*.cpp"_s}, QDir::Files, QDirIterator::Subdirectories);
        while (files.hasNext()) {
            QFile file(files.next());
            if (!file.open(QIODevice::ReadOnly))
                qFatal("a source cannot be read");
            const QByteArray layout = files.fileInfo().dir().dirName().toUtf8();
            auto words = named.globalMatch(QString::fromUtf8(file.readAll()));
            while (words.hasNext())
                all.insert(layout + ':' + words.next().captured(1).toUtf8());
        }
        for (int kind = int(FindingKind::WrongType); kind < int(FindingKind::OfLayout); ++kind) {
            DoctorFinding finding;
            finding.kind = FindingKind(kind);
            all.insert("native:" + findingName(finding));
        }
        all.insert({"asynq:state-differs", "asynq:stray"}); // reported by auditOfFramework()
        return all;
    }
    /// Returns the folder of a finding's layout, followed by the finding's name.
    static QByteArray placeOf(const DoctorFinding& finding)
    {
        if (finding.kind != FindingKind::OfLayout)
            return "native:" + findingName(finding);
        const QByteArray layout = finding.queue.mid(finding.queue.lastIndexOf('@') + 1);
        const QByteArray folder = layout == "bullmq" ? QByteArray("bull")
            : layout.startsWith("stream")            ? QByteArray("streams")
                                                     : layout;
        return folder + ':' + finding.word;
    }
    void look(const ConnectionSpec& connection)
    {
        const Diagnosis diagnosis = must(examine(connection, never));
        for (const DoctorFinding& finding : diagnosis.findings) {
            m_found.insert(placeOf(finding));
            const QByteArray which = placeOf(finding) + ": ";
            QVERIFY2(printable(finding.reason.toUtf8(), 100'000) == finding.reason, which + finding.reason.toUtf8());
            const QString complaint = HostileFindings::complaint(finding.remedy);
            QVERIFY2(complaint.isEmpty(), qPrintable(QString::fromUtf8(which) + complaint));
            pasted(finding.remedy);
            QVERIFY2(!isBaitTaken(), which + finding.remedy.toUtf8());
        }
    }

private Q_SLOTS:
    void aWordMeansTheVeryNameToAShell_data() { nameRows(); }
    void aWordMeansTheVeryNameToAShell();
    void findingsSuggestCommandsThatAreSafe_data() { nameRows(); }
    void findingsSuggestCommandsThatAreSafe();
    void anInterruptedAdoptionSuggestsASafeCommand_data() { nameRows(); }
    void anInterruptedAdoptionSuggestsASafeCommand();
    void anInterruptedOperationSuggestsASafeCommand_data() { nameRows(); }
    void anInterruptedOperationSuggestsASafeCommand();
    void noFindingIsWithoutHostileNames();
    void whatUndoesAnActionIsSafe_data() { nameRows(); }
    void whatUndoesAnActionIsSafe();

private:
    static void nameRows()
    {
        QTest::addColumn<QByteArray>("name");
        for (const auto& [what, name] : HostileFindings::names())
            QTest::newRow(what) << name;
    }
};

void TestHostileNames::aWordMeansTheVeryNameToAShell()
{
    QFETCH(QByteArray, name);
    for (const QByteArray& word :
        {name, name + "'", "'" + name, name + '\\', QByteArray(), QByteArray("mail"), QByteArray("=x")}) {
        const QString operands = shellOperands({"q", word});
        QVERIFY2(HostileFindings::complaint(operands).isEmpty(), qPrintable(operands));
        const QByteArray got = pasted(u"f() { printf '%s\\n' \"$#\" \"$@\"; }; f "_s + operands);
        QVERIFY(!isBaitTaken());
        if (word.contains('\0'))
            QCOMPARE(got, QByteArray()); // No program is started.
        else
            QCOMPARE(got, (word.startsWith('-') ? "3\n--\nq\n" : "2\nq\n") + word + '\n');
    }
    QCOMPARE(shellOperands({"mail@bullmq", "a.b-1"}), u"mail@bullmq a.b-1"_s);
    QCOMPARE(shellWord("it's"), u"'it'\\''s'"_s);
}

void TestHostileNames::findingsSuggestCommandsThatAreSafe()
{
    QFETCH(QByteArray, name);
    RedisServer server({.tcp = true, .aof = true, .password = {}, .arguments = {}});
    HostileFindings findings(server, name);
    const ConnectionSpec connection{server.config(), automaticLayout(), "dueline"};
    look(connection);
    look({server.config(), joinLayouts({automaticLayout(), must(parseLayout(findings.delayedLayout()))}), "dueline"});
    // Check both the output for users and the output for programs.
    const Duectl duectl(server.url());
    const Answer text = duectl.run("doctor");
    EXIT(text, 1);
    for (const QByteArray& line : text.out.split('\n'))
        QVERIFY2(printable(line, 100'000) == QString::fromUtf8(line), line.toPercentEncoding(" "));
    QVERIFY2(text.out.contains("celery worker --queues=" + shellName(name).toUtf8()), text.all());
    const Answer json = duectl.run("doctor --json");
    EXIT(json, 1);
    for (const char c : json.out)
        QVERIFY(quint8(c) >= 0x20 || c == '\n');
    for (const QJsonValue& finding : json.array())
        QVERIFY2(HostileFindings::complaint(finding[u"remedy"_s].toString()).isEmpty(), json.all());
    // Names that are valid UTF-8 without zero bytes can be passed as arguments.
    if (QString::fromUtf8(name).toUtf8() == name && !name.contains('\0')) {
        const QString queue = QString::fromUtf8(name);
        McpSession session(duectl, {u"--queue="_s + queue, u"--queue="_s + queue + u"@celery"_s});
        session.begin();
        const QJsonArray told = session.array(u"doctor"_s);
        QVERIFY(told.size() > 5);
        for (const QJsonValue& finding : told)
            QVERIFY2(HostileFindings::complaint(finding[u"remedy"_s].toString()).isEmpty(),
                qPrintable(finding[u"remedy"_s].toString()));
    }
    // The server also has a Celery worker and a lost job.
    QTcpSocket listener;
    listener.connectToHost(u"127.0.0.1"_s, server.port());
    QVERIFY(listener.waitForConnected());
    listener.write("PSUBSCRIBE celery*\r\n");
    QVERIFY(listener.waitForReadyRead());
    findings.loseAJob();
    look(connection);
}

void TestHostileNames::anInterruptedAdoptionSuggestsASafeCommand()
{
    QFETCH(QByteArray, name);
    RedisServer server;
    RedisClient client(server.config());
    must(client.open());
    const LayoutSpec layout = must(parseLayout(u"list:"_s + encodedPart(name)));
    server.call({"RPUSH", name, "x"});
    const auto store = adoptStoreOf(layout, client);
    must(store->begin(name, "dueline " + name));
    QByteArray cursor;
    const auto entries = must(store->read(0, 10, cursor));
    QCOMPARE(must(store->take(name, 0, entries)).size(), 1U);
    look({server.config(), layout, "dueline"});
    QVERIFY(m_found.count("native:interrupted-adoption"));
}

void TestHostileNames::anInterruptedOperationSuggestsASafeCommand()
{
    QFETCH(QByteArray, name);
    if (!checkQueueName(name))
        QSKIP("no native queue has this name");
    RedisServer server;
    const auto backend = must(openLayout(defaultLayout(), server.config(), "dueline", "tester", Access::Operate));
    must(backend->editor()->add(name, {{"t#a", {}, Millis(3'600'000), {}, "x"}}));
    OperationRecord record;
    record.id = makeOperationId(name, SystemClock().now());
    record.queue = name;
    record.kind = "discard";
    record.plan = "unfinished";
    must(backend->editor()->record(record));
    look({server.config(), defaultLayout(), "dueline"});
    look({server.config(), automaticLayout(), "dueline"});
    QVERIFY(m_found.count("native:interrupted-operation"));
}

void TestHostileNames::noFindingIsWithoutHostileNames()
{
    // These findings are not tested, because their commands contain no name or their cause takes too long to create.
    const std::set<QByteArray> without{
        // Needs a million jobs; its suggestion has the same form as left-paused's.
        "bull:not-all-keys",
        "bull:not-all-ids", // needs 200,000 ids; its suggestion contains no name
        "bull:key-prefix", // suggestion contains no name
        // Needs a consumer that has been idle for a day; its suggestion contains no name.
        "streams:idle-consumers",
        "sidekiq:paused", // suggestion contains no name; usually reported by the doctor
    };
    QVERIFY(foundInSources().size() > 25);
    for (const QByteArray& finding : foundInSources())
        QVERIFY2(m_found.count(finding) || without.count(finding), "no state of HostileFindings leads to " + finding);
}

/// Checks the undo command that an action prints, just like a finding's command.
void TestHostileNames::whatUndoesAnActionIsSafe()
{
    QFETCH(QByteArray, name);
    if (QString::fromUtf8(name).toUtf8() != name || name.contains('\0'))
        QSKIP("no argument of a program holds this name");
    RedisServer server;
    NativeWorkerLane lane(server.config(), "w");
    must(lane.adder.add(name, {{"t#a", {}, Millis(3'600'000), {}, "x"}}));
    const Duectl duectl(server.url());
    const QString queue = QString::fromUtf8(name);
    for (const QStringList& words :
        {QStringList{u"discard"_s, u"--"_s, queue, u"t#a"_s}, QStringList{u"restore"_s, u"--"_s, queue, u"t#a"_s},
            QStringList{u"edit"_s, u"--payload=y"_s, u"--"_s, queue, u"t#a"_s},
            QStringList{u"results"_s, u"--"_s, queue}, QStringList{u"schedules"_s, u"--"_s, queue},
            QStringList{u"move"_s, u"--to=other"_s, u"--yes"_s, u"--"_s, queue, u"t#a"_s}}) {
        const Answer done = duectl.run(words);
        QVERIFY2(done.code == 0, done.all());
        const QByteArray said = done.out + done.err;
        for (const QByteArray& line : said.split('\n'))
            QVERIFY2(printable(line, 100'000) == QString::fromUtf8(line), line.toPercentEncoding(" "));
        const qsizetype at = said.indexOf("duectl ");
        QVERIFY2(at > 0, done.all());
        const QString complaint = HostileFindings::complaint(QString::fromUtf8(said.mid(at)).section(u'\n', 0, 0));
        QVERIFY2(complaint.isEmpty(), qPrintable(complaint));
    }
}

QTEST_GUILESS_MAIN(TestHostileNames)
#include "tst_hostilenames.moc"
