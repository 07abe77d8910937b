// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/layouts/catalogue/layoutregistry.h"
#include "core/layouts/described/check/samplecommands.h"
#include "core/layouts/described/description.h"
#include "core/layouts/described/layoutfiles.h"
#include "tests/support/hostilelayouts.h"
#include "tests/support/sourcepath.h"

#include <QDir>
#include <QTest>

using namespace dueline;
using namespace Qt::StringLiterals;

namespace {

const QByteArray smallest = smallestLayout();
const auto withPlace = layoutWithPlace;

QByteArray repeated(const QByteArray& text, int times) { return text.repeated(times); }

} // namespace

/// Tests the layout file language: valid files, and the errors for invalid ones, each with a position and a suggested
/// fix.
class TestDescription : public QObject
{
    Q_OBJECT

private slots:
    void readsEveryFile_data()
    {
        QTest::addColumn<QByteArray>("file");
        const QByteArrayList names = ShippedLayouts::names();
        QCOMPARE(names.size(), 18);
        for (const QByteArray& name : names)
            QTest::newRow(name.constData()) << ShippedLayouts::file(name);
        const QDir fixtures(sourcePath(u"tests/support/layouts"_s));
        const QStringList files = fixtures.entryList({u"*.toml"_s});
        QCOMPARE(files.size(), 7);
        for (const QString& name : files) {
            const auto file = readLayoutFile(fixtures.filePath(name));
            QVERIFY(file);
            QTest::newRow(qPrintable(name.chopped(5))) << *file;
        }
    }
    void readsEveryFile()
    {
        QFETCH(QByteArray, file);
        const auto description = Description::parse(file);
        QVERIFY2(description, qPrintable(description ? QString() : description.error().message));
        QCOMPARE(description->name, QByteArray(QTest::currentDataTag()));
        QVERIFY(!description->title.isEmpty());
        QVERIFY(!description->sampleCommands.isEmpty());
        QVERIFY(!description->sample.empty());
    }

    void theExampleOfThePageIsValid()
    {
        QFile page(sourcePath(u"resources/docs/layouts.md"_s));
        QVERIFY(page.open(QIODevice::ReadOnly));
        const QByteArray text = page.readAll();
        QByteArray example;
        for (const QByteArray& line : text.mid(text.indexOf("## An example")).split('\n')) {
            if (line.startsWith("    ") || (line.isEmpty() && !example.isEmpty()))
                example += line.mid(4) + '\n';
            else if (!example.isEmpty())
                break;
        }
        const auto read = Description::parse(example);
        QVERIFY2(read, qPrintable(read ? QString::fromUtf8(example) : read.error().message));
        QCOMPARE(read->places.size(), std::size_t(2));
        for (const DescribedDecoder decoder : {DescribedDecoder::Json, DescribedDecoder::Text})
            QVERIFY(text.contains('`' + wordOf(decoder) + '`'));
    }

    void shippedNamesAreFree()
    {
        for (const LayoutType* type : allLayouts()) {
            if (Description::parse(ShippedLayouts::file(type->name())))
                QVERIFY2(ShippedLayouts::names().contains(type->name()), type->name().constData());
        }
    }

    void keepsTheOrderAndTheParts()
    {
        const auto read = Description::parse(ShippedLayouts::file("bee-queue"), {{"prefix", "jobs"}});
        QVERIFY(read);
        QByteArrayList names;
        for (const DescribedPlace& place : read->places)
            names << place.name;
        QCOMPARE(names, (QByteArrayList{"delayed", "waiting", "active", "failed", "succeeded"}));
        QCOMPARE(read->places[0].key.text(), QByteArray("jobs:<queue>:delayed"));
        QCOMPARE(read->places[0].unit, ScoreUnit::Milliseconds);
        QVERIFY(read->places[1].runsTail);
        QCOMPARE(read->places[3].kind, DescribedPlace::Kind::Set);
        QCOMPARE(read->store.kind, DescribedStore::Kind::HashField);
        QCOMPARE(read->field("error")->path.steps.size(), std::size_t(3));
        QCOMPARE(read->actions.size(), std::size_t(3));
        QCOMPARE(read->actions[0].to, std::size_t(1));
        QCOMPARE(read->actions[1].channel.text(), QByteArray("jobs:<queue>:earlierDelayed"));
        QVERIFY(read->states().contains(TaskState::Due) && !read->states().contains(TaskState::Retrying));
        QVERIFY(!read->hasSharedQueue());
        const auto changsongl = Description::parse(ShippedLayouts::file("changsongl"), {{"buckets", "9"}});
        QCOMPARE(changsongl->places[0].buckets, std::pair(0, 9));
        QVERIFY(changsongl->hasSharedQueue());
    }

    void errorsNameLineColumnAndRemedy_data()
    {
        QTest::addColumn<QByteArray>("file");
        QTest::addColumn<QString>("message");
        const auto row = [](const char* name, const QByteArray& file, const QString& message) {
            QTest::newRow(name) << file << message;
        };
        row("no layout", "name = \"a\"\n",
            u"line 1, column 1: this is not a layout; a layout begins with `dueline-layout = 1`"_s);
        const auto adding = [](const char* shipped, const QByteArray& table) {
            QByteArray file = ShippedLayouts::file(shipped);
            const qsizetype at = file.indexOf("[sample]");
            return file.left(at) + table + "\n" + file.mid(at);
        };
        row("add in two places",
            ShippedLayouts::file("bee-queue").replace("counter =", "to = [\"delayed\", \"failed\"]\ncounter ="),
            u"line 65, column 18: tasks cannot be added to `failed`; use a list"_s);
        row("add anywhere", ShippedLayouts::file("hdt3213").replace("to = [\"pending\", \"ready\"]", ""),
            u"line 60, column 1: new tasks could be added to `ready` or to `retry`; specify the places"_s);
        row("add without a version", adding("changsongl", "[add]"),
            u"line 43, column 1: tasks cannot be added, because `<queue>_<id>_<version>` needs <version>"_s);
        row("add by id only", adding("ouqiang", "[add]\nto = \"ready\""),
            u"line 44, column 1: tasks cannot be added, because the payload key would consist of the ID alone"_s);
        row("add a copy", adding("redisson", "[add]\nto = \"delayed\""),
            u"line 45, column 1: tasks cannot be added, because `<random>` needs <random>"_s);
        row("add without a queue", adding("lmstfy", "[add]\nto = \"timer\""),
            u"line 47, column 1: tasks cannot be added"_s);
        row("newer", "dueline-layout = 2\n",
            u"line 1, column 1: the file needs a newer Dueline: it uses version 2 of the layout language, and this "_s
            u"program supports version 1"_s);
        row("no TOML", "dueline-layout = \n", u"line 1, column 18: this is not TOML: "_s);
        row("twice", smallest + "[queues]\n", u"line 9, column "_s);
        row("reserved", QByteArray(smallest).replace("orders", "zset"),
            u"line 2, column 1: `zset` is the name of a built-in layout; choose another"_s);
        row("bad name", QByteArray(smallest).replace("orders", "Or ders"),
            u"line 2, column 1: write the name for --layout, in lower-case"_s);
        row("unknown name", smallest + "scroe = \"s\"\n",
            u"line 9, column 1: place.home has no `scroe`; did you mean `score`?"_s);
        row("unknown table", smallest + "[plcae.x]\n",
            u"line 9, column 1: the file has no `plcae`; did you mean `place`?"_s);
        row("unknown state", QByteArray(smallest).replace("scheduled", "waiting"),
            u"line 6, column 1: there is no state `waiting`; the choices are scheduled, due, retrying, leased, failed, done"_s);
        row("unknown unit", QByteArray(smallest).replace("\"s\"", "\"min\""),
            u"line 8, column 1: there is no unit `min`; the choices are s, ms, us, ns"_s);
        row("no score", QByteArray(smallest).replace("score = \"s\"\n", ""),
            u"line 5, column 1: specify the unit of the scores: `score = \"s\"`, \"ms\", \"us\" or \"ns\""_s);
        row("no next", withPlace("list = \"q:<queue>\"\n"),
            u"line 5, column 1: specify which end workers take tasks from: `next = \"tail\"` (LPUSH and RPOP) or "
            u"\"head\" (RPUSH and LPOP)"_s);
        row("two keys", smallest + "list = \"x\"\n", u"line 5, column 1: `place.home` is one key"_s);
        row("no place", smallest.left(smallest.indexOf("[place")), u"line 1, column 1: describe at least one place"_s);
        row("no queues", QByteArray(smallest).replace("names = [\"jobs\"]\n", ""),
            u"line 3, column 1: specify where the names of the queues are"_s);
        row("wrong place", smallest + "[action.run-now]\nfrom = \"hme\"\n",
            u"line 10, column 1: there is no place `hme`; did you mean `home`?"_s);
        row("run nowhere", smallest + "[run]\n",
            u"line 9, column 1: specify where tasks are claimed: `from = [\"…\"]`"_s);
        row("run elsewhere", smallest + "[run]\nfrom = \"hme\"\n",
            u"line 10, column 1: there is no place `hme`; did you mean `home`?"_s);
        row("unknown run", smallest + "[run]\nfrom = \"home\"\nkeep = true\n",
            u"line 11, column 1: [run] has no `keep`; the choices are from, caution"_s);
        row("run a set", withPlace("set = \"q:<queue>\"\n[run]\nfrom = \"home\"\n"),
            u"line 9, column 1: tasks can be claimed only from a list or a sorted set, but `home` is neither"_s);
        row("run a shared place",
            withPlace("set = \"q:<queue>\"\n[place.later]\nstate = \"scheduled\"\nzset = \"later\"\nscore = \"s\"\n"
                      "[run]\nfrom = \"later\"\n"),
            u"line 13, column 1: tasks cannot be claimed from `later`, because all queues share it"_s);
        row("run a blind place", smallest + "mover = \"blind\"\n[run]\nfrom = \"home\"\n",
            u"line 11, column 1: tasks cannot be claimed from `home`, because its `mover` is \"blind\""_s);
        row("run what is never discarded",
            smallest + "[action.discard]\nfrom = \"home\"\noff = true\n[run]\nfrom = \"home\"\n",
            u"line 13, column 1: tasks cannot be claimed from `home`, because `discard` is off"_s);
        row("run beside leases",
            smallest + "[place.taken]\nstate = \"leased\"\nzset = \"taken\"\nscore = \"s\"\n[run]\nfrom = \"home\"\n",
            u"line 13, column 1: [run] is only for queues whose workers remove a task when they take it, but `taken` "_s
            u"contains tasks that have been taken"_s);
        row("run beside locks", smallest + "lock = \"lock:<member>\"\n[run]\nfrom = \"home\"\n",
            u"line 10, column 1: [run] is only for queues whose workers remove a task when they take it"_s);
        row("wrong action", smallest + "[action.run-nwo]\nfrom = \"home\"\n",
            u"line 9, column 1: there is no action `run-nwo`; did you mean `run-now`?"_s);
        row("no times", withPlace("set = \"q:<queue>\"\n[action.reschedule]\nfrom = \"home\"\n"),
            u"line 8, column 1: `home` has no times, so its tasks cannot be rescheduled"_s);
        row("untold",
            withPlace("set = \"q:<queue>\"\n[place.ready]\nstate = \"due\"\nset = \"r:<queue>\"\n"
                      "member = \"<topic>-<id>\"\n[action.run-now]\nfrom = \"home\"\nto = \"ready\"\n"),
            u"line 12, column 1: ready needs <topic>, which tasks in home do not contain; add it to [fields] or to "_s
            u"the member"_s);
        row("untold payload", withPlace("set = \"q:<queue>\"\n[payload]\nstring = \"p:<topic>:<id>\"\n"),
            u"line 8, column 1: the payload needs <topic>, which tasks in home do not contain"_s);
        row("touching", withPlace("set = \"<queue><id>\"\n"),
            u"line 7, column 1: nothing separates <queue> and <id>"_s);
        row("no bucket", withPlace("list = \"q:<queue>:<bucket>\"\nnext = \"head\"\n"),
            u"line 5, column 1: the key of `home` has a <bucket>: write `buckets = [1, 3]`"_s);
        row("no parameter", withPlace("set = \"<prefix>:<queue>\"\n"),
            u"line 5, column 1: there is no parameter <prefix>"_s);
        row("hash alone", withPlace("set = \"q:<queue>\"\n[payload]\nhash = \"h\"\n"),
            u"line 8, column 1: a hash needs either `field`"_s);
        row("decoder", withPlace("set = \"q:<queue>\"\n[payload]\ndecode = [\"jsonn\"]\n"),
            u"line 9, column 11: there is no payload reader `jsonn`; did you mean `json`?"_s);
        row("path", withPlace("set = \"q:<queue>\"\n[fields]\ntype = \"$.a[\"\n"),
            u"line 9, column 1: `$.a[` is not a path"_s);
        row("packed", withPlace("set = \"q:<queue>\"\npacked = [\"len7 id\"]\n"),
            u"line 8, column 1: `len7 id` is not a packed field"_s);
        row("text", QByteArray(smallest).replace("\"s\"", "7"), u"line 8, column 1: write a string here, in quotes"_s);
        row("lock of a list", withPlace("list = \"q:<queue>\"\nnext = \"head\"\nlock = \"lock:<id>\"\n"),
            u"line 9, column 1: `lock` needs a `zset`: in a list, tasks with and without a lease cannot be counted"_s);
        row("lease of a set", withPlace("set = \"q:<queue>\"\nleased-if = {hash = \"h\", field = \"<id>\"}\n"),
            u"line 8, column 1: `leased-if` needs a `zset`"_s);
        row("date", smallest + "note = 2026-11-28\n", u"line 9, column 1: a layout cannot contain dates"_s);
    }
    void errorsNameLineColumnAndRemedy()
    {
        QFETCH(QByteArray, file);
        QFETCH(QString, message);
        const auto read = Description::parse(file, {}, {"zset", "native"});
        QVERIFY(!read);
        QCOMPARE(read.error().code, ErrorCode::Usage);
        QVERIFY2(read.error().message.startsWith(message), qPrintable(read.error().message));
    }

    void parametersAreChecked()
    {
        const QByteArray file = ShippedLayouts::file("ouqiang");
        QVERIFY(Description::parse(file, {{"buckets", "12"}, {"ready", "x<<y:"}}));
        QCOMPARE(Description::parse(file, {{"bukets", "1"}}).error().message,
            u"the parameters do not fit the layout: the layout has no parameter `bukets`; the parameters are bucket-name, ready, "
            "buckets"_s);
        QVERIFY(Description::parse(file, {{"buckets", "many"}}).error().message.contains(u"needs a whole number"));
        for (const Variables& wrong : {Variables{{"buckets", "0"}}, {{"buckets", "x"}}, {{"ready", ""}}})
            QVERIFY2(!Description::parse(file, wrong).error().message.contains(u"line "),
                qPrintable(Description::parse(file, wrong).error().message));
        QVERIFY(!Description::parse(file, {{"buckets", "100000"}}));
        QVERIFY(!Description::parse(file, {{"ready", QByteArray("a\0b", 3)}}));
        QVERIFY(!Description::parse(file, {{"ready", repeated("a", 257)}}));
        QVERIFY(!Description::parse(file, {{"ready", "dueline:"}}));
        QVERIFY(!Description::parse(file, {{"ready", ""}})); // An empty value would match every key.
    }

    /// Each of these files must be refused within a second, with an error that gives a position.
    void hostileFiles_data()
    {
        QTest::addColumn<QByteArray>("file");
        const auto files = hostileLayouts();
        QVERIFY(files.size() >= 40);
        for (const auto& [name, file] : files)
            QTest::newRow(name) << file;
    }
    void hostileFiles()
    {
        QFETCH(QByteArray, file);
        const auto read = Description::parse(file);
        QVERIFY(!read);
        QCOMPARE(read.error().code, ErrorCode::Usage);
        static const QRegularExpression position(u"^line \\d+, column \\d+: \\S"_s);
        QVERIFY2(position.match(read.error().message).hasMatch(), qPrintable(read.error().message));
        QVERIFY2(read.error().message.size() < 500, qPrintable(read.error().message));
        QVERIFY(!read.error().message.contains(QChar(u'\0')));
    }

    /// Text that only looks like nesting or a key doesn't make a file invalid.
    void harmlessFiles()
    {
        QVERIFY(Description::parse(smallest));
        QVERIFY(Description::parse(QByteArray(smallest).replace('\n', "\r\n")));
        QVERIFY(Description::parse("\xef\xbb\xbf" + smallest));
        QVERIFY(
            Description::parse(smallest + "note = \"" + repeated("[.{", 100) + "\" # " + repeated("[.{", 100) + "\n"));
        QVERIFY(Description::parse(
            smallest + "[sample]\ncommands = '''\n" + repeated("SET a.b.c '[[[[' \"{{{\"\n", 100) + "'''\n"));
        QVERIFY(Description::parse(smallest + "note = \"\"\"a \\\" \"quoted\" \"\"\"\n"));
        QVERIFY(Description::parse(QByteArray(smallest).replace("\"jobs\"", "\"a<<b>\"")));
    }

    void patterns_data()
    {
        QTest::addColumn<QByteArray>("pattern");
        QTest::addColumn<QByteArray>("bytes");
        QTest::addColumn<QByteArray>("values"); ///< `name=value,…`; `-`: no match
        const auto row = [](const QByteArray& pattern, const QByteArray& bytes, const QByteArray& values) {
            QTest::newRow((pattern + ' ' + bytes).left(80).constData()) << pattern << bytes << values;
        };
        row("bq:<queue>:jobs", "bq:mail:jobs", "queue=mail");
        row("bq:<queue>:jobs", "bq:a:jobs:jobs", "queue=a:jobs");
        row("bq:<queue>:jobs", "bq::jobs", "-");
        row("bq:<queue>:jobs", "bq:jobs", "-");
        row("bq:<queue>:jobs", "bq:mail:jobsx", "-");
        row("dq:{<queue>}:m:<id>", "dq:{a}:m:b:m:c", "id=b:m:c,queue=a");
        row("<queue>_<id>_<version>", "my_mail_7_17", "id=mail_7,queue=my,version=17");
        row("<queue>_<id>_<version>", "mail_7_x", "-");
        row("<type>_<time>", "send_mail_1900000000", "time=1900000000,type=send_mail");
        row("<type>_<time>", "a_1.5", "time=1.5,type=a");
        row("<type>_<time>", "a_-1.5", "time=-1.5,type=a");
        row("<type>_<time>", "a_", "-");
        row("<type>_<time>", "_1", "-");
        row("<time>", "19x", "-");
        row("a<<b><id>", "a<b>7", "id=7");
        row("<payload>", "anything\n", "payload=anything\n");
        row("<payload>", "", "-");
        row("<a>:<a>", "x:x", "a=x");
        row("<a>:<a>", "x:y", "-");
        row("plain", "plain", "");
        row("plain", "plainer", "-");
    }
    void patterns()
    {
        QFETCH(QByteArray, pattern);
        QFETCH(QByteArray, bytes);
        QFETCH(QByteArray, values);
        const auto parsed = KeyPattern::parse(pattern);
        QVERIFY(parsed);
        QCOMPARE(parsed->text(), pattern);
        const auto match = parsed->match(bytes);
        QCOMPARE(bool(match), values != "-");
        if (!match)
            return;
        QByteArrayList told;
        for (const auto& [name, value] : *match)
            told << name + '=' + value;
        QCOMPARE(told.join(','), values);
        QCOMPARE(parsed->render(*match), bytes);
    }

    /// With quadratic matching, these long names would take hours and exceed the test's time limit.
    void patternsAreLinear()
    {
        const auto pattern = KeyPattern::parse("<a>x<b>x<c>x<d>x<e>x<f>y");
        QVERIFY(!pattern->match(repeated("x", 1'000'000)));
        const auto numbers = KeyPattern::parse("<a>1<b>1<c>1<d>1<time>z");
        QVERIFY(!numbers->match(repeated("1", 4000)));
        const auto digits = KeyPattern::parse("a<version>b<time>c<bucket>-<version>+<time>.<bucket>");
        for (int i = 0; i < 200; ++i)
            QVERIFY(!digits->match(repeated("1", 4000)));
        QVERIFY(!numbers->match(repeated("1", 1'000'000)));
        QVERIFY(!matchesStars("*a*a*a*a*a*b", repeated("a", 1'000'000)));
        QVERIFY(matchesStars("*.DQ", "default.DQ") && !matchesStars("*.DQ", "default.DQx"));
        QVERIFY(matchesStars("a*b*c", "aXbYc") && !matchesStars("ab*ba", "aba"));
    }

    /// A sample may contain only commands that write and never block.
    void sampleCommandsAreAFixedList()
    {
        const auto commands = [](const QByteArray& line) {
            return sampleCommands(
                Description::parse(smallest + "[sample]\ncommands = '''\n" + line + "\n'''\n").value());
        };
        QVERIFY(commands("XREADGROUP GROUP g c STREAMS s >"));
        for (const char* line : {"XREADGROUP GROUP g c BLOCK 0 STREAMS s >", "xreadgroup group g c block 0 streams s >",
                 "BLPOP a 0", "EVAL 'return 1' 0", "FLUSHALL", "SUBSCRIBE a", "DEBUG SLEEP 100"}) {
            const auto refused = commands(line);
            const QString at = u"line %1, column 1: "_s.arg(smallest.count('\n') + 3);
            QVERIFY2(!refused && refused.error().message.startsWith(at), line);
        }
    }

    void ownKeysAreNeverNamed()
    {
        const Description description = Description::parse(ShippedLayouts::file("ouqiang")).value();
        QVERIFY(description.keyName(description.store.key, {{"id", "o1"}}));
        for (const char* id : {"dueline:x", "dueline:{jobs}:due", "{jobs}:dueline:due"})
            QVERIFY2(!description.keyName(description.store.key, {{"id", id}}), id);
    }

    void packedMembers()
    {
        const auto packed = PackedMember::parse({"len16 ns", "len16 q", "u16 tries", "len16 id"});
        const QByteArray member("\x02\x00ns\x04\x00mail\x03\x00\x02\x00J1", 16);
        const auto values = packed->match(member);
        QVERIFY(values);
        QCOMPARE(*values, (Variables{{"ns", "ns"}, {"q", "mail"}, {"tries", "3"}, {"id", "J1"}}));
        QCOMPARE(packed->render(*values), member);
        QVERIFY(!packed->match(member.chopped(1)));
        QVERIFY(!packed->match(member + 'x'));
        const auto all = PackedMember::parse({"u8be a", "i16 b", "i32be c", "f64 d", "bytes2 e", "len64 f", "rest g"});
        const Variables given{
            {"a", "255"}, {"b", "-2"}, {"c", "-70000"}, {"d", "0.1"}, {"e", "xy"}, {"f", "long"}, {"g", ""}};
        const auto bytes = all->render(given);
        QVERIFY(bytes);
        const auto again = all->match(*bytes);
        QVERIFY(again);
        QCOMPARE(again->at("c"), QByteArray("-70000"));
        QCOMPARE(again->at("d").toDouble(), 0.1);
        QCOMPARE(all->render(*again), bytes);
        QVERIFY(!all->match(QByteArray(21, '\xff'))); // the encoded length exceeds the number of bytes
        QVERIFY(!PackedMember::parse({"u8 a"})->render({{"a", "256"}}));
        QVERIFY(!PackedMember::parse({"u8 a"})->render({}));
    }
};

QTEST_GUILESS_MAIN(TestDescription)
#include "tst_description.moc"
