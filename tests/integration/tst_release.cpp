// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/sourcepath.h"

#include <QCoreApplication>
#include <QCryptographicHash>
#include <QDateTime>
#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QProcess>
#include <QStandardPaths>
#include <QTemporaryDir>
#include <QTest>

#include <memory>

using namespace dueline;
using namespace Qt::StringLiterals;

/// Tests packaging/release in a small private repository with a fake packaging/deb, and the maintainer that the real
/// packaging/deb puts in a package.
class TestRelease : public QObject
{
    Q_OBJECT

    struct Said
    {
        int code = -1;
        QString out;
    };

    static constexpr QFileDevice::Permissions executable
        = QFileDevice::ReadOwner | QFileDevice::WriteOwner | QFileDevice::ExeOwner;
    std::unique_ptr<QTemporaryDir> m_home;

    QString path(const QString& name) const { return m_home->filePath(name); }
    QString metainfo() const { return u"packaging/desktop/io.github.dueline.Dueline.metainfo.xml"_s; }
    QByteArray content(const QString& name) const
    {
        QFile file(path(name));
        return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray("(not there)");
    }
    void put(const QString& name, const QByteArray& text) const
    {
        QVERIFY(QDir().mkpath(QFileInfo(path(name)).path()));
        QFile file(path(name));
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write(text);
    }
    Said said(const QString& program, const QStringList& arguments,
        const QProcessEnvironment& environment = QProcessEnvironment::systemEnvironment()) const
    {
        QProcess process;
        process.setProcessEnvironment(environment);
        process.setWorkingDirectory(m_home->path());
        process.setProcessChannelMode(QProcess::MergedChannels);
        process.start(program, arguments, QIODevice::ReadOnly);
        if (!process.waitForFinished(60'000))
            return {-1, process.errorString()};
        return {process.exitCode(), QString::fromUtf8(process.readAll())};
    }
    QString git(const QStringList& arguments) const { return said(u"git"_s, arguments).out.trimmed(); }
    Said release(const QStringList& arguments = {}) const { return said(path(u"packaging/release"_s), arguments); }
    void putProgram(const QString& name, const QByteArray& text) const
    {
        put(name, text);
        QVERIFY(QFile::setPermissions(path(name), executable));
    }
    void copyScript(const QString& name) const
    {
        QVERIFY(QFile::copy(sourcePath(QStringLiteral("packaging/")) + name, path(u"packaging/"_s + name)));
        QVERIFY(QFile::setPermissions(path(u"packaging/"_s + name), executable));
    }

private Q_SLOTS:
    void init()
    {
        if (QStandardPaths::findExecutable(u"git"_s).isEmpty())
            QSKIP("git is not installed");
        m_home = std::make_unique<QTemporaryDir>();
        put(u"CMakeLists.txt"_s, "project(dueline VERSION 1.4.0 LANGUAGES CXX)\n");
        put(u"CHANGELOG.md"_s, "# Changelog\n\n## [Unreleased]\n\n### Added\n- A thing.\n");
        put(metainfo(),
            "<component>\n  <releases>\n    <release version=\"1.3.0\" date=\"2026-01-01\"/>\n  </releases>\n</component>\n");
        putProgram(u"packaging/deb"_s,
            "#!/bin/sh\nmkdir -p build/release\necho package >build/release/dueline_1.4.0-1_amd64.deb\n"
            "[ ! -e broken ] || exit 1\necho build/release/dueline_1.4.0-1_amd64.deb\n");
        putProgram(u"packaging/bundle"_s,
            "#!/bin/sh\nmkdir -p build/bundle\nfor end in tar.xz run spdx; do echo \"$SOURCE_DATE_EPOCH\" "
            ">build/bundle/dueline-1.4.0-x86_64.$end; done\n");
        put(u".gitignore"_s, "build/\nbroken\n");
        for (const QString& name : {u"packaging/commit"_s, u".gitattributes"_s}) {
            QFile file(sourcePath(name));
            QVERIFY2(file.open(QIODevice::ReadOnly), qPrintable(name));
            put(name, file.readAll());
        }
        copyScript(u"release"_s);
        git({u"init"_s, u"-q"_s});
        git({u"config"_s, u"user.name"_s, u"Test"_s});
        git({u"config"_s, u"user.email"_s, u"test@localhost"_s});
        git({u"add"_s, u"."_s});
        git({u"commit"_s, u"-q"_s, u"-m"_s, u"start"_s});
        QCOMPARE(git({u"log"_s, u"--format=%s"_s}), u"start"_s);
    }

    void withoutDoNothingIsChanged()
    {
        const Said answer = release({u"--date"_s, u"2026-11-22"_s});
        QCOMPARE(answer.code, 0);
        QVERIFY2(answer.out.contains(u"+## [1.4.0] - 2026-11-22"_s), qPrintable(answer.out));
        QVERIFY(answer.out.contains(u"dueline-1.4.0.tar.gz"_s));
        QCOMPARE(git({u"status"_s, u"--porcelain"_s}), QString());
        QCOMPARE(git({u"tag"_s}), QString());
        QVERIFY(!QFile::exists(path(u"build"_s)));
    }

    void aReleaseIsDatedTaggedAndHasItsChecksums()
    {
        const Said answer = release({u"--do"_s, u"--date"_s, u"2026-11-22"_s});
        QVERIFY2(answer.code == 0, qPrintable(answer.out));
        QCOMPARE(content(u"CHANGELOG.md"_s),
            QByteArray("# Changelog\n\n## [Unreleased]\n\n## [1.4.0] - 2026-11-22\n\n### Added\n- A thing.\n"));
        QCOMPARE(content(metainfo()).count("<release version="), 2);
        QVERIFY(content(metainfo()).contains("<releases>\n    <release version=\"1.4.0\" date=\"2026-11-22\"/>\n"));
        QCOMPARE(git({u"log"_s, u"-1"_s, u"--format=%s"_s}), u"release: 1.4.0"_s);
        QCOMPARE(git({u"rev-parse"_s, u"v1.4.0^{commit}"_s}), git({u"rev-parse"_s, u"HEAD"_s}));
        const QString inside = said(u"tar"_s, {u"tzf"_s, u"build/dist/dueline-1.4.0.tar.gz"_s}).out;
        QVERIFY2(inside.contains(u"dueline-1.4.0/CHANGELOG.md\n"_s), qPrintable(inside));
        QCOMPARE(content(u"build/dist/dueline_1.4.0-1_amd64.deb"_s), QByteArray("package\n"));
        const QByteArray tarball
            = QCryptographicHash::hash(content(u"build/dist/dueline-1.4.0.tar.gz"_s), QCryptographicHash::Sha256);
        QVERIFY(content(u"build/dist/SHA256SUMS"_s).contains(tarball.toHex() + "  dueline-1.4.0.tar.gz\n"));
        // A version can't be released twice.
        QCOMPARE(release({u"--do"_s}).code, 1);
    }

    void buildOnlyMakesTheSameFilesTwiceWithoutCommitOrTag()
    {
        for (const char* run : {"first", "second"}) {
            const Said answer = release({u"--build-only"_s});
            QVERIFY2(answer.code == 0, qPrintable(answer.out));
            put(QString::fromLatin1(run), content(u"build/dist/SHA256SUMS"_s));
        }
        QCOMPARE(content(u"second"_s), content(u"first"_s));
        // the release workflow's next steps
        const Said sums = said(u"sh"_s, {u"-c"_s, u"cd build/dist && sha256sum --check SHA256SUMS"_s});
        QVERIFY2(sums.code == 0, qPrintable(sums.out));
        const QString named = u"GITHUB_REF_NAME=%1; test -f \"build/dist/dueline-${GITHUB_REF_NAME#v}.tar.gz\""_s;
        QCOMPARE(said(u"sh"_s, {u"-c"_s, named.arg(u"v1.4.0"_s)}).code, 0);
        QCOMPARE(said(u"sh"_s, {u"-c"_s, named.arg(u"v1.4.1"_s)}).code, 1);
        QCOMPARE(content(u"build/dist/dueline-1.4.0-changes.md"_s), QByteArray("### Added\n- A thing.\n"));
        for (const char* file :
            {"  dueline-1.4.0.tar.gz\n", "  dueline_1.4.0-1_amd64.deb\n", "  dueline-1.4.0-changes.md\n"})
            QVERIFY2(content(u"first"_s).contains(file), file);
        if (QSysInfo::currentCpuArchitecture() == u"x86_64") {
            QVERIFY(content(u"first"_s).contains("  dueline-1.4.0-x86_64.run\n"));
            QCOMPARE(QString::fromUtf8(content(u"build/dist/dueline-1.4.0-x86_64.spdx"_s)).trimmed(),
                git({u"log"_s, u"-1"_s, u"--format=%ct"_s}));
        }
        QCOMPARE(git({u"status"_s, u"--porcelain"_s, u"--untracked-files=no"_s}), QString());
        QCOMPARE(git({u"tag"_s}), QString());
        QCOMPARE(git({u"log"_s, u"--format=%s"_s}), u"start"_s);
    }

    /// Checks the commit that `--version` shows: in a clone, in a source archive, and in a copy without git.
    void aBuildNamesItsCommit()
    {
        if (QStandardPaths::findExecutable(u"cmake"_s).isEmpty())
            QSKIP("cmake is not installed");
        const auto named = [this](const QString& source) {
            const Said answer = said(u"cmake"_s,
                {u"-DSOURCE="_s + source, u"-DOUT="_s + path(u"build/commit.cpp"_s), u"-P"_s,
                    sourcePath(u"app/buildcommit.cmake"_s)});
            return answer.code == 0 ? QString::fromUtf8(content(u"build/commit.cpp"_s)).section(u'"', 1, 1)
                                    : answer.out;
        };
        const QString commit = git({u"rev-parse"_s, u"HEAD"_s});
        QCOMPARE(named(m_home->path()), commit);
        const QDateTime written = QFileInfo(path(u"build/commit.cpp"_s)).lastModified();
        QCOMPARE(named(m_home->path()), commit);
        // The file is unchanged, so nothing was compiled.
        QCOMPARE(QFileInfo(path(u"build/commit.cpp"_s)).lastModified(), written);
        put(u"CHANGELOG.md"_s, "changed\n");
        QCOMPARE(named(m_home->path()), commit + u"-dirty"_s);
        QVERIFY(QDir().mkpath(path(u"build/archive"_s)));
        git({u"archive"_s, u"-o"_s, u"build/source.tar"_s, u"HEAD"_s});
        said(u"tar"_s, {u"-xf"_s, u"build/source.tar"_s, u"-C"_s, u"build/archive"_s});
        QCOMPARE(named(path(u"build/archive"_s)), commit);
        QVERIFY(QDir().mkpath(path(u"build/copy"_s)));
        QCOMPARE(named(path(u"build/copy"_s)), u"unknown"_s); // The enclosing repository's commit is not used.
    }

    void whatCannotBeBuiltIsNoRelease()
    {
        put(u"broken"_s, "");
        const Said answer = release({u"--do"_s});
        QCOMPARE(answer.code, 1);
        QCOMPARE(git({u"status"_s, u"--porcelain"_s}), QString());
        QCOMPARE(git({u"tag"_s}), QString());
        QCOMPARE(git({u"log"_s, u"--format=%s"_s}), u"start"_s);
    }

    void whatIsNotReadyIsRefused()
    {
        put(u"CHANGELOG.md"_s, "# Changelog\n\n## [Unreleased]\n\n## [1.3.0] - 2026-01-01\n- A thing.\n");
        QVERIFY(release().out.contains(u"uncommitted changes"_s));
        git({u"commit"_s, u"-q"_s, u"-a"_s, u"-m"_s, u"nothing new"_s});
        const Said answer = release();
        QCOMPARE(answer.code, 1);
        QVERIFY2(answer.out.contains(u"nothing under Unreleased"_s), qPrintable(answer.out));
        QCOMPARE(release({u"--date"_s, u"tomorrow"_s}).code, 2);
        QCOMPARE(release({u"--now"_s}).code, 2);
    }

    /// Checks that an untracked source file prevents a release, ignored or not: the package would contain it, but the
    /// tarball wouldn't.
    void whatGitDoesNotKnowIsNotBuiltIntoARelease()
    {
        put(u"notes.txt"_s, "mine");
        put(u"tests/peers/__pycache__/jobs.pyc"_s, "made by a run");
        QCOMPARE(release().code, 0);
        put(u"core/base/extra.cpp"_s, "int extra;\n");
        for (const QByteArray& ignored : {QByteArray(), QByteArray("extra.cpp\n")}) {
            put(u".git/info/exclude"_s, ignored);
            for (const QStringList& arguments : {QStringList(), QStringList{u"--do"_s}}) {
                const Said answer = release(arguments);
                QCOMPARE(answer.code, 1);
                QVERIFY2(answer.out.contains(u"core/base/extra.cpp is not in git"_s), qPrintable(answer.out));
            }
        }
        QCOMPARE(git({u"tag"_s}), QString());
    }

    void theWorkflowsAndFormsAreValidAndOneWorkflowBuildsTheRelease()
    {
        QFile file(sourcePath(u".github/workflows/release.yml"_s));
        QVERIFY(file.open(QIODevice::ReadOnly));
        QVERIFY(file.readAll().contains("\n        run: packaging/release --build-only\n"));
        if (QStandardPaths::findExecutable(u"yamllint"_s).isEmpty())
            QSKIP("yamllint is not installed");
        const Said answer
            = said(u"yamllint"_s, {u"--strict"_s, sourcePath(u".github"_s), sourcePath(u".pre-commit-config.yaml"_s)});
        QVERIFY2(answer.code == 0, qPrintable(answer.out));
    }

    void theRpmRequiresItsLibrariesAndHasNoFilesOfDebian()
    {
        const QDir build(QCoreApplication::applicationDirPath() + u"/.."_s);
        if (QStandardPaths::findExecutable(u"rpmbuild"_s).isEmpty())
            QSKIP("rpmbuild is not installed");
        if (!build.exists(u"bin/dueline"_s))
            QSKIP("the window is not built");
        const QString rpms = path(u"rpms"_s);
        const Said packed = said(u"cpack"_s,
            {u"-G"_s, u"RPM"_s, u"--config"_s, build.filePath(u"CPackConfig.cmake"_s), u"-B"_s, rpms, u"-D"_s,
                u"CPACK_PACKAGE_DIRECTORY="_s + rpms});
        QVERIFY2(packed.code == 0, qPrintable(packed.out));
        const QStringList made = QDir(rpms).entryList({u"dueline-*.rpm"_s});
        QCOMPARE(made.size(), 1);
        const QString package = rpms + u'/' + made.front();
        const QStringList files = said(u"rpm"_s, {u"-qpl"_s, package}).out.split(u'\n');
        for (const QString& file : {u"/usr/bin/duectl"_s, u"/usr/bin/dueline"_s,
                 u"/usr/share/zsh/site-functions/_duectl"_s, u"/usr/lib/systemd/system/dueline-worker@.service"_s,
                 u"/usr/lib/systemd/user/dueline-witness@.service"_s})
            QVERIFY2(files.contains(file), qPrintable(files.join(u'\n')));
        for (const QString& file : files)
            QVERIFY2(!file.contains(u"lintian"_s) && !file.contains(u"Debian"_s), qPrintable(file));
        // These folders belong to other packages, so including them would cause conflicts.
        for (const QString& folder : {u"/usr/share/applications"_s, u"/usr/share/man/man1"_s, u"/usr/lib/systemd"_s})
            QVERIFY2(!files.contains(folder), qPrintable(folder));
        const QString required = said(u"rpm"_s, {u"-qp"_s, u"--requires"_s, package}).out;
        for (const QString& part : {u"libQt6Widgets.so.6()"_s, u"libhiredis.so."_s, u"qt6-qttranslations\n"_s})
            QVERIFY2(required.contains(part), qPrintable(required));
    }

    /// Checks, with a fake build, that only the first run of packaging/run builds and suggests the bundle.
    void theFirstRunNamesTheBundle()
    {
        if (QSysInfo::currentCpuArchitecture() != u"x86_64")
            QSKIP("the bundle is for x86-64");
        copyScript(u"run"_s);
        put(u"packaging/dependencies.sh"_s,
            "packages_require() { :; }\nbuild_preset() { mkdir -p build/release/bin; cp fake build/release/bin/dueline; }\n");
        putProgram(u"fake"_s, "#!/bin/sh\necho drawn\n");
        QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
        environment.remove(u"DISPLAY"_s);
        environment.remove(u"WAYLAND_DISPLAY"_s);
        for (const bool isFirst : {true, false}) {
            const Said answer = said(path(u"packaging/run"_s), {}, environment);
            QVERIFY2(answer.code == 0 && answer.out.contains(u"drawn\n"_s), qPrintable(answer.out));
            QCOMPARE(answer.out.count(u"install the bundle"_s), isFirst ? 1 : 0);
        }
    }

    /// Checks packaging/deb with a fake build that stores only the maintainer, and a fake cpack that puts it in the
    /// package.
    void aPackageHasTheMaintainerOfItsOwnBuild()
    {
        if (QStandardPaths::findExecutable(u"cmake"_s).isEmpty()
            || QStandardPaths::findExecutable(u"ninja"_s).isEmpty())
            QSKIP("cmake and ninja are not installed");
        put(u"CMakeLists.txt"_s,
            "cmake_minimum_required(VERSION 3.25)\nproject(dueline VERSION 1.4.0 LANGUAGES NONE)\n"
            "set(DUELINE_CONTACT \"nobody\" CACHE STRING \"\")\nfile(WRITE ${CMAKE_BINARY_DIR}/contact \"${DUELINE_CONTACT}\")\n");
        put(u"packaging/dependencies.sh"_s,
            "packages_require() { :; }\nbuild_preset() { cmake -G Ninja -S . -B build/release >/dev/null; }\n");
        putProgram(u"tools/cpack"_s, "#!/bin/sh\ncp build/release/contact build/release/dueline_1.4.0-1_all.deb\n");
        putProgram(u"tools/lintian"_s, "#!/bin/sh\n");
        QVERIFY(QFile::remove(path(u"packaging/deb"_s)));
        copyScript(u"deb"_s);
        const auto maintainer = [this](const QString& address) {
            QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
            environment.insert(u"PATH"_s, path(u"tools"_s) + u':' + environment.value(u"PATH"_s));
            environment.insert(u"DEBFULLNAME"_s, u"A Builder"_s);
            environment.insert(u"DEBEMAIL"_s, address);
            const Said answer = said(path(u"packaging/deb"_s), {}, environment);
            return answer.code == 0 ? content(u"build/release/dueline_1.4.0-1_all.deb"_s) : answer.out.toUtf8();
        };
        QCOMPARE(maintainer(u"builder@example.org"_s), QByteArray("A Builder <builder@example.org>"));
        QCOMPARE(maintainer(QString()), QByteArray("nobody"));
    }
};

QTEST_GUILESS_MAIN(TestRelease)
#include "tst_release.moc"
