// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/payload/payloadreader.h"

#include "core/payload/messagepack.h"
#include "core/payload/protoschema.h"
#include "core/payload/unpack.h"
#include "tests/support/sourcepath.h"

#include <QDir>
#include <QFile>
#include <QTemporaryDir>
#include <QTest>

#include <zlib.h>

using namespace dueline;
using namespace Qt::StringLiterals;

/// Tests reading payloads encoded by other programs. Decoding a truncated, damaged or hostile payload must stop early
/// and use little memory.
class TestPayloadReader : public QObject
{
    Q_OBJECT

    static QByteArray fileOf(const QString& name)
    {
        QFile file(sourcePath(u"tests/unit/payloads/"_s + name));
        return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
    }
    static QString schema() { return sourcePath(u"tests/unit/payloads/shop.proto"_s); }
    static PayloadReader reader(QString choice)
    {
        choice.replace(u"SCHEMA"_s, schema());
        const auto parsed = ReaderChoice::parse(choice);
        const auto made = parsed ? PayloadReader::make(*parsed) : Result<PayloadReader>(parsed.error());
        if (!made)
            qFatal("%s", qPrintable(made.error().message));
        return *made;
    }
    static QByteArray endName(PayloadReading::End end)
    {
        const char* names[]{"whole", "cut", "early", "failed"};
        return names[int(end)];
    }
    /// Returns a gzip member of `size` zeros.
    static QByteArray gzippedZeros(qsizetype size)
    {
        z_stream stream{};
        deflateInit2(&stream, 9, Z_DEFLATED, 15 + 16, 9, Z_DEFAULT_STRATEGY);
        const QByteArray zeros(1024 * 1024, '\0');
        QByteArray out(size / 500 + 1024, Qt::Uninitialized);
        stream.next_out = reinterpret_cast<Bytef*>(out.data());
        stream.avail_out = uInt(out.size());
        for (qsizetype at = 0; at < size; at += zeros.size()) {
            stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(zeros.constData()));
            stream.avail_in = uInt(std::min(zeros.size(), size - at));
            deflate(&stream, at + zeros.size() >= size ? Z_FINISH : Z_NO_FLUSH);
        }
        out.truncate(qsizetype(stream.total_out));
        deflateEnd(&stream);
        return out;
    }
    static QStringList names()
    {
        QStringList names;
        for (const QString& name : QDir(sourcePath(u"tests/unit/payloads"_s)).entryList({u"*.payload"_s}, QDir::Files))
            names << name.chopped(8);
        return names;
    }

private slots:
    void whatOtherProgramsPackedIsRead_data()
    {
        QTest::addColumn<QString>("name");
        QVERIFY(names().size() > 50);
        for (const QString& name : names())
            QTest::newRow(qPrintable(name)) << name;
    }
    void whatOtherProgramsPackedIsRead()
    {
        QFETCH(QString, name);
        const QByteArray payload = fileOf(name + u".payload"_s);
        const QByteArray expected = fileOf(name + u".expected"_s);
        QByteArrayList head;
        qsizetype at = 0;
        for (int line = 0; line < 3; ++line) {
            const qsizetype end = expected.indexOf('\n', at);
            head << expected.mid(at, end - at);
            at = end + 1;
        }
        const PayloadReading reading = reader(QString::fromUtf8(head[0])).read(payload);
        QCOMPARE(reading.layerTexts(), QString::fromUtf8(head[1]));
        QCOMPARE(endName(reading.end), head[2]);
        QCOMPARE(reading.text, expected.mid(at));
        QCOMPARE(reading.applies(), !head[1].isEmpty());
        QCOMPARE(reading.problem().isEmpty(), reading.end == PayloadReading::End::Whole);
    }

    /// A payload cut off at any position is never decoded as a different complete payload, unless the missing bytes
    /// don't matter to the decoder.
    void everyCutIsReadInBounds()
    {
        const std::vector<PayloadReader> readers{reader(u"auto"_s), reader(u"gzip"_s), reader(u"zlib"_s),
            reader(u"zstd"_s), reader(u"base64,zlib"_s), reader(u"msgpack"_s), reader(u"php"_s), reader(u"pickle"_s),
            reader(u"protobuf:shop.Order@SCHEMA"_s)};
        for (const QString& name : names()) {
            const QByteArray payload = fileOf(name + u".payload"_s);
            if (payload.size() > 2'000)
                continue;
            for (qsizetype length = 0; length < payload.size(); ++length) {
                for (const PayloadReader& each : readers) {
                    const PayloadReading reading = each.read(payload.first(length));
                    QVERIFY(reading.text.size() <= 64 * 1024);
                    QVERIFY(reading.applies() || reading.text.isEmpty());
                }
            }
        }
        const QByteArray packed = fileOf(u"msgpack-map.payload"_s);
        for (qsizetype length = 0; length < packed.size(); ++length)
            QVERIFY(!MessagePack::read(packed.first(length), 1000));
    }

    void thirtyMegabytesOfGzipThatWouldGiveThirtyGigabytesEndAt64MiB()
    {
        const QByteArray member = gzippedZeros(128 * 1024 * 1024);
        QByteArray bomb;
        qint64 promised = 0;
        while (promised < 30LL * 1024 * 1024 * 1024) {
            bomb += member;
            promised += 128 * 1024 * 1024;
        }
        QVERIFY(bomb.size() < 36 * 1024 * 1024);
        const PayloadReading reading = PayloadReader().read(bomb);
        QCOMPARE(reading.text.size(), PayloadReader::mostBytes);
        QCOMPARE(int(reading.end), int(PayloadReading::End::Cut));
        QCOMPARE(reading.layerTexts(), u"gzip"_s);
        QVERIFY2(reading.problem().contains(u"64 MiB"_s), qPrintable(reading.problem()));
        // The output of nested bombs is cut off too.
        const PayloadReading twice = reader(u"gzip,gzip"_s).read(gzippedZeros(128 * 1024 * 1024));
        QCOMPARE(twice.text.size(), PayloadReader::mostBytes);
        QCOMPARE(int(twice.end), int(PayloadReading::End::Cut));
    }

    void theLimitIsExact()
    {
        const QByteArray plain(5'000, 'x');
        const QByteArray gzipped = gzippedZeros(5'000);
        const QByteArray deflated = qCompress(plain).mid(4);
        for (const qsizetype most : {4'999, 5'000, 5'001}) {
            for (const Unpacked& each :
                {gunzipped(gzipped, most), zlibUnpacked(deflated, most), base64Unpacked(plain.toBase64(), most)}) {
                QCOMPARE(each.bytes.size(), std::min<qsizetype>(most, 5'000));
                QCOMPARE(int(each.end), int(most < 5'000 ? Unpacked::End::Cut : Unpacked::End::Whole));
            }
        }
        QVERIFY(MessagePack::read("\xa3xyz", 5));
        QVERIFY(!MessagePack::read("\xa3xyz", 4));
    }

    void aChoiceIsWrittenAsItIsRead_data()
    {
        QTest::addColumn<QString>("text");
        for (const char* text : {"auto", "none", "gzip", "base64,zlib,json", "zstd,msgpack",
                 "base64,gzip,protobuf:a.B@/x,y/z.proto", "protobuf:a.B@/home/ann/set.pb", "php", "pickle"})
            QTest::newRow(text) << QString::fromLatin1(text);
    }
    void aChoiceIsWrittenAsItIsRead()
    {
        QFETCH(QString, text);
        const auto choice = ReaderChoice::parse(text);
        QVERIFY2(choice, choice ? "" : qPrintable(choice.error().message));
        QCOMPARE(choice->text(), text);
    }

    void wrongChoicesAreTold_data()
    {
        QTest::addColumn<QString>("text");
        QTest::addColumn<QString>("said");
        const auto row = [](const char* text, const char* said) {
            QTest::newRow(text) << QString::fromLatin1(text) << QString::fromLatin1(said);
        };
        row("", "There is no reader \"\"");
        row("rot13", "the readers are auto, none, base64");
        row("gzip,", "There is no reader \"\"");
        row("auto,gzip", "There is no reader \"auto\"");
        row("json,gzip", "\"json\" must be the last reader");
        row("protobuf", "needs a message");
        row("protobuf:a.B", "absolute path");
        row("protobuf:a.B@shop.proto", "absolute path");
        row("gzip,gzip,gzip,gzip,gzip,gzip,gzip,gzip,gzip", "At most 8");
    }
    void wrongChoicesAreTold()
    {
        QFETCH(QString, text);
        QFETCH(QString, said);
        const auto choice = ReaderChoice::parse(text);
        QVERIFY(!choice);
        QCOMPARE(int(choice.error().code), int(ErrorCode::Usage));
        QVERIFY2(choice.error().message.contains(said), qPrintable(choice.error().message));
    }

    void aTypeIsReadAsWasChosenForIt()
    {
        const ReaderChoices choices{
            {u"mail"_s, {{u"mail.send"_s, u"gzip"_s}, {u"*"_s, u"none"_s}}}, {u"hooks"_s, {{u"a"_s, u"zstd"_s}}}};
        QCOMPARE(choiceOf(choices, "mail", "mail.send").text(), u"gzip"_s);
        QCOMPARE(choiceOf(choices, "mail", "mail.read").text(), u"none"_s);
        QCOMPARE(choiceOf(choices, "hooks", "b").text(), u"auto"_s);
        QCOMPARE(choiceOf(choices, "else", "a").text(), u"auto"_s);
    }

    void aSchemaIsADotProtoOrADescriptorSet()
    {
        const auto source = ProtoSchema::load(schema());
        QVERIFY2(source, source ? "" : qPrintable(source.error().message));
        QCOMPARE((*source)->messages(), (QStringList{u"shop.Narrow"_s, u"shop.Order"_s, u"shop.Order.Item"_s}));
        const auto set = ProtoSchema::load(sourcePath(u"tests/unit/payloads/shop.set"_s));
        QVERIFY2(set, set ? "" : qPrintable(set.error().message));
        QVERIFY((*set)->has(u"shop.Order"_s));
        const QByteArray order = fileOf(u"protobuf.payload"_s);
        QCOMPARE((*set)->read(u"shop.Order"_s, order, 100'000), (*source)->read(u"shop.Order"_s, order, 100'000));
        QVERIFY((*set)->read(u"shop.Order"_s, order, 100'000));
        QVERIFY(!(*set)->read(u"shop.Order"_s, order, 20));
        QVERIFY(!(*set)->read(u"shop.Nothing"_s, order, 100'000));
    }

    void whatIsWrongWithASchemaIsTold()
    {
        QTemporaryDir folder;
        const auto write = [&](const QString& name, const QByteArray& text) {
            QFile file(folder.filePath(name));
            if (!file.open(QIODevice::WriteOnly) || file.write(text) != text.size())
                qFatal("no file");
            return file.fileName();
        };
        const auto said = [](const QString& file) {
            const auto loaded = ProtoSchema::load(file);
            return loaded ? u"loaded"_s : loaded.error().message;
        };
        QVERIFY2(said(folder.filePath(u"none.proto"_s)).contains(u"none.proto"_s), "");
        const QString wrong = said(write(u"wrong.proto"_s, "syntax = \"proto3\";\nmessage A { strng x = 1; }\n"));
        QVERIFY2(wrong.contains(u"strng"_s), qPrintable(wrong));
        const QString line = said(write(u"line.proto"_s, "syntax = \"proto3\";\nmessage A {\n  string x 1;\n}\n"));
        QVERIFY2(line.contains(u"line 3"_s), qPrintable(line));
        const QString import = said(write(u"import.proto"_s, "syntax = \"proto3\";\nimport \"elsewhere.proto\";\n"));
        QVERIFY2(import.contains(u"elsewhere.proto"_s), qPrintable(import));
        QVERIFY(said(write(u"text.pb"_s, "hello")).contains(u"not a protoc descriptor set"_s));
        QVERIFY(said(folder.path()).contains(u"cannot be used"_s));
        auto choice = ReaderChoice::parse(u"protobuf:shop.Ordr@"_s + schema());
        QVERIFY(choice);
        const auto made = PayloadReader::make(*choice);
        QVERIFY(!made && made.error().message.contains(u"no message \"shop.Ordr\"; it has shop.Narrow, shop.Order"_s));
    }
};

QTEST_GUILESS_MAIN(TestPayloadReader)
#include "tst_payloadreader.moc"
