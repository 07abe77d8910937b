// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/console/connect/payloadmask.h"

#include <QJsonDocument>
#include <QTest>

using namespace dueline;
using namespace Qt::StringLiterals;

/// Tests that the values of masked members never pass the filter, and that other text is unchanged.
class TestPayloadMask : public QObject
{
    Q_OBJECT

private slots:
    void valuesAreHidden_data();
    void valuesAreHidden();
    void whatIsCutIsHiddenAsFarAsItGoes();
    void everySplitHidesTheSame();
    void aNumberThatIsCutStaysHiddenAndValid();
    void documentsStayDocuments();
    void withoutFieldsNothingChanges();
};

void TestPayloadMask::valuesAreHidden_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<QByteArray>("shown");
    const auto row = [](const char* name, const QByteArray& text, const QByteArray& shown) {
        QTest::newRow(name) << text << shown;
    };
    row("a string", R"({"card":"4111","to":"a@b"})", R"({"card":"****","to":"a@b"})");
    row("any depth", R"([{"a":{"card":"4111"}}])", R"([{"a":{"card":"****"}}])");
    row("spaces", "{\"card\" :\n  \"41\"}", "{\"card\" :\n  \"**\"}");
    row("other case", R"({"CARD":"41"})", R"({"CARD":"**"})");
    row("an escaped name", R"({"c\u0061rd":"41"})", R"({"c\u0061rd":"**"})");
    row("an escaped quote", R"({"card":"4\"1","x":1})", R"({"card":"****","x":1})");
    row("a backslash at the end", R"({"card":"4\\","x":1})", R"({"card":"***","x":1})");
    row("a number", R"({"card":4111,"x":1})", R"({"card":"**","x":1})");
    row("a number with two digits", R"({"card":41})", R"({"card":""})");
    row("one digit", R"({"card":7})", R"({"card":0})");
    row("a word", R"({"card":null ,"x":true})", R"({"card":"**" ,"x":true})");
    row("an object", R"({"card":{"n":"4}1","m":[1]},"x":1})", R"({"card":"*****************","x":1})");
    row("an array", R"({"card":["4]1",{"a":[]}],"x":1})", R"({"card":"**************","x":1})");
    row("an empty object", R"({"card":{},"x":1})", R"({"card":"","x":1})");
    row("the name as a value", R"({"x":"card","y":"4111"})", R"({"x":"card","y":"4111"})");
    row("a longer name", R"({"cards":"4111"})", R"({"cards":"4111"})");
    row("text that is no JSON", "card=4111", "card=4111");
    row("JSON in a log line", R"(sent {"card":"41"} ok)", R"(sent {"card":"**"} ok)");
    row("not UTF-8", QByteArray("\xff{\"card\":\"4\xfe\"}"), QByteArray("\xff{\"card\":\"**\"}"));
    row("a second field", R"({"Passwort":"x\u0041"})", R"({"Passwort":"*******"})");
    row("no value", R"({"card":,"x":1})", R"({"card":,"x":1})");
    row("of a pickle", "('jobs.pay', None, ({'card': 'S3cr', 'to': 'a@b'},), {'CARD': 4111})",
        "('jobs.pay', None, ({'card': ******, 'to': 'a@b'},), {'CARD': ****})");
    row("of a pickle, any value", R"({'card': (1, b'a\'), b', "c'}", {'d': [2]}), 'x': 1})",
        "{'card': " + QByteArray(34, '*') + ", 'x': 1}");
    row("of a pickle, an object", "{'card': decimal.Decimal('4, 1')}", "{'card': " + QByteArray(23, '*') + '}');
    row("of a pickle, behind other strings", "('a, b', \"it's\", 'c: {', {'card': 'S3'})",
        "('a, b', \"it's\", 'c: {', {'card': ****})");
    row("an apostrophe", R"(don't, it's {"card":"41"})", R"(don't, it's {"card":"**"})");
    row("an apostrophe in JSON", R"({"x":"'card': 1","card":"41"})", R"({"x":"'card': 1","card":"**"})");
}

void TestPayloadMask::valuesAreHidden()
{
    QFETCH(QByteArray, text);
    QFETCH(QByteArray, shown);
    const QByteArray masked = PayloadMask::masked(text, {u"card"_s, u"passwort"_s});
    QCOMPARE(masked, shown);
    QCOMPARE(masked.size(), text.size());
}

void TestPayloadMask::whatIsCutIsHiddenAsFarAsItGoes()
{
    const QByteArray whole = R"({"a":1,"card":{"n":"S3cr","m":"S3cr"},"pin":"S3cr"})";
    for (qsizetype length = 0; length <= whole.size(); ++length) {
        const QByteArray masked = PayloadMask::masked(whole.left(length), {u"card"_s, u"pin"_s});
        QVERIFY2(!masked.contains("S3") && masked.size() == length, masked.constData());
    }
}

void TestPayloadMask::everySplitHidesTheSame()
{
    const QByteArray whole
        = R"({"a":[1,{"card":"S3\"cr","b":{"card":{"x":"}"}}}],"c\u0061rd":"S3cr","z":"card"} {'card': ('S3', [1])})";
    const QStringList fields{u"card"_s};
    const QByteArray expected = PayloadMask::masked(whole, fields);
    for (qsizetype first = 0; first <= whole.size(); ++first) {
        for (qsizetype second = first; second <= whole.size(); ++second) {
            PayloadMask mask(fields);
            QByteArray a = whole.left(first);
            QByteArray b = whole.mid(first, second - first);
            QByteArray c = whole.mid(second);
            mask.apply(a);
            mask.apply(b);
            mask.apply(c);
            QCOMPARE(a + b + c, expected);
        }
    }
}

void TestPayloadMask::documentsStayDocuments()
{
    for (const char* value :
        {R"("x")", "1", "-12.5e3", "null", "true", "{}", R"({"a":[1,{"b":"c"}]})", "[]", R"("")"}) {
        const QByteArray masked = PayloadMask::masked("{\"card\":" + QByteArray(value) + ",\"b\":[1]}", {u"card"_s});
        QJsonParseError error;
        QJsonDocument::fromJson(masked, &error);
        QVERIFY2(error.error == QJsonParseError::NoError, masked.constData());
    }
}

void TestPayloadMask::aNumberThatIsCutStaysHiddenAndValid()
{
    const QByteArray whole = R"({"a":[{"card":-4111.5e3}],"card":null,"z":1})";
    for (qsizetype first = 0; first <= whole.size(); ++first) {
        for (qsizetype second = first; second <= whole.size(); ++second) {
            PayloadMask mask({u"card"_s});
            QByteArray joined;
            for (QByteArray piece : {whole.left(first), whole.mid(first, second - first), whole.mid(second)}) {
                mask.apply(piece);
                joined += piece;
            }
            QJsonParseError error;
            QJsonDocument::fromJson(joined, &error);
            QVERIFY2(error.error == QJsonParseError::NoError, joined.constData());
            QVERIFY2(!joined.contains('4') && !joined.contains("nul"), joined.constData());
            QCOMPARE(joined.size(), whole.size());
            QVERIFY(joined.endsWith(R"(,"z":1})"));
        }
    }
}

void TestPayloadMask::withoutFieldsNothingChanges()
{
    QCOMPARE(PayloadMask::masked(R"({"":"x"})", {}), R"({"":"x"})");
    QCOMPARE(PayloadMask::masked(R"({"":"x"})", {QString()}), R"({"":"x"})");
}

QTEST_GUILESS_MAIN(TestPayloadMask)
#include "tst_payloadmask.moc"
