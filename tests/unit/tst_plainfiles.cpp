// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/sourcepath.h"

#include <QDirIterator>
#include <QFile>
#include <QRegularExpression>
#include <QTest>

#include <map>

using namespace Qt::StringLiterals;

namespace {

/// Sources that open files in other ways, with the number of calls allowed and the reason.
const std::map<QString, std::pair<int, QString>>& exceptions()
{
    static const std::map<QString, std::pair<int, QString>> all{
        {u"core/base/plainfile.cpp"_s, {1, u"this is the look"_s}},
        {u"core/base/headroom.cpp"_s, {1, u"the root folder"_s}},
        {u"core/base/standardstreams.cpp"_s, {2, u"/dev/null, and the root folder"_s}},
        {u"core/redis/scriptlibrary.cpp"_s, {1, u"scripts are part of the program"_s}},
        {u"app/duectl/interruptiblefile.h"_s, {1, u"a user names it, and it may be a pipe"_s}},
        {u"app/duectl/taskoptions.cpp"_s, {1, u"a user names it, and it may be a pipe"_s}},
        {u"app/dueline/screenshots.cpp"_s, {2, u"made anew beside the picture that a user names"_s}},
        {u"ui/presenters/desktop/crashreports.cpp"_s, {1, u"O_EXCL, in a signal handler"_s}}};
    return all;
}

} // namespace

/// Tests that programs inspect a path before opening it, so that another user can't make them block on a named pipe or
/// write through a link.
class TestPlainFiles : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void whoeverOpensAFileLooksAtItFirst();
};

void TestPlainFiles::whoeverOpensAFileLooksAtItFirst()
{
    static const QRegularExpression opens(
        u"\\bQ(Save|Temporary|Lock)?File \\w+[;({]|\\bQSettings \\w+[({]|[^:\\w]::open(at)?\\(|\\bfopen\\(|"
        "\\bstd::[io]?fstream\\b|make_unique<Q(Save|Lock)?File>|public QFile\\b|make_unique<QSettings>|new QSettings"_s);
    static const QRegularExpression looks(u"\\b(openPlain|notPlain|checkSettingsTo(Read|Write))\\b"_s);
    static const QRegularExpression partOfTheProgram(u"\"(:/|/proc/)"_s);
    constexpr int linesBefore = 6;
    constexpr int linesAfter = 13;
    const QDir root(dueline::sourcePath());
    std::map<QString, int> left;
    int looked = 0;
    QStringList offenders;
    for (const char* top : {"core", "app", "ui"}) {
        QDirIterator walk(
            root.filePath(QLatin1String(top)), {u"*.h"_s, u"*.cpp"_s}, QDir::Files, QDirIterator::Subdirectories);
        while (walk.hasNext()) {
            QFile file(walk.next());
            QVERIFY2(file.open(QIODevice::ReadOnly), qPrintable(file.fileName()));
            const QString name = root.relativeFilePath(file.fileName());
            const QStringList lines = QString::fromUtf8(file.readAll()).split(u'\n');
            for (qsizetype i = 0; i < lines.size(); ++i) {
                if (!opens.match(lines[i]).hasMatch() || partOfTheProgram.match(lines[i]).hasMatch())
                    continue;
                ++looked;
                const qsizetype from = std::max<qsizetype>(0, i - linesBefore);
                if (name != u"core/base/plainfile.cpp"
                    && looks.match(lines.mid(from, i - from + linesAfter).join(u'\n')).hasMatch())
                    continue;
                const auto known = exceptions().find(name);
                if (known == exceptions().end() || ++left[name] > known->second.first)
                    offenders << u"%1:%2: %3"_s.arg(name).arg(i + 1).arg(lines[i].trimmed());
            }
        }
    }
    QVERIFY2(offenders.isEmpty(), qPrintable(offenders.join(u'\n')));
    QVERIFY(looked > 20);
    for (const auto& [name, exception] : exceptions())
        QVERIFY2(left[name] == exception.first, qPrintable(name)); // Every exception is still needed.
}

QTEST_APPLESS_MAIN(TestPlainFiles)
#include "tst_plainfiles.moc"
