// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/sourcepath.h"

#include <QDir>
#include <QDirIterator>
#include <QFile>
#include <QHash>
#include <QMap>
#include <QProcess>
#include <QRegularExpression>
#include <QTest>

#include <algorithm>
#include <utility>

namespace {

struct Include
{
    QString what;
    bool angled = false;
};

struct Room
{
    QString folder;
    QStringList mayInclude; ///< folders that this folder may include, including itself; `core` means all of core
};

/// Folders in core/layouts that are not layouts.
const QStringList layoutPorts{QStringLiteral("core/layouts/port"), QStringLiteral("core/layouts/catalogue"),
    QStringLiteral("core/layouts/catalogue/names")};

/// Returns a row of the table below. `core/layouts` stands for the folders in core/layouts that all folders may
/// include.
Room room(const char* folder, const char* mayInclude)
{
    Room row{QString::fromLatin1(folder), {}};
    for (const QString& other : QString::fromLatin1(mayInclude).split(u' ', Qt::SkipEmptyParts))
        row.mayInclude << (other == u"core/layouts" ? layoutPorts : QStringList{other});
    return row;
}

/// Returns a row for a folder in core/layouts. `others` lists the other core/layouts folders that it may include.
Room layout(const char* folder, const char* others)
{
    Room row = room("", "core/layouts/port core/queue core/payload core/redis core/base");
    row.folder = QStringLiteral("core/layouts/") + QLatin1String(folder);
    for (const QString& other : QString::fromLatin1(others).split(u' ', Qt::SkipEmptyParts))
        row.mayInclude << QStringLiteral("core/layouts/") + other;
    return row;
}

/// Allowed includes for each folder; the folders' READMEs give the reasons. app may include everything. A subfolder
/// with a separate row may not include its siblings.
const QList<Room> rooms{
    room("core/base", ""),
    room("core/redis", "core/base"),
    room("core/queue", "core/base"),
    room("core/payload", "core/base"),
    room("core/layouts/port", "core/queue core/payload core/redis core/base"),
    layout("shared/jobs", ""),
    layout("shared/bull", "shared/jobs"),
    layout("custom", "native"),
    layout("native", ""),
    layout("zset", "custom native"),
    layout("list", "custom native"),
    layout("pubsub", "custom native"),
    layout("bull", "shared/bull shared/jobs"),
    layout("bullmq", "shared/bull shared/jobs"),
    layout("sidekiq", "shared/jobs"),
    layout("rq", "shared/jobs"),
    layout("laravel", "shared/jobs"),
    layout("asynq", "shared/jobs"),
    layout("celery", "shared/jobs"),
    layout("described", "shared/jobs custom native"),
    layout("streams", "shared/jobs"),
    layout("catalogue/names", "native zset list pubsub bull bullmq sidekiq rq laravel asynq celery streams described"),
    layout("catalogue/composite", "catalogue/names"),
    layout("catalogue/discovery", "catalogue/names catalogue/composite shared/jobs"),
    layout("catalogue", "catalogue/names catalogue/composite catalogue/discovery"),
    room("core/engine/handlers", "core/queue core/base"),
    room("core/engine", "core/engine/handlers core/queue core/base"),
    room("core/console/profiles", "core/layouts core/redis core/queue core/payload core/base"),
    room("core/console/operations", "core/queue core/base"),
    room("core/console/compare", "core/queue core/base"),
    room("core/console/demo", "core/layouts core/layouts/native core/redis core/queue core/base"),
    room("core/console/connect",
        "core/console/profiles core/console/operations core/layouts core/redis core/queue core/payload core/base"),
    room("core/console/transfer", "core/console/connect core/console/operations core/queue core/base"),
    room("core/console/adopt",
        "core/console/connect core/console/operations core/layouts core/layouts/custom "
        "core/queue core/base"),
    room("core/console/doctor",
        "core/console/connect core/layouts core/layouts/custom core/redis core/queue "
        "core/base"),
    room("core/console/metrics",
        "core/console/connect core/console/operations core/console/witness core/redis core/queue core/base"),
    room("core/console/board", "core/console/connect core/console/witness core/queue core/base"),
    room("core/console/witness",
        "core/console/connect core/console/operations core/console/transfer core/layouts core/redis core/queue "
        "core/base"),
    room("core/console/failures", "core/console/operations core/queue core/base"),
    room("core/console/shares", "core/queue core/base"),
    room("core/console/discover",
        "core/console/connect core/console/profiles core/layouts core/layouts/described core/redis core/queue core/base"),
    room("ui/theme", "core"),
    room("ui/text", "core"),
    room("ui/actions", "core ui/text ui/theme"),
    room("ui/models", "core ui/text ui/theme"),
    room("ui/timeline/model", "core ui/models ui/text"),
    room("ui/presenters/settings", "core ui/text ui/theme"),
    room("ui/presenters/reading", "core ui/models"),
    room("ui/presenters", "core ui/presenters/reading ui/presenters/settings ui/timeline/model ui/models ui/text"),
    room("ui/sidebar/model", "core ui/presenters ui/presenters/settings ui/text"),
    room("ui/workbench", "core ui/sidebar/model ui/presenters ui/presenters/settings ui/actions ui/models ui/text"),
    room("ui/timeline/feed", "core ui/workbench ui/presenters ui/presenters/reading ui/timeline/model"),
    room("ui/presenters/desktop",
        "core ui/sidebar/model ui/workbench ui/presenters ui/presenters/settings ui/models ui/text"),
    room("ui/widgets", "core ui/presenters ui/presenters/settings ui/actions ui/models ui/text ui/theme"),
    room("ui/widgets/tasks", "core ui/widgets ui/workbench ui/presenters ui/actions ui/models ui/text ui/theme"),
    room("ui/sidebar", "core ui/sidebar/model ui/widgets ui/text ui/theme"),
    room("ui/welcome", "core ui/widgets ui/text ui/theme"),
    room("ui/widgets/times", "core ui/widgets ui/text ui/theme"),
    room("ui/dialogs",
        "core ui/timeline/model ui/widgets ui/widgets/times ui/presenters ui/presenters/settings ui/actions ui/models "
        "ui/text ui/theme"),
    room("ui/dialogs/connect",
        "core ui/dialogs ui/widgets ui/widgets/times ui/presenters ui/presenters/settings ui/models ui/text ui/theme"),
    room("ui/timeline",
        "core ui/timeline/feed ui/timeline/model ui/dialogs ui/widgets ui/widgets/tasks ui/workbench ui/actions "
        "ui/models ui/text ui/theme"),
    room("ui/board",
        "core ui/failures ui/timeline ui/timeline/feed ui/timeline/model ui/sidebar/model ui/widgets ui/workbench "
        "ui/presenters ui/actions ui/models ui/text ui/theme"),
    room("ui/witness",
        "core ui/timeline/model ui/widgets ui/workbench ui/presenters ui/actions ui/models ui/text ui/theme"),
    room("ui/failures",
        "core ui/timeline/model ui/widgets ui/workbench ui/presenters ui/actions ui/models ui/text ui/theme"),
    room("ui/inspector", "core ui/widgets ui/widgets/tasks ui/presenters ui/actions ui/models ui/text ui/theme"),
    room("ui/panels/activity",
        "core ui/dialogs ui/widgets ui/workbench ui/presenters ui/actions ui/models ui/text ui/theme"),
    room("ui/panels/commands",
        "core ui/dialogs ui/widgets ui/workbench ui/presenters ui/actions ui/models ui/text ui/theme"),
    room("ui/panels/leases",
        "core ui/dialogs ui/widgets ui/workbench ui/presenters ui/actions ui/models ui/text ui/theme"),
    room("ui/panels/metrics",
        "core ui/timeline ui/timeline/model ui/dialogs ui/widgets ui/workbench ui/presenters ui/actions "
        "ui/models ui/text ui/theme"),
    room("ui/panels/results",
        "core ui/dialogs ui/widgets ui/workbench ui/presenters ui/actions ui/models ui/text ui/theme"),
    room("ui/panels/schedules",
        "core ui/dialogs ui/widgets ui/workbench ui/presenters ui/actions ui/models ui/text ui/theme"),
    room("ui/panels/search",
        "core ui/dialogs ui/widgets ui/workbench ui/presenters ui/actions ui/models ui/text ui/theme"),
    room("ui/panels/worker",
        "core ui/dialogs ui/widgets ui/widgets/tasks ui/workbench ui/presenters ui/presenters/settings ui/actions "
        "ui/models ui/text ui/theme"),
    room("ui/panels",
        "core ui/panels/activity ui/panels/commands ui/panels/leases ui/panels/metrics "
        "ui/panels/results ui/panels/schedules ui/panels/search ui/panels/worker ui/failures ui/dialogs ui/widgets "
        "ui/workbench ui/presenters ui/actions ui/models ui/text ui/theme"),
    room("ui/commands",
        "core ui/sidebar ui/sidebar/model ui/board ui/failures ui/witness ui/timeline ui/timeline/feed "
        "ui/timeline/model ui/dialogs ui/dialogs/connect ui/widgets ui/widgets/tasks ui/workbench ui/presenters ui/presenters/reading "
        "ui/presenters/settings ui/actions ui/models ui/text ui/theme"),
    room("ui/window",
        "core ui/commands ui/panels ui/sidebar ui/welcome ui/inspector ui/board ui/failures ui/witness ui/timeline "
        "ui/timeline/feed ui/dialogs ui/dialogs/connect ui/widgets ui/widgets/tasks ui/workbench ui/presenters "
        "ui/presenters/desktop "
        "ui/presenters/reading ui/presenters/settings ui/actions ui/models ui/text ui/theme"),
    room("ui", "core"),
};

/// Returns the innermost folder in the table that contains the file, or null.
const Room* roomOf(const QString& path)
{
    const Room* found = nullptr;
    for (const Room& each : rooms) {
        if (path.startsWith(each.folder + u'/') && (!found || each.folder.size() > found->folder.size()))
            found = &each;
    }
    return found;
}

/// Returns whether a folder is a layout. Layouts express their differences as facts, capabilities or ports, so other
/// folders need not include them.
bool isLayout(const QString& folder) { return folder.startsWith(u"core/layouts/") && !layoutPorts.contains(folder); }

QList<Include> includesOf(const QByteArray& source)
{
    static const QRegularExpression line(
        QStringLiteral("^[ \\t]*#[ \\t]*include[ \\t]*([<\"])([^>\"]+)[>\"]"), QRegularExpression::MultilineOption);
    QList<Include> includes;
    for (auto match = line.globalMatch(QString::fromUtf8(source)); match.hasNext();) {
        const QRegularExpressionMatch found = match.next();
        includes << Include{found.captured(2), found.captured(1) == u"<"};
    }
    return includes;
}

/// Returns whether a Qt header needs a display. core must run without such libraries.
bool needsDisplay(const QString& header)
{
    static const QRegularExpression forbidden(
        QStringLiteral("^(Qt(Gui|Widgets|Charts|Svg)(/"
                       "|$)|Q(Application|GuiApplication|Widget|MainWindow|Dialog|Action|Icon|Pixmap|Image|Painter|"
                       "Color|Font|Palette|Cursor|KeyEvent|MouseEvent|KeySequence|Clipboard|DesktopServices|"
                       "StandardItemModel|TextDocument|"
                       "SyntaxHighlighter|Brush|Pen|Screen|Window|Label|Menu|ToolBar|DockWidget|TableView|TreeView|"
                       "ListView|HeaderView|LineEdit|"
                       "PlainTextEdit|PushButton|ComboBox|MessageBox|FileDialog|Layout|VBoxLayout|HBoxLayout|Style|"
                       "StyledItemDelegate|Chart|"
                       "ChartView)$)"));
    return forbidden.match(header).hasMatch();
}

/// Returns the problem with an include in one of `room`'s files, or an empty string.
QString offence(const Room& room, const Include& include)
{
    if (include.angled)
        return room.folder.startsWith(u"core/") && needsDisplay(include.what)
            ? QStringLiteral("core runs without a display")
            : QString();
    if (!include.what.contains(u'/'))
        return include.what.endsWith(u".moc") || (include.what.startsWith(u"ui_"))
            ? QString()
            : QStringLiteral("includes are written from the root of the repository");
    const Room* other = roomOf(include.what);
    if (other) {
        const QString top = include.what.section(u'/', 0, 0);
        if (other->folder == room.folder || room.mayInclude.contains(other->folder)
            || (room.mayInclude.contains(top) && !isLayout(other->folder)))
            return {};
    }
    return QStringLiteral("%1 may include only %2").arg(room.folder, room.mayInclude.join(u", "));
}

} // namespace

class TestLayers : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void includesGoOneWay()
    {
        const QDir root(dueline::sourcePath());
        QVERIFY2(root.exists(QStringLiteral("core/base/result.h")), qPrintable(root.path()));
        QStringList offenders;
        int files = 0;
        for (const char* top : {"core", "ui"}) {
            QDirIterator walk(root.filePath(QLatin1String(top)), {QStringLiteral("*.h"), QStringLiteral("*.cpp")},
                QDir::Files, QDirIterator::Subdirectories);
            while (walk.hasNext()) {
                QFile file(walk.next());
                QVERIFY2(file.open(QIODevice::ReadOnly), qPrintable(file.fileName()));
                ++files;
                const QString name = root.relativeFilePath(file.fileName());
                const Room* room = roomOf(name);
                if (!room) {
                    offenders << name + QStringLiteral(" is in no room of the table");
                    continue;
                }
                for (const Include& include : includesOf(file.readAll())) {
                    const QString wrong = offence(*room, include);
                    if (!wrong.isEmpty())
                        offenders << QStringLiteral("%1 includes %2: %3").arg(name, include.what, wrong);
                }
            }
        }
        QVERIFY2(files > 800, "the sources were not found");
        QVERIFY2(offenders.isEmpty(), qPrintable(QStringLiteral("\n  ") + offenders.join(QStringLiteral("\n  "))));
    }

    /// Each row of the table must name an existing folder, and no folder may have too many files for a newcomer to
    /// read.
    void aRoomIsThereAndHasAtMostSixtySources()
    {
        const QDir root(dueline::sourcePath());
        for (const Room& room : rooms)
            QVERIFY2(QFileInfo(root.filePath(room.folder)).isDir(), qPrintable(room.folder));
        QStringList offenders;
        int folders = 0;
        for (const char* top : {"app", "core", "ui"}) {
            QDirIterator walk(
                root.filePath(QLatin1String(top)), QDir::Dirs | QDir::NoDotAndDotDot, QDirIterator::Subdirectories);
            while (walk.hasNext()) {
                const QDir folder(walk.next());
                ++folders;
                const auto sources
                    = folder.entryList({QStringLiteral("*.h"), QStringLiteral("*.cpp")}, QDir::Files).size();
                if (sources > 60)
                    offenders
                        << QStringLiteral("%1 holds %2 sources").arg(root.relativeFilePath(folder.path())).arg(sources);
            }
        }
        QVERIFY2(offenders.isEmpty(), qPrintable(offenders.join(u'\n')));
        QVERIFY2(folders > 40, qPrintable(QString::number(folders)));
    }

    void onlyALayoutsNeighboursIncludeIt()
    {
        const QString zset = QStringLiteral("core/layouts/zset/zsetsourcekey.h");
        for (const char* file : {"core/console/doctor/doctor.cpp", "core/layouts/native/nativebackend.cpp",
                 "core/layouts/port/detection.cpp", "ui/text/layoutwords.cpp"})
            QVERIFY2(!offence(*roomOf(QString::fromLatin1(file)), {zset}).isEmpty(), file);
        QCOMPARE(offence(*roomOf(QStringLiteral("core/layouts/zset/zsetparts.cpp")), {zset}), QString());
        QCOMPARE(offence(*roomOf(QStringLiteral("ui/text/layoutwords.cpp")),
                     {QStringLiteral("core/layouts/port/keyguesses.h")}),
            QString());
    }

    void figuresOfTheStructureThatReachedTheirGoalStayThere()
    {
        const QString root = dueline::sourcePath();
        if (!QFileInfo::exists(root + QStringLiteral("/.git")))
            QSKIP("the sources are no checkout of git, whose files are counted");
        QProcess structure;
        structure.start(root + QStringLiteral("/packaging/structure"), {QStringLiteral("--check")});
        QVERIFY2(structure.waitForFinished(120'000), qPrintable(structure.errorString()));
        QVERIFY2(structure.exitCode() == 0, structure.readAll() + structure.readAllStandardError());
    }

    void nobodyCastsAPort()
    {
        const QDir root(dueline::sourcePath());
        static const QRegularExpression cast(
            QStringLiteral("dynamic_cast<[^>]*(Backend|Inspector|Editor|Broker|Layout)"));
        QStringList offenders;
        int files = 0;
        for (const char* top : {"app", "core", "ui"}) {
            QDirIterator walk(root.filePath(QLatin1String(top)), {QStringLiteral("*.h"), QStringLiteral("*.cpp")},
                QDir::Files, QDirIterator::Subdirectories);
            while (walk.hasNext()) {
                QFile file(walk.next());
                QVERIFY2(file.open(QIODevice::ReadOnly), qPrintable(file.fileName()));
                ++files;
                if (cast.match(QString::fromUtf8(file.readAll())).hasMatch())
                    offenders << root.relativeFilePath(file.fileName());
            }
        }
        QVERIFY(files > 400);
        QVERIFY2(offenders.isEmpty(), qPrintable(offenders.join(u'\n')));
    }

    /// Tests must not call kill(2): the process id of a finished program is 0, so the signal could reach the test
    /// runner's process group.
    void testsSignalOneProcessOnly()
    {
        const QDir root(dueline::sourcePath());
        QStringList found;
        QDirIterator walk(root.filePath(QStringLiteral("tests")), {QStringLiteral("*.h"), QStringLiteral("*.cpp")},
            QDir::Files, QDirIterator::Subdirectories);
        while (walk.hasNext()) {
            QFile file(walk.next());
            QVERIFY2(file.open(QIODevice::ReadOnly), qPrintable(file.fileName()));
            if (file.readAll().contains("::ki"
                                        "ll("))
                found << root.relativeFilePath(file.fileName());
        }
        QCOMPARE(found, QStringList(QStringLiteral("tests/support/sendsignal.h")));
    }

    /// A fixed wait is too short for slow machines and too long for all others.
    void guiTestsWaitForFacts()
    {
        // Number of fixed waits that each file may still contain. Lower it when you replace one.
        const QMap<QString, int> stay{
            {QStringLiteral("gallery.h"), 2},
            {QStringLiteral("journeyscreen.h"), 8}, // The program doesn't report when it has processed a key.
            {QStringLiteral("tst_activitypanel.cpp"), 3},
            {QStringLiteral("tst_adoptwindow.cpp"), 2},
            {QStringLiteral("tst_journey.cpp"), 1},
            {QStringLiteral("tst_keyring.cpp"), 5},
            {QStringLiteral("tst_operationends.cpp"), 5},
            // No signal reports that the automatic tour didn't start.
            {QStringLiteral("tst_outside.cpp"), 1},
            {QStringLiteral("tst_schedulespanel.cpp"), 1},
            {QStringLiteral("tst_transferwindow.cpp"), 3},
            {QStringLiteral("tst_undoinview.cpp"), 1},
            {QStringLiteral("tst_window.cpp"), 1},
            {QStringLiteral("tst_gallery_longwords.cpp"), 4},
            {QStringLiteral("tst_longdelays.cpp"), 1},
            {QStringLiteral("tst_taskplace.cpp"), 1},
            {QStringLiteral("tst_window_unseen.cpp"), 2}, // counts the requests in a period
            {QStringLiteral("windowplace.h"), 4},
        };
        static const QRegularExpression wait(QStringLiteral(R"(\bq(Wait|Sleep)\(\s*[0-9])"));
        QVERIFY(QStringLiteral("QTest::qWait(1'000);").contains(wait));
        QVERIFY(!QStringLiteral("QTest::qWaitFor(fact, 1'000);").contains(wait));
        const QDir folder(dueline::sourcePath(QStringLiteral("tests/gui")));
        const QStringList names
            = folder.entryList({QStringLiteral("*.h"), QStringLiteral("*.cpp")}, QDir::Files, QDir::Name);
        QVERIFY(names.size() > 50);
        QStringList found;
        for (const QString& name : names) {
            QFile file(folder.filePath(name));
            QVERIFY2(file.open(QIODevice::ReadOnly), qPrintable(name));
            const qsizetype waits = QString::fromUtf8(file.readAll()).count(wait);
            if (waits > stay.value(name))
                found << QStringLiteral("%1 waits %2 times for time").arg(name).arg(waits);
        }
        QVERIFY2(found.isEmpty(), qPrintable(found.join(u'\n')));
    }

    /// Every program must open its standard streams first. Otherwise, if started with closed streams, it might send its
    /// output to the first server that it connects to.
    void everyProgramFillsItsStandardStreamsFirst()
    {
        static const QRegularExpression begin(
            QStringLiteral(R"(\nint main\([^)]*\)\s*\{\s*(?:using namespace dueline;\s*)?(\w*))"));
        const QDir root(dueline::sourcePath());
        QStringList offenders;
        int programs = 0;
        for (const char* top : {"app", "tests"}) {
            QDirIterator walk(root.filePath(QLatin1String(top)), {QStringLiteral("*.cpp")}, QDir::Files,
                QDirIterator::Subdirectories);
            while (walk.hasNext()) {
                QFile file(walk.next());
                const QString name = file.fileName().section(u'/', -1);
                // Exempt: tests, which ctest starts, and timestamp.cpp, which is not linked with any library.
                if (name.startsWith(u"tst_") || name == u"timestamp.cpp")
                    continue;
                QVERIFY2(file.open(QIODevice::ReadOnly), qPrintable(file.fileName()));
                const auto found = begin.match(QString::fromUtf8(file.readAll()));
                if (!found.hasMatch())
                    continue;
                ++programs;
                if (found.captured(1) != u"fillStandardStreams")
                    offenders << root.relativeFilePath(file.fileName());
            }
        }
        QVERIFY2(offenders.isEmpty(), qPrintable(offenders.join(u' ')));
        QVERIFY2(programs >= 10, qPrintable(QString::number(programs)));
    }

    /// A folder's tests form one program. If two classes have the same name but different functions, the linker
    /// silently uses one class's functions for both.
    void classesOfTestsHaveNamesOfTheirOwn()
    {
        const QDir root(dueline::sourcePath());
        static const QRegularExpression definition(QStringLiteral("^(?:class|struct) (\\w+)(?: final)?(?:$| : | \\{)"));
        QHash<QString, QStringList> places;
        for (const char* top : {"core", "ui", "tests"}) {
            QDirIterator walk(root.filePath(QLatin1String(top)), {QStringLiteral("*.h"), QStringLiteral("*.cpp")},
                QDir::Files, QDirIterator::Subdirectories);
            while (walk.hasNext()) {
                QFile file(walk.next());
                QVERIFY2(file.open(QIODevice::ReadOnly), qPrintable(file.fileName()));
                bool anonymous = false;
                const QStringList lines = QString::fromUtf8(file.readAll()).split(u'\n');
                for (const QString& line : lines) {
                    if (line == u"namespace {")
                        anonymous = true;
                    else if (line.startsWith(u"} // namespace"))
                        anonymous = false;
                    else if (const auto found = definition.match(line); !anonymous && found.hasMatch())
                        places[found.captured(1)] << root.relativeFilePath(file.fileName());
                }
            }
        }
        QVERIFY2(places.size() > 500, qPrintable(QString::number(places.size())));
        QStringList offenders;
        for (auto it = places.cbegin(); it != places.cend(); ++it) {
            QStringList together = it.value();
            together.removeIf(
                // Benchmarks are separate programs.
                [](const QString& path) { return path.startsWith(u"tests/bench/"); });
            // linked with the window
            if (!together.filter(QRegularExpression(QStringLiteral("^ui/"))).isEmpty())
                together = together.filter(QRegularExpression(QStringLiteral("^(core|ui|tests/gui|tests/support)/")));
            if (together.size() > 1)
                offenders << QStringLiteral("%1 is defined by %2").arg(it.key(), together.join(u", "));
        }
        QVERIFY2(offenders.isEmpty(), qPrintable(QStringLiteral("\n  ") + offenders.join(QStringLiteral("\n  "))));
    }

    void aWrongIncludeIsSeen_data()
    {
        QTest::addColumn<QString>("folder");
        QTest::addColumn<QByteArray>("line");
        QTest::addColumn<bool>("wrong");
        const auto row = [](const char* folder, const char* line, bool wrong) {
            QTest::addRow("%s: %s", folder, line) << QString::fromLatin1(folder) << QByteArray(line) << wrong;
        };
        row("core/base", "#include \"core/redis/codec.h\"", true);
        row("core/base", "#include \"core/base/result.h\"", false);
        row("core/engine", "#include \"core/redis/redisclient.h\"", true);
        row("core/queue", "  #  include \"core/layouts/catalogue/layoutregistry.h\"", true);
        row("core/console/doctor", "#include \"core/engine/engine.h\"", true);
        row("core/console/doctor", "#include \"core/layouts/catalogue/layoutregistry.h\"", false);
        row("core/console/doctor", "#include \"core/layouts/native/nativekeys.h\"", true);
        row("core/console/operations", "#include \"core/console/connect/session.h\"", true);
        row("core/console/connect", "#include \"core/console/operations/operationlog.h\"", false);
        row("core/redis", "#include <QWidget>", true);
        row("core/redis", "#include <QtGui/QColor>", true);
        row("core/redis", "#include <QTcpSocket>", false);
        row("core/redis", "#include \"codec.h\"", true);
        row("ui/window", "#include \"app/duectl/output.h\"", true);
        row("ui/window", "#include \"core/engine/engine.h\"", false);
        row("ui/window", "#include <QWidget>", false);
        row("ui/window", "#include \"ui/commands/windowcommands.h\"", false);
        row("ui/commands", "#include \"ui/window/mainwindow.h\"", true);
        row("ui/presenters", "#include \"ui/widgets/messagebar.h\"", true);
        row("ui/presenters/settings", "#include \"ui/workbench/workbench.h\"", true);
        row("ui/workbench", "#include \"ui/timeline/timelinewidget.h\"", true);
        row("ui/workbench", "#include \"ui/sidebar/sidebar.h\"", true);
        row("ui/workbench", "#include \"ui/timeline/feed/showntimeline.h\"", true);
        row("ui/timeline/feed", "#include \"ui/timeline/timelinewidget.h\"", true);
        row("ui/widgets", "#include \"ui/widgets/tasks/taskpane.h\"", true);
        row("ui/widgets/tasks", "#include \"ui/widgets/pane.h\"", false);
        row("ui/panels/leases", "#include \"ui/panels/worker/workerheader.h\"", true);
    }
    void aWrongIncludeIsSeen()
    {
        QFETCH(QString, folder);
        QFETCH(QByteArray, line);
        QFETCH(bool, wrong);
        const auto room = std::find_if(rooms.begin(), rooms.end(), [&](const Room& r) { return r.folder == folder; });
        QVERIFY(room != rooms.end());
        const QList<Include> includes = includesOf("int a;\n" + line + "\n");
        QCOMPARE(includes.size(), 1);
        QCOMPARE(!offence(*room, includes.first()).isEmpty(), wrong);
    }
};

QTEST_APPLESS_MAIN(TestLayers)
#include "tst_layers.moc"
