// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/integration/duectlprogram.h"
#include "tests/support/redisserver.h"
#include "tests/support/sendsignal.h"

#include <QDir>
#include <QDirIterator>
#include <QFile>
#include <QLocalServer>
#include <QTemporaryDir>

#include <csignal>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

using namespace dueline;
using namespace Qt::StringLiterals;

namespace {

constexpr int withinMs = 10'000; ///< time limit after which a program counts as stuck

/// Type of object at the path, in place of the expected file.
enum class Thing : quint8 { Pipe, Link, LostLink, Folder, Socket, Device, Unreadable };

const std::vector<std::pair<Thing, QByteArray>>& things()
{
    static const std::vector<std::pair<Thing, QByteArray>> all{{Thing::Pipe, "it is a named pipe, not a file"},
        {Thing::Link, "it is a symbolic link, which is not followed here"},
        {Thing::LostLink, "it is a symbolic link, which is not followed here"},
        {Thing::Folder, "it is a folder, not a file"}, {Thing::Socket, "it is a socket, not a file"},
        {Thing::Device, "it is a device, not a file"}, {Thing::Unreadable, "Permission denied"}};
    return all;
}

/// Use of a file: its path, the command that opens it, and how the expected message starts.
struct Use
{
    const char* name;
    QString file; ///< path in the test's folder
    QString words; ///< `FOLDER` stands for the test's folder
    int code;
    QByteArray says; ///< expected start of the message; `PLACE` stands for the file's path
    bool follows = true; ///< true if users may replace the file with a link
    bool replaced = false; ///< true if a new file replaces the old one, which need not be readable
};

const std::vector<Use>& uses()
{
    static const std::vector<Use> all{
        {"journal", u"dueline/operations.jsonl"_s, u"run-now q later#"_s, 0, "Cannot write the journal PLACE: ", false},
        {"profiles", u"dueline/profiles.json"_s, u"queues --profile p"_s, 1, "Cannot read the profiles in PLACE: "},
        {"statistics", u"stats"_s, u"work --queue q --handler *=echo --exit-when-empty --stats FOLDER/stats"_s, 1,
            "Cannot write the statistics file PLACE: ", true, true},
        {"part of an export", u"out.part"_s, u"export q FOLDER/out"_s, 1, "Cannot write the file PLACE: ", false},
        {"authorities of TLS", u"ca"_s, u"queues --url rediss://127.0.0.1:1?cacert=FOLDER/ca"_s, 2,
            "The cacert file PLACE cannot be used: "},
        {"authorities of http", u"bundle"_s, u"work --queue q --handler *=https://127.0.0.1:1/ --exit-when-empty"_s, 2,
            "SSL_CERT_FILE is PLACE, which cannot be read: "}};
    return all;
}

} // namespace

Q_DECLARE_METATYPE(Thing)

/// Tests each file that duectl opens by putting an object of a different type in its place. duectl must report the
/// object's type and must never block on it. A file that the user specifies for reading or writing may be a pipe.
class DuectlFiles : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init();
    void whatIsNoFileIsNamedAndNotWaitedFor_data();
    void whatIsNoFileIsNamedAndNotWaitedFor();
    void aLinkToAFileIsFollowedWhereSomebodyMayLinkIt();
    void aFolderThatIsALinkIsFollowed();
    void nothingIsKeptInAFolderThatOthersWrite();
    void whatIsKeptIsForItsOwnerAlone_data();
    void whatIsKeptIsForItsOwnerAlone();
    void aClosedStandardInputIsToldByAnyName_data();
    void aClosedStandardInputIsToldByAnyName();
    void anExportGoesThroughAPipe();
    void anExportThatNobodyReadsEndsBySignal_data();
    void anExportThatNobodyReadsEndsBySignal();
    void anImportAndAPayloadComeThroughAPipe();
    void anImportThatNobodyWritesEndsBySignal_data();
    void anImportThatNobodyWritesEndsBySignal();
    void whatOthersLeaveBesideASandboxIsNotLookedAt();

private:
    QString place(const QString& file) const { return m_folder->filePath(file); }
    void put(Thing thing, const QString& path);
    QStringList wordsOf(const QString& line) const;

    std::unique_ptr<QTemporaryDir> m_folder;
    RedisServer m_server;
    Duectl m_duectl{m_server.url()};
    Duectl m_plain; ///< for commands whose arguments specify the server
    QLocalServer m_socket;
};

void DuectlFiles::init()
{
    m_server.call({"FLUSHALL"});
    m_folder = std::make_unique<QTemporaryDir>();
    m_duectl = Duectl(m_server.url());
    for (const char* name : {"XDG_STATE_HOME", "XDG_CONFIG_HOME"}) {
        m_duectl.setVariable(name, m_folder->path());
        m_plain.setVariable(name, m_folder->path());
    }
    m_duectl.setVariable("SSL_CERT_FILE", place(u"bundle"_s));
    QVERIFY(QDir(m_folder->path()).mkpath(u"dueline"_s));
    EXIT(m_duectl.run("add q later --in 1h"), 0);
}

void DuectlFiles::put(Thing thing, const QString& path)
{
    const QByteArray name = QFile::encodeName(path);
    const QString beside = place(u"beside"_s);
    if (QFile file(beside); !file.exists())
        QVERIFY(file.open(QIODevice::WriteOnly));
    switch (thing) {
    case Thing::Pipe:
        QCOMPARE(::mkfifo(name.constData(), 0600), 0);
        break;
    case Thing::Link:
        QVERIFY(QFile::link(beside, path));
        break;
    case Thing::LostLink:
        QVERIFY(QFile::link(place(u"nowhere"_s), path));
        break;
    case Thing::Folder:
        QVERIFY(QDir().mkdir(path));
        break;
    case Thing::Socket:
        m_socket.close();
        QVERIFY(m_socket.listen(path));
        break;
    case Thing::Device:
        QVERIFY(QFile::link(u"/dev/zero"_s, path));
        break;
    case Thing::Unreadable: {
        QFile file(path);
        QVERIFY(file.open(QIODevice::WriteOnly) && file.setPermissions({}));
        break;
    }
    }
}

QStringList DuectlFiles::wordsOf(const QString& line) const
{
    return words(qPrintable(QString(line).replace(u"FOLDER"_s, m_folder->path())));
}

void DuectlFiles::whatIsNoFileIsNamedAndNotWaitedFor_data()
{
    QTest::addColumn<int>("use");
    QTest::addColumn<Thing>("thing");
    QTest::addColumn<QByteArray>("kind");
    for (std::size_t i = 0; i < uses().size(); ++i) {
        for (const auto& [thing, kind] : things()) {
            const Use& use = uses()[i];
            const bool link = thing == Thing::Link || thing == Thing::LostLink;
            if ((link && use.follows) || (thing == Thing::Unreadable && use.replaced))
                continue;
            // The device is reached through a link. If links are not followed, the error names the link.
            const bool hidden = thing == Thing::Device && !use.follows;
            QTest::addRow("%s: %s", use.name, kind.constData())
                << int(i) << thing << (hidden ? things()[1].second : kind);
        }
    }
}

void DuectlFiles::whatIsNoFileIsNamedAndNotWaitedFor()
{
    QFETCH(int, use);
    QFETCH(Thing, thing);
    QFETCH(QByteArray, kind);
    if (thing == Thing::Unreadable && ::geteuid() == 0)
        QSKIP("root may read everything");
    const Use& used = uses()[std::size_t(use)];
    const QString path = place(used.file);
    put(thing, path);
    // True if the command specifies the server.
    const bool named = used.words.contains(u"--url") || used.words.contains(u"--profile");
    const Answer answer = (named ? m_plain : m_duectl).run(wordsOf(used.words), {}, withinMs);
    QVERIFY2(answer.code == used.code, answer.all());
    const QByteArray says = QByteArray(used.says).replace("PLACE", path.toUtf8()) + kind + ".\n";
    QVERIFY2(answer.err.contains(says), answer.all() + "\nexpected: " + says);
    struct stat found = {};
    QCOMPARE(::lstat(QFile::encodeName(path).constData(), &found), 0); // the object is neither replaced nor written to
    QVERIFY(thing == Thing::Unreadable || !S_ISREG(found.st_mode));
    QCOMPARE(QFileInfo(place(u"beside"_s)).size(), 0);
    QVERIFY(!QFile::exists(place(u"nowhere"_s)));
}

void DuectlFiles::aLinkToAFileIsFollowedWhereSomebodyMayLinkIt()
{
    QFile profiles(place(u"dotfiles.json"_s));
    QVERIFY(profiles.open(QIODevice::WriteOnly)
        && profiles.write("{\"version\":1,\"profiles\":[{\"name\":\"p\",\"url\":\"" + m_server.url().toUtf8() + "\"}]}")
            > 0);
    profiles.close();
    QVERIFY(QFile::link(profiles.fileName(), place(u"dueline/profiles.json"_s)));
    EXIT(m_plain.run("queues --profile p"), 0);

    QVERIFY(QFile::link(place(u"figures"_s), place(u"stats"_s)));
    EXIT(m_duectl.run(wordsOf(u"work --queue q --handler none=echo --exit-when-empty --stats FOLDER/stats"_s)), 0);
    QVERIFY(QFileInfo(place(u"stats"_s)).isSymLink() && QFileInfo(place(u"figures"_s)).size() > 10);
}

/// Checks that a folder may be a symbolic link, as in home folders with files stored elsewhere.
void DuectlFiles::aFolderThatIsALinkIsFollowed()
{
    QVERIFY(QDir(place(u"dueline"_s)).removeRecursively());
    QVERIFY(QDir(m_folder->path()).mkpath(u"kept/dueline"_s));
    QVERIFY(QFile::link(place(u"kept/dueline"_s), place(u"dueline"_s)));
    const Answer answer = m_duectl.run("run-now q later#");
    EXIT(answer, 0);
    QVERIFY2(answer.err.isEmpty(), answer.all());
    QVERIFY(QFileInfo(place(u"kept/dueline/operations.jsonl"_s)).size() > 0);
}

void DuectlFiles::nothingIsKeptInAFolderThatOthersWrite()
{
    QCOMPARE(::chmod(QFile::encodeName(place(u"dueline"_s)).constData(), 0777), 0);
    const Answer answer = m_duectl.run("run-now q later#");
    EXIT(answer, 0);
    QVERIFY2(answer.err.contains(": its folder is writable by every user"), answer.all());
    QVERIFY(!QFile::exists(place(u"dueline/operations.jsonl"_s)));
    if (::geteuid() != 0)
        QSKIP("only root makes a folder another user's");
    QCOMPARE(::chmod(QFile::encodeName(place(u"dueline"_s)).constData(), 0700), 0);
    QCOMPARE(::chown(QFile::encodeName(place(u"dueline"_s)).constData(), 65534, 65534), 0);
    const Answer others = m_duectl.run("reschedule q later# --in 2h --yes"); // One of the tasks is already due.
    QVERIFY2(others.err.contains(": its folder belongs to another user"), others.all());
}

void DuectlFiles::whatIsKeptIsForItsOwnerAlone_data()
{
    QTest::addColumn<int>("mask");
    QTest::addColumn<int>("before"); // mode of the existing folder; 0: no folder
    QTest::newRow("a umask of 000") << 0 << 0;
    QTest::newRow("a umask of 022") << 022 << 0;
    QTest::newRow("a umask of 077") << 077 << 0;
    QTest::newRow("a folder that others read") << 022 << 0755;
    QTest::newRow("a folder that a group writes") << 002 << 0770;
}

void DuectlFiles::whatIsKeptIsForItsOwnerAlone()
{
    QFETCH(int, mask);
    QFETCH(int, before);
    const QString ours = place(u"new/dueline"_s);
    if (before != 0) {
        QVERIFY(QDir().mkpath(ours));
        QCOMPARE(::chmod(QFile::encodeName(ours).constData(), mode_t(before)), 0);
    }
    for (const char* name : {"XDG_STATE_HOME", "XDG_CONFIG_HOME"})
        m_duectl.setVariable(name, place(u"new"_s));
    const mode_t usual = ::umask(mode_t(mask)); // Child processes inherit the umask.
    EXIT(m_duectl.run("add q t --id later --in 1h"), 0);
    EXIT(m_duectl.run("run-now q t#later"), 0); // writes the journal
    EXIT(m_duectl.run("queues"), 0); // stores the discovered queues
    EXIT(m_duectl.run("metrics"), 0); // stores the counters
    ::umask(usual);
    int looked = 0;
    QDirIterator all(ours, QDir::AllEntries | QDir::NoDotAndDotDot | QDir::Hidden, QDirIterator::Subdirectories);
    for (QString path = ours; !path.isEmpty(); path = all.hasNext() ? all.next() : QString(), ++looked) {
        struct stat found = {};
        QCOMPARE(::stat(QFile::encodeName(path).constData(), &found), 0);
        const int expected = S_ISDIR(found.st_mode) ? 0700 : 0600;
        QVERIFY2(int(found.st_mode & 0777) == expected,
            qPrintable(path + u" has "_s + QString::number(found.st_mode & 0777, 8)));
    }
    QVERIFY2(looked >= 4, qPrintable(QString::number(looked)));
    struct stat made = {};
    QCOMPARE(::stat(QFile::encodeName(place(u"new"_s)).constData(), &made), 0);
    QVERIFY(before != 0 || (made.st_mode & 0777) == 0700); // Parent folders get this mode too, as XDG requires.
}

void DuectlFiles::aClosedStandardInputIsToldByAnyName_data()
{
    QTest::addColumn<QString>("words");
    QTest::addColumn<QString>("file");
    for (const char* command : {"import q FILE", "import q FILE --dry-run", "add q t --payload-file FILE",
             "edit q later# --payload-file FILE", "schedules q add s @daily t --payload-file FILE"}) {
        for (const char* file :
            {"-", "/dev/stdin", "/dev/fd/0", "/proc/self/fd/0", "/dev/../dev/stdin", "/proc/thread-self/fd/0", "LINK"})
            QTest::addRow("%s, %s", command, file) << QString::fromLatin1(command) << QString::fromLatin1(file);
    }
}

/// Checks that a closed stdin is reported, not mistaken for an empty file.
void DuectlFiles::aClosedStandardInputIsToldByAnyName()
{
    QFETCH(QString, words);
    QFETCH(QString, file);
    QVERIFY(QFile::link(u"/dev/stdin"_s, place(u"link"_s)));
    words.replace(u"FILE"_s, file == u"LINK" ? place(u"link"_s) : file);
    const auto program = m_duectl.startWithout({0}, QProcess::splitCommand(words));
    FAILS(Duectl::finish(*program), 1, "standard input is closed");
    QCOMPARE(m_server.call({"HLEN", "dueline:{q}:tasks"}).integer, 1);
    // Skip duectl import, because it reads stdin if it is open.
    if (!words.startsWith(u"import"))
        EXIT(m_duectl.run(QProcess::splitCommand(words), "payload"), 0);
}

void DuectlFiles::anExportGoesThroughAPipe()
{
    EXIT(m_duectl.run("add q big --copies 2000 --in 1h --payload 0123456789012345678901234567890123456789"), 0);
    QCOMPARE(::mkfifo(QFile::encodeName(place(u"pipe"_s)).constData(), 0600), 0);
    const auto program = m_duectl.start(wordsOf(u"export q FOLDER/pipe"_s)); // No reader has opened the pipe yet.
    QFile reader(place(u"pipe"_s));
    QVERIFY(reader.open(QIODevice::ReadOnly | QIODevice::Unbuffered));
    const QByteArray all = reader.readAll();
    EXIT(Duectl::finish(*program), 0);
    QCOMPARE(all.count('\n'), 2001);
    QVERIFY(!QFile::exists(place(u"pipe.part"_s)));
}

void DuectlFiles::anExportThatNobodyReadsEndsBySignal_data()
{
    QTest::addColumn<bool>("opened");
    QTest::newRow("nobody has opened it") << false;
    QTest::newRow("somebody holds it and reads nothing") << true;
}

void DuectlFiles::anExportThatNobodyReadsEndsBySignal()
{
    QFETCH(bool, opened);
    EXIT(m_duectl.run("add q big --copies 5000 --in 1h --payload 0123456789012345678901234567890123456789"), 0);
    const QByteArray pipe = QFile::encodeName(place(u"pipe"_s));
    QCOMPARE(::mkfifo(pipe.constData(), 0600), 0);
    const int reader = opened ? ::open(pipe.constData(), O_RDONLY | O_NONBLOCK | O_CLOEXEC) : -1;
    const auto program = m_duectl.start(wordsOf(u"export q FOLDER/pipe"_s));
    QVERIFY(Duectl::waitUntilCatching(*program, SIGTERM));
    program->terminate();
    const Answer answer = Duectl::finish(*program, withinMs);
    ::close(reader);
    FAILS(answer, 1, "Interrupted");
}

void DuectlFiles::anImportAndAPayloadComeThroughAPipe()
{
    const QString file = place(u"tasks.jsonl"_s);
    EXIT(m_duectl.run({u"export"_s, u"q"_s, file}), 0);
    // A shell passes such a pipe for <(…).
    QProcess shell;
    shell.start(u"/bin/bash"_s,
        {u"-c"_s,
            u"\"$DUECTL\" --url '%1' import p <(cat '%2') && \"$DUECTL\" --url '%1' add q t --id piped --payload-file <(printf given)"_s
                .arg(m_server.url(), file)});
    EXIT(Duectl::finish(shell), 0);
    QVERIFY2(m_duectl.run("list p").out.contains("later#"), m_duectl.run("list p").all());
    QCOMPARE(m_duectl.run("show q t#piped --payload").out, QByteArray("given"));
}

void DuectlFiles::anImportThatNobodyWritesEndsBySignal_data()
{
    QTest::addColumn<QString>("line");
    QTest::newRow("a pipe") << u"import p FOLDER/pipe"_s;
    QTest::newRow("standard input") << u"import p -"_s;
}

void DuectlFiles::anImportThatNobodyWritesEndsBySignal()
{
    QFETCH(QString, line);
    const QByteArray pipe = QFile::encodeName(place(u"pipe"_s));
    QCOMPARE(::mkfifo(pipe.constData(), 0600), 0);
    const int writer = ::open(pipe.constData(), O_RDWR | O_CLOEXEC);
    const auto program = m_duectl.start(wordsOf(line));
    QVERIFY(Duectl::waitUntilCatching(*program, SIGTERM));
    program->terminate();
    const Answer answer = Duectl::finish(*program, withinMs);
    ::close(writer);
    FAILS(answer, 1, "interrupted while waiting for input.");
}

void DuectlFiles::whatOthersLeaveBesideASandboxIsNotLookedAt()
{
    // A killed sandbox leaves a folder like this behind. Its pid file is a pipe, and no process has this id.
    const QString left = place(u"dueline-sandbox-999999999-x"_s);
    QVERIFY(QDir().mkpath(left));
    QCOMPARE(::mkfifo(QFile::encodeName(left + u"/redis.pid"_s).constData(), 0600), 0);
    Duectl own;
    own.setVariable("XDG_RUNTIME_DIR", m_folder->path());
    const auto sandbox = own.start({u"sandbox"_s});
    QByteArray url;
    QVERIFY2(Duectl::waitFor(*sandbox, QProcess::StandardOutput, "\n", url), "it does not start");
    QVERIFY(!QFile::exists(left)); // A dead sandbox's folder is removed.
    sandbox->terminate();
    EXIT(Duectl::finish(*sandbox), 0);
}

QTEST_GUILESS_MAIN(DuectlFiles)
#include "tst_duectl_files.moc"
