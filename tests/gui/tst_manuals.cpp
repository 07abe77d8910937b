// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/layouts/catalogue/layoutregistry.h"
#include "core/layouts/described/describedlayout.h"
#include "core/layouts/described/layoutfiles.h"
#include "tests/support/sourcepath.h"

#include <QCoreApplication>
#include <QDirIterator>
#include <QFile>
#include <QProcess>
#include <QRegularExpression>
#include <QTest>
#include <QTranslator>

#include <algorithm>

using namespace dueline;
using namespace Qt::StringLiterals;

/// Tests that the manual pages describe exactly the commands and options in the programs' help.
class TestManuals : public QObject
{
    Q_OBJECT

    static QString program(const char* variable, const QString& name)
    {
        return qEnvironmentVariable(variable, QCoreApplication::applicationDirPath() + u"/../bin/"_s + name);
    }
    static QString said(const QString& program, const QStringList& arguments)
    {
        QProcess process;
        process.start(program, arguments);
        return process.waitForFinished(10'000) ? QString::fromUtf8(process.readAllStandardOutput()) : QString();
    }
    static QString complained(const QString& program, const QStringList& arguments)
    {
        QProcess process;
        process.start(program, arguments);
        return process.waitForFinished(10'000) ? QString::fromUtf8(process.readAllStandardError()) : QString();
    }
    /// Returns the installed page as plain text, without roff escapes or font changes.
    static QString page(const QString& name)
    {
        QFile file(QCoreApplication::applicationDirPath() + u"/../man/"_s + name);
        if (!file.open(QIODevice::ReadOnly))
            return {};
        QString text = QString::fromUtf8(file.readAll());
        return text.remove(QRegularExpression(u"\\\\f[BIR]"_s))
            .replace(u"\\-"_s, u"-"_s)
            .replace(u"\\(+-"_s, u"±"_s)
            .remove(u'"')
            .replace(u"  "_s, u" "_s);
    }
    static QSet<QString> found(const QString& text, const QString& pattern)
    {
        QSet<QString> all;
        const QRegularExpression expression(pattern, QRegularExpression::MultilineOption);
        for (auto match = expression.globalMatch(text); match.hasNext();)
            all.insert(match.next().captured(1));
        return all;
    }
    /// Returns the section from the line `.SH NAME` or `.SS NAME ...` to the next heading.
    static QString section(const QString& page, const QString& kind, const QString& name)
    {
        const QString pattern = u"^\\.%1 %2(?= |$).*?(?=^\\.S[SH]|\\Z)"_s.arg(kind, name);
        return QRegularExpression(
            pattern, QRegularExpression::MultilineOption | QRegularExpression::DotMatchesEverythingOption)
            .match(page)
            .captured();
    }
    static QString fileText(const QString& path)
    {
        QFile file(sourcePath(path));
        return file.open(QIODevice::ReadOnly) ? QString::fromUtf8(file.readAll()) : QString();
    }
    /// Returns `text` with the pattern's first match replaced, or an empty string if there is none.
    static QString replaced(const QString& text, const QString& pattern, const QString& by)
    {
        const QRegularExpression expression(
            pattern, QRegularExpression::MultilineOption | QRegularExpression::DotMatchesEverythingOption);
        const auto match = expression.match(text);
        return match.hasMatch() ? text.first(match.capturedStart()) + by + text.sliced(match.capturedEnd()) : QString();
    }
    /// Checks the file's content, or, if DUELINE_UPDATE is set, writes the file instead.
    static void compareWithFile(const QString& path, const QString& wanted)
    {
        QVERIFY2(!wanted.isEmpty(), qPrintable(path + u" lacks a section that is generated"_s));
        const QStringList old = fileText(path).split(u'\n');
        const QStringList lines = wanted.split(u'\n');
        if (old == lines)
            return;
        if (qEnvironmentVariableIsSet("DUELINE_UPDATE")) {
            QFile file(sourcePath(path));
            QVERIFY(file.open(QIODevice::WriteOnly) && file.write(wanted.toUtf8()) > 0);
            return;
        }
        qsizetype at = 0;
        while (old.value(at) == lines.value(at))
            ++at;
        QFAIL(qPrintable(
            u"%1:%2 is\n  %3\nand should be\n  %4\nThis updates it: DUELINE_UPDATE=1 %5 tst_manuals"_s.arg(path)
                .arg(at + 1)
                .arg(old.value(at), lines.value(at), QCoreApplication::applicationFilePath())));
    }
    /// Returns the text as a single line without quotes.
    static QString plain(QString text) { return text.remove(u'"').simplified(); }
    /// Returns the words that an error message lists after `begins`, separated by commas and "and".
    static QStringList listed(QString complaint, const QString& begins)
    {
        complaint = complaint.section(begins, 1).section(QRegularExpression(u"[.;:]"_s), 0, 0);
        return complaint.replace(u" and "_s, u", "_s).simplified().split(u", "_s, Qt::SkipEmptyParts);
    }
    /// Checks that the help topic and the manual both contain each word, followed by `behind`.
    static void expectTold(const QStringList& words, const QString& behind, const QString& topic)
    {
        QVERIFY2(!words.isEmpty(), qPrintable(topic));
        const QString help = said(program("DUECTL", u"duectl"_s), {u"help"_s, topic});
        const QString manual = section(page(u"duectl.1"_s), u"SH"_s, topic.toUpper());
        for (const QString& word : words) {
            const QRegularExpression expression(
                u"(^|[ ;.])%1(%2)"_s.arg(word, behind), QRegularExpression::MultilineOption);
            QVERIFY2(help.contains(expression) && manual.contains(expression), qPrintable(topic + u": "_s + word));
        }
    }
    static void expectSame(const QSet<QString>& told, const QSet<QString>& written)
    {
        QVERIFY(!told.isEmpty());
        const QStringList missing = (told - written).values();
        const QStringList gone = (written - told).values();
        QVERIFY2(missing.isEmpty() && gone.isEmpty(),
            qPrintable(u"missing: %1; no longer there: %2"_s.arg(missing.join(u' '), gone.join(u' '))));
    }

private Q_SLOTS:
    void duelineNamesItsOptions()
    {
        const QString help = said(program("DUELINE", u"dueline"_s), {u"--help"_s});
        QCOMPARE(found(help, u"^Usage: (.*)$"_s), QSet<QString>{u"dueline [OPTION]... [URL]"_s});
        const QString synopsis = section(page(u"dueline.1"_s), u"SH"_s, u"SYNOPSIS"_s)
                                     .remove(QRegularExpression(u"\\.(SH SYNOPSIS|B )"_s));
        QCOMPARE(plain(synopsis), u"dueline [OPTION]... [URL]"_s);
        QVERIFY(help.contains(u"\n  URL "_s));
        QVERIFY2(
            !help.contains(QRegularExpression(u"^.{111}"_s, QRegularExpression::MultilineOption)), qPrintable(help));
        expectSame(found(help, u"(?:^  |, )(--[a-z-]+)"_s),
            found(page(u"dueline.1"_s), u"^\\.B[RI]? (--[a-z-]+)"_s)
                + found(page(u"dueline.1"_s), u"^\\.BR --version , +(--help)"_s));
    }

    /// Given a wrong option, the program prints one sentence and exits with code 2 without opening a window.
    void aWrongOptionIsNoWindow_data()
    {
        QTest::addColumn<QString>("option");
        QTest::addColumn<QString>("told");
        for (const char* option : {"--size=1", "--size=", "--size=0x100", "--size=100x", "--size=100x200x3",
                 "--size=+1x2", "--size=100x99999"})
            QTest::newRow(option) << QString::fromLatin1(option) << u"--size must be WIDTHxHEIGHT in pixels"_s;
        for (const char* option : {"--lang=english", "--lang=zhuyin", "--lang="})
            QTest::newRow(option) << QString::fromLatin1(option) << u"--lang must be en or zh_CN."_s;
        QTest::newRow("theme") << u"--theme=pink"_s << u"--theme must be "_s;
        QTest::newRow("unknown") << u"--sizes"_s << u"Unknown option"_s;
    }
    void aWrongOptionIsNoWindow()
    {
        QFETCH(QString, option);
        QFETCH(QString, told);
        QProcess process;
        process.start(program("DUELINE", u"dueline"_s), {option});
        const bool ended = process.waitForFinished(5'000);
        process.kill();
        process.waitForFinished();
        QVERIFY(ended);
        QCOMPARE(process.exitCode(), 2);
        const QString error = QString::fromUtf8(process.readAllStandardError());
        QVERIFY2(error.startsWith(u"dueline: "_s + told) && error.count(u'\n') == 1, qPrintable(error));
    }

    /// The manual lists all variables and files that the sources use, except the desktop's.
    void theVariablesAndFilesAreTold_data()
    {
        QTest::addColumn<QString>("name");
        QTest::addColumn<QStringList>("folders");
        QTest::newRow("duectl") << u"duectl.1"_s << QStringList{u"/app/duectl"_s, u"/core"_s};
        QTest::newRow("dueline") << u"dueline.1"_s << QStringList{u"/app/dueline"_s, u"/ui"_s, u"/core"_s};
    }
    void theVariablesAndFilesAreTold()
    {
        QFETCH(QString, name);
        QFETCH(QStringList, folders);
        QSet<QString> variables;
        for (const QString& folder : folders) {
            QDirIterator files(sourcePath() + folder, {u"*.cpp"_s}, QDir::Files, QDirIterator::Subdirectories);
            while (files.hasNext()) {
                QFile file(files.next());
                QVERIFY(file.open(QIODevice::ReadOnly));
                variables += found(
                    QString::fromUtf8(file.readAll()), u"(?:qgetenv|qEnvironmentVariable[A-Za-z]*)\\(\"([A-Z_]+)\""_s);
            }
        }
        variables -= {u"USER"_s, u"DISPLAY"_s, u"WAYLAND_DISPLAY"_s, u"QT_QPA_PLATFORM"_s, u"FLATPAK_ID"_s};
        QVERIFY(variables.contains(u"DUELINE_PROFILES"_s));
        expectSame(variables,
            found(section(page(name), u"SH"_s, u"ENVIRONMENT"_s).replace(u", "_s, u"\n.B "_s), u"^\\.BR? ([A-Z_]+)"_s));
        const QString files = section(page(name), u"SH"_s, u"FILES"_s);
        QVERIFY(files.contains(u"dueline/profiles.json"_s));
        QVERIFY(files.contains(
            name == u"duectl.1" ? u".local/state/dueline/operations.jsonl"_s : u".local/state/dueline/crash-*.txt"_s));
        QFile security(sourcePath(QStringLiteral("SECURITY.md")));
        QVERIFY(security.open(QIODevice::ReadOnly) && security.readAll().contains("operations.jsonl"));
    }

    void duectlNamesItsCommandsAndTheirOptions()
    {
        const QString duectl = program("DUECTL", u"duectl"_s);
        const QString told = said(duectl, {u"__manual"_s});
        QVERIFY(told.startsWith(u".SH COMMON OPTIONS\n"_s));
        QString text = fileText(u"packaging/man/duectl.1.in"_s);
        for (const QString& section :
            told.split(QRegularExpression(u"^(?=\\.SH )"_s, QRegularExpression::MultilineOption), Qt::SkipEmptyParts))
            text = replaced(text, u"^%1\n.*?(?=^\\.SH )"_s.arg(section.section(u'\n', 0, 0)), section);
        compareWithFile(u"packaging/man/duectl.1.in"_s, text);
        const QSet<QString> names = found(told, u"^\\.SS \"([a-z]+)"_s);
        QVERIFY(names.size() > 20);
        for (const QString& name : names + QSet<QString>{u"addresses"_s, u"filters"_s, u"layouts"_s, QString()}) {
            const QString help = said(duectl, {u"help"_s, name});
            QVERIFY2(!help.contains(QRegularExpression(u"^.{101}"_s, QRegularExpression::MultilineOption)),
                qPrintable(help));
        }
    }

    void theReadmesListEveryLayout_data()
    {
        QTest::addColumn<QString>("file");
        QTest::addColumn<QString>("words");
        QTest::newRow("English")
            << u"README.md"_s
            << u"yes;yes, with undo;never;waiting tasks, with undo; (%1);custom designs: ;, ;%1 smaller libraries, your own layout files (`duectl layout`);not yet;some"_s;
        QTest::newRow("Chinese")
            << u"README.zh_CN.md"_s
            << u"可以;可以，能撤销;永远不会;等待中的可以，能撤销;（%1）;手写方案：;、;%1 个较小的库，以及你自己的布局文件（`duectl layout`）;暂不;部分"_s;
    }
    void theReadmesListEveryLayout()
    {
        QFETCH(QString, file);
        QFETCH(QString, words);
        const QStringList word = words.split(u';');
        QTranslator translator;
        QVERIFY(translator.load(u":/translations/dueline_zh_CN.qm"_s));
        QString frameworks;
        QString native;
        QStringList custom;
        const auto& shipped = shippedLayouts();
        for (const LayoutType* type : allLayouts()) {
            if (!type->isReadable() || type->finds())
                continue;
            const QString name = u'`' + QString::fromLatin1(type->name()) + u'`';
            if (type == &fileLayout() || std::find(shipped.begin(), shipped.end(), type) != shipped.end())
                continue;
            if (type != &defaultLayout().type() && !type->isSought()) {
                custom << name;
                continue;
            }
            const char* title = type->forms().front().title;
            const QString shown
                = file.contains(u"zh_CN") ? translator.translate("LayoutWords", title) : QString::fromUtf8(title);
            const LayoutSpec spec = parseLayout(QString::fromLatin1(type->name())).value();
            const bool isReadOnly = type != &defaultLayout().type()
                && !type->rights(AclRole::Operator, spec.parameters().get(), "dueline");
            const QString changes = word[isReadOnly ? 8 : type->name() == "celery" ? 3 : 1];
            (type->isSought() ? frameworks : native) += u"| %1 | %2 | %3 | %4 |\n"_s.arg(
                shown + word[4].arg(name), word[0], changes, word[type->isSought() ? 2 : 0]);
        }
        const QString ours = u"| %1 | %2 | %3 | %2 |\n"_s.arg(word[5] + custom.join(word[6]), word[0], word[1]);
        const QString files = u"| %1 | %2 | %3 | %4 |\n"_s.arg(word[7].arg(shipped.size()), word[0], word[1], word[9]);
        compareWithFile(file,
            replaced(fileText(file), u"(?<=^\\|---\\|---\\|---\\|---\\|\n)\\|[^\n]*`native`.*?(?=^$)"_s,
                native + ours + frameworks + files));
    }

    /// The help and the manual both list the values that the parsers name in their errors.
    void everyAddressLayoutAndFilterIsTold()
    {
        const QString duectl = program("DUECTL", u"duectl"_s);
        const QStringList schemes
            = listed(complained(duectl, {u"--url"_s, u"ftp://h"_s, u"queues"_s}), u"its scheme is not one of "_s);
        QVERIFY2(schemes.contains(u"redis"_s) && schemes.contains(u"valkeys"_s), qPrintable(schemes.join(u' ')));
        expectTold(schemes, u":"_s, u"addresses"_s);
        expectTold(listed(complained(duectl, {u"--url"_s, u"redis://h?zzz=1"_s, u"queues"_s}),
                       u"not an option; the options "
                       u"are "_s),
            u"="_s, u"addresses"_s);
        const QStringList names
            = listed(complained(duectl, {u"--layout"_s, u"zzz"_s, u"queues"_s}), u"the available layouts are "_s);
        expectTold(names, u"[:\\[\\n ]"_s, u"layouts"_s);
        for (const LayoutType* type : allLayouts()) {
            const QString name = QString::fromLatin1(type->name());
            if (ShippedLayouts::file(type->name()).size() > 0 || name == u"file")
                continue; // The layout's file defines these parameters.
            const auto usage = type->usage();
            const bool hasParameters = std::any_of(usage.begin(), usage.end(),
                [](const LayoutUsage& row) { return QByteArrayView(row.form).startsWith(' '); });
            if (!names.contains(name) || !hasParameters)
                continue;
            const QString complaint = complained(duectl, {u"--layout"_s, name + u":k?zzz=1"_s, u"queues"_s});
            QVERIFY2(complaint.contains(u"it accepts "_s), qPrintable(complaint));
            if (!complaint.contains(u"it accepts only "_s)) // framework layouts accept only one value
                expectTold(listed(complaint, u"it accepts "_s), u"="_s, u"layouts"_s);
        }
        const QString filter = complained(duectl, {u"list"_s, u"q"_s, u"--match"_s, u"zzz:1"_s});
        const QStringList fields = listed(filter, u"Fields: "_s);
        QCOMPARE(fields.size(), 15);
        expectTold(fields, u"[:<>]"_s, u"filters"_s);
        const QString help = said(duectl, {u"--help"_s});
        for (const QString& field : fields)
            QVERIFY2(help.contains(QRegularExpression(u"[ \n]%1[:<>]"_s.arg(field))), qPrintable(field));
        QVERIFY(!page(u"duectl.1"_s).contains(u"joined by and"_s)); // "and" is a search term here.
    }
};

QTEST_GUILESS_MAIN(TestManuals)
#include "tst_manuals.moc"
