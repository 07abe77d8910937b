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
    static QString complained(const QString& program, const QStringList& arguments)
    {
        QProcess process;
        process.start(program, arguments);
        return process.waitForFinished(10'000) ? QString::fromUtf8(process.readAllStandardError()) : QString();
    }
    /// The page that is installed as it reads: roff's escapes and font changes taken out.
    static QString page(const QString& name)
    {
        QFile file(QCoreApplication::applicationDirPath() + u"/../man/"_s + name);
        if (!file.open(QIODevice::ReadOnly))
            return {};
        QString text = QString::fromUtf8(file.readAll());
        return text.remove(QRegularExpression(u"\\\\f[BIR]"_s)).replace(u"\\-"_s, u"-"_s).replace(u"\\(+-"_s, u"±"_s).remove(u'"').replace(u"  "_s, u" "_s);
    }
    static QSet<QString> found(const QString& text, const QString& pattern)
    {
        QSet<QString> all;
        const QRegularExpression expression(pattern, QRegularExpression::MultilineOption);
        for (auto match = expression.globalMatch(text); match.hasNext();)
            all.insert(match.next().captured(1));
        return all;
    }
    /// From a line `.SH NAME` or `.SS NAME ...` to the next one.
    static QString section(const QString& page, const QString& kind, const QString& name)
    {
        const QString pattern = u"^\\.%1 %2(?= |$).*?(?=^\\.S[SH]|\\Z)"_s.arg(kind, name);
        return QRegularExpression(pattern, QRegularExpression::MultilineOption | QRegularExpression::DotMatchesEverythingOption)
            .match(page)
            .captured();
    }
    /// As one line without quotes.
    static QString plain(QString text) { return text.remove(u'"').simplified(); }
    /// The words that a complaint lists behind `begins`, joined by commas and an "and".
    static QStringList listed(QString complaint, const QString& begins)
    {
        complaint = complaint.section(begins, 1).section(QRegularExpression(u"[.;:]"_s), 0, 0);
        return complaint.replace(u" and "_s, u", "_s).simplified().split(u", "_s, Qt::SkipEmptyParts);
    }
    /// Each of these words with what follows it there, in help on the topic and in the manual.
    static void expectTold(const QStringList& words, const QString& behind, const QString& topic)
    {
        QVERIFY2(!words.isEmpty(), qPrintable(topic));
        const QString help = said(program("DUECTL", u"duectl"_s), {u"help"_s, topic});
        const QString manual = section(page(u"duectl.1"_s), u"SH"_s, topic.toUpper());
        for (const QString& word : words) {
            const QRegularExpression expression(u"(^|[ ;.])%1(%2)"_s.arg(word, behind), QRegularExpression::MultilineOption);
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
        expectSame(found(help, u"(?:^  |, )(--[a-z-]+)"_s),
            found(page(u"dueline.1"_s), u"^\\.B[RI]? (--[a-z-]+)"_s)
                + found(page(u"dueline.1"_s), u"^\\.BR --version , +(--help)"_s));
    }

    void duectlNamesItsCommandsAndTheirOptions()
    {
        const QString duectl = program("DUECTL", u"duectl"_s);
        const QString help = said(duectl, {u"--help"_s});
        const QString commands = help.section(u"\nTopics"_s, 0, 0);
        const QString text = page(u"duectl.1"_s);
        const QSet<QString> names = found(commands, u"^  ([a-z-]+) {2,}"_s);
        expectSame(names, found(text, u"^\\.SS ([a-z-]+)"_s));
        const QString common = u"^  (--[a-z-]+)"_s;
        expectSame(found(help, common), found(text.section(u".SH COMMANDS"_s, 0, 0), u"^\\.BI? (--[a-z-]+)"_s));
        for (const QString& name : names) {
            const QString own = said(duectl, {name, u"--help"_s}).section(u"Options of every"_s, 0, 0);
            const QString part = section(text, u"SS"_s, name);
            QCOMPARE(plain(own.section(u"\n\n"_s, 0, 0)), plain(u"Usage: duectl "_s + part.section(u'\n', 0, 0).mid(4)));
            QVERIFY2(plain(part).contains(plain(own.section(u"\n\n"_s, 1, 1))), qPrintable(name));
            QVERIFY2(!own.contains(QRegularExpression(u"^.{101}"_s, QRegularExpression::MultilineOption)), qPrintable(own));
            const QSet<QString> options = found(own, u"^  (--[a-z-]+(?: \\S+)?)"_s);
            if (!options.isEmpty())
                expectSame(options, found(part, u"^\\.BI? (--[a-z-]+(?: \\S+)?)"_s));
            // What help says of each option, its lines joined.
            const QRegularExpression row(u"^  --\\S+(?: \\S+)?(?: {2,}|\\n {26})(.*(?:\\n {26}.*)*)"_s, QRegularExpression::MultilineOption);
            for (auto match = row.globalMatch(own); match.hasNext();) {
                const QString meaning = plain(match.next().captured(1));
                QVERIFY2(plain(part).contains(meaning), qPrintable(name + u": "_s + meaning));
            }
        }
    }

    /// What the parsers accept, by their own words, stands in the help and in the manual.
    void everyAddressLayoutAndFilterIsTold()
    {
        const QString duectl = program("DUECTL", u"duectl"_s);
        const QStringList schemes = listed(complained(duectl, {u"--url"_s, u"ftp://h"_s, u"queues"_s}), u"its scheme is none of "_s);
        QVERIFY2(schemes.contains(u"redis"_s) && schemes.contains(u"valkeys"_s), qPrintable(schemes.join(u' ')));
        expectTold(schemes, u":"_s, u"addresses"_s);
        expectTold(listed(complained(duectl, {u"--url"_s, u"redis://h?zzz=1"_s, u"queues"_s}), u"not one of its options "_s), u"="_s, u"addresses"_s);
        const QStringList names = listed(complained(duectl, {u"--layout"_s, u"zzz"_s, u"queues"_s}), u"is none of "_s);
        expectTold(names, u"[:\\n ]"_s, u"layouts"_s);
        for (const QString& name : names) {
            if (name == u"native" || name == u"cron")
                continue;
            const QString complaint = complained(duectl, {u"--layout"_s, name + u":k?zzz=1"_s, u"queues"_s});
            expectTold(listed(complaint, u"it takes "_s), u"="_s, u"layouts"_s);
        }
        const QString filter = complained(duectl, {u"list"_s, u"q"_s, u"--match"_s, u"zzz:1"_s});
        const QStringList fields = listed(filter, u"the fields are "_s);
        QCOMPARE(fields.size(), 11);
        expectTold(fields, u"[:<>]"_s, u"filters"_s);
        const QString help = said(duectl, {u"--help"_s});
        for (const QString& field : fields)
            QVERIFY2(help.contains(QRegularExpression(u"[ \n]%1[:<>]"_s.arg(field))), qPrintable(field));
        QVERIFY(!page(u"duectl.1"_s).contains(u"joined by and"_s)); // "and" is a text to look for
    }

    void theTopicsAreTheManualsOwnSections()
    {
        const QString duectl = program("DUECTL", u"duectl"_s);
        const QString help = said(duectl, {u"--help"_s});
        QVERIFY2(!help.contains(QRegularExpression(u"^.{101}"_s, QRegularExpression::MultilineOption)), qPrintable(help));
        const QSet<QString> topics = found(help.section(u"Topics"_s, 1).section(u"\n\n"_s, 0, 0), u"^  ([a-z]+) {2,}"_s);
        QCOMPARE(topics, (QSet<QString>{u"addresses"_s, u"filters"_s, u"layouts"_s}));
        for (const QString& topic : topics) {
            const QString told = said(duectl, {u"help"_s, topic});
            QString manual = section(page(u"duectl.1"_s), u"SH"_s, topic.toUpper());
            manual = plain(manual.remove(QRegularExpression(u"^\\.(TP|PP|B) ?"_s, QRegularExpression::MultilineOption)));
            QCOMPARE(manual, plain(u".SH %1 "_s.arg(topic.toUpper()) + told));
            QVERIFY2(!told.contains(QRegularExpression(u"^.{101}"_s, QRegularExpression::MultilineOption)), qPrintable(told));
        }
        QVERIFY(page(u"dueline.1"_s).contains(u"ADDRESSES"_s) && page(u"dueline.1"_s).contains(u"LAYOUTS"_s));
    }
};

QTEST_GUILESS_MAIN(TestManuals)
#include "tst_manuals.moc"
