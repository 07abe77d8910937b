// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/integration/duectlprogram.h"
#include "tests/support/redisserver.h"

#include <QDir>
#include <QFile>
#include <QRegularExpression>
#include <QTemporaryDir>

#include <set>

using namespace dueline;
using namespace Qt::StringLiterals;

namespace {

/// Number in a unit other than milliseconds, and the suggestion that the error must contain.
struct WrongNumber
{
    QByteArray number;
    QByteArray says;
};

const std::vector<WrongNumber>& wrongNumbers()
{
    static const std::vector<WrongNumber> all{
        {"1764061200", "if the number is in seconds, write 1764061200000 or 2025-11-25T09:00:00Z"},
        {"1764061200000000", "if the number is in microseconds, write 1764061200000 or 2025-11-25T09:00:00Z"},
        {"1764061200000000000", "if the number is in nanoseconds, write 1764061200000 or 2025-11-25T09:00:00Z"},
        {"20251125090000", "if the number is a date, write 2025-11-25T09:00:00Z"},
        {"20251125", "if the number is a date, write 2025-11-25T00:00:00Z"},
    };
    return all;
}

/// Argument or field that accepts an instant, with the text before and after it.
struct Reader
{
    QByteArray option; ///< `COMMAND --OPTION`
    QByteArray before;
    QByteArray behind = {};
    int code = 3; ///< exit code for a plausible number (3: the server is unreachable)
};

const std::vector<Reader>& readers()
{
    static const std::vector<Reader> all{
        {"add --at", "add q t --at "},
        {"add --expires", "add q t --expires "},
        {"edit --expires", "edit q t#1 --expires "},
        {"retry --at", "retry q --all --yes --at "},
        {"retry --spread", "retry q --all --yes --spread ", "..2099-12-31T00:00:00Z"},
        {"retry --spread", "retry q --all --yes --spread now.."},
        {"reschedule --at", "reschedule q --all --yes --at "},
        {"reschedule --spread", "reschedule q --all --yes --spread ", "..2099-12-31T00:00:00Z"},
        {"reschedule --spread", "reschedule q --all --yes --spread now.."},
        {"timeline --from", "timeline q --from "},
        {"timeline --to", "timeline q --to "},
        {"changed --from", "changed /nowhere --from ", {}, 1},
        {"changed --to", "changed /nowhere --to ", {}, 1},
    };
    return all;
}

} // namespace

/// Tests instants entered as numbers. If seconds were taken for milliseconds, the instants would be in 1970 and the
/// tasks would run immediately.
class DuectlInstants : public QObject
{
    Q_OBJECT

private slots:
    void everyOptionRefusesWhatIsLikelyNoMilliseconds();
    void noOptionOfTheHelpIsLeftOut();
    void everyFilterRefusesIt();
    void everyMemberOfALineRefusesIt();
    void everyColumnRefusesIt();
    void aTimeIsTakenAsItIsDisplayed();
    void aDueTimeInThePastIsTold();
    void wordsMeanTheZoneOfTheProfileAndAreTold();
    void whatIsStoredAtAnUnlikelyInstantIsExportedAndReadBack();
};

void DuectlInstants::everyOptionRefusesWhatIsLikelyNoMilliseconds()
{
    const Duectl nowhere(u"redis://127.0.0.1:1"_s); // duectl validates the command line before connecting
    for (const Reader& reader : readers()) {
        for (const WrongNumber& wrong : wrongNumbers()) {
            const Answer answer = nowhere.run(words((reader.before + wrong.number + reader.behind).constData()));
            QVERIFY2(answer.isError(2) && answer.err.contains(wrong.says), answer.all());
            QVERIFY2(answer.err.contains(reader.option.mid(reader.option.indexOf("--"))), answer.all());
        }
        EXIT(nowhere.run(words((reader.before + "4099251600000" + reader.behind).constData())), reader.code);
    }
}

void DuectlInstants::noOptionOfTheHelpIsLeftOut()
{
    std::set<QByteArray> known;
    for (const Reader& reader : readers())
        known.insert(reader.option);
    static const QRegularExpression command(u"^  ([a-z-]+) "_s);
    static const QRegularExpression option(u"^  (--[a-z-]+) (ISO|T|FROM\\.\\.TO) "_s);
    std::set<QByteArray> told;
    for (const QByteArray& line : Duectl().run("--help").lines()) {
        const auto named = command.match(QString::fromUtf8(line));
        if (!named.hasMatch())
            continue;
        for (const QByteArray& row : Duectl().run({named.captured(1), u"--help"_s}).lines()) {
            if (const auto found = option.match(QString::fromUtf8(row)); found.hasMatch())
                told.insert((named.captured(1) + u' ' + found.captured(1)).toUtf8());
        }
    }
    QVERIFY(told.contains("add --at") && told.contains("timeline --to"));
    for (const QByteArray& one : told)
        QVERIFY2(known.contains(one), one.constData());
    QCOMPARE(told.size(), known.size());
}

void DuectlInstants::everyFilterRefusesIt()
{
    const Duectl nowhere(u"redis://127.0.0.1:1"_s);
    for (const char* command :
        {"list", "retry", "discard", "restore", "run-now", "reschedule --in 5m", "delete", "export", "move --to r"}) {
        QStringList line = words(command);
        line.insert(1, u"q"_s);
        if (line.first() == u"export"_s)
            line.insert(2, u"-"_s);
        const QStringList accepted = line + QStringList{u"--match"_s, u"due<1764061200000"_s};
        EXIT(nowhere.run(accepted), 3);
        for (const char* term : {"due<", "due>=", "-added>", "at<="}) {
            const Answer answer
                = nowhere.run(line + QStringList{u"--match"_s, QString::fromLatin1(term) + u"1764061200"_s});
            QVERIFY2(answer.isError(2) && answer.err.contains(wrongNumbers().front().says), answer.all());
        }
    }
}

void DuectlInstants::everyMemberOfALineRefusesIt()
{
    RedisServer server;
    const Duectl duectl(server.url());
    std::vector<QByteArray> forms;
    for (const char* member : {"at", "due", "first_due", "added", "expires"})
        forms.push_back("\"" + QByteArray(member) + "_ms\":%");
    forms.push_back("\"restores_to\":{\"state\":\"scheduled\",\"at_ms\":%}");
    for (const char* member : {"started", "ended"})
        forms.push_back("\"attempts\":[{\"number\":1,\"" + QByteArray(member) + "_ms\":%}]");
    for (const QByteArray& form : forms) {
        for (const WrongNumber& wrong : wrongNumbers()) {
            const QByteArray line = "{\"id\":\"t#1\"," + QByteArray(form).replace("%", wrong.number) + "}\n";
            const Answer answer = duectl.run(u"import q -"_s.split(u' '), line);
            EXIT(answer, 1);
            QVERIFY2(answer.err.startsWith("Line 1: ") && answer.err.contains(wrong.says),
                (line + answer.all()).constData());
        }
        EXIT(duectl.run(u"import q - --dry-run"_s.split(u' '),
                 "{\"id\":\"t#1\"," + QByteArray(form).replace("%", "1764061200000") + "}\n"),
            0);
    }
    QCOMPARE(server.call({"HLEN", "dueline:{q}:tasks"}).integer, 0);
    // The field without a unit in its name accepts a time as text, too.
    EXIT(duectl.run(u"import q -"_s.split(u' '), "{\"id\":\"t#1\",\"due\":\"2099-11-25T09:00:00+08:00\"}\n"), 0);
    QCOMPARE(duectl.run("show q t#1 --json").object().value(u"due_ms"_s).toInteger(), 4'099'251'600'000);
    for (const char* member : {"\"due\":\"tomorrow\"", "\"due\":4099251600000", "\"due\":\"2099-11-25T09:00:00\"",
             "\"due_ms\":\"2099-11-25T01:00:00Z\"", "\"due\":\"2099-11-25T01:00:00Z\",\"due_ms\":4099251600001"}) {
        const Answer answer
            = duectl.run(u"import q - --dry-run"_s.split(u' '), "{\"id\":\"t#2\"," + QByteArray(member) + "}\n");
        EXIT(answer, 1);
        QVERIFY2(answer.err.startsWith("Line 1: \"due"), answer.all());
    }
}

void DuectlInstants::everyColumnRefusesIt()
{
    RedisServer server;
    const Duectl duectl(server.url());
    for (const char* column : {"at", "due", "added", "expires"}) {
        for (const WrongNumber& wrong : wrongNumbers()) {
            const Answer answer = duectl.run(
                u"import q - --format csv"_s.split(u' '), "id," + QByteArray(column) + "\nt#1," + wrong.number + "\n");
            EXIT(answer, 1);
            QVERIFY2(answer.err.startsWith("Line 2: \"" + QByteArray(column)) && answer.err.contains(wrong.says),
                answer.all());
        }
    }
    QCOMPARE(server.call({"HLEN", "dueline:{q}:tasks"}).integer, 0);
}

void DuectlInstants::aTimeIsTakenAsItIsDisplayed()
{
    RedisServer server;
    const Duectl duectl(server.url());
    int number = 0;
    for (const QString& text : {u"2099-11-25 01:00:00.000 UTC"_s, u"2099-11-25 09:00:00.000 UTC+8"_s,
             u"2099-11-25 09:00 +08:00"_s, u"2099-11-24T21:30:00-03:30"_s, u"4099251600000"_s}) {
        const QString id = u"t%1"_s.arg(++number);
        EXIT(duectl.run({u"add"_s, u"q"_s, u"t"_s, u"--id"_s, id, u"--at"_s, text}), 0);
        QCOMPARE(duectl.run({u"show"_s, u"q"_s, u"t#"_s + id, u"--json"_s}).object().value(u"due_ms"_s).toInteger(),
            4'099'251'600'000);
    }
}

/// Checks that a due time in the past is accepted, and that stderr explains what happens.
void DuectlInstants::aDueTimeInThePastIsTold()
{
    RedisServer server;
    const Duectl duectl(server.url());
    for (const QString& text : {u"2020-11-25T09:00:00Z"_s, u"yesterday 9"_s, u"-5m"_s}) {
        const Answer added = duectl.run({u"add"_s, u"q"_s, u"t"_s, u"--at"_s, text});
        EXIT(added, 0);
        QVERIFY2(added.err.endsWith(
                     '"' + text.toUtf8() + "\" is in the past, so tasks with this due time run immediately.\n"),
            added.all());
    }
    for (const QString& text : {u"now"_s, u"+1h"_s, u"2099-11-25T09:00:00Z"_s}) {
        const Answer added = duectl.run({u"add"_s, u"q"_s, u"t"_s, u"--at"_s, text});
        EXIT(added, 0);
        QVERIFY2(added.err.isEmpty(), added.all());
    }
    EXIT(duectl.run("add q t --id a --at 2099-11-25T09:00:00Z"), 0);
    const Answer moved = duectl.run({u"reschedule"_s, u"q"_s, u"t#a"_s, u"--at"_s, u"yesterday"_s});
    EXIT(moved, 0);
    QCOMPARE(moved.err.count("is in the past"), 1);
    const Answer spread = duectl.run({u"reschedule"_s, u"q"_s, u"t#a"_s, u"--spread"_s, u"-2h..-1h"_s});
    EXIT(spread, 0);
    QCOMPARE(spread.err.count("is in the past"), 1);
}

/// Checks that times in words or without an offset are in the profile's zone, or in UTC if it has none. stderr shows
/// the exact instant; stdout is unchanged.
void DuectlInstants::wordsMeanTheZoneOfTheProfileAndAreTold()
{
    RedisServer server;
    const Duectl duectl(server.url());
    const Answer vague = duectl.run({u"add"_s, u"q"_s, u"t"_s, u"--id"_s, u"a"_s, u"--at"_s, u"2099-11-25 09:00:00"_s});
    EXIT(vague, 0);
    QCOMPARE(vague.out, QByteArray("t#a\n"));
    QCOMPARE(vague.err, QByteArray("\"2099-11-25 09:00:00\" is 2099-11-25T09:00:00.000Z.\n"));
    const auto dueOf = [&duectl](const QString& id) {
        return duectl.run({u"show"_s, u"q"_s, id, u"--json"_s}).object().value(u"due_ms"_s).toInteger();
    };
    QCOMPARE(dueOf(u"t#a"_s), 4'099'280'400'000);
    // Durations and instants with an offset need no explanation.
    const Answer exact = duectl.run("add q t --id b --at 2099-11-25T09:00:00Z");
    EXIT(exact, 0);
    QVERIFY2(exact.err.isEmpty(), exact.all());

    QTemporaryDir folder;
    QVERIFY(QDir(folder.path()).mkpath(u"dueline"_s));
    QFile profiles(folder.filePath(u"dueline/profiles.json"_s));
    QVERIFY(profiles.open(QIODevice::WriteOnly));
    profiles.write(u"{\"version\":1,\"profiles\":[{\"name\":\"far\",\"url\":\"%1\",\"timeZone\":\"Asia/Shanghai\"}]}"_s
                       .arg(server.url())
                       .toUtf8());
    profiles.close();
    Duectl far;
    far.setVariable("XDG_CONFIG_HOME", folder.path());
    const auto farRun = [&far](QStringList words) { return far.run(QStringList{u"--profile"_s, u"far"_s} + words); };
    const Answer told = farRun({u"add"_s, u"q"_s, u"t"_s, u"--id"_s, u"c"_s, u"--at"_s, u"2099年11月25日 9点"_s});
    EXIT(told, 0);
    QCOMPARE(told.err, QByteArray("\"2099年11月25日 9点\" is 2099-11-25T09:00:00.000+08:00.\n"));
    QCOMPARE(dueOf(u"t#c"_s), 4'099'251'600'000);

    const Answer moved = farRun({u"reschedule"_s, u"q"_s, u"t#c"_s, u"--at"_s, u"2099-11-26"_s});
    EXIT(moved, 0);
    QVERIFY2(moved.err.startsWith("\"2099-11-26\" is 2099-11-26T00:00:00.000+08:00.\n"), moved.all());
    QCOMPARE(dueOf(u"t#c"_s), 4'099'305'600'000);

    // 23:00 in Shanghai is later than 09:00 UTC and before midnight in Shanghai.
    const Answer between = farRun({u"list"_s, u"q"_s, u"--match"_s, u"due<\"2099-11-25 23:00\""_s});
    EXIT(between, 0);
    QVERIFY2(!between.out.contains("t#c") && between.out.contains("t#a"), between.all());
    QVERIFY2(between.err.startsWith("\"2099-11-25 23:00\" is 2099-11-25T23:00:00.000+08:00.\n"), between.all());
    const Answer utc = duectl.run({u"list"_s, u"q"_s, u"--match"_s, u"due<\"2099-11-25 23:00\""_s, u"--json"_s});
    EXIT(utc, 0);
    QCOMPARE(utc.array().size(), 3); // in Shanghai, November 26 begins at 16:00 UTC

    const qint64 before = QDateTime::currentMSecsSinceEpoch();
    EXIT(duectl.run({u"add"_s, u"q"_s, u"t"_s, u"--id"_s, u"d"_s, u"--in"_s, u"2 hours"_s}), 0);
    QVERIFY(dueOf(u"t#d"_s) >= before + 2 * 3'600'000 - 1000);
    QVERIFY(dueOf(u"t#d"_s) <= QDateTime::currentMSecsSinceEpoch() + 2 * 3'600'000 + 1000);
    EXIT(duectl.run({u"add"_s, u"q"_s, u"t"_s, u"--in"_s, u"5 min ago"_s}), 2);
}

void DuectlInstants::whatIsStoredAtAnUnlikelyInstantIsExportedAndReadBack()
{
    RedisServer server;
    const Duectl duectl(server.url());
    EXIT(duectl.run("add q t --id early --at 1970-01-21T10:01:01.200Z --payload x"), 0);
    EXIT(duectl.run("add q t --id far --at +57870-11-16T00:00:00Z"), 0);
    const Answer lines = duectl.run("export q -");
    EXIT(lines, 0);
    QVERIFY2(lines.out.contains("\"due_ms\":1764061200,\"due\":\"1970-01-21T10:01:01.200Z\""), lines.all());
    QVERIFY2(lines.out.contains("\"due_ms\":1764061200000000,\"due\":\"+57870-11-16T00:00:00.000Z\""), lines.all());
    RedisServer second;
    const Duectl other(second.url());
    EXIT(other.run(u"import q -"_s.split(u' '), lines.out), 0);
    QCOMPARE(other.run("export q -").out, lines.out);
    const Answer csv = duectl.run("export q - --format csv");
    RedisServer third;
    EXIT(Duectl(third.url()).run(u"import q - --format csv"_s.split(u' '), csv.out), 0);
    QCOMPARE(Duectl(third.url()).run("export q -").out, lines.out);
}

QTEST_GUILESS_MAIN(DuectlInstants)
#include "tst_duectl_instants.moc"
