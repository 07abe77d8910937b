// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/layouts/port/keyfamilies.h"

#include <QTest>

using namespace dueline;

using Choice = KeyFamilies::Choice;
using Sample = KeyFamilies::Sample;

/// Tests that discovery skips keys that belong to large families of similar names.
class TestKeyFamilies : public QObject
{
    Q_OBJECT

    static QByteArray key(int i) { return "app:k" + QByteArray::number(i); }
    static void inspect(KeyFamilies& families, Sample sample, int count = KeyFamilies::sampled)
    {
        for (int i = 0; i < count; ++i) {
            QCOMPARE(families.choose(key(i)), Choice::Inspect);
            families.record(key(i), sample);
        }
    }

private Q_SLOTS:
    void namesHaveFamilies()
    {
        QCOMPARE(KeyFamilies::familiesOf("tenant1234"), QByteArrayList{"tenant#"});
        QCOMPARE(KeyFamilies::familiesOf("app:emails"), (QByteArrayList{"app:*", "*:emails"}));
        QCOMPARE(KeyFamilies::familiesOf("user:17:carts:x2"), (QByteArrayList{"user:#:carts:*", "user:*:x#"}));
    }

    void aFamilyIsSkippedOnceItsSamplesAreKnown()
    {
        KeyFamilies families;
        for (int i = 0; i < KeyFamilies::sampled; ++i)
            QCOMPARE(families.choose(key(i)), Choice::Inspect);
        QCOMPARE(families.choose("app:late"), Choice::Later);
        for (int i = 0; i < KeyFamilies::sampled; ++i)
            families.record(key(i), Sample::Other);
        QCOMPARE(families.choose("app:late"), Choice::Skip);
        families.beginRound();
        QCOMPARE(families.choose("app:late"), Choice::Skip);
        QCOMPARE(families.choose("other:late"), Choice::Inspect);
        QVERIFY(families.skippedLists().empty()); // None of the samples was a list.
        families.forget();
        QCOMPARE(families.choose("app:late"), Choice::Inspect);
    }

    void keysBeforeAQueueWasKnownAreFoundAgain()
    {
        KeyFamilies families;
        for (int i = 0; i < KeyFamilies::sampled; ++i)
            families.choose(key(i));
        QCOMPARE(families.choose("app:late"), Choice::Later);
        families.record(key(0), Sample::Other);
        QVERIFY(!families.takeDropped());
        families.record(key(1), Sample::Queue);
        QVERIFY(families.takeDropped());
        QVERIFY(!families.takeDropped());
        QCOMPARE(families.choose("app:late"), Choice::Inspect);
    }

    void aQueueKeepsItsFamily()
    {
        KeyFamilies families;
        inspect(families, Sample::Other, KeyFamilies::sampled - 1);
        inspect(families, Sample::Queue, 1);
        QCOMPARE(families.choose("app:late"), Choice::Inspect);
    }

    void skippedListsAreNamed()
    {
        KeyFamilies lists;
        inspect(lists, Sample::List);
        QCOMPARE(lists.choose("app:late"), Choice::Skip);
        // If almost all samples are lists, the family is assumed to be another program's.
        QVERIFY(lists.skippedLists().empty());
        KeyFamilies mixed;
        inspect(mixed, Sample::Other, KeyFamilies::sampled - 1);
        inspect(mixed, Sample::List, 1);
        QCOMPARE(mixed.choose("app:late"), Choice::Skip);
        QCOMPARE(mixed.skippedLists(), std::set<QByteArray>{"app:*"});
        // Here, a key is skipped before the samples' type is known.
        KeyFamilies early;
        for (int i = 0; i < KeyFamilies::sampled; ++i)
            early.choose(key(i));
        early.choose("app:late");
        for (int i = 0; i < KeyFamilies::sampled; ++i)
            early.record(key(i), i == 0 ? Sample::List : Sample::Other);
        QVERIFY(!early.takeDropped());
        QCOMPARE(early.skippedLists().count("app:*"), std::size_t(1));
    }

    void thereIsALimit()
    {
        KeyFamilies families;
        for (int i = 0; i < KeyFamilies::mostFamilies; ++i) {
            QByteArray name = "k";
            for (int left = i; left > 0; left /= 26)
                name += char('a' + left % 26);
            families.choose(name);
        }
        QCOMPARE(families.choose("one-more"), Choice::Skip);
        QCOMPARE(families.skippedLists(), std::set<QByteArray>{"*"});
    }
};

QTEST_GUILESS_MAIN(TestKeyFamilies)
#include "tst_keyfamilies.moc"
