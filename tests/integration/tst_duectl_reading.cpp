// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/integration/duectlprogram.h"
#include "tests/support/measuredprogram.h"
#include "tests/support/redisserver.h"
#include "tests/support/sourcepath.h"

#include <QDir>
#include <QFile>
#include <QTemporaryDir>

using namespace dueline;
using namespace Qt::StringLiterals;

/// Tests that encoded payloads are displayed and searched in decoded form.
class DuectlReading : public QObject
{
    Q_OBJECT

    static constexpr const char* json = R"({"to":"张三","n":[1,2.50,18446744073709551615],"say":"a\nb"})";

    static QByteArray packed(const QString& name)
    {
        QFile file(sourcePath(u"tests/unit/payloads/"_s + name + u".payload"_s));
        if (!file.open(QIODevice::ReadOnly))
            qFatal("no %s", qPrintable(name));
        return file.readAll();
    }
    static QString schema() { return sourcePath(u"tests/unit/payloads/shop.proto"_s); }
    static void add(const Duectl& duectl, const QString& id, const QByteArray& payload)
    {
        EXIT(duectl.run({u"add"_s, u"q"_s, id.section(u'#', 0, 0), u"--id"_s, id, u"--in"_s, u"1h"_s,
                            u"--payload-file"_s, u"-"_s},
                 payload),
            0);
    }
    static QJsonObject shown(const Duectl& duectl, const QString& id, const QStringList& more = {})
    {
        return duectl.run(QStringList{u"show"_s, u"q"_s, id, u"--json"_s} + more).object();
    }
    /// Returns the ids that duectl finds with a filter.
    static QStringList found(const Duectl& duectl, const QStringList& options, const QString& filter)
    {
        QStringList ids;
        const Answer answer = duectl.run(QStringList{u"list"_s, u"q"_s} + options
            + QStringList{u"--match"_s, filter, u"--limit"_s, u"1000"_s, u"--json"_s});
        if (answer.code != 0)
            return {QString::fromUtf8(answer.all())};
        for (const auto& task : answer.array())
            ids << task.toObject().value(u"id"_s).toString();
        ids.sort();
        return ids;
    }

    /// Returns 120,000 letters that are hard to compress.
    static QByteArray noise()
    {
        QByteArray letters;
        quint32 number = 7;
        for (int i = 0; i < 120'000; ++i)
            letters += "abcdefghijklmnop"[(number = number * 1'103'515'245 + 12'345) >> 28];
        return letters;
    }
    static QByteArray gzipped(const QByteArray& bytes)
    {
        QProcess gzip;
        gzip.start(u"gzip"_s, {u"-c"_s});
        gzip.write(bytes);
        gzip.closeWriteChannel();
        if (!gzip.waitForFinished())
            qFatal("gzip does not end");
        return gzip.readAllStandardOutput();
    }

private slots:
    void whatSaysItselfWhatItIsIsRead();
    void layersAreAskedFor();
    void wrongReadersAreTold();
    void aProfileReadsItsTypesInSearchesToo();
    void searchesReadWhatSaysItselfWhatItIs();
    void searchesReadAsTheCommandLineSays();
    void designsAndFilesAreSearchedAlike();
    void whatAProfileMasksStaysMasked();
    void whatInflatesToMuchTakesLittleMemory();
};

void DuectlReading::whatSaysItselfWhatItIsIsRead()
{
    RedisServer server;
    const Duectl duectl(server.url());
    add(duectl, u"mail#packed"_s, packed(u"base64-zlib-json"_s));
    add(duectl, u"mail#plain"_s, json);
    const QJsonObject told = shown(duectl, u"mail#packed"_s).value(u"read"_s).toObject();
    QCOMPARE(told.value(u"layers"_s).toArray(), QJsonArray({u"base64"_s, u"zlib"_s, u"json"_s}));
    QVERIFY(!told.contains(u"text"_s)); // The payload was not requested.
    const QJsonObject read = shown(duectl, u"mail#packed"_s, {u"--payload"_s}).value(u"read"_s).toObject();
    QCOMPARE(read.value(u"layers"_s).toArray(), told.value(u"layers"_s).toArray());
    QCOMPARE(read.value(u"text"_s).toString(), QString::fromUtf8(json));
    QVERIFY(!read.contains(u"problem"_s));
    const Answer text = duectl.run("show q mail#packed");
    EXIT(text, 0);
    QVERIFY2(text.out.contains("base64 → zlib → JSON") && !text.out.contains("张三"), text.out);
    const Answer whole = duectl.run("show q mail#packed --read auto");
    EXIT(whole, 0);
    QVERIFY2(whole.out.contains("base64 → zlib → JSON") && whole.out.contains("张三"), whole.out);
    // By default, the stored bytes are printed.
    QCOMPARE(duectl.run("show q mail#packed --payload").out, packed(u"base64-zlib-json"_s));
    QCOMPARE(duectl.run("show q mail#packed --payload --read none").out, packed(u"base64-zlib-json"_s));
    QCOMPARE(duectl.run("show q mail#packed --payload --read auto").out, QByteArray(json));
    QVERIFY(!shown(duectl, u"mail#packed"_s, {u"--read"_s, u"none"_s}).contains(u"read"_s));
    // A payload that is readable as stored has no decoded form.
    QVERIFY(!shown(duectl, u"mail#plain"_s).contains(u"read"_s));
    QVERIFY(!duectl.run("show q mail#plain").out.contains("Read as"));
    const Answer both = duectl.run("show q mail#packed --json --payload");
    QCOMPARE(both.object().value(u"payload"_s).toString().toUtf8(), packed(u"base64-zlib-json"_s));
    QVERIFY(both.object().contains(u"read"_s));
}

void DuectlReading::layersAreAskedFor()
{
    RedisServer server;
    const Duectl duectl(server.url());
    add(duectl, u"order#1"_s, packed(u"gzip-protobuf"_s));
    add(duectl, u"order#2"_s, packed(u"gzip-early"_s));
    add(duectl, u"order#3"_s, packed(u"msgpack-list"_s));
    const QString chain = u"gzip,protobuf:shop.Order@"_s + schema();
    const QJsonObject read = shown(duectl, u"order#1"_s, {u"--read"_s, chain}).value(u"read"_s).toObject();
    QCOMPARE(read.value(u"layers"_s).toArray(), QJsonArray({u"gzip"_s, u"protobuf"_s}));
    QVERIFY(read.value(u"text"_s).toString().startsWith(
        u"{\"id\":18446744073709551615,\"to\":\"张三\",\"items\":[{\"name\":\"pen\""_s));
    const QJsonObject early = shown(duectl, u"order#2"_s, {u"--read"_s, u"gzip"_s}).value(u"read"_s).toObject();
    QCOMPARE(early.value(u"problem"_s).toString(), u"The gzip data is truncated. Only the intact part is shown."_s);
    const Answer printed = duectl.run("show q order#2 --payload --read gzip");
    EXIT(printed, 0);
    QVERIFY(printed.out.size() > 100 && printed.err.contains("is truncated"));
    QVERIFY(!shown(duectl, u"order#3"_s).contains(u"read"_s));
    QCOMPARE(duectl.run("show q order#3 --payload --read msgpack").out, QByteArray(R"([1,"two",[3]])"));
}

void DuectlReading::wrongReadersAreTold()
{
    RedisServer server;
    const Duectl duectl(server.url());
    add(duectl, u"mail#1"_s, "hello");
    FAILS(duectl.run("show q mail#1 --read rot13"), 2, "There is no reader \"rot13\"");
    FAILS(Duectl(u"redis://127.0.0.1:1"_s).run("show q mail#1 --read gzip,"), 2,
        "There is no reader \"\""); // duectl fails before it connects
    FAILS(duectl.run("show q mail#1 --read gzip"), 1, "The data is not valid gzip");
    FAILS(duectl.run("show q mail#1 --payload --read zstd"), 1, "The data is not valid zstd");
    FAILS(duectl.run({u"show"_s, u"q"_s, u"mail#1"_s, u"--read"_s, u"protobuf:shop.Ordr@"_s + schema()}), 1,
        "no message \"shop.Ordr\"");
    FAILS(duectl.run("show q mail#1 --read protobuf:a.B@/nowhere/a.proto"), 1, "/nowhere/a.proto");
}

void DuectlReading::aProfileReadsItsTypesInSearchesToo()
{
    RedisServer server;
    QTemporaryDir config;
    QDir(config.path()).mkpath(u"dueline"_s);
    QFile profiles(config.filePath(u"dueline/profiles.json"_s));
    QVERIFY(profiles.open(QIODevice::WriteOnly));
    const QJsonObject readers{{u"q"_s,
        QJsonObject{{u"order"_s, u"protobuf:shop.Order@"_s + schema()}, {u"big"_s, u"gzip"_s}, {u"mail"_s, u"auto"_s},
            {u"hook"_s, u"none"_s}}}};
    profiles.write(QJsonDocument(QJsonObject{{u"version"_s, 1},
                                     {u"profiles"_s,
                                         QJsonArray{QJsonObject{{u"name"_s, u"shop"_s}, {u"url"_s, server.url()},
                                             {u"layout"_s, u"native"_s}, {u"readers"_s, readers}}}}})
                       .toJson());
    profiles.close();
    Duectl duectl;
    duectl.setVariable("XDG_CONFIG_HOME", config.path());
    const QStringList profile{u"--profile"_s, u"shop"_s};
    const Duectl plain(server.url());
    add(plain, u"order#1"_s, packed(u"protobuf"_s)); // the name is unencoded in this payload
    add(plain, u"mail#packed"_s, packed(u"base64-zlib-json"_s));
    add(plain, u"mail#plain"_s, json);
    add(plain, u"hook#packed"_s, packed(u"base64-zlib-json"_s)); // the profile has no reader for this type
    const QByteArray big = gzipped("{\"noise\":\"" + noise() + "\",\"to\":\"\\u5f20\\u4e09\"}");
    QVERIFY(big.size() > 70'000 / 2);
    add(plain, u"big#1"_s, big);
    QCOMPARE(found(plain, {u"--read"_s, u"none"_s}, u"payload:张三"_s), (QStringList{u"mail#plain"_s, u"order#1"_s}));
    QCOMPARE(found(duectl, profile, u"payload:张三"_s),
        (QStringList{u"big#1"_s, u"mail#packed"_s, u"mail#plain"_s, u"order#1"_s}));
    QCOMPARE(found(duectl, profile, u"-payload:张三"_s), QStringList{u"hook#packed"_s});
    QCOMPARE(
        found(duectl, profile, u"张三 -type:big"_s), (QStringList{u"mail#packed"_s, u"mail#plain"_s, u"order#1"_s}));
    QCOMPARE(found(duectl, profile, u"payload:\"kind\\\":\\\"GIFT\""_s), QStringList{u"order#1"_s});
    // Actions select the same tasks.
    EXIT(duectl.run(profile + QStringList{u"discard"_s, u"q"_s, u"--match"_s, u"payload:张三"_s, u"--yes"_s}), 0);
    QCOMPARE(server.call({"ZRANGE", "dueline:{q}:pending", "0", "-1"}).items.size(), 1U);
    QCOMPARE(server.call({"ZRANGE", "dueline:{q}:pending", "0", "-1"}).items[0].bytes, QByteArray("hook#packed"));
    const QJsonObject shown = duectl.run(profile + QStringList{u"show"_s, u"q"_s, u"order#1"_s, u"--json"_s})
                                  .object()
                                  .value(u"read"_s)
                                  .toObject();
    QCOMPARE(shown.value(u"layers"_s).toArray(), QJsonArray{u"protobuf"_s});
}

/// Checks that payloads in a recognizable format are searched in decoded form even without a profile or options, no
/// matter where they are stored.
void DuectlReading::searchesReadWhatSaysItselfWhatItIs()
{
    RedisServer server;
    const Duectl duectl(server.url());
    const QStringList readable{u"base64-json"_s, u"base64-msgpack"_s, u"base64-php"_s, u"base64-url"_s,
        u"base64-zlib-json"_s, u"gzip-json"_s, u"gzip-twice"_s, u"msgpack-map"_s, u"php"_s, u"zlib-best"_s,
        u"zlib-json"_s, u"zstd-json"_s};
    const QStringList others{
        u"text"_s, u"zlib-pickle"_s, u"hex-is-no-base64"_s, u"x-is-no-zlib"_s, u"a-word-is-no-base64"_s};
    QStringList expected;
    for (const QString& name : readable + others) {
        const QString id = u"t#"_s + name;
        add(duectl, id, packed(name));
        if (readable.contains(name))
            expected << id;
    }
    add(duectl, u"t#stored"_s, json);
    add(duectl, u"t#escaped"_s, R"({"to":"\u5F20\u4e09"})");
    add(duectl, u"t#large"_s, gzipped(noise() + json)); // stored in a separate key
    add(duectl, u"t#large-plain"_s, noise() + json);
    add(duectl, u"t#large-other"_s, noise());
    expected << u"t#stored"_s << u"t#escaped"_s << u"t#large"_s << u"t#large-plain"_s;
    expected.sort();
    QCOMPARE(found(duectl, {}, u"payload:张三"_s), expected);
    QCOMPARE(found(duectl, {}, u"张三"_s), expected);
    QStringList rest;
    for (const QString& name : others)
        rest << u"t#"_s + name;
    rest << u"t#large-other"_s;
    rest.sort();
    QCOMPARE(found(duectl, {}, u"-payload:张三"_s), rest);
    QCOMPARE(
        found(duectl, {}, u"payload:张三 -type:u payload:18446744073709551615 size<200"_s).contains(u"t#gzip-json"_s),
        true);
    // Searching all queues and acting find these tasks too.
    const Answer everywhere
        = duectl.run({u"list"_s, u"--match"_s, u"payload:张三"_s, u"--limit"_s, u"1000"_s, u"--json"_s});
    EXIT(everywhere, 0);
    QCOMPARE(everywhere.array().size(), expected.size());
    const Answer dry = duectl.run({u"discard"_s, u"q"_s, u"--match"_s, u"payload:张三"_s, u"--dry-run"_s, u"--json"_s});
    EXIT(dry, 0);
    QCOMPARE(dry.object().value(u"total"_s).toInt(), int(expected.size()));
    EXIT(duectl.run({u"discard"_s, u"q"_s, u"--match"_s, u"payload:张三"_s, u"--yes"_s}), 0);
    QStringList left;
    for (const Reply& id : server.call({"ZRANGE", "dueline:{q}:pending", "0", "-1"}).items)
        left << QString::fromUtf8(id.bytes);
    left.sort();
    QCOMPARE(left, rest);
}

void DuectlReading::searchesReadAsTheCommandLineSays()
{
    RedisServer server;
    const Duectl duectl(server.url());
    add(duectl, u"list#1"_s, packed(u"msgpack-list"_s)); // this format is not decoded automatically
    add(duectl, u"mail#1"_s, packed(u"gzip-json"_s));
    add(duectl, u"order#1"_s, packed(u"gzip-protobuf"_s));
    const QString two = u"payload:\"[1,\\\"two\\\"\""_s;
    QCOMPARE(found(duectl, {}, two), QStringList());
    QCOMPARE(found(duectl, {u"--read"_s, u"list=msgpack"_s}, two), QStringList{u"list#1"_s});
    QCOMPARE(found(duectl, {u"--read"_s, u"msgpack"_s}, two), QStringList{u"list#1"_s});
    const QString reader = u"order=gzip,protobuf:shop.Order@"_s + schema();
    QCOMPARE(found(duectl, {u"--read"_s, reader}, u"payload:GIFT"_s), QStringList{u"order#1"_s});
    QCOMPARE(found(duectl, {u"--read"_s, reader, u"--read"_s, u"mail=none"_s}, u"payload:张三"_s),
        QStringList{u"order#1"_s});
    QCOMPARE(found(duectl, {u"--read"_s, u"none"_s, u"--read"_s, u"mail=auto"_s}, u"payload:张三"_s),
        QStringList{u"mail#1"_s});
    QCOMPARE(found(duectl, {u"--read"_s, u"none"_s}, u"payload:张三"_s), QStringList());
    FAILS(Duectl(u"redis://127.0.0.1:1"_s).run("list q --match payload:a --read mail=rot13"), 2,
        "There is no reader \"rot13\"");
    FAILS(duectl.run("list q --match payload:a --read protobuf:a.B@/nowhere/a.proto"), 1, "/nowhere/a.proto");
    EXIT(duectl.run({u"run-now"_s, u"q"_s, u"--match"_s, two, u"--read"_s, u"list=msgpack"_s, u"--yes"_s}), 0);
    const Answer due = duectl.run("list q --state due --json");
    EXIT(due, 0);
    QCOMPARE(due.array().size(), 1);
    QCOMPARE(due.array().at(0).toObject().value(u"id"_s).toString(), u"list#1"_s);
}

void DuectlReading::designsAndFilesAreSearchedAlike()
{
    RedisServer server;
    for (const QByteArray& payload :
        {packed(u"gzip-json"_s), QByteArray(json), QByteArray("nothing"), packed(u"zstd-json"_s)})
        QVERIFY(!server.call({"RPUSH", "jobs", payload}).isError());
    Duectl duectl(server.url());
    const auto matches = [&duectl](const QStringList& more) {
        const Answer answer = duectl.run(QStringList{u"list"_s, u"jobs"_s, u"--layout"_s, u"list:jobs"_s, u"--match"_s,
                                             u"payload:张三"_s, u"--json"_s}
            + more);
        return answer.code == 0 ? int(answer.array().size()) : -1;
    };
    QCOMPARE(matches({}), 3);
    QCOMPARE(matches({u"--read"_s, u"none"_s}), 2); // zstd does not compress short strings
    add(duectl, u"t#1"_s, packed(u"gzip-json"_s));
    add(duectl, u"t#2"_s, "nothing");
    QTemporaryDir folder;
    const QString file = folder.filePath(u"tasks.jsonl"_s);
    EXIT(duectl.run({u"export"_s, u"q"_s, file}), 0);
    const Answer come = duectl.run({u"import"_s, u"copy"_s, file, u"--match"_s, u"payload:张三"_s, u"--json"_s});
    EXIT(come, 0);
    QCOMPARE(come.object().value(u"added"_s).toInt(), 1);
    EXIT(duectl.run({u"export"_s, u"q"_s, u"--match"_s, u"-payload:张三"_s, file}), 0);
    QFile written(file);
    QVERIFY(written.open(QIODevice::ReadOnly));
    const QByteArray lines = written.readAll();
    QVERIFY2(lines.count('\n') == 1 && lines.contains("t#2"), lines);
}

void DuectlReading::whatAProfileMasksStaysMasked()
{
    RedisServer server;
    QTemporaryDir config;
    QDir(config.path()).mkpath(u"dueline"_s);
    QFile profiles(config.filePath(u"dueline/profiles.json"_s));
    QVERIFY(profiles.open(QIODevice::WriteOnly));
    profiles.write(QJsonDocument(QJsonObject{{u"version"_s, 1},
                                     {u"profiles"_s,
                                         QJsonArray{QJsonObject{{u"name"_s, u"shop"_s}, {u"url"_s, server.url()},
                                             {u"layout"_s, u"native"_s}, {u"mask"_s, QJsonArray{u"to"_s}}}}}})
                       .toJson());
    profiles.close();
    Duectl duectl;
    duectl.setVariable("XDG_CONFIG_HOME", config.path());
    add(Duectl(server.url()), u"mail#1"_s, packed(u"base64-zlib-json"_s));
    for (const char* line : {"--profile shop show q mail#1 --read auto",
             "--profile shop show q mail#1 --json --payload", "--profile shop show q mail#1 --payload --read auto"}) {
        const Answer answer = duectl.run(line);
        EXIT(answer, 0);
        QVERIFY2(answer.out.contains("18446744073709551615") && answer.out.contains("***"), answer.out);
        QVERIFY2(!answer.out.contains("张三") && !answer.out.contains("5f20"), answer.out);
    }
}

/// Checks that decoding 100 KiB into 100 MiB takes little memory. For an RQ job, only the displayed text is kept. A
/// reader's output is in memory only once.
void DuectlReading::whatInflatesToMuchTakesLittleMemory()
{
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
    QSKIP("figures of memory are not taken under a sanitizer");
#endif
    RedisServer server;
    const Duectl program(server.url());
    const QByteArray packed = qCompress(QByteArray(100 * 1024 * 1024, ' ')).mid(4);
    add(program, u"t#plain"_s, "{}");
    add(program, u"t#much"_s, packed);
    server.call({"SADD", "rq:queues", "rq:queue:mail"});
    server.call({"RPUSH", "rq:queue:mail", "much"});
    server.call(
        {"HSET", "rq:job:much", "status", "queued", "origin", "mail", "description", "jobs.run()", "data", packed});
    const QTemporaryDir folder;
    const auto peakMiB = [&](const QStringList& arguments) {
        const auto end
            = MeasuredProgram(qEnvironmentVariable("DUECTL"), QStringList{u"--url"_s, server.url()} + arguments,
                {{"XDG_STATE_HOME", folder.path().toUtf8()}, {"XDG_CONFIG_HOME", folder.path().toUtf8()}})
                  .finish(Millis(60'000));
        if (end.code != 0)
            qWarning("%s", (end.out + end.err).constData());
        return end.code == 0 ? end.peakKiB / 1024 : std::numeric_limits<qint64>::max();
    };
    const qint64 plain = peakMiB({u"show"_s, u"q"_s, u"t#plain"_s});
    const qint64 job = peakMiB({u"--layout"_s, u"rq"_s, u"show"_s, u"mail"_s, u"much"_s});
    QVERIFY2(job < plain + 16, QByteArray::number(job - plain));
    for (const QStringList& read : {QStringList(), QStringList{u"--read"_s, u"zlib"_s}}) {
        const qint64 much = peakMiB(QStringList{u"show"_s, u"q"_s, u"t#much"_s} + read);
        // The limit allows for the decoded output and the input.
        QVERIFY2(much < plain + 64 + 16, QByteArray::number(much - plain));
    }
}

QTEST_GUILESS_MAIN(DuectlReading)
#include "tst_duectl_reading.moc"
