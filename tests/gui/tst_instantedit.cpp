// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/dialogs/rescheduledialog.h"
#include "ui/theme/theme.h"
#include "ui/widgets/instantedit.h"
#include "ui/widgets/plainlabel.h"

#include <QApplication>
#include <QTest>

using namespace dueline;
using namespace std::chrono_literals;
using namespace Qt::StringLiterals;

namespace {

TimePoint utc(const QString& iso) { return fromMs(QDateTime::fromString(iso + u'Z', Qt::ISODate).toMSecsSinceEpoch()); }

void type(QDateTimeEdit& edit, const QString& iso)
{
    QDateTime digits = QDateTime::fromString(iso, Qt::ISODate);
    edit.setDate(digits.date());
    edit.setTime(digits.time());
}

} // namespace

/// Times are entered in the window's zone, on a machine whose own is another one.
class TestInstantEdit : public QObject
{
    Q_OBJECT

    Formatting m_berlin{QTimeZone("Europe/Berlin")};

private Q_SLOTS:
    void whatIsSetIsWhatIsReadInEveryZone_data()
    {
        QTest::addColumn<QByteArray>("zone");
        for (const char* zone : {"UTC", "Asia/Shanghai", "Europe/Berlin", "America/New_York", "Australia/Lord_Howe", "Asia/Kathmandu"})
            QTest::newRow(zone) << QByteArray(zone);
    }
    void whatIsSetIsWhatIsReadInEveryZone()
    {
        QFETCH(QByteArray, zone);
        const Formatting formatting{QTimeZone(zone)};
        InstantEdit edit(formatting);
        // Each three hours of a year, but for the hour that is shown twice, of which one is meant.
        for (TimePoint at = utc(u"2026-01-01T00:00:00"_s); at < utc(u"2027-01-01T00:00:00"_s); at += 3h) {
            edit.setInstant(at + 7ms);
            QCOMPARE(edit.dateTime().toString(u"yyyy-MM-dd HH:mm:ss"_s), formatting.local(at).toString(u"yyyy-MM-dd HH:mm:ss"_s));
            if (edit.clockNote().isEmpty())
                QCOMPARE(edit.instant(), at);
        }
    }

    void theOffsetIsThatOfWhatIsEntered()
    {
        InstantEdit edit(m_berlin);
        const std::unique_ptr<PlainLabel> offset(edit.makeOffset());
        type(edit, u"2026-11-22T12:00:00"_s);
        QCOMPARE(offset->fullText(), u"UTC+1"_s);
        type(edit, u"2027-04-15T12:00:00"_s);
        QCOMPARE(offset->fullText(), u"UTC+2"_s);
        QCOMPARE(edit.instant(), utc(u"2027-04-15T10:00:00"_s));
    }

    void aTimeThatTheClocksSkipIsTold()
    {
        InstantEdit edit(m_berlin);
        type(edit, u"2027-03-28T01:59:59"_s);
        QVERIFY2(edit.clockNote().isEmpty(), qPrintable(edit.clockNote()));
        type(edit, u"2027-03-28T02:30:00"_s);
        const QString taken = m_berlin.exact(edit.instant());
        QCOMPARE(edit.clockNote(), u"The clocks skip 02:30:00 on that day: %1 is taken."_s.arg(taken));
        QVERIFY2(taken == u"2027-03-28 03:30:00.000 UTC+2"_s || taken == u"2027-03-28 01:30:00.000 UTC+1"_s, qPrintable(taken));
        type(edit, u"2027-03-28T03:00:00"_s);
        QVERIFY2(edit.clockNote().isEmpty(), qPrintable(edit.clockNote()));
    }

    void aTimeThatTheClocksShowTwiceIsTold()
    {
        InstantEdit edit(m_berlin);
        type(edit, u"2026-10-25T02:30:00"_s);
        const QString taken = m_berlin.exact(edit.instant());
        QCOMPARE(edit.clockNote(), u"The clocks show 02:30:00 twice on that day: %1 is taken."_s.arg(taken));
        for (const QString& once : {u"2026-10-25T01:59:59"_s, u"2026-10-25T03:00:00"_s, u"2026-10-26T02:30:00"_s}) {
            type(edit, once);
            QVERIFY2(edit.clockNote().isEmpty(), qPrintable(edit.clockNote()));
        }
    }

    /// The machine's own clocks go from 01:00 to 03:00 on 14 March there; a window in UTC has that hour.
    void anHourThatOnlyTheMachineSkipsCanBeEntered()
    {
        QCOMPARE(QTimeZone::systemTimeZoneId(), QByteArray("America/New_York"));
        const Formatting formatting(QTimeZone::utc());
        InstantEdit edit(formatting);
        type(edit, u"2027-03-14T02:30:00"_s);
        QCOMPARE(edit.instant(), utc(u"2027-03-14T02:30:00"_s));
        QCOMPARE(edit.dateTime().time(), QTime(2, 30));
        QVERIFY(edit.clockNote().isEmpty());
    }

    void rescheduleSaysIt()
    {
        const Theme theme(*qApp);
        const TimePoint now = utc(u"2026-11-22T12:00:00"_s);
        RescheduleDialog dialog(theme, m_berlin, {TaskRef{"mail#1", TaskState::Scheduled, {}, now + 1h}}, "mail", Environment::Development,
            now, 24h, nullptr);
        dialog.show();
        const auto says = [&dialog](const QString& words) {
            const auto labels = dialog.findChildren<PlainLabel*>();
            return std::any_of(labels.begin(), labels.end(),
                [&words](const PlainLabel* label) { return label->isVisible() && label->fullText().contains(words); });
        };
        QVERIFY(says(u"UTC+1"_s) && !says(u"UTC+2"_s) && !says(u"The clocks"_s));
        const auto edits = dialog.findChildren<InstantEdit*>();
        const auto at = std::find_if(
            edits.begin(), edits.end(), [](const InstantEdit* edit) { return edit->accessibleName() == u"All at"_s; });
        QVERIFY(at != edits.end());
        type(**at, u"2027-04-15T12:00:00"_s);
        QVERIFY(says(u"UTC+2"_s));
        QCOMPARE(dialog.action().at, utc(u"2027-04-15T10:00:00"_s));
        type(**at, u"2027-03-28T02:30:00"_s);
        QVERIFY(says(u"The clocks skip 02:30:00"_s));
    }
};

int main(int argc, char** argv)
{
    qputenv("TZ", "America/New_York");
    QApplication application(argc, argv);
    TestInstantEdit test;
    return QTest::qExec(&test, argc, argv);
}

#include "tst_instantedit.moc"
