// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/console/profiles/profilestore.h"
#include "tests/support/sourcepath.h"

#include <QCoreApplication>
#include <QDate>
#include <QDir>
#include <QDirIterator>
#include <QFile>
#include <QFileInfo>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QLocale>
#include <QProcess>
#include <QRegularExpression>
#include <QStandardPaths>
#include <QTemporaryDir>
#include <QTest>

using namespace dueline;
using namespace Qt::StringLiterals;

/// Tests the files installed with the programs, using the distribution's tools: completions that match the programs'
/// options, manuals that man formats without warnings, and metadata for desktops and software centers.
class TestPackaging : public QObject
{
    Q_OBJECT

    struct Said
    {
        int code = -1;
        QString out;
        QString errors;
    };

    const QString m_source = sourcePath();
    const QString m_packaging = m_source + u"/packaging/"_s;
    const QString m_desktop = m_packaging + u"desktop/io.github.dueline.Dueline"_s;

    static QString programs() { return QDir(QCoreApplication::applicationDirPath() + u"/../bin"_s).canonicalPath(); }
    /// Returns the path of the installed manual, which includes the version.
    static QString manual(const QString& page) { return QCoreApplication::applicationDirPath() + u"/../man/"_s + page; }
    static Said said(const QString& program, const QStringList& arguments, const QString& folder = {})
    {
        QProcess process;
        QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
        environment.insert(u"PATH"_s, programs() + u':' + environment.value(u"PATH"_s));
        environment.insert(u"LC_ALL"_s, u"C.UTF-8"_s);
        environment.insert(u"MANROFFSEQ"_s, QString());
        environment.insert(u"MANWIDTH"_s, u"80"_s);
        process.setProcessEnvironment(environment);
        if (!folder.isEmpty())
            process.setWorkingDirectory(folder);
        process.start(program, arguments, QIODevice::ReadOnly);
        if (!process.waitForFinished(60'000))
            return {-1, {}, process.errorString()};
        return {process.exitCode(), QString::fromUtf8(process.readAllStandardOutput()),
            QString::fromUtf8(process.readAllStandardError())};
    }
    static bool has(const QString& tool) { return !QStandardPaths::findExecutable(tool).isEmpty(); }
    static QSet<QString> found(const QString& text, const QString& pattern)
    {
        QSet<QString> all;
        const QRegularExpression expression(pattern, QRegularExpression::MultilineOption);
        for (auto match = expression.globalMatch(text); match.hasNext();)
            all.insert(match.next().captured(1));
        return all;
    }
    static QSet<QString> lines(const QString& text)
    {
        const QStringList all = text.split(u'\n', Qt::SkipEmptyParts);
        return {all.begin(), all.end()};
    }
    static QSet<QString> commands()
    {
        const QString help = said(programs() + u"/duectl"_s, {u"--help"_s}).out.section(u"\nTopics"_s, 0, 0);
        return found(help, u"^  ([a-z-]+) {2,}"_s);
    }
    /// Returns a shell's completions for these words; the last one is still being typed. File names come from `folder`.
    /// Zsh and fish replace whole words, but for `--state=failed`, returns only the value.
    QSet<QString> offered(const QString& shell, const QStringList& typed, const QString& folder = {}) const
    {
        const QString script = m_packaging + u"completion/"_s + shell;
        if (shell == u"bash") {
            QStringList arguments{u"--norc"_s, u"-c"_s,
                u". \"$0\"; COMP_LINE=$1; shift; COMP_WORDS=(\"$@\"); COMP_CWORD=$(($# - 1)); _dueline \"$1\"; "
                "printf '%s\\n' \"${COMPREPLY[@]}\""_s,
                script, typed.join(u' ')};
            static const QRegularExpression part(u"[:=@]+|[^:=@]+"_s); // Bash splits words at these characters.
            for (const QString& word : typed) {
                if (word.isEmpty())
                    arguments << word;
                for (auto match = part.globalMatch(word); match.hasNext();)
                    arguments << match.next().captured();
            }
            return lines(said(shell, arguments, folder).out);
        }
        const QString inZsh
            = u"compadd() { while [[ $1 != -- ]]; do shift; done; shift; print -rl -- \"$@\" }; compset() { : }; "
              "_files() { print -rl -- *(N) }; words=(\"$@\"); CURRENT=$#; complete() { . \"$1\" }; complete \"$0\""_s;
        QString out = shell == u"zsh"
            ? said(shell, QStringList{u"-f"_s, u"-c"_s, inZsh, script} + typed, folder).out
            : said(shell,
                {u"--no-config"_s, u"-c"_s, u"source $argv[1]; complete -C $argv[2]"_s, script, typed.join(u' ')},
                folder)
                  .out;
        out.remove(QRegularExpression(u"\t.*$"_s, QRegularExpression::MultilineOption)); // Fish adds a description.
        if (typed.last().startsWith(u"--") && typed.last().contains(u'='))
            out.remove(typed.last().section(u'=', 0, 0) + u'=');
        return lines(out);
    }

private Q_SLOTS:
    void completionsNameEveryCommandAndOption_data()
    {
        QTest::addColumn<QString>("shell");
        QTest::newRow("bash") << u"bash"_s;
        QTest::newRow("zsh") << u"zsh"_s;
        QTest::newRow("fish") << u"fish"_s;
    }
    void completionsNameEveryCommandAndOption()
    {
        QFETCH(QString, shell);
        if (!has(shell))
            QSKIP("this shell is not installed");
        const QSet<QString> commands = this->commands();
        QVERIFY(commands.size() > 20);
        QCOMPARE(offered(shell, {u"duectl"_s, QString()}), commands);
        QCOMPARE(offered(shell, {u"duectl"_s, u"--url"_s, u"redis://h"_s, QString()}), commands);
        QCOMPARE(offered(shell, {u"duectl"_s, u"help"_s, QString()}),
            (commands + QSet<QString>{u"addresses"_s, u"filters"_s, u"layouts"_s}));
        for (const QString& command : commands) {
            const QSet<QString> options
                = found(said(programs() + u"/duectl"_s, {command, u"--help"_s}).out, u"^  (--[a-z-]+)"_s);
            QVERIFY(options.contains(u"--url"_s));
            QVERIFY2(offered(shell, {u"duectl"_s, command, u"--"_s}) == options, qPrintable(command));
        }
        QCOMPARE(offered(shell, {u"dueline"_s, u"--"_s}),
            found(said(programs() + u"/dueline"_s, {u"--help"_s}).out, u"(?:^  |, )(--[a-z-]+)"_s));
    }

    void completionsOfferWhatMayFollow_data()
    {
        QTest::addColumn<QString>("shell");
        QTest::addColumn<QString>("typed");
        QTest::addColumn<QString>("expected");
        const QString states = u"scheduled due retrying leased failed done trash pending"_s;
        const QString layouts
            = u"auto native bullmq bull sidekiq rq asynq laravel celery cron: zset: pubsub: list: resend: bullmq: bull: sidekiq: laravel: celery: "_s
            + u"file: arq bee-queue changsongl dramatiq hdt3213 huey hyperf lmstfy machinery ouqiang redis-in-action redisson resque rsmq smartwalle-dq stream stream: think-queue webman yii2"_s;
        const QString schemes = u"redis:// rediss:// valkey:// valkeys:// unix:/ redis-sentinel:// redis-cluster://"_s;
        const QString settings
            = u"retention= keep-failed= keep-trash= keep-undo= lease= attempts= backoff= max-expiries= results= runs= expires="_s;
        const std::pair<const char*, QString> rows[] = {{"duectl --profile ", u"shop"_s}, {"duectl --layout ", layouts},
            {"duectl --url ", schemes}, {"duectl --prefix ", {}}, {"duectl list q --profile ", u"shop"_s},
            {"duectl move q --all --to-profile ", u"shop"_s}, {"duectl undo q/1 --to-url ", schemes},
            {"duectl list mail --state ", states}, {"duectl list q --state=", states},
            {"duectl list q --state failed,",
                u"failed,"_s + QString(states).remove(u"failed "_s).replace(u" "_s, u" failed,"_s)},
            {"duectl export mail ", u"tasks.jsonl"_s}, {"duectl import mail ", u"tasks.jsonl"_s},
            {"duectl export ", {}}, {"duectl export --state failed mail ", u"tasks.jsonl"_s},
            {"duectl add q t --payload-file ", u"tasks.jsonl"_s}, {"duectl export q --format ", u"jsonl csv"_s},
            {"duectl schedules q --missed ", u"skip once"_s}, {"duectl acl ", u"viewer operator producer worker"_s},
            {"duectl functions ", u"load list remove"_s},
            {"duectl operations ", u"resume pause continue cancel pace"_s},
            {"duectl queue mail ", u"show set delete"_s}, {"duectl queue mail set ", settings}, {"duectl queue ", {}},
            {"duectl schedules mail ", u"add enable disable run-now remove"_s}, {"duectl schedules mail add ", {}},
            {"duectl edit q 1 --default ", u"max-attempts backoff lease expires keep-result"_s},
            {"duectl help add ", {}}, {"duectl add q t --in ", {}}, {"duectl show q 1 --payload ", {}},
            {"duectl --state failed list --limit ", {}}, {"duectl list q --backoff ", {}},
            {"duectl add q t --backoff ", u"none fixed: exp: list:"_s},
            {"duectl list --read ", u"auto none base64 gzip zlib zstd msgpack protobuf: php pickle json"_s},
            {"duectl nonsense ", {}}, {"duectl list q -- --", {}}, {"duectl pause q ", {}},
            {"duectl metrics --listen 1", u"127.0.0.1:9464"_s},
            {"duectl work --log-level ", u"error warning info debug"_s}, {"dueline --layout ", layouts},
            {"dueline --profile ", u"shop"_s}, {"dueline --connect ", schemes}, {"dueline --queue ", {}},
            {"dueline --filter ", {}}, {"dueline --size ", {}}, {"dueline --screenshot ", u"tasks.jsonl"_s},
            {"dueline --lang ", u"en zh_CN"_s}, {"dueline --theme ", u"light dark system high-contrast"_s}};
        for (const QString& shell : {u"bash"_s, u"zsh"_s, u"fish"_s}) {
            for (const auto& [typed, expected] : rows) {
                QTest::addRow("%s: %s", qPrintable(shell), typed) << shell << QString::fromLatin1(typed) << expected;
                if (!has(shell))
                    break; // One row is enough to report that the tests are skipped.
            }
        }
        // Bash replaces only the text after the last : or =.
        QTest::newRow("bash: a scheme") << u"bash"_s << u"duectl --url redis:"_s << u"//"_s;
        QTest::newRow("bash: a layout") << u"bash"_s << u"duectl --layout z"_s << u"zset:"_s;
        QTest::newRow("bash: a state") << u"bash"_s << u"duectl --url redis://h list q --state=failed,d"_s
                                       << u"failed,due failed,done"_s;
        QTest::newRow("bash: a layout of a queue")
            << u"bash"_s << u"duectl list mail@bul"_s << u"bull bull: bullmq bullmq:"_s;
        QTest::newRow("zsh: a layout's parameters")
            << u"zsh"_s << u"duectl --layout pubsub:c?"_s << u"pubsub:c?keys= pubsub:c?type="_s;
        QTest::newRow("zsh: a layout of a queue")
            << u"zsh"_s << u"duectl work --queue @r"_s << u"@resend: @rq @redis-in-action @redisson @resque @rsmq"_s;
    }
    void completionsOfferWhatMayFollow()
    {
        QFETCH(QString, shell);
        QFETCH(QString, typed);
        QFETCH(QString, expected);
        if (!has(shell))
            QSKIP("this shell is not installed");
        QTemporaryDir folder;
        QFile file(folder.filePath(u"tasks.jsonl"_s));
        QVERIFY(file.open(QIODevice::WriteOnly));
        QTemporaryDir config;
        Profile profile;
        profile.name = u"shop"_s;
        profile.url = u"redis://host"_s;
        QVERIFY(ProfileStore(config.filePath(u"profiles.json"_s)).save(profile).ok());
        qputenv("DUELINE_PROFILES", config.filePath(u"profiles.json"_s).toLocal8Bit());
        const QSet<QString> all = offered(shell, typed.split(u' '), folder.path());
        qunsetenv("DUELINE_PROFILES");
        QCOMPARE(all, lines(QString(expected).replace(u' ', u'\n')));
    }

    /// Completing any text exits with code 0 and prints nothing to stderr.
    void noWordsMakeCompletionFail()
    {
        const QString huge(100'000, u'x');
        const QString profiles = QDir::tempPath() + u"/not-there/profiles.json"_s;
        qputenv("DUELINE_PROFILES", profiles.toLocal8Bit());
        for (const QString& program : {u"duectl"_s, u"dueline"_s}) {
            for (const QStringList& words :
                {QStringList{}, QStringList{QString()}, QStringList{u"'\"`$(exit 3)\n\t"_s}, QStringList{u"--"_s},
                    QStringList{u"-"_s, u"="_s, u"--="_s, u"--=="_s}, QStringList{huge}, QStringList(10, huge),
                    QStringList(10, u"--layout="_s + huge), QStringList{u"list"_s, u"[(|"_s, u"]"_s},
                    QStringList{u"--layout"_s, u"?&=:@,"_s}, QStringList{u"list"_s, u"--state"_s, QString(1000, u',')},
                    QStringList{u"__complete"_s, u"__complete"_s}, QStringList{u"--profile"_s, QString()},
                    QStringList{u"help"_s, u"help"_s, QString()}}) {
                const Said said = this->said(programs() + u'/' + program, QStringList{u"__complete"_s} + words);
                QCOMPARE(said.code, 0);
                QCOMPARE(said.errors, QString());
                QVERIFY(!said.out.contains(huge));
            }
        }
        qunsetenv("DUELINE_PROFILES");
        const QString states = said(programs() + u"/duectl"_s, {u"__complete"_s, u"pause"_s, u"--js"_s}).out;
        QCOMPARE(states, u"--json\tprint one JSON document on standard output\n"_s);
        const QString more
            = said(programs() + u"/duectl"_s, {u"__complete"_s, u"copy"_s, u"q"_s, u"--state"_s, u"due,"_s}).out;
        QVERIFY2(more.contains(u"due,failed\n"_s) && !more.contains(u"due,due"_s), qPrintable(more));
    }

    /// Commands and options are not offered where an option's value is expected.
    void noValueIsACommand_data() { completionsNameEveryCommandAndOption_data(); }
    void noValueIsACommand()
    {
        QFETCH(QString, shell);
        if (!has(shell))
            QSKIP("this shell is not installed");
        const QSet<QString> commands = this->commands();
        QSet<QString> seen;
        for (const QString& command : commands) {
            for (const QString& option :
                found(said(programs() + u"/duectl"_s, {command, u"--help"_s}).out, u"^  (--[a-z-]+) \\S"_s)) {
                if (seen.contains(option))
                    continue;
                seen.insert(option);
                for (const QString& word :
                    offered(shell, {u"duectl"_s, command, option, QString()}, m_packaging + u"man"_s))
                    QVERIFY2(
                        !commands.contains(word) && !word.startsWith(u"--"_s), qPrintable(option + u": "_s + word));
            }
        }
        QVERIFY(seen.size() > 30);
    }

    /// Checks that the tools are installed, as packaging/test and packaging/deb do. Otherwise, the following tests
    /// would be silently skipped on a new machine.
    void theJudgesAreInstalledBeforeTheyAreAsked()
    {
        for (const QString& part : {u"screen"_s, u"package"_s}) {
            const QString list = said(u"bash"_s,
                {u"-c"_s, u". \"$0\"; printf %s \"$packages_%1\""_s.arg(part), m_packaging + u"dependencies.sh"_s})
                                     .out;
            const QSet<QString> commands = found(list, u"^\\S+ +(\\S+)$"_s);
            const QSet<QString> judges = part == u"package"
                ? QSet<QString>{u"lintian"_s}
                : QSet<QString>{u"man"_s, u"groff"_s, u"zsh"_s, u"desktop-file-validate"_s, u"appstreamcli"_s};
            QVERIFY2(commands.contains(judges), qPrintable(list));
        }
    }

    /// The labels for Cancel, OK and file dialogs come from Qt. Without Qt's translations, a Chinese window would show
    /// them in English.
    void whatQtItselfSaysInChineseComesWithTheWindow()
    {
        const QString words = u"qt6-translations-l10n"_s;
        const QString list = said(
            u"bash"_s, {u"-c"_s, u". \"$0\"; printf %s \"$packages_window\""_s, m_packaging + u"dependencies.sh"_s})
                                 .out;
        QVERIFY2(found(list, u"^(\\S+) +-$"_s).contains(words), qPrintable(list));
        QFile package(QCoreApplication::applicationDirPath() + u"/../CPackConfig.cmake"_s);
        QVERIFY(package.open(QIODevice::ReadOnly));
        const QString depends
            = found(QString::fromUtf8(package.readAll()), u"^set\\(CPACK_DEBIAN_PACKAGE_DEPENDS \"(.*)\"\\)$"_s)
                  .values()
                  .join(u' ');
        QVERIFY2(depends.split(u", "_s).contains(words), qPrintable(depends));
    }

    void manFormatsTheManualsWithoutAComplaint()
    {
        if (!has(u"man"_s) || !has(u"groff"_s))
            QSKIP("man and groff are not installed");
        for (const QString& page : {u"duectl.1"_s, u"dueline.1"_s}) {
            const Said answer
                = said(u"man"_s, {u"--warnings"_s, u"-E"_s, u"UTF-8"_s, u"-l"_s, u"-Tutf8"_s, u"-Z"_s, manual(page)});
            QCOMPARE(answer.errors, QString());
            QCOMPARE(answer.code, 0);
            QVERIFY(answer.out.size() > 1000);
        }
    }

    void theDesktopEntryIsValidAndTakesRedisAddresses()
    {
        QFile entry(m_desktop + u".desktop"_s);
        QVERIFY(entry.open(QIODevice::ReadOnly));
        const QString text = QString::fromUtf8(entry.readAll());
        const QString types
            = QRegularExpression(u"^MimeType=(.*)$"_s, QRegularExpression::MultilineOption).match(text).captured(1);
        QCOMPARE(types, u"x-scheme-handler/redis;x-scheme-handler/rediss;x-scheme-handler/dueline;"_s);
        QVERIFY(text.contains(u"\nExec=dueline --link %u\n"_s));
        if (!has(u"desktop-file-validate"_s))
            QSKIP("desktop-file-validate is not installed");
        const Said answer = said(u"desktop-file-validate"_s, {u"--no-hints"_s, entry.fileName()});
        QCOMPARE(answer.out + answer.errors, QString());
        QCOMPARE(answer.code, 0);
    }

    void theMetadataForSoftwareCentresIsValid()
    {
        if (!has(u"appstreamcli"_s))
            QSKIP("appstreamcli is not installed");
        const Said answer
            = said(u"appstreamcli"_s, {u"validate"_s, u"--pedantic"_s, u"--no-net"_s, m_desktop + u".metainfo.xml"_s});
        QVERIFY2(answer.code == 0, qPrintable(answer.out));
        // One remark is acceptable: the id contains a capital letter, like the names of the desktop entry and the
        // Flatpak.
        const QSet<QString> remarks = found(answer.out, u"^[EWIP]: [^:]+:[^:]*: (\\S+)"_s);
        QVERIFY2((remarks - QSet<QString>{u"cid-contains-uppercase-letter"_s}).isEmpty(), qPrintable(answer.out));
    }

    void thisVersionHasADateInTheMetadataAndTheManualsNameBoth()
    {
        QFile cmake(m_source + u"/CMakeLists.txt"_s);
        QVERIFY(cmake.open(QIODevice::ReadOnly));
        const auto version
            = QRegularExpression(u"project\\(dueline VERSION ([0-9.]+)"_s).match(QString::fromUtf8(cmake.readAll()));
        QVERIFY(version.hasMatch());
        QFile metainfo(m_desktop + u".metainfo.xml"_s);
        QVERIFY(metainfo.open(QIODevice::ReadOnly));
        const auto date
            = QRegularExpression(u"<release version=\"%1\" date=\"(\\d{4}-\\d\\d-\\d\\d)\""_s.arg(version.captured(1)))
                  .match(QString::fromUtf8(metainfo.readAll()));
        QVERIFY(date.hasMatch());
        const QString month = QLocale::c().toString(QDate::fromString(date.captured(1), Qt::ISODate), u"MMMM yyyy"_s);
        for (const QString& page : {u"duectl"_s, u"dueline"_s}) {
            QFile file(manual(page + u".1"_s));
            QVERIFY(file.open(QIODevice::ReadOnly));
            const QString title = QString::fromUtf8(file.readAll()).section(u'\n', 1, 1);
            QCOMPARE(title,
                u".TH %1 1 \"%2\" \"Dueline %3\" \"User Commands\""_s.arg(page.toUpper(), month, version.captured(1)));
        }
    }

    void theFlatpakManifestNamesWhatThisTreeHas()
    {
        QFile file(m_packaging + u"flatpak/io.github.dueline.Dueline.json"_s);
        QVERIFY(file.open(QIODevice::ReadOnly));
        QJsonParseError error;
        const QJsonObject manifest = QJsonDocument::fromJson(file.readAll(), &error).object();
        QVERIFY2(error.error == QJsonParseError::NoError, qPrintable(error.errorString()));
        QCOMPARE(manifest[u"id"_s].toString(), QFileInfo(m_desktop + u".desktop"_s).completeBaseName());
        QCOMPARE(manifest[u"command"_s].toString(), u"dueline"_s);
        const QStringList rights = manifest[u"finish-args"_s].toVariant().toStringList();
        QVERIFY(rights.contains(u"--share=network"_s));
        QVERIFY(rights.contains(u"--talk-name=org.freedesktop.secrets"_s));
        for (const QString& right : rights) // The program can't access the home folder or the session bus.
            QVERIFY2(
                !right.startsWith(u"--filesystem=h"_s) && !right.contains(u"socket=session-bus"_s), qPrintable(right));
        // All other sources must be pinned: repositories to a tag or commit, not a branch, and downloads to a checksum.
        int foreign = 0;
        for (const QJsonValue& module : manifest[u"modules"_s].toArray()) {
            const QJsonArray sources = module[u"sources"_s].toArray();
            QVERIFY2(!sources.isEmpty(), qPrintable(module[u"name"_s].toString()));
            for (const QJsonValue& source : sources) {
                const QByteArray text = QJsonDocument(source.toObject()).toJson();
                const QString type = source[u"type"_s].toString();
                if (type == u"dir") {
                    QCOMPARE(module[u"name"_s].toString(), u"dueline"_s);
                    QCOMPARE(source[u"path"_s].toString(), u"../.."_s);
                    continue;
                }
                ++foreign;
                QVERIFY2(source[u"url"_s].toString().startsWith(u"https://"_s), text.constData());
                if (type == u"git")
                    QVERIFY2(source[u"branch"_s].isUndefined()
                            && (!source[u"tag"_s].toString().isEmpty() || !source[u"commit"_s].toString().isEmpty()),
                        text.constData());
                else
                    QVERIFY2(source[u"sha256"_s].toString().contains(QRegularExpression(u"^[0-9a-f]{64}$"_s)),
                        text.constData());
            }
        }
        QVERIFY(foreign > 0);
    }

    /// Installed documents keep the source tree's folder structure, but images are not installed. Links into folders
    /// that are not installed work only in the source tree.
    void whatInstalledDocumentsNameIsInstalled()
    {
        const QStringList sourceAlone{u"app"_s, u"packaging"_s, u"resources"_s, u"tests"_s, u"ui"_s};
        QTemporaryDir home;
        const QString build = QDir(QCoreApplication::applicationDirPath() + u"/.."_s).canonicalPath();
        const Said answer = said(u"cmake"_s, {u"--install"_s, build, u"--prefix"_s, home.path()});
        QVERIFY2(answer.code == 0, qPrintable(answer.out + answer.errors));
        const QDir documents(home.filePath(u"share/doc/dueline"_s));
        int seen = 0;
        for (QDirIterator walk(documents.path(), {u"*.md"_s}, QDir::Files, QDirIterator::Subdirectories);
             walk.hasNext(); ++seen) {
            const QFileInfo info(walk.next());
            QFile file(info.filePath());
            QVERIFY(file.open(QIODevice::ReadOnly));
            const QString text = QString::fromUtf8(file.readAll());
            QVERIFY2(text.contains(u"\n## "_s), qPrintable(info.filePath()));
            QSet<QString> named;
            for (const QString& link : found(text, u"\\]\\(([^)\\s]+)\\)"_s)) {
                if (!link.contains(u"://"_s) && !link.startsWith(u'#'))
                    named << info.dir().filePath(link.section(u'#', 0, 0));
            }
            if (info.dir() == documents) {
                for (const QString& path : found(text, u"`([^` ]+\\.(?:md|gz))`"_s)) {
                    if (!sourceAlone.contains(path.section(u'/', 0, 0)))
                        named << documents.filePath(path);
                }
            }
            for (const QString& path : named)
                QVERIFY2(QFile::exists(path), qPrintable(info.filePath() + u" names "_s + path));
        }
        QVERIFY(seen >= 4);
    }

    void aScriptSaysItsUsageAndRefusesWhatItDoesNotKnow_data()
    {
        QTest::addColumn<QString>("script");
        for (const char* name : {"run", "test", "deb", "checkdeb", "checkclone", "release", "tidy", "coverage", "alone",
                 "format", "structure", "bundle", "checkbundle", "rpm"})
            QTest::newRow(name) << QString::fromLatin1(name);
    }
    /// The folder contains only the script, which would fail if it ignored the option and ran.
    void aScriptSaysItsUsageAndRefusesWhatItDoesNotKnow()
    {
        QFETCH(QString, script);
        QTemporaryDir home;
        const QString folder = home.filePath(u"packaging/"_s);
        QVERIFY(QDir().mkpath(folder));
        for (const QString& name : {script, u"dependencies.sh"_s})
            QVERIFY(QFile::copy(m_packaging + name, folder + name));
        const Said usage = said(folder + script, {u"--help"_s});
        QVERIFY2(usage.code == 0, qPrintable(usage.errors));
        QVERIFY2(usage.out.startsWith(u"packaging/"_s + script), qPrintable(usage.out));
        const Said refusal = said(folder + script, {u"--no-such-thing"_s});
        QVERIFY2(refusal.code == 2, qPrintable(refusal.out + refusal.errors));
        QVERIFY2(refusal.errors.contains(u"packaging/"_s + script), qPrintable(refusal.errors));
    }

    /// On systems that can run the bundle, `packaging/run` suggests it before the first build.
    void aNewCloneIsPointedToTheBundle_data()
    {
        QTest::addColumn<QByteArray>("machine");
        QTest::addColumn<QByteArray>("libc");
        QTest::addColumn<bool>("built");
        QTest::addColumn<bool>("mentioned");
        QTest::newRow("a new clone") << QByteArray("x86_64") << QByteArray("glibc 2.36") << false << true;
        QTest::newRow("built before") << QByteArray("x86_64") << QByteArray("glibc 2.36") << true << false;
        QTest::newRow("another machine") << QByteArray("aarch64") << QByteArray("glibc 2.36") << false << false;
        QTest::newRow("an old glibc") << QByteArray("x86_64") << QByteArray("glibc 2.31") << false << false;
        QTest::newRow("another libc") << QByteArray("x86_64") << QByteArray() << false << false;
    }
    void aNewCloneIsPointedToTheBundle()
    {
        QFETCH(QByteArray, machine);
        QFETCH(QByteArray, libc);
        QFETCH(bool, built);
        QFETCH(bool, mentioned);
        QTemporaryDir home;
        const auto put = [&home](const QString& name, const QByteArray& text) {
            QFile file(home.filePath(name));
            QVERIFY(QDir().mkpath(QFileInfo(file).path()) && file.open(QIODevice::WriteOnly) && file.write(text) > 0);
            QVERIFY(file.setPermissions(QFile::ReadOwner | QFile::WriteOwner | QFile::ExeOwner));
        };
        put(u"packaging/dependencies.sh"_s, "packages_require() { :; }; build_preset() { exit 9; }\n");
        put(u"uname"_s, "#!/bin/sh\necho " + machine + '\n');
        put(u"getconf"_s, "#!/bin/sh\necho " + libc + '\n');
        if (built)
            put(u"build/release/bin/dueline"_s, "#!/bin/sh\n");
        QVERIFY(QFile::copy(m_packaging + u"run"_s, home.filePath(u"packaging/run"_s)));
        const Said answer = said(u"bash"_s, {u"-c"_s, u"PATH=.:$PATH packaging/run"_s}, home.path());
        QCOMPARE(answer.code, 9);
        QCOMPARE(answer.out.contains(u"see Install in README.md"_s), mentioned);
    }

    void aBuildWithoutATerminalReportsItsSteps()
    {
        const QString slow = u"for i in 1 2 3; do echo \"[$i/40] Building\"; sleep 1; done"_s;
        const Said built = saidByBuild(slow, u"announce_after=1 report_every=1; build_preset some all"_s);
        QCOMPARE(built.code, 0);
        const QStringList told = built.out.trimmed().split(u'\n');
        QVERIFY2(told.at(0).startsWith(u"Configuring (some)"_s), qPrintable(built.out));
        static const QRegularExpression announced(
            u"^Building \\(some\\): 40 steps, usually \\d+ to \\d+ minutes on \\d+ cores\\. Log: build/some/build\\.log$"_s);
        QVERIFY2(told.size() >= 3 && told.at(1).contains(announced), qPrintable(built.out));
        static const QRegularExpression progress(u"^Building \\(some\\): [1-3] of 40 steps after \\d+ s\\.$"_s);
        QVERIFY2(told.at(2).contains(progress), qPrintable(built.out));
    }

    void aBuildThatIsUpToDateReportsNothing()
    {
        const Said again
            = saidByBuild(u"[ \"$1\" != --preset ] || touch build/some/build.ninja; echo 'ninja: no work to do.'"_s,
                u"announce_after=0; build_preset some all >/dev/null; build_preset some all"_s);
        QCOMPARE(again.code, 0);
        QCOMPARE(again.out, QString());
    }

    /// Warnings are errors only on request, because newer compilers or Qt versions may warn where the supported ones
    /// don't.
    void warningsAreErrorsForWhoeverAsksForIt()
    {
        QFile presets(m_source + u"/CMakePresets.json"_s);
        QVERIFY(presets.open(QIODevice::ReadOnly));
        QString werror;
        const QJsonObject root = QJsonDocument::fromJson(presets.readAll()).object();
        for (const QJsonValue& preset : root[u"configurePresets"_s].toArray()) {
            if (preset[u"name"_s].toString() == u"release")
                werror = preset[u"cacheVariables"_s][u"DUELINE_WERROR"_s].toString();
        }
        QCOMPARE(werror, u"OFF"_s);
        const QString echo = u"echo \"$@\" >&2; echo \"$@\" >>arguments"_s;
        const QString show = u"; cat arguments"_s;
        const QString asked = saidByBuild(echo, u"export DUELINE_WERROR=ON; build_preset some all"_s + show).out;
        QVERIFY2(asked.contains(u"--preset some -DDUELINE_WERROR=ON\n"_s), qPrintable(asked));
        const QString plain = saidByBuild(echo, u"unset DUELINE_WERROR; build_preset some all"_s + show).out;
        QVERIFY2(plain.contains(u"--preset some\n"_s), qPrintable(plain));
        // A build folder configured without the option is reconfigured.
        const QString later = saidByBuild(echo,
            u"mkdir -p build/some; touch build/some/build.ninja; echo DUELINE_WERROR:BOOL=OFF "
            u">build/some/CMakeCache.txt; "
            "export DUELINE_WERROR=ON; build_preset some all"_s
                + show)
                                  .out;
        QVERIFY2(later.contains(u"--preset some -DDUELINE_WERROR=ON\n"_s), qPrintable(later));
    }

    void aPackageThatThisDebianDoesNotHaveIsNamed()
    {
        if (QDir(u"/var/lib/apt/lists"_s).entryList({u"*_Packages*"_s}, QDir::Files).isEmpty())
            QSKIP("apt has no lists of packages here");
        const Said wanted
            = saidByBuild(u"exit 1"_s, u"packages_peers='no-such-package-of-dueline -'; packages_wanted peers"_s);
        QCOMPARE(wanted.code, 0);
        QCOMPARE(
            wanted.out, u"This Debian does not have no-such-package-of-dueline: tests that need them are skipped.\n"_s);
    }

private:
    /// Returns the output of a shell that sources packaging/dependencies.sh in an empty folder, with the script `cmake`
    /// in place of CMake. Unsets DUELINE_WERROR, which CI sets; commands that need it set it themselves.
    Said saidByBuild(const QString& cmake, const QString& commands) const
    {
        QTemporaryDir home;
        QFile stub(home.filePath(u"cmake"_s));
        if (!stub.open(QIODevice::WriteOnly))
            return {-1, {}, stub.errorString()};
        stub.write("#!/bin/bash\n" + cmake.toUtf8() + '\n');
        stub.close();
        stub.setPermissions(QFile::ReadOwner | QFile::WriteOwner | QFile::ExeOwner);
        return said(u"bash"_s,
            {u"-c"_s,
                u"set -euo pipefail; unset DUELINE_WERROR; . '%1dependencies.sh'; PATH=.:$PATH; %2"_s.arg(
                    m_packaging, commands)},
            home.path());
    }
};

QTEST_GUILESS_MAIN(TestPackaging)
#include "tst_packaging.moc"
