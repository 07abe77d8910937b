// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/nearestword.h"
#include "core/base/zonename.h"

#include <QDateTime>
#include <QRegularExpression>
#include <QTest>
#include <QTimeZone>

using namespace dueline;

/// Tests which time zone names mean the same on every machine, and the messages about all others.
class TestZoneName : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void placesAndOffsetsAreTaken_data()
    {
        QTest::addColumn<QByteArray>("name");
        QTest::addColumn<int>("minutes"); // UTC offset in January
        const auto row = [](const char* name, int minutes) { QTest::newRow(name) << QByteArray(name) << minutes; };
        row("UTC", 0);
        row("Etc/UTC", 0);
        row("Asia/Shanghai", 480);
        row("Europe/Berlin", 60);
        row("America/Argentina/Buenos_Aires", -180);
        row("America/North_Dakota/New_Salem", -360);
        row("Asia/Calcutta", 330); // an older name for Asia/Kolkata
        row("US/Eastern", -300);
        row("Pacific/Chatham", 825);
        row("UTC+8", 480);
        row("UTC+08", 480);
        row("UTC+08:00", 480);
        row("UTC-3:30", -210);
        row("UTC-12:00", -720);
        row("UTC+14", 840);
        row("UTC+0", 0);
    }
    void placesAndOffsetsAreTaken()
    {
        QFETCH(QByteArray, name);
        QFETCH(int, minutes);
        const auto zone = timeZoneNamed(name);
        QVERIFY2(zone.ok(), zone.ok() ? "" : qPrintable(zone.error().message));
        QVERIFY(zone->isValid() && !isZoneMissingHere(name));
        QCOMPARE(zone->offsetFromUtc(QDateTime(QDate(2026, 1, 15), QTime(12, 0), QTimeZone::utc())), minutes * 60);
    }

    void whatMeansSomethingElseElsewhereIsRefused_data()
    {
        QTest::addColumn<QByteArray>("name");
        QTest::addColumn<QString>("says");
        const auto row = [](const char* name, const char* says) {
            QTest::newRow(name) << QByteArray(name) << QString::fromUtf8(says);
        };
        // The C library and Qt accept each of these names, mostly as UTC.
        row("CST", "CST is ambiguous: America/Chicago, Asia/Shanghai or America/Havana?");
        row("PST", "PST is ambiguous: America/Los_Angeles or Asia/Manila?");
        row("IST", "Asia/Kolkata, Asia/Jerusalem or Europe/Dublin?");
        row("cet", "Europe/Berlin");
        row("JST", "\"JST\" is not a time zone. Did you mean Asia/Tokyo?");
        row("EST5EDT", "Did you mean America/New_York?");
        row("GMT", "Did you mean UTC?");
        row("utc", "Did you mean UTC?");
        row("Z", "Did you mean UTC?");
        row("XYZ",
            "\"XYZ\" is not a time zone. Use the name of a place, such as Asia/Shanghai, UTC, or an offset such as UTC+08:00.");
        row("Berlin", "\"Berlin\" is not a time zone. Did you mean Europe/Berlin?");
        row("New York", "Did you mean America/New_York?");
        row("europe/berlin", "Did you mean Europe/Berlin?");
        row("Beijing", "Did you mean Asia/Shanghai?");
        row("PRC", "Did you mean Asia/Shanghai?");
        row("posixrules", "a different time zone on each machine");
        row("localtime", "a different time zone on each machine");
        row("Factory", "a different time zone on each machine");
        // This zone counts leap seconds, so its times are off by 27 s.
        row("right/Europe/Berlin", "Did you mean Europe/Berlin?");
        row("posix/Europe/Berlin", "Did you mean Europe/Berlin?");
        row("Europe/../Asia/Shanghai", "is not a time zone");
        row("../../etc/localtime", "is not a time zone");
        row("Etc/GMT+5", "The sign in Etc/GMT+5 is reversed: it means UTC-05:00.");
        row("Etc/GMT", "Did you mean UTC?");
        row("GMT+8", "Did you mean UTC+08:00?");
        row("+08:00", "Did you mean UTC+08:00?");
        row("-0330", "Did you mean UTC-03:30?");
        row("UTC+0800", "Did you mean UTC+08:00?");
        row("UTC+08:00:00", "Did you mean UTC+08:00?");
        row("<+08>-8", "is not a time zone");
        row("UTC+15", "is not a time zone");
        row("UTC+08:60", "is not a time zone");
        row(" Asia/Shanghai", "Did you mean Asia/Shanghai?");
        row("Asia/Shanghai\n", "Did you mean Asia/Shanghai?");
        row("", "is not a time zone");
        row("zone.tab", "is not a time zone");
        // Well-formed, so this may be a valid name that this machine doesn't know.
        row("Europe/Berln",
            "The time zone \"Europe/Berln\" is unknown on this machine. Did you mean Europe/Berlin? If the name is "
            "right, install or update the tzdata package.");
        row("America/Argentina", "Did you mean America/Argentina/Buenos_Aires?");
        row("Asia/Nowhere_At_All",
            "The time zone \"Asia/Nowhere_At_All\" is unknown on this machine. If the name is right, install or update "
            "the tzdata package.");
    }
    void whatMeansSomethingElseElsewhereIsRefused()
    {
        QFETCH(QByteArray, name);
        QFETCH(QString, says);
        const auto zone = timeZoneNamed(name);
        QVERIFY(!zone);
        QCOMPARE(zone.error().code, ErrorCode::Usage);
        QVERIFY2(zone.error().message.contains(says), qPrintable(zone.error().message));
    }

    /// Every suggested name is valid.
    void everyProposalIsAZone()
    {
        for (const char* name : {"CST", "EST", "PST", "AST", "IST", "BST", "CET", "EET", "AEST", "GMT", "PRC", "W-SU",
                 "NZ", "Iran", "Berlin", "GMT+8", "Etc/GMT-14", "Europe/Pari"}) {
            static const QRegularExpression proposed(
                QStringLiteral("(UTC[+-]\\d\\d:\\d\\d|[A-Z][A-Za-z]+/[A-Za-z_/]+|UTC(?=[?. ]))"));
            const QString message = timeZoneNamed(name).error().message;
            const QString behind = message.mid(message.indexOf(QRegularExpression(QStringLiteral("own:|mean|it is"))));
            int count = 0;
            for (auto found = proposed.globalMatch(behind); found.hasNext(); ++count) {
                const QByteArray zone = found.next().captured(1).toUtf8();
                QVERIFY2(timeZoneNamed(zone).ok(), (QByteArray(name) + ": " + zone).constData());
            }
            QVERIFY2(count > 0, qPrintable(message));
        }
    }

    void aStoredNameIsNotTakenForAMistake()
    {
        QVERIFY(isZoneMissingHere("Europe/Berln"));
        QVERIFY(!isZoneMissingHere("CST") && !isZoneMissingHere("") && !isZoneMissingHere("UTC+8")
            && !isZoneMissingHere("Mars/Base"));
        QCOMPARE(timeZoneNamed("Europe/Berln", ZoneOrigin::Stored).error().message,
            QStringLiteral(
                "The time zone Europe/Berln is unknown on this machine; install or update the tzdata package."));
    }

    void whatIsOfferedIsTaken()
    {
        const std::vector<QByteArray> places = knownPlaces();
        QVERIFY(places.size() > 300);
        for (const QByteArray& place : places)
            QVERIFY2(timeZoneNamed(place).ok(), place.constData());
    }

    void aWordNearbyIsFound()
    {
        QCOMPARE(nearestWord("quues", {"queue", "queues", "add"}), QByteArray("queues"));
        QCOMPARE(nearestWord("res", {"retry", "restore"}), QByteArray("restore"));
        QCOMPARE(nearestWord("frobnicate", {"queue", "add"}), QByteArray());
        QCOMPARE(nearestWord(QByteArray(100, 'a'), {QByteArray(100, 'a')}), QByteArray());
    }
};

QTEST_APPLESS_MAIN(TestZoneName)
#include "tst_zonename.moc"
