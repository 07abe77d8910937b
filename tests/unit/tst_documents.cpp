// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/sourcepath.h"

#include <QDir>
#include <QDirIterator>
#include <QFile>
#include <QRegularExpression>
#include <QTest>

namespace {

constexpr qsizetype mostColumns = 100;
constexpr qsizetype mostLinesOfRoom = 40;
constexpr qsizetype mostLinesOfRoot = 120;

const QStringList topFolders{QStringLiteral("app"), QStringLiteral("core"), QStringLiteral("packaging"),
    QStringLiteral("resources"), QStringLiteral("tests"), QStringLiteral("ui")};

QDir sourceRoot() { return QDir(dueline::sourcePath()); }

/// Returns a document's problems, one sentence each. `path` is relative to the project's root.
QStringList faultsOf(const QString& path, const QString& text)
{
    static const QRegularExpression heading(QStringLiteral("^## (.*)$"), QRegularExpression::MultilineOption);
    static const QRegularExpression code(
        QStringLiteral("```.*?```|`[^`]*`"), QRegularExpression::DotMatchesEverythingOption);
    static const QRegularExpression link(QStringLiteral("\\]\\(([^)#:\\s]+)(?:#[^)]*)?\\)"));
    static const QStringList headings{
        QStringLiteral("What it is"), QStringLiteral("Where to begin"), QStringLiteral("Rules")};

    QStringList faults;
    QStringList lines = text.split(u'\n');
    while (!lines.isEmpty() && lines.last().isEmpty())
        lines.removeLast();
    for (qsizetype i = 0; i < lines.size(); ++i) {
        const qsizetype columns = lines[i].toUcs4().size();
        if (columns > mostColumns)
            faults << QStringLiteral("%1:%2 has %3 columns, at most %4")
                          .arg(path)
                          .arg(i + 1)
                          .arg(columns)
                          .arg(mostColumns);
    }
    const bool isOfRoot = !path.contains(u'/');
    // The limit for folder READMEs doesn't apply to the one that lists the decisions.
    const bool isOfRoom = path.endsWith(u"/README.md") && path != u"resources/docs/decisions/README.md";
    const qsizetype mostLines = isOfRoom          ? mostLinesOfRoom
        : isOfRoot && path.startsWith(u"README.") ? mostLinesOfRoot
                                                  : 0;
    if (mostLines > 0 && lines.size() > mostLines)
        faults << QStringLiteral("%1 has %2 lines, at most %3").arg(path).arg(lines.size()).arg(mostLines);
    if (isOfRoom) {
        QStringList found;
        for (auto each = heading.globalMatch(text); each.hasNext();)
            found << each.next().captured(1);
        if (found != headings)
            faults
                << QStringLiteral("%1 has the headings %2, not %3").arg(path, found.join(u", "), headings.join(u", "));
    }
    const QString prose = QString(text).remove(code);
    const QDir folder(sourceRoot().filePath(path.section(u'/', 0, -2)));
    for (auto each = link.globalMatch(prose); each.hasNext();) {
        const QString target = each.next().captured(1);
        if (!folder.exists(target))
            faults << QStringLiteral("%1 links to %2, which is not there").arg(path, target);
    }
    return faults;
}

/// Returns the paths of all documents except the changelog, relative to the project's root.
QStringList documents()
{
    const QDir root = sourceRoot();
    QStringList paths = root.entryList({QStringLiteral("*.md")}, QDir::Files);
    paths.removeAll(QStringLiteral("CHANGELOG.md"));
    for (const QString& top : topFolders) {
        QDirIterator walk(root.filePath(top), {QStringLiteral("*.md")}, QDir::Files, QDirIterator::Subdirectories);
        while (walk.hasNext()) {
            const QString path = root.relativeFilePath(walk.next());
            if (!path.contains(u"/node_modules/")) // excludes other projects' documents
                paths << path;
        }
    }
    return paths;
}

QString textOf(const QString& path)
{
    QFile file(sourceRoot().filePath(path));
    return file.open(QIODevice::ReadOnly) ? QString::fromUtf8(file.readAll()) : QString();
}

} // namespace

/// Tests that documents are short and uniform, and that their links are valid.
class TestDocuments : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void documentsAreShortAndTheirLinksResolve()
    {
        const QStringList paths = documents();
        QVERIFY2(paths.size() > 60, qPrintable(QString::number(paths.size())));
        QStringList faults;
        for (const QString& path : paths) {
            const QString text = textOf(path);
            QVERIFY2(!text.isEmpty(), qPrintable(path));
            faults << faultsOf(path, text);
        }
        QVERIFY2(faults.isEmpty(), qPrintable(QStringLiteral("\n  ") + faults.join(QStringLiteral("\n  "))));
    }

    void theChangelogHasAtMost80LinesARelease()
    {
        QStringList faults;
        QString release;
        int lines = 0;
        for (const QString& line : textOf(QStringLiteral("CHANGELOG.md")).split(u'\n')) {
            if (line.startsWith(QStringLiteral("## "))) {
                release = line;
                lines = 0;
            }
            if (++lines == 81 && !release.isEmpty())
                faults << release + QStringLiteral(": more than 80 lines");
            if (line.startsWith(QStringLiteral("- ")) && line.split(u' ').size() > 26)
                faults << QStringLiteral("more than 25 words: ") + line;
        }
        QVERIFY(!release.isEmpty());
        QVERIFY2(faults.isEmpty(), qPrintable(faults.join(u'\n')));
    }

    void aFolderOfSourcesHasAReadmeOrIsNamedInTheOneAroundIt()
    {
        const QDir root = sourceRoot();
        QStringList offenders;
        int folders = 0;
        for (const char* top : {"app", "core", "ui"}) {
            QDirIterator walk(
                root.filePath(QLatin1String(top)), QDir::Dirs | QDir::NoDotAndDotDot, QDirIterator::Subdirectories);
            while (walk.hasNext()) {
                const QDir folder(walk.next());
                if (folder.entryList({QStringLiteral("*.h"), QStringLiteral("*.cpp")}, QDir::Files).isEmpty())
                    continue;
                ++folders;
                const QString path = root.relativeFilePath(folder.path());
                if (!folder.exists(QStringLiteral("README.md"))
                    && !textOf(path.section(u'/', 0, -2) + QStringLiteral("/README.md"))
                            .contains(u'`' + folder.dirName() + u'`'))
                    offenders << path;
            }
        }
        QVERIFY2(folders > 40, qPrintable(QString::number(folders)));
        QVERIFY2(offenders.isEmpty(), qPrintable(offenders.join(u'\n')));
    }

    void aWrongDocumentIsSeen_data()
    {
        QTest::addColumn<QString>("path");
        QTest::addColumn<QString>("text");
        QTest::addColumn<QString>("fault"); // expected problem; empty: none
        const auto row = [](const char* name, const char* path, const QString& text, const char* fault) {
            QTest::newRow(name) << QString::fromLatin1(path) << text << QString::fromLatin1(fault);
        };
        const QString room = QStringLiteral("# a: b\n\n## What it is\nA.\n\n## Where to begin\nB.\n\n## Rules\n- C.\n");
        const QString wide(mostColumns, u'x');
        row("a room", "core/base/README.md", room, "");
        row("a wide line", "core/base/README.md", room + wide + u'\n', "");
        row("too wide", "core/base/README.md", room + wide + QStringLiteral("x\n"),
            "core/base/README.md:11 has 101 columns, at most 100");
        row("characters, not bytes", "README.zh_CN.md", QString(mostColumns, QChar(0x4efb)), "");
        row("a page that is too wide", "resources/docs/tour.md", wide + u'x',
            "resources/docs/tour.md:1 has 101 columns");
        row("40 lines", "core/README.md", room + QStringLiteral("- D.\n").repeated(30), "");
        row("41 lines", "core/README.md", room + QStringLiteral("- D.\n").repeated(31),
            "core/README.md has 41 lines, at most 40");
        row("120 lines", "README.md", QStringLiteral("A.\n").repeated(120), "");
        row("121 lines", "README.md", QStringLiteral("A.\n").repeated(121), "README.md has 121 lines, at most 120");
        row("121 Chinese lines", "README.zh_CN.md", QStringLiteral("A.\n").repeated(121),
            "README.zh_CN.md has 121 lines");
        row("a page of any length", "CONTRIBUTING.md", QStringLiteral("A.\n").repeated(500), "");
        row("a list of decisions", "resources/docs/decisions/README.md", QStringLiteral("A.\n").repeated(80), "");
        row("no headings", "ui/text/README.md", QStringLiteral("# ui/text\nA.\n"),
            "ui/text/README.md has the headings ");
        row("another heading", "ui/text/README.md", room + QStringLiteral("## Tests\nD.\n"),
            "Rules, Tests, not What it is");
        row("another order", "ui/text/README.md",
            QStringLiteral("## Where to begin\nB.\n## What it is\nA.\n## Rules\n- C.\n"), "Where to begin, What it is");
        row("a link", "ui/text/README.md", room + QStringLiteral("[a](../../core/README.md#rules)\n"), "");
        row("a link to a folder", "ui/text/README.md", room + QStringLiteral("[a](../theme)\n"), "");
        row("a link to nothing", "ui/text/README.md", room + QStringLiteral("[a](../nothing.md)\n"),
            "ui/text/README.md links to ../nothing.md, which is not there");
        row("a picture of nothing", "README.md", QStringLiteral("![a\nb](resources/pictures/nothing.png)\n"),
            "README.md links to resources/pictures/nothing.png");
        row("an address", "README.md", QStringLiteral("[a](https://example.org/nothing)\n"), "");
        row("a link in code", "README.md", QStringLiteral("`[a](nothing)`\n```\n[b](nothing)\n```\n"), "");
    }
    void aWrongDocumentIsSeen()
    {
        QFETCH(QString, path);
        QFETCH(QString, text);
        QFETCH(QString, fault);
        const QStringList faults = faultsOf(path, text);
        QCOMPARE(faults.size(), fault.isEmpty() ? 0 : 1);
        if (!fault.isEmpty())
            QVERIFY2(faults.first().contains(fault), qPrintable(faults.first()));
    }
};

QTEST_APPLESS_MAIN(TestDocuments)
#include "tst_documents.moc"
