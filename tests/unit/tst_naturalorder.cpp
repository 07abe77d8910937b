// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/naturalorder.h"

#include <QByteArrayList>
#include <QTest>

#include <algorithm>

using namespace dueline;

/// Tests sorting queue names in natural order.
class TestNaturalOrder : public QObject
{
    Q_OBJECT

private slots:
    void numbersStandInTheirOrder()
    {
        const QByteArrayList sorted{"", "0", "00", "1", "2", "02b", "10", "a", "a01", "a1", "a2", "a10", "mail",
            "tenant-2", "tenant-2-x", "tenant-10", "tenant-10000000000000000000000", "tenant-20000000000000000000000",
            "tenant-a", "z", "\xc3\xa9"};
        QByteArrayList shuffled(sorted.rbegin(), sorted.rend());
        std::sort(shuffled.begin(), shuffled.end(),
            [](const QByteArray& a, const QByteArray& b) { return isNaturallyBefore(a, b); });
        QCOMPARE(shuffled, sorted);
        // The order is strict: no name sorts before itself.
        for (qsizetype i = 0; i < sorted.size(); ++i) {
            for (qsizetype j = 0; j < sorted.size(); ++j)
                QCOMPARE(isNaturallyBefore(sorted[i], sorted[j]), i < j);
        }
    }
};

QTEST_APPLESS_MAIN(TestNaturalOrder)
#include "tst_naturalorder.moc"
