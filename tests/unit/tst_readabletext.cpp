// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/queue/readabletext.h"

#include <QRandomGenerator>
#include <QTest>

using namespace dueline;

/// Tests that terms are found in text in every spelling that JSON allows.
class TestReadableText : public QObject
{
    Q_OBJECT

    static QByteArray decodedInPieces(const QByteArray& text, qsizetype length)
    {
        JsonEscapes escapes;
        QByteArray out;
        for (qsizetype at = 0; at < text.size(); at += length)
            out += escapes.feed(QByteArrayView(text).sliced(at).first(std::min(length, text.size() - at)));
        return out + escapes.finish();
    }

    static QByteArray foundInPieces(const QByteArray& text, const std::vector<QByteArray>& parts, qsizetype length)
    {
        ReadablePieces pieces(parts);
        for (qsizetype at = 0; at < text.size(); at += length)
            pieces.feed(text.mid(at, length));
        pieces.finish();
        return pieces.found();
    }

private slots:
    void escapesAreTheirCharacters_data()
    {
        QTest::addColumn<QByteArray>("stored");
        QTest::addColumn<QByteArray>("read");
        const auto row = [](const char* name, const char* stored, const char* read) {
            QTest::newRow(name) << QByteArray(stored) << QByteArray(read);
        };
        row("nothing", "", "");
        row("plain", R"({"name":"张三"})", R"({"name":"张三"})");
        row("lower hex", R"({"name":"\u5f20\u4e09"})", R"({"name":"张三"})");
        row("upper hex", R"({"name":"\u5F20\u4E09"})", R"({"name":"张三"})");
        row("mixed hex", R"(\u5f20\u4E09)", "张三");
        row("half of it", R"(\u5f20三)", "张三");
        row("a surrogate pair", R"(\ud83d\ude00!)", "😀!");
        row("a pair in capitals", R"(\uD83D\uDE00)", "😀");
        row("ASCII", R"(\u0041lice)", "Alice");
        row("Latin", R"(caf\u00e9)", "café");
        row("slashes", R"(https:\/\/a.cn\/x)", "https://a.cn/x");
        row("quotes", R"(say \"hi\")", R"(say "hi")");
        row("a backslash", R"(C:\\new)", R"(C:\new)");
        row("short ones", R"(a\tb\nc\rd\be\ff)", "a\tb\nc\rd\be\ff");
        row("an escaped escape", R"(\\u5f20)", R"(\u5f20)");
        row("half a pair", R"(\ud83d)", R"(\ud83d)");
        row("half a pair, then text", R"(\ud83dx)", R"(\ud83dx)");
        row("half a pair, then another escape", R"(\ud83d\n)", "\\ud83d\n");
        row("two first halves", R"(\ud83d\ud83d\ude00)", R"(\ud83d😀)");
        row("a second half alone", R"(\ude00)", R"(\ude00)");
        row("too few digits", R"(\u5f2)", R"(\u5f2)");
        row("no digits", R"(\uxyzw)", R"(\uxyzw)");
        row("a capital U", R"(\U5f20)", R"(\U5f20)");
        row("an unknown one", R"(\d+)", R"(\d+)");
        row("at the end", "abc\\", "abc\\");
        QTest::newRow("a NUL") << QByteArray(R"(a\u0000b)") << QByteArray("a\0b", 3);
        QTest::newRow("not UTF-8") << QByteArray("\xff\\u00e9\xfe") << QByteArray("\xff\xc3\xa9\xfe");
    }
    void escapesAreTheirCharacters()
    {
        QFETCH(QByteArray, stored);
        QFETCH(QByteArray, read);
        QCOMPARE(JsonEscapes::decoded(stored), read);
        for (qsizetype length = 1; length < 14; ++length)
            QCOMPARE(decodedInPieces(stored, length), read);
    }

    void aTextIsFoundInEverySpelling_data()
    {
        QTest::addColumn<QByteArray>("stored");
        QTest::addColumn<QByteArray>("part");
        QTest::addColumn<bool>("found");
        const auto row = [](const char* stored, const char* part, bool found) {
            QTest::addRow("%s in %s", part, stored) << QByteArray(stored) << QByteArray(part) << found;
        };
        row(R"({"to":"张三"})", "张三", true);
        row(R"({"to":"\u5f20\u4e09"})", "张三", true);
        row(R"({"to":"\u5F20\u4E09"})", "张三", true);
        row(R"({"to":"\u5f20三"})", "张三", true);
        row(R"({"to":"\u5f20 \u4e09"})", "张三", false);
        row(R"({"to":"\u4e09\u5f20"})", "张三", false);
        row(R"({"to":"\u5f20\u4e09"})", R"("to":"张)", true);
        row(R"({"to":"\u5f20"})", R"(\u5f20)", true); // The stored spelling matches too.
        row(R"({"body":"{\"to\":\"\\u5f20\\u4e09\"}"})", "张三", true); // JSON inside a JSON string
        row(R"({"body":"{\"to\":\"张三\"}"})", R"({"to":"张三"})", true);
        row(R"({"to":"\u0041LICE"})", "alice", true);
        row(R"({"to":"\u0061lice"})", "ALICE", true);
        row(R"({"at":"https:\/\/a.cn\/x"})", "https://A.cn", true);
        row(R"({"say":"one\ntwo"})", "one\ntwo", true);
        row(R"({"say":"one\ntwo"})", "onentwo", false);
        row(R"({"face":"\ud83d\ude00"})", "😀", true);
        row(R"({"face":"\ud83d\ude01"})", "😀", false);
        row(R"(no JSON: \u5f20)", "张", true);
    }
    void aTextIsFoundInEverySpelling()
    {
        QFETCH(QByteArray, stored);
        QFETCH(QByteArray, part);
        QFETCH(bool, found);
        QCOMPARE(ReadableText(stored).contains(part), found);
        for (qsizetype length = 1; length < 40; ++length)
            QCOMPARE(foundInPieces(stored, {"nothing", part}, length), QByteArray(found ? "01" : "00"));
    }

    /// A payload that a search skips without decoding must not contain a match.
    void whatHasNoneOfItsEscapesIsNoOtherSpelling()
    {
        QRandomGenerator random(20261126);
        const QByteArrayList alphabet{"a", "A", "u", "5", "f", "2", "0", "n", "/", "\"", "\\", "张", "😀", "\n", "é"};
        const auto spelled = [&](QByteArray text) {
            for (int level = random.bounded(ReadableText::levels + 1); level > 0; --level) {
                QByteArray once;
                const QString characters = QString::fromUtf8(text);
                for (const QChar c : characters) {
                    const QByteArray hex = QByteArray::number(c.unicode(), 16).rightJustified(4, '0');
                    if (c.isSurrogate() || random.bounded(3) == 0)
                        once += "\\u" + (random.bounded(2) ? hex : hex.toUpper());
                    else if (c == u'\\' || c == u'"' || (c == u'/' && random.bounded(2)))
                        once += '\\' + QString(c).toUtf8();
                    else if (c == u'\n')
                        once += "\\n";
                    else
                        once += QString(c).toUtf8();
                }
                text = once;
            }
            return text;
        };
        int onlyRead = 0;
        for (int round = 0; round < 20'000; ++round) {
            QByteArray part;
            for (int i = random.bounded(1, 4); i > 0; --i)
                part += alphabet[random.bounded(alphabet.size())];
            QByteArray text = part;
            for (int i = random.bounded(4); i > 0; --i)
                text = random.bounded(2) ? text + alphabet[random.bounded(alphabet.size())]
                                         : alphabet[random.bounded(alphabet.size())] + text;
            const QByteArray stored = spelled(text);
            QVERIFY2(ReadableText(stored).contains(part), stored + " has no " + part);
            if (ReadableText::containsFolded(stored, part))
                continue;
            ++onlyRead;
            const QByteArray folded = ReadableText::folded(stored);
            const QByteArrayList escapes = ReadableText::escapesOf(part);
            QVERIFY2(std::any_of(escapes.begin(), escapes.end(),
                         [&](const QByteArray& escape) { return folded.contains(escape); }),
                stored + " would be left out for " + part);
        }
        QVERIFY(onlyRead > 1'000);
    }

    void aLongPartHasFewEscapes()
    {
        QString part;
        for (int i = 0; i < 500; ++i)
            part += QChar(0x4e00 + i);
        QCOMPARE(ReadableText::escapesOf(part.toUtf8()), QByteArrayList{"\\"});
    }
};

QTEST_APPLESS_MAIN(TestReadableText)
#include "tst_readabletext.moc"
