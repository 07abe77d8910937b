// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/integration/duectlprogram.h"
#include "tests/support/nodepeer.h"
#include "tests/support/redisserver.h"
#include "tests/support/sourcepath.h"

#include <QDir>
#include <QFile>
#include <QRegularExpression>
#include <QSet>
#include <QStandardPaths>
#include <QTemporaryDir>

using namespace dueline;
using namespace Qt::StringLiterals;

namespace {

/// Programs on one documentation page. `check` exits with 0 if the client library is installed.
struct Language
{
    QString page;
    QString ending; ///< file name extension of the programs
    QStringList interpreter; ///< empty if the programs are compiled
    QStringList check;
    QString client; ///< name for the message of a skipped test
};

const std::vector<Language> languages{
    {u"python"_s, u"py"_s, {u"/usr/bin/python3"_s}, {u"/usr/bin/python3"_s, u"-c"_s, u"import redis"_s},
        u"python3-redis"_s},
    {u"node"_s, u"js"_s, {u"node"_s}, {u"node"_s, u"-e"_s, u"require('ioredis')"_s},
        u"node with ioredis (tests/peers)"_s},
    {u"ruby"_s, u"rb"_s, {u"ruby"_s}, {u"ruby"_s, u"-e"_s, u"require 'redis'"_s}, u"ruby-redis"_s},
    {u"php"_s, u"php"_s, {u"php"_s}, {u"php"_s, u"-r"_s, u"exit(class_exists('Redis') ? 0 : 1);"_s},
        u"php-cli with php-redis"_s},
    {u"perl"_s, u"pl"_s, {u"perl"_s}, {u"perl"_s, u"-e"_s, u"use Redis"_s}, u"libredis-perl"_s},
    {u"c"_s, u"c"_s, {}, {u"cc"_s, u"--version"_s}, u"a compiler of C"_s},
    {u"redis-cli"_s, u"sh"_s, {u"bash"_s}, {u"redis-cli"_s, u"--version"_s}, u"redis-tools"_s},
};

/// Returns the number of tasks in each direction: DUELINE_LANGUAGE_TASKS, or 1000. One worker is killed partway
/// through.
int taskCount() { return std::max(10, qEnvironmentVariable("DUELINE_LANGUAGE_TASKS", u"1000"_s).toInt()); }

/// Characters with special meanings in shells and data formats.
constexpr const char* strange = R"(say "a\\b" '$HOME' `id` %s \n 张三)";

QStringList blocksOf(const QString& page)
{
    QFile file(sourcePath(u"resources/docs/languages/"_s) + page + u".md"_s);
    if (!file.open(QIODevice::ReadOnly))
        qFatal("There is no page %s.", qPrintable(page));
    static const QRegularExpression fence(u"```\\w+\\n(.*?)```"_s, QRegularExpression::DotMatchesEverythingOption);
    QStringList blocks;
    for (auto found = fence.globalMatch(QString::fromUtf8(file.readAll())); found.hasNext();)
        blocks << found.next().captured(1);
    return blocks;
}

} // namespace

/// Tests each language page's producer and worker together with Dueline's own worker and producer.
class Languages : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void everyPageHasTwoShortPrograms()
    {
        const QStringList pages = QDir(sourcePath(u"resources/docs/languages"_s)).entryList({u"*.md"_s});
        QCOMPARE(pages.size(), qsizetype(languages.size()));
        for (const Language& language : languages) {
            const QStringList blocks = blocksOf(language.page);
            QCOMPARE(blocks.size(), 2);
            for (const QString& block : blocks) {
                const QStringList lines = block.split(u'\n');
                const auto said = std::count_if(
                    lines.begin(), lines.end(), [](const QString& line) { return !line.trimmed().isEmpty(); });
                QVERIFY2(said <= 25, qPrintable(u"%1: %2 lines"_s.arg(language.page).arg(said)));
            }
        }
    }

    void tasksGoBothWaysAndAKilledWorkerLosesNone_data()
    {
        QTest::addColumn<int>("index");
        for (std::size_t i = 0; i < languages.size(); ++i)
            QTest::newRow(qPrintable(languages[i].page)) << int(i);
    }
    void tasksGoBothWaysAndAKilledWorkerLosesNone()
    {
        QFETCH(int, index);
        const Language& language = languages[std::size_t(index)];
        QProcess probe;
        probe.setProcessEnvironment(environment());
        probe.start(language.check.front(), language.check.mid(1));
        if (!probe.waitForFinished() || probe.exitCode() != 0)
            QSKIP(qPrintable(u"This page's programs need %1."_s.arg(language.client)));
        prepare(language);
        if (QTest::currentTestFailed())
            return;
        RedisServer server;
        const Duectl duectl(server.url());
        EXIT(duectl.run("functions load"), 0);
        theirsAddOursRun(language, server, duectl);
        if (!QTest::currentTestFailed())
            oursAddTheirsRun(language, server, duectl);
    }

private:
    static QProcessEnvironment environment()
    {
        QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
        environment.insert(u"NODE_PATH"_s, NodePeer::modules() + u"/node_modules"_s);
        return environment;
    }
    QString path(const QString& name, const Language& language) const
    {
        return m_folder->filePath(language.interpreter.isEmpty() ? name : name + u'.' + language.ending);
    }

    /// Writes both programs into a folder, compiling them if necessary.
    void prepare(const Language& language)
    {
        m_folder = std::make_unique<QTemporaryDir>();
        const QStringList blocks = blocksOf(language.page);
        const QStringList names{u"producer"_s, u"worker"_s};
        for (qsizetype i = 0; i < 2; ++i) {
            const QString source = m_folder->filePath(names[i] + u'.' + language.ending);
            QFile file(source);
            QVERIFY(file.open(QIODevice::WriteOnly));
            file.write(blocks[i].toUtf8());
            file.close();
            if (!language.interpreter.isEmpty())
                continue;
            QProcess compiler;
            compiler.setProcessChannelMode(QProcess::MergedChannels);
            compiler.start(u"cc"_s,
                {u"-Wall"_s, u"-Wextra"_s, u"-Werror"_s, u"-o"_s, path(names[i], language), source, u"-lhiredis"_s});
            QVERIFY(compiler.waitForFinished(60'000));
            QVERIFY2(compiler.exitCode() == 0, compiler.readAll());
        }
    }
    std::unique_ptr<QProcess> start(const Language& language, const QString& name, const QStringList& arguments) const
    {
        auto process = std::make_unique<QProcess>();
        process->setProcessEnvironment(environment());
        process->setProcessChannelMode(QProcess::MergedChannels);
        const QStringList command = language.interpreter + QStringList(path(name, language)) + arguments;
        process->start(command.front(), command.mid(1));
        return process;
    }

    void theirsAddOursRun(const Language& language, RedisServer& server, const Duectl& duectl) const
    {
        const int count = taskCount();
        const auto producer = start(language, u"producer"_s, {server.config().socketPath, u"there"_s, u"t"_s});
        producer->write(QByteArray(strange) + '\n');
        for (int i = 1; i < count; ++i)
            producer->write("task " + QByteArray::number(i) + "\n");
        producer->closeWriteChannel();
        QVERIFY(producer->waitForFinished(120'000));
        const QByteArray printed = producer->readAll();
        QVERIFY2(producer->exitCode() == 0 && printed.count("t#") == count, printed.left(2000));
        EXIT(duectl.run({u"work"_s, u"--queue"_s, u"there"_s, u"--handler"_s, u"t=echo"_s, u"--exit-when-empty"_s}), 0);
        QCOMPARE(server.call({"ZCARD", "dueline:{there}:done"}).integer, count);
        int tasks = 0;
        int asWritten = 0;
        for (const Reply& task : server.call({"HVALS", "dueline:{there}:tasks"}).items) {
            tasks += task.bytes.startsWith("{}\ntask ");
            asWritten += task.bytes == "{}\n" + QByteArray(strange);
        }
        QCOMPARE(tasks, count - 1);
        QCOMPARE(asWritten, 1);
    }

    void oursAddTheirsRun(const Language& language, RedisServer& server, const Duectl& duectl) const
    {
        const int count = taskCount();
        const QString half = QString::number(count / 2 - 1);
        EXIT(duectl.run({u"add"_s, u"here"_s, u"t"_s, u"--copies"_s, half, u"--payload"_s, u"0"_s}), 0);
        EXIT(duectl.run("queue here set lease=2s"), 0);
        EXIT(duectl.run({u"add"_s, u"here"_s, u"t"_s, u"--id"_s, u"broken"_s, u"--payload"_s,
                 QString::fromUtf8(strange), u"--max-attempts"_s, u"1"_s}),
            0);
        EXIT(duectl.run("add here t --id long --payload 3"), 0);
        EXIT(duectl.run({u"add"_s, u"here"_s, u"t"_s, u"--copies"_s, half, u"--payload"_s, u"0"_s}), 0);
        const auto done = [&server] { return server.call({"ZCARD", "dueline:{here}:done"}).integer; };
        const QStringList place{server.config().socketPath, u"here"_s};

        const auto killed = start(language, u"worker"_s, place);
        QTRY_VERIFY_WITH_TIMEOUT(server.call({"ZSCORE", "dueline:{here}:leased", "t#long"}).isBytes(), 60'000);
        killed->kill();
        QVERIFY(killed->waitForFinished());
        QVERIFY2(done() < count - 1, "it was killed in the middle");

        const auto worker = start(language, u"worker"_s, place);
        QTRY_COMPARE_WITH_TIMEOUT(done(), count - 1, 120'000);
        const QJsonObject late = duectl.run("show here long --json").object();
        QCOMPARE(late[u"attempt"_s].toInt(), 2);
        QCOMPARE(late[u"state"_s].toString(), u"done"_s);
        const QJsonObject broken = duectl.run("show here broken --json").object();
        QCOMPARE(broken[u"state"_s].toString(), u"failed"_s);
        QVERIFY(!broken[u"attempts"_s].toArray().at(0).toObject()[u"error"_s].toString().isEmpty());
        worker->kill();
        worker->waitForFinished();
        QSet<QByteArray> ran;
        for (const QByteArray& line : (killed->readAll() + worker->readAll()).split('\n')) {
            if (line.startsWith("ran "))
                ran.insert(line.mid(4).trimmed());
        }
        // The output includes tasks that ran before the worker was killed.
        QVERIFY2(ran.size() >= count - 1, QByteArray::number(ran.size()));
    }

    std::unique_ptr<QTemporaryDir> m_folder;
};

QTEST_GUILESS_MAIN(Languages)
#include "tst_languages.moc"
