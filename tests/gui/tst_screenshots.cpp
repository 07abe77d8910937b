// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/gui/picturepalette.h"
#include "tests/integration/duectlprogram.h"
#include "tests/support/redisserver.h"
#include "tests/support/sourcepath.h"
#include "ui/theme/tokens.h"

#include <QCoreApplication>
#include <QDir>
#include <QElapsedTimer>
#include <QFile>
#include <QImage>
#include <QProcess>
#include <QRegularExpression>
#include <QTemporaryDir>
#include <QTest>

#include <functional>

#include <unistd.h>

using namespace dueline;
using namespace Qt::StringLiterals;

/// Takes screenshots of the real program's sandbox for the documentation, without a display, and checks their content.
/// Saves them in build/pictures, and if DUELINE_PICTURES is set, also in that folder as copies small enough for the
/// repository.
class TestScreenshots : public QObject
{
    Q_OBJECT

    const QString m_pictures = sourcePath(QStringLiteral("build/pictures"));
    QTemporaryDir m_home;

    /// Runs the program with private settings. Returns its exit code, output and errors.
    std::tuple<int, QString, QString> run(const QStringList& arguments, const QProcessEnvironment& extra = {},
        const QList<int>& closed = {}, const QString& standardOutput = {},
        const std::function<void(qint64 process)>& meanwhile = {})
    {
        QProcess program;
        program.setChildProcessModifier([closed] {
            for (const int stream : closed)
                ::close(stream);
        });
        if (!standardOutput.isEmpty())
            program.setStandardOutputFile(standardOutput);
        QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
        environment.insert(u"QT_QPA_PLATFORM"_s, u"offscreen"_s);
        environment.insert(u"XDG_CONFIG_HOME"_s, m_home.path());
        environment.insert(extra);
        program.setProcessEnvironment(environment);
        const QString path
            = qEnvironmentVariable("DUELINE", QCoreApplication::applicationDirPath() + u"/../bin/dueline"_s);
        program.start(path, arguments);
        if (meanwhile && program.waitForStarted())
            meanwhile(program.processId());
        if (!program.waitForFinished(30'000)) {
            program.kill();
            program.waitForFinished();
            return {-1, {}, {}};
        }
        return {program.exitStatus() == QProcess::NormalExit ? program.exitCode() : -1,
            QString::fromUtf8(program.readAllStandardOutput()), QString::fromUtf8(program.readAllStandardError())};
    }

    static int pixelsOf(const QImage& image, const QColor& color)
    {
        int count = 0;
        for (int y = 0; y < image.height(); ++y) {
            for (int x = 0; x < image.width(); ++x)
                count += image.pixel(x, y) == color.rgb();
        }
        return count;
    }

    void publish(const QImage& image, const QString& name)
    {
        const QString folder = qEnvironmentVariable("DUELINE_PICTURES");
        if (!folder.isEmpty())
            QVERIFY(image.convertToFormat(QImage::Format_Indexed8, picturePalette(image), Qt::ThresholdDither)
                        .save(QDir(folder).filePath(name + u".png"_s), "PNG", 0));
    }

private Q_SLOTS:
    void initTestCase() { QVERIFY(m_home.isValid() && QDir().mkpath(m_pictures)); }

    void theWindowShowsQueuesTimelineTableAndInspector_data()
    {
        QTest::addColumn<QString>("size");
        QTest::addColumn<QString>("theme");
        QTest::addColumn<QString>("language");
        QTest::newRow("light") << u"1440x900"_s << u"light"_s << u"en"_s;
        QTest::newRow("dark") << u"1440x900"_s << u"dark"_s << u"en"_s;
        QTest::newRow("small") << u"1024x640"_s << u"light"_s << u"en"_s;
        QTest::newRow("zh") << u"1440x900"_s << u"light"_s << u"zh_CN"_s;
        QTest::newRow("zh-small") << u"1024x640"_s << u"dark"_s << u"zh_CN"_s;
    }
    void theWindowShowsQueuesTimelineTableAndInspector()
    {
        QFETCH(QString, size);
        QFETCH(QString, theme);
        QFETCH(QString, language);
        const QString name = QString::fromLatin1(QTest::currentDataTag());
        const QString file = QDir(m_pictures).filePath(name + u".png"_s);
        QFile::remove(file);
        const auto [code, out, err]
            = run({u"--sandbox"_s, u"--queue"_s, u"orders@bullmq"_s, u"--filter"_s, u"-state:done"_s, u"--size"_s, size,
                u"--lang"_s, language, u"--theme"_s, theme, u"--screenshot"_s, file, u"--summary"_s});
        QVERIFY2(code == 0 && err.isEmpty(), qPrintable(err));

        const QImage image(file);
        QCOMPARE(image.size(), QSize(size.section(u'x', 0, 0).toInt(), size.section(u'x', 1, 1).toInt()));
        const Tokens tokens = Tokens::make(theme == u"dark" ? ThemeKind::Dark : ThemeKind::Light);
        QVERIFY(pixelsOf(image, tokens.surface) > image.width() * image.height() / 10);
        for (const TaskState state : {TaskState::Failed, TaskState::Leased, TaskState::Scheduled})
            QVERIFY2(pixelsOf(image, tokens.of(state).fill) > 100, stateName(state).toByteArray().constData());

        const auto ran
            = QRegularExpression(u"ran (\\d+) demo tasks: (\\d+) done, (\\d+) to be retried, (\\d+) failed"_s)
                  .match(out);
        QVERIFY2(ran.hasMatch() && ran.captured(1).toInt() > 0, qPrintable(out));
        QCOMPARE(ran.captured(2).toInt() + ran.captured(3).toInt() + ran.captured(4).toInt(), ran.captured(1).toInt());
        const auto counts
            = QRegularExpression(u"(\\d+) scheduled, (\\d+) due, (\\d+) retrying, (\\d+) leased, (\\d+) failed"_s)
                  .match(out);
        QVERIFY2(counts.hasMatch(), qPrintable(out));
        for (const int group : {1, 4, 5})
            QVERIFY2(counts.captured(group).toInt() > 0, qPrintable(out));
        publish(image, name);
    }

    void oneStartTakesSeveralPicturesQuickly()
    {
        QElapsedTimer timer;
        timer.start();
        const QString light = m_home.filePath(u"light.png"_s);
        const QString dark = m_home.filePath(u"dark.png"_s);
        const QString strong = m_home.filePath(u"high-contrast.png"_s);
        const auto [code, out, err]
            = run({u"--sandbox"_s, u"--theme"_s, u"light"_s, u"--screenshot"_s, light, u"--theme"_s, u"dark"_s,
                u"--screenshot"_s, dark, u"--theme"_s, u"high-contrast"_s, u"--screenshot"_s, strong});
        QVERIFY2(code == 0, qPrintable(err));
        QVERIFY(timer.elapsed() < 15'000);
        QVERIFY(QImage(light).pixelColor(2, 2).lightnessF() > 0.8);
        QVERIFY(QImage(dark).pixelColor(2, 2).lightnessF() < 0.2);
        QCOMPARE(QImage(strong).pixelColor(2, 2), Tokens::make(ThemeKind::HighContrastLight).window);
    }

    void theWelcomePageIsShownWithoutAConnection()
    {
        const QString file = m_home.filePath(u"welcome.png"_s);
        const auto [code, out, err] = run({u"--screenshot"_s, file});
        QVERIFY2(code == 0, qPrintable(err));
        QVERIFY(!QImage(file).isNull());
    }

    void aMachineWithoutChineseCharactersIsToldInEnglish()
    {
        const QString fonts = m_home.filePath(u"fonts.conf"_s);
        QFile file(fonts);
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write("<fontconfig><dir>/usr/share/fonts/truetype/dejavu</dir><cachedir>" + m_home.path().toUtf8()
            + "/fonts</cachedir></fontconfig>");
        file.close();
        QProcessEnvironment latin;
        latin.insert(u"FONTCONFIG_FILE"_s, fonts);
        const QStringList chinese{u"--lang"_s, u"zh_CN"_s, u"--screenshot"_s, m_home.filePath(u"fonts.png"_s)};
        auto [code, out, err] = run(chinese, latin);
        QCOMPARE(code, 0);
        QVERIFY2(err.contains(u"fonts-noto-cjk"_s), qPrintable(err));
        std::tie(code, out, err)
            = run({u"--lang"_s, u"en"_s, u"--screenshot"_s, m_home.filePath(u"fonts.png"_s)}, latin);
        QVERIFY2(code == 0 && !err.contains(u"font"_s), qPrintable(err));
        std::tie(code, out, err) = run(chinese);
        QVERIFY2(code == 0 && !err.contains(u"font"_s), qPrintable(err));
    }

    void whatCannotBeShownIsSaid()
    {
        const QString file = m_home.filePath(u"none.png"_s);
        auto [code, out, err] = run({u"--profile"_s, u"nowhere"_s, u"--screenshot"_s, file});
        QCOMPARE(code, 1);
        QVERIFY2(err.contains(u"nowhere"_s), qPrintable(err));
        std::tie(code, out, err) = run({u"--screenshot"_s, u"/nowhere/x.png"_s});
        QCOMPARE(code, 1);
        QVERIFY2(err.contains(u"/nowhere/x.png"_s), qPrintable(err));
        std::tie(code, out, err) = run({u"--theme"_s, u"pink"_s});
        QCOMPARE(code, 2);
    }

    void aWindowWithoutStandardStreamsTellsRedisNothing_data()
    {
        QTest::addColumn<QList<int>>("closed");
        QTest::newRow("stdin, stdout") << QList<int>{0, 1};
        QTest::newRow("stdout") << QList<int>{1};
        QTest::newRow("stdout, stderr") << QList<int>{1, 2};
        QTest::newRow("all") << QList<int>{0, 1, 2};
    }
    void aWindowWithoutStandardStreamsTellsRedisNothing()
    {
        QFETCH(QList<int>, closed);
        RedisServer server;
        EXIT(Duectl(server.url()).run("add q t --in 1h"), 0);
        const QByteArray before = server.call({"DEBUG", "DIGEST"}).bytes;
        server.call({"CONFIG", "RESETSTAT"});
        const auto [code, out, err]
            = run({u"--connect"_s, server.url(), u"--summary"_s}, {}, closed, {}, [&](qint64 id) {
                  for (const int stream : closed)
                      QTRY_COMPARE(QFile::symLinkTarget(u"/proc/%1/fd/%2"_s.arg(id).arg(stream)), u"/dev/null"_s);
              });
        QVERIFY2(code == 0, qPrintable(err));
        const QByteArray errors = server.call({"INFO", "errorstats"}).bytes;
        QVERIFY2(!errors.contains("errorstat_ERR:"), errors); // No invalid command was sent.
        QCOMPARE(server.call({"DEBUG", "DIGEST"}).bytes, before);
    }

    void versionNamesTheBuild()
    {
        const auto [code, out, err] = run({u"--version"_s});
        QCOMPARE(code, 0);
        static const QRegularExpression form(
            u"\\Adueline [0-9.]+\ncommit ([0-9a-f]{40}(-dirty)?|unknown)\nQt [0-9.]+\nhiredis [0-9.]+\n\\z"_s);
        QVERIFY2(out.contains(form), qPrintable(out));
    }

    void whatCannotBePrintedIsAnError_data()
    {
        QTest::addColumn<QStringList>("arguments");
        QTest::newRow("help") << QStringList{u"--help"_s};
        QTest::newRow("version") << QStringList{u"--version"_s};
        QTest::newRow("summary") << QStringList{u"--summary"_s};
    }
    void whatCannotBePrintedIsAnError()
    {
        QFETCH(QStringList, arguments);
        RedisServer server;
        if (arguments.contains(u"--summary"_s)) {
            EXIT(Duectl(server.url()).run("add q t --in 1h"), 0);
            arguments << u"--connect"_s << server.url();
        }
        const auto [code, out, err] = run(arguments, {}, {}, u"/dev/full"_s);
        QCOMPARE(code, 1);
        QVERIFY2(
            err.contains(u"dueline: Cannot write to standard output: No space left on device.\n"), qPrintable(err));
    }

    void theSettingsSayLanguageAndTheme()
    {
        QVERIFY(QDir(m_home.path()).mkpath(u"dueline"_s));
        const QString settings = m_home.filePath(u"dueline/settings.ini"_s);
        QFile file(settings);
        QVERIFY(file.open(QIODevice::WriteOnly) && file.write("[window]\ntheme=dark\nlanguage=zh_CN\n") > 0);
        file.close();
        const QString picture = m_home.filePath(u"set.png"_s);
        const auto [code, out, err] = run({u"--screenshot"_s, picture});
        QVERIFY2(code == 0, qPrintable(err));
        QVERIFY(QImage(picture).pixelColor(2, 2).lightnessF() < 0.2);
        // The screenshot must equal one made with equivalent options, and must differ from the English one.
        const QString same = m_home.filePath(u"same.png"_s);
        const QString other = m_home.filePath(u"other.png"_s);
        QVERIFY(QFile::remove(settings));
        QCOMPARE(std::get<0>(run({u"--lang"_s, u"zh_CN"_s, u"--theme"_s, u"dark"_s, u"--screenshot"_s, same})), 0);
        QCOMPARE(std::get<0>(run({u"--lang"_s, u"en"_s, u"--theme"_s, u"dark"_s, u"--screenshot"_s, other})), 0);
        QCOMPARE(QImage(picture), QImage(same));
        QVERIFY(QImage(picture) != QImage(other));
        QVERIFY2(!QFile::exists(settings), "rendering keeps nothing");

        QVERIFY(file.open(QIODevice::WriteOnly) && file.write("[window]\nscalePercent=150\n") > 0);
        file.close();
        QCOMPARE(std::get<0>(run({u"--size"_s, u"1024x640"_s, u"--screenshot"_s, other})), 0);
        QCOMPARE(QImage(other).size(), QSize(1536, 960));
        QVERIFY(QFile::remove(settings));
    }
};

QTEST_MAIN(TestScreenshots)
#include "tst_screenshots.moc"
