// SPDX-License-Identifier: GPL-3.0-or-later
#include <QCoreApplication>
#include <QFile>
#include <QProcess>
#include <QRegularExpression>
#include <QTest>

using namespace Qt::StringLiterals;

/// The manual pages name every command and option that the programs tell of themselves, and none besides.
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
    /// The page that is installed as it reads: roff's escapes and font changes taken out.
    static QString page(const QString& name)
    {
        QFile file(QCoreApplication::applicationDirPath() + u"/../man/"_s + name);
        if (!file.open(QIODevice::ReadOnly))
            return {};
        QString text = QString::fromUtf8(file.readAll());
        return text.remove(QRegularExpression(u"\\\\f[BIR]"_s)).replace(u"\\-"_s, u"-"_s).remove(u'"');
    }
    static QSet<QString> found(const QString& text, const QString& pattern)
    {
        QSet<QString> all;
        const QRegularExpression expression(pattern, QRegularExpression::MultilineOption);
        for (auto match = expression.globalMatch(text); match.hasNext();)
            all.insert(match.next().captured(1));
        return all;
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
        expectSame(found(help, u"(?:^  |, )(--[a-z-]+)"_s),
            found(page(u"dueline.1"_s), u"^\\.B[RI]? (--[a-z-]+)"_s)
                + found(page(u"dueline.1"_s), u"^\\.BR --version , +(--help)"_s));
    }

    void duectlNamesItsCommandsAndTheirOptions()
    {
        const QString duectl = program("DUECTL", u"duectl"_s);
        const QString help = said(duectl, {u"--help"_s});
        const QString commands = help.section(u"Options of every"_s, 0, 0);
        const QString text = page(u"duectl.1"_s);
        const QSet<QString> names = found(commands, u"^  ([a-z-]+) {2,}"_s);
        expectSame(names, found(text, u"^\\.SS ([a-z-]+)"_s));
        const QString common = u"^  (--[a-z-]+)"_s;
        expectSame(found(help, common), found(text.section(u".SH COMMANDS"_s, 0, 0), u"^\\.BI? (--[a-z-]+)"_s));
        for (const QString& name : names) {
            const QString own = said(duectl, {name, u"--help"_s}).section(u"Options of every"_s, 0, 0);
            const QString part = QRegularExpression(u"^\\.SS %1\\b.*?(?=^\\.S[SH])"_s.arg(name),
                QRegularExpression::MultilineOption | QRegularExpression::DotMatchesEverythingOption)
                                     .match(text)
                                     .captured();
            const QSet<QString> options = found(own, common);
            if (!options.isEmpty())
                expectSame(options, found(part, u"^\\.BI? (--[a-z-]+)"_s));
        }
    }
};

QTEST_GUILESS_MAIN(TestManuals)
#include "tst_manuals.moc"
