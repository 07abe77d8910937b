// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/payload/phptext.h"
#include "tests/support/phppeer.h"

#include <QTest>

#include <random>

using namespace dueline;
using namespace Qt::StringLiterals;

/// Compares Dueline's reader of serialized PHP values with PHP itself.
class TestPhpValues : public QObject
{
    Q_OBJECT

private slots:
    void init()
    {
        if (const QString missing = PhpPeer::missingPhp(); !missing.isEmpty())
            QSKIP(qPrintable(missing));
    }
    void whatPhpSerializesIsReadAsWhatItWas();
    void whatPhpRefusesIsRefused();

private:
    static QByteArrayList values(int seed, int count)
    {
        return PhpPeer::run(nullptr, {u"values"_s, QString::number(seed), QString::number(count)});
    }
};

void TestPhpValues::whatPhpSerializesIsReadAsWhatItWas()
{
    const QByteArrayList lines = values(20'261'124, 3000);
    QCOMPARE(lines.size(), 3000);
    for (const QByteArray& line : lines) {
        const QByteArray serialized = QByteArray::fromHex(line.left(line.indexOf(' ')));
        const auto text = PhpText::read(serialized);
        QVERIFY2(text.has_value(), serialized);
        QCOMPARE(*text, QByteArray::fromHex(line.mid(line.indexOf(' ') + 1)));
    }
}

/// Checks that values that PHP refuses are refused. Enums without a class and references without a target are exempt:
/// they are well-formed, and the reader doesn't resolve them.
void TestPhpValues::whatPhpRefusesIsRefused()
{
    std::mt19937 random(7);
    const auto below
        = [&random](qsizetype limit) { return qsizetype(random() % quint32(std::max<qsizetype>(limit, 1))); };
    QByteArrayList damaged;
    QByteArray input;
    for (const QByteArray& line : values(5, 3000)) {
        QByteArray bytes = QByteArray::fromHex(line.left(line.indexOf(' ')));
        if (bytes.contains("E:") || bytes.contains("r:") || bytes.contains("R:"))
            continue;
        for (qsizetype changes = below(3) + 1; changes > 0; --changes) {
            const qsizetype at = below(bytes.size());
            switch (below(4)) {
            case 0:
                bytes.insert(at, "0123456789:;{}\"aOCsibdN"[below(23)]);
                break;
            case 1:
                bytes.remove(at, below(3) + 1);
                break;
            case 2:
                bytes.truncate(at);
                break;
            default:
                if (at < bytes.size())
                    bytes[at] = char(bytes[at] ^ (1 << below(8)));
            }
        }
        if (bytes.isEmpty())
            continue;
        damaged << bytes;
        input += bytes.toHex() + '\n';
    }
    const QByteArrayList accepted = PhpPeer::run(nullptr, {u"accepts"_s}, {}, input);
    QCOMPARE(accepted.size(), damaged.size());
    int refused = 0;
    for (qsizetype i = 0; i < damaged.size(); ++i) {
        refused += accepted[i] == "0";
        const QByteArray& bytes = damaged[i];
        const bool isLookedUp = bytes.contains("E:") || bytes.contains("r:") || bytes.contains("R:");
        if (accepted[i] == "0" && !isLookedUp)
            QVERIFY2(!PhpText::read(bytes), bytes.toHex());
    }
    QVERIFY(refused > 1000);
}

QTEST_GUILESS_MAIN(TestPhpValues)
#include "tst_phpvalues.moc"
