// SPDX-License-Identifier: GPL-3.0-or-later
#include <QCryptographicHash>
#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QProcess>
#include <QStandardPaths>
#include <QTemporaryDir>
#include <QTest>

#include <memory>

using namespace Qt::StringLiterals;

/// packaging/release, in a small repository of its own in which packaging/deb is played.
class TestRelease : public QObject
{
    Q_OBJECT

    struct Said
    {
        int code = -1;
        QString out;
    };

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
    Said said(const QString& program, const QStringList& arguments) const
    {
        QProcess process;
        process.setWorkingDirectory(m_home->path());
        process.setProcessChannelMode(QProcess::MergedChannels);
        process.start(program, arguments, QIODevice::ReadOnly);
        if (!process.waitForFinished(60'000))
            return {-1, process.errorString()};
        return {process.exitCode(), QString::fromUtf8(process.readAll())};
    }
    QString git(const QStringList& arguments) const { return said(u"git"_s, arguments).out.trimmed(); }
    Said release(const QStringList& arguments = {}) const { return said(path(u"packaging/release"_s), arguments); }

private Q_SLOTS:
    void init()
    {
        if (QStandardPaths::findExecutable(u"git"_s).isEmpty())
            QSKIP("git is not installed");
        m_home = std::make_unique<QTemporaryDir>();
        put(u"CMakeLists.txt"_s, "project(dueline VERSION 1.4.0 LANGUAGES CXX)\n");
        put(u"CHANGELOG.md"_s, "# Changelog\n\n## [Unreleased]\n\n### Added\n- A thing.\n");
        put(metainfo(), "<component>\n  <releases>\n    <release version=\"1.3.0\" date=\"2026-01-01\"/>\n  </releases>\n</component>\n");
        put(u"packaging/deb"_s,
            "#!/bin/sh\nmkdir -p build/release\necho package >build/release/dueline_1.4.0-1_amd64.deb\n"
            "[ ! -e broken ] || exit 1\necho build/release/dueline_1.4.0-1_amd64.deb\n");
        put(u".gitignore"_s, "build/\nbroken\n");
        const QFileDevice::Permissions executable = QFileDevice::ReadOwner | QFileDevice::WriteOwner | QFileDevice::ExeOwner;
        QVERIFY(QFile::setPermissions(path(u"packaging/deb"_s), executable));
        QVERIFY(QFile::copy(QStringLiteral(DUELINE_SOURCE_DIR "/packaging/release"), path(u"packaging/release"_s)));
        QVERIFY(QFile::setPermissions(path(u"packaging/release"_s), executable));
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
        QCOMPARE(content(u"CHANGELOG.md"_s), QByteArray("# Changelog\n\n## [Unreleased]\n\n## [1.4.0] - 2026-11-22\n\n### Added\n- A thing.\n"));
        QCOMPARE(content(metainfo()).count("<release version="), 2);
        QVERIFY(content(metainfo()).contains("<releases>\n    <release version=\"1.4.0\" date=\"2026-11-22\"/>\n"));
        QCOMPARE(git({u"log"_s, u"-1"_s, u"--format=%s"_s}), u"release: 1.4.0"_s);
        QCOMPARE(git({u"rev-parse"_s, u"v1.4.0^{commit}"_s}), git({u"rev-parse"_s, u"HEAD"_s}));
        const QString inside = said(u"tar"_s, {u"tzf"_s, u"build/dist/dueline-1.4.0.tar.gz"_s}).out;
        QVERIFY2(inside.contains(u"dueline-1.4.0/CHANGELOG.md\n"_s), qPrintable(inside));
        QCOMPARE(content(u"build/dist/dueline_1.4.0-1_amd64.deb"_s), QByteArray("package\n"));
        const QByteArray tarball = QCryptographicHash::hash(content(u"build/dist/dueline-1.4.0.tar.gz"_s), QCryptographicHash::Sha256);
        QVERIFY(content(u"build/dist/SHA256SUMS"_s).contains(tarball.toHex() + "  dueline-1.4.0.tar.gz\n"));
        // And never the same version twice.
        QCOMPARE(release({u"--do"_s}).code, 1);
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
        QVERIFY(release().out.contains(u"not committed"_s));
        git({u"commit"_s, u"-q"_s, u"-a"_s, u"-m"_s, u"nothing new"_s});
        const Said answer = release();
        QCOMPARE(answer.code, 1);
        QVERIFY2(answer.out.contains(u"nothing under Unreleased"_s), qPrintable(answer.out));
        QCOMPARE(release({u"--date"_s, u"tomorrow"_s}).code, 2);
        QCOMPARE(release({u"--now"_s}).code, 2);
    }
};

QTEST_GUILESS_MAIN(TestRelease)
#include "tst_release.moc"
