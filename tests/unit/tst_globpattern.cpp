// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/layouts/pubsub/globpattern.h"

#include <QTest>

using namespace dueline;

/// Tests that key patterns match the same keys as the server's SCAN.
class TestGlobPattern : public QObject
{
    Q_OBJECT

private slots:
    void keysAreToldApartAsTheServerDoes_data()
    {
        QTest::addColumn<QByteArray>("pattern");
        QTest::addColumn<QByteArray>("text");
        QTest::addColumn<bool>("matches");
        const auto row = [](const char* pattern, const char* text, bool matches) {
            QTest::addRow("%s %s %s", pattern, matches ? "matches" : "leaves out", text)
                << QByteArray(pattern) << QByteArray(text) << matches;
        };
        row("job*", "job1", true);
        row("job*", "job", true);
        row("job*", "ajob", false);
        row("*", "", true);
        row("", "", true);
        row("", "a", false);
        row("*a*b*", "xxaxxbxx", true);
        row("*a*b*", "xxbxxaxx", false);
        row("a*a", "a", false);
        row("a?c", "abc", true);
        row("a?c", "ac", false);
        row("[a-c]x", "bx", true);
        row("[c-a]x", "bx", true);
        row("[a-c]x", "dx", false);
        row("[^a-c]x", "dx", true);
        row("[^a-c]x", "ax", false);
        row("[\\]]x", "]x", true);
        row("a\\*c", "a*c", true);
        row("a\\*c", "abc", false);
        row("job[", "job[", false);
        row("a\\", "a\\", true);
        row("**b", "aab", true);
    }
    void keysAreToldApartAsTheServerDoes()
    {
        QFETCH(QByteArray, pattern);
        QFETCH(QByteArray, text);
        QTEST(matchesGlob(pattern, text), "matches");
    }

    void manyStarsTakeNoTimeToSpeakOf()
    {
        QByteArray pattern;
        for (int i = 0; i < 200; ++i)
            pattern += "a*";
        QVERIFY(!matchesGlob(pattern + 'b', QByteArray(20'000, 'a')));
    }
};

QTEST_GUILESS_MAIN(TestGlobPattern)
#include "tst_globpattern.moc"
