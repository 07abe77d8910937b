// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/presenters/desktop/singleinstance.h"
#include "ui/presenters/settings/preferences.h"
#include "ui/presenters/settings/savedfilters.h"
#include "ui/presenters/settings/workersettings.h"

#include <QFile>
#include <QTemporaryDir>
#include <QTest>

#include <sys/stat.h>
#include <unistd.h>

using namespace dueline;
using namespace Qt::StringLiterals;

/// Tests settings whose path is not a regular file, such as a named pipe: opening it would block forever.
class TestSettingsPlace : public QObject
{
    Q_OBJECT

    QTemporaryDir m_folder;
    QString m_path;

    static void putPipe(const QString& path)
    {
        QFile::remove(path);
        QCOMPARE(::mkfifo(QFile::encodeName(path).constData(), 0600), 0);
    }

private Q_SLOTS:
    void init()
    {
        m_path = m_folder.filePath(QString::fromLatin1(QTest::currentTestFunction()) + u".ini"_s);
        ::alarm(30); // kills the test if it blocks
    }
    void cleanup() { ::alarm(0); }

    void aPipeInThePlaceOfTheSettingsIsToldAndNotWaitedFor_data()
    {
        QTest::addColumn<QString>("suffix");
        QTest::newRow("the file") << QString();
        QTest::newRow("its lock") << u".lock"_s;
    }
    void aPipeInThePlaceOfTheSettingsIsToldAndNotWaitedFor()
    {
        QFETCH(QString, suffix);
        const QString place = m_path + suffix;
        putPipe(place);
        const Preferences preferences = Preferences::load(m_path);
        QCOMPARE(preferences, Preferences());
        const WorkerSettingsStore store(m_path);
        QCOMPARE(store.load(u"p"_s), WorkerSettings());
        SavedFilters filters;
        filters.rememberIn(m_path);
        for (const Result<>& saved :
            {preferences.save(m_path), store.save(u"p"_s, {}), filters.save(u"a"_s, u"state:due"_s)}) {
            QVERIFY(!saved.ok());
            QCOMPARE(
                saved.error().message, u"Cannot save the settings to %1: it is a named pipe, not a file."_s.arg(place));
        }
        struct stat found = {};
        QVERIFY(::stat(QFile::encodeName(place).constData(), &found) == 0 && S_ISFIFO(found.st_mode));
        QFile::remove(place);
    }

    void settingsThatAreLinkedFromElsewhereAreKeptThere()
    {
        const QString elsewhere = m_folder.filePath(u"dotfiles.ini"_s);
        QVERIFY(QFile(elsewhere).open(QIODevice::WriteOnly));
        QVERIFY(QFile::link(elsewhere, m_path));
        Preferences preferences;
        preferences.timeZone = u"Asia/Shanghai"_s;
        QVERIFY(preferences.save(m_path).ok());
        QVERIFY(QFileInfo(m_path).isSymLink());
        QCOMPARE(Preferences::load(elsewhere).timeZone, u"Asia/Shanghai"_s);
    }

    void aWindowStartsWhateverStandsInThePlaceOfItsLock()
    {
        putPipe(m_path + u".lock"_s);
        SingleInstance instance(m_path);
        instance.listen();
        QVERIFY(!instance.handOver({}));
    }
};

QTEST_GUILESS_MAIN(TestSettingsPlace)
#include "tst_settingsplace.moc"
