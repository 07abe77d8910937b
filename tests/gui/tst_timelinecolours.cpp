// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/queue/errors/errorpattern.h"
#include "tests/gui/timelineplace.h"
#include "ui/timeline/timelinegrouplegend.h"
#include "ui/timeline/timelinelegend.h"
#include "ui/timeline/timelineshares.h"
#include "ui/widgets/tasks/tasktable.h"

#include <QAbstractButton>
#include <QSet>
#include <QTemporaryDir>
#include <QToolButton>

#include <array>
#include <cmath>
#include <numeric>

using namespace dueline;
using namespace dueline::test;
using namespace std::chrono_literals;
using namespace Qt::StringLiterals;

namespace {

using Linear = std::array<double, 3>;

/// Matrices that simulate normal color vision, and vision without one kind of cone, in linear RGB (Machado et al.
/// 2009).
constexpr std::array<std::array<Linear, 3>, 4> sights{{
    {{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}},
    {{{0.152286, 1.052583, -0.204868}, {0.114503, 0.786281, 0.099216}, {-0.003882, -0.048116, 1.051998}}},
    {{{0.367322, 0.860646, -0.227968}, {0.280085, 0.672501, 0.047413}, {-0.011820, 0.042940, 0.968881}}},
    {{{1.255528, -0.076749, -0.178779}, {-0.078411, 0.930809, 0.147602}, {0.004733, 0.691367, 0.303900}}},
}};

Linear linear(const QColor& color)
{
    const auto one = [](double c) { return c <= 0.04045 ? c / 12.92 : std::pow((c + 0.055) / 1.055, 2.4); };
    return {one(color.redF()), one(color.greenF()), one(color.blueF())};
}

Linear seen(const QColor& color, const std::array<Linear, 3>& sight)
{
    const Linear from = linear(color);
    Linear to{};
    for (std::size_t i = 0; i < 3; ++i)
        to[i] = std::clamp(std::inner_product(from.begin(), from.end(), sight[i].begin(), 0.0), 0.0, 1.0);
    return to;
}

/// Converts to CIE L*a*b*.
Linear lab(const Linear& c)
{
    const auto f = [](double t) { return t > 0.008856 ? std::cbrt(t) : 7.787 * t + 16.0 / 116; };
    const double x = f((0.4124564 * c[0] + 0.3575761 * c[1] + 0.1804375 * c[2]) / 0.95047);
    const double y = f(0.2126729 * c[0] + 0.7151522 * c[1] + 0.0721750 * c[2]);
    const double z = f((0.0193339 * c[0] + 0.1191920 * c[1] + 0.9503041 * c[2]) / 1.08883);
    return {116 * y - 16, 500 * (x - y), 200 * (y - z)};
}

double difference(const QColor& a, const QColor& b, const std::array<Linear, 3>& sight)
{
    const Linear x = lab(seen(a, sight));
    const Linear y = lab(seen(b, sight));
    return std::hypot(x[0] - y[0], x[1] - y[1], x[2] - y[2]);
}

} // namespace

/// Tests coloring the timeline by type, failure group or queue, with exact counts, and that clicking a legend entry
/// filters by its group.
class TestTimelineColours : public TimelinePlace
{
    Q_OBJECT

    /// Returns whether the counts of all named groups equal independent counts in every bar. `isOf` returns whether a
    /// task belongs to a group.
    template <typename IsOf> bool isExact(const QList<QueueName>& queues, IsOf isOf)
    {
        if (!data().groups || data().groups->partial || data().groups->named.empty())
            return false;
        for (std::size_t bin = 0; bin < data().bins.size(); ++bin) {
            const std::vector<qint64> counts = data().groups->ofBin(bin, data().listedOfBin(bin));
            for (std::size_t i = 0; i < data().groups->named.size(); ++i) {
                qint64 expected = 0;
                for (const QueueName& queue : queues) {
                    for (const Task& task : everything(queue))
                        expected += task.at >= data().bins[bin].from && task.at < data().bins[bin].to
                            && isOf(data().groups->named[i], task, queue);
                }
                if (counts[i] != expected)
                    return false;
            }
        }
        return true;
    }
    qint64 totalOf(const QByteArray& name)
    {
        for (const TimelineGroup& group : data().groups ? data().groups->named : std::vector<TimelineGroup>()) {
            if (group.name == name)
                return group.total;
        }
        return -1;
    }
    QStringList legend()
    {
        QStringList names;
        for (const auto* entry : m_open->part<TimelineGroupLegend>().findChildren<QAbstractButton*>()) {
            if (entry->isVisible())
                names << entry->accessibleName();
        }
        return names;
    }
    QAbstractButton* entry(const QString& beginning)
    {
        for (auto* entry : m_open->part<TimelineGroupLegend>().findChildren<QAbstractButton*>()) {
            if (entry->isVisible() && entry->accessibleName().startsWith(beginning))
                return entry;
        }
        return nullptr;
    }
    static bool isType(const TimelineGroup& group, const Task& task, const QueueName&)
    {
        return typeOf(task) == group.name;
    }

private Q_SLOTS:
    void init() { makePlace(); }
    void cleanup() { endPlace(); }

    void typesAreCountedExactlyAndTheRestAreOthers()
    {
        for (int i = 0; i < 8; ++i)
            add(60 - 5 * i, -30min, "type-" + QByteArray::number(i));
        open();
        QTRY_VERIFY(data().isKnown() && data().totals[TaskState::Due] > 300);
        QVERIFY(!data().groups); // The timeline is colored by state.
        choose("view.colourType");
        QTRY_VERIFY(isExact({"mail"}, isType));
        QCOMPARE(data().groups->named.size(), TimelineGroups::most);
        QCOMPARE(data().groups->named.front().name, "type-0");
        QCOMPARE(totalOf("type-0"), 60);
        QCOMPARE(data().groups->others, 30 + 25);
        QCOMPARE(legend().first(), u"type-0: 60 in view"_s);
        QVERIFY2(legend().contains(u"others: 55 in view"_s), qPrintable(legend().join(u'|')));
        QVERIFY(!m_open->part<TimelineLegend>().isVisible());
        QVERIFY(timeline().summary().contains(u"type-0 60"_s));
        // Each group has a distinct color. Zooming doesn't change it.
        QSet<std::size_t> colours;
        QHash<QByteArray, std::size_t> before;
        for (const TimelineGroup& group : data().groups->named) {
            colours.insert(group.colour);
            before.insert(group.name, group.colour);
        }
        QCOMPARE(std::size_t(colours.size()), TimelineGroups::most);
        timeline().zoomBy(0.5);
        QTRY_VERIFY(data().range == timeline().wantedRange() && isExact({"mail"}, isType));
        for (const TimelineGroup& group : data().groups->named)
            QVERIFY(!before.contains(group.name) || before.value(group.name) == group.colour);
        choose("view.colourState");
        QVERIFY(!data().groups);
        QVERIFY(m_open->part<TimelineLegend>().isVisible());
    }

    void aPressOnTheLegendListsOnlyThese()
    {
        add(30, 30min, "mail.send");
        add(20, 30min, "report.make");
        open();
        choose("view.colourType");
        QTRY_VERIFY(entry(u"report.make"_s));
        entry(u"report.make"_s)->click();
        QCOMPARE(bench().list().feed().scope().filter.text(), u"type:\"report.make\""_s);
        QTRY_COMPARE(bench().list().tasks().rowCount(), 20);
        // Tasks that don't match are dimmed and belong to no group.
        QTRY_VERIFY(data().match && !data().match->partial && data().groups && !data().groups->partial);
        QTRY_COMPARE(data().groups->named.size(), std::size_t(1));
        QTRY_COMPARE(totalOf("report.make"), 20);
    }

    void whatIsAddedLaterIsCountedToo()
    {
        add(30, 30min, "mail.send");
        open();
        choose("view.colourType");
        QTRY_COMPARE(totalOf("mail.send"), 30);
        add(10, 40min, "late.one");
        QTRY_COMPARE_WITH_TIMEOUT(totalOf("late.one"), 10, 20'000);
        QCOMPARE(totalOf("mail.send"), 30);
        QTRY_VERIFY(isExact({"mail"}, isType));
    }

    void kindsOfFailureHaveColoursAndWhatDidNotFailHasNone()
    {
        m_shop->failNew("mail", "mail.send", "Timeout after % s", 20);
        m_shop->failNew("mail", "mail.send", "550 no such user", 7);
        add(40, 30min, "later.one");
        open();
        choose("view.colourError");
        QTRY_VERIFY(data().groups && !data().groups->partial && data().groups->named.size() == 2);
        const TimelineGroup first = data().groups->named.front();
        QCOMPARE(first.total, 20);
        QVERIFY2(first.words.startsWith(u"Timeout after"_s), qPrintable(first.words));
        QVERIFY2(!first.words.contains(u'*'), "a sample, not a pattern");
        QTRY_VERIFY(isExact({"mail"}, [](const TimelineGroup& group, const Task& task, const QueueName&) {
            return task.state == TaskState::Failed && errorText(task.error) == group.name;
        }));
        QVERIFY2(legend().contains(u"no error: 40 in view"_s), qPrintable(legend().join(u'|')));
        entry(u"550 no such user"_s)->click();
        QTRY_COMPARE(bench().list().tasks().rowCount(), 7);
    }

    /// A group keeps its color when it grows or its pattern becomes more general.
    void aKindKeepsItsColourWhenItIsCountedAgain()
    {
        m_shop->failNew("mail", "mail.send", "Timeout after % s", 20);
        for (const char* name : {"anna", "ben", "cleo", "dora", "emil"})
            m_shop->failNew("mail", "mail.send", QByteArray("user ") + name + " not found in the directory", 2);
        open();
        choose("view.colourError");
        QTRY_VERIFY(data().groups && !data().groups->partial && data().groups->named.size() == 6);
        QHash<QByteArray, std::size_t> before;
        for (const TimelineGroup& group : data().groups->named)
            before.insert(group.name, group.colour);
        const QByteArray timeout = data().groups->named.front().name;
        for (const char* name : {"fritz", "gerda", "hans", "ida", "jan"})
            m_shop->failNew("mail", "mail.send", QByteArray("user ") + name + " not found in the directory", 3);
        QTRY_COMPARE_WITH_TIMEOUT(data().groups->named.size(), std::size_t(2), 30'000);
        const TimelineGroup& user = data().groups->named.front(); // The group now has 25 tasks.
        QVERIFY2(user.name.contains("<**>"), user.name);
        QCOMPARE(user.total, 25);
        QCOMPARE(data().groups->named.back().name, timeout);
        QCOMPARE(data().groups->named.back().colour, before.value(timeout));
        QVERIFY(before.key(user.colour).startsWith("user "));
        // Merged groups stay merged, no matter which of their tasks remain.
        m_shop->failNew("mail", "mail.send", "disk full", 1);
        QTRY_COMPARE_WITH_TIMEOUT(data().groups->named.size(), std::size_t(3), 30'000);
        QVERIFY(
            data().groups->named[2].colour != user.colour && data().groups->named[2].colour != before.value(timeout));
        QCOMPARE(data().groups->named.front().total, 25);
    }

    void queuesAreToldApartWhereSeveralAreInView()
    {
        add(30, 30min, "mail.send", "mail");
        add(20, 30min, "post.send", "post");
        open();
        QTRY_VERIFY(bench().view().queue()); // The first queue is shown once the queues are known.
        bench().view().show({bench().view().current()->id(), {}, {}});
        choose("view.colourQueue");
        const QByteArray mail = TimelineQueue{bench().view().current()->id(), "mail"}.key();
        QTRY_COMPARE(totalOf(mail), 30);
        QTRY_VERIFY(isExact({"mail", "post"}, [](const TimelineGroup& group, const Task&, const QueueName& queue) {
            return TimelineQueue::of(group.name).queue == queue;
        }));
        QVERIFY(entry(u"post: 20"_s));
        entry(u"post: 20"_s)->click();
        QTRY_COMPARE(bench().view().place().queue, "post");
    }

    void typesOfSeveralQueuesAreAddedUp()
    {
        add(30, 30min, "mail.send", "mail");
        add(20, 30min, "mail.send", "post");
        add(5, 30min, "report.make", "post");
        open();
        QTRY_VERIFY(bench().view().queue()); // The first queue is shown once the queues are known.
        bench().view().show({bench().view().current()->id(), {}, {}});
        choose("view.colourType");
        QTRY_COMPARE(totalOf("mail.send"), 50);
        QCOMPARE(totalOf("report.make"), 5);
        QTRY_VERIFY(isExact({"mail", "post"}, isType));
    }

    /// The table's filter also applies to the counts of every queue in the timeline.
    void aFilterDimsWhereSeveralQueuesAreInView()
    {
        add(30, 30min, "mail.send", "mail");
        add(20, 30min, "mail.send", "post");
        add(15, 30min, "report.make", "post");
        open();
        bench().view().show({bench().view().current()->id(), "mail", {}});
        QAction* all = m_open->window.actions()["view.allConnections"];
        all->trigger();
        QTRY_COMPARE(data().totals[TaskState::Scheduled], 65);
        QVERIFY(!data().match);
        filter(u"type:mail.send"_s);
        QTRY_VERIFY(data().match && !data().match->partial);
        QTRY_COMPARE(data().match->totals[TaskState::Scheduled], 50);
        QCOMPARE(data().totals[TaskState::Scheduled], 65);
        choose("view.colourQueue");
        QTRY_COMPARE(totalOf(TimelineQueue{bench().view().current()->id(), "post"}.key()), 20);
        filter({});
        QTRY_VERIFY(!data().match);
        all->trigger();
        QTRY_COMPARE(data().totals[TaskState::Scheduled], 30);
    }

    void typesOfAFrameworkAreToldAlike()
    {
        m_shop->addBullmqQueue("bull:mail");
        const qint64 now = toMs(SystemClock().now());
        for (int i = 0; i < 40; ++i)
            m_shop->addBullmqJob("bull:mail", QByteArray::number(100 + i), i % 4 ? "send" : "digest", "failed",
                QByteArray::number(now - 1'800'000 + i * 20'000));
        openBullmq();
        QTRY_VERIFY_WITH_TIMEOUT(bench().view().queue() && data().totals[TaskState::Failed] == 40, 15'000);
        choose("view.colourType");
        QTRY_COMPARE(totalOf("send"), 30);
        QCOMPARE(totalOf("digest"), 10);
        choose("view.colourError");
        QTRY_VERIFY(data().groups && data().groups->named.size() == 1 && data().groups->named.front().total == 40);
    }

    void theChoiceIsRememberedAndStandsInTheMenuAndTheButton()
    {
        QTemporaryDir folder;
        const QString settings = folder.filePath(u"settings.ini"_s);
        {
            OpenWindow first(*m_theme, {1300, 820}, settings);
            first.open(m_shop->profile(u"orders"_s));
            QTRY_VERIFY(first.window.actions()["view.colourType"]->isEnabled());
            first.window.actions()["view.colourType"]->trigger();
        }
        OpenWindow second(*m_theme, {1300, 820}, settings);
        QVERIFY(second.window.actions()["view.colourType"]->isChecked());
        QVERIFY(!second.window.actions()["view.colourState"]->isChecked());
        QCOMPARE(second.window.shownTimeline().matches().colour(), TimelineColour::Type);
        QStringList names;
        for (const auto* button : second.window.timelinePane().findChildren<QToolButton*>())
            names << button->accessibleName();
        QVERIFY2(names.contains(u"Colors show types"_s), qPrintable(names.join(u'|')));
    }

    void namesBeyondThoseThatAreToldApartAreOthers()
    {
        GroupTimes times;
        const TimePoint at = fromMs(1'795'219'200'000);
        for (std::size_t i = 0; i < GroupTimes::mostNames + 10; ++i) {
            Task task;
            task.id = "t" + QByteArray::number(i) + "#1";
            task.state = TaskState::Done;
            task.at = at;
            times.add(task, typeOf(task.id).toByteArray());
        }
        TimelineData data{{at - 1h, at + 1h}, 1h, {{at - 1h, at, {}}, {at, at + 1h, {}}}, {}, {}};
        const TimelineGroups groups = times.groups(TimelineColour::Type, data, at);
        QCOMPARE(times.names(), GroupTimes::mostNames);
        QCOMPARE(groups.named.size(), TimelineGroups::most);
        QCOMPARE(groups.others, qint64(GroupTimes::mostNames + 10 - TimelineGroups::most));
        QCOMPARE(times.counts(at, at + 1h, at)[TaskState::Done], qint64(GroupTimes::mostNames + 10));
        // A bar's groups never add up to more than its number of tasks. The other tasks belong to no group.
        QCOMPARE(groups.ofBin(1, 3), (std::vector<qint64>{1, 1, 1, 0, 0, 0, 0}));
        QCOMPARE(groups.ofBin(7, 3), std::vector<qint64>(7));
    }

    void coloursAreToldApartByAll_data()
    {
        QTest::addColumn<ThemeKind>("kind");
        QTest::newRow("light") << ThemeKind::Light;
        QTest::newRow("dark") << ThemeKind::Dark;
        QTest::newRow("high contrast, light") << ThemeKind::HighContrastLight;
        QTest::newRow("high contrast, dark") << ThemeKind::HighContrastDark;
    }
    void coloursAreToldApartByAll()
    {
        QFETCH(ThemeKind, kind);
        const Tokens t = Tokens::make(kind);
        std::vector<StateColors> all(t.groups.begin(), t.groups.end());
        all.push_back(t.otherGroups);
        all.push_back(t.late);
        for (std::size_t i = 0; i < all.size(); ++i) {
            for (const QColor& ground : {t.surface, t.past})
                QVERIFY2(contrast(all[i].edge, ground) >= 3, qPrintable(QString::number(i)));
            QVERIFY(all[i].fill != t.of(TaskState::Failed).fill);
            for (std::size_t k = i + 1; k < all.size(); ++k) {
                for (std::size_t sight = 0; sight < sights.size(); ++sight) {
                    const double apart = difference(all[i].fill, all[k].fill, sights[sight]);
                    QVERIFY2(
                        apart >= 10, qPrintable(u"%1 and %2 as seen by %3: %4"_s.arg(i).arg(k).arg(sight).arg(apart)));
                }
            }
        }
    }
};

Q_DECLARE_METATYPE(dueline::ThemeKind)

QTEST_MAIN(TestTimelineColours)
#include "tst_timelinecolours.moc"
