// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/console/metrics/queuetotals.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>

#include <algorithm>
#include <array>
#include <functional>

using namespace Qt::StringLiterals;

namespace dueline {

namespace {

using DurationClasses = decltype(StatisticsBin::lateness);

struct TotalField
{
    QString name;
    qint64 StatisticsBin::*value;
};

const std::array<TotalField, 5>& totalFields()
{
    static const std::array<TotalField, 5> fields{{{u"added"_s, &StatisticsBin::added},
        {u"retried"_s, &StatisticsBin::retried}, {u"expired"_s, &StatisticsBin::expired},
        {u"trashed"_s, &StatisticsBin::trashed}, {u"untimed"_s, &StatisticsBin::untimed}}};
    return fields;
}

void addToClasses(DurationClasses& to, const DurationClasses& what)
{
    std::transform(to.begin(), to.end(), what.begin(), to.begin(), std::plus<>());
}

QJsonArray classesToJson(const DurationClasses& classes)
{
    QJsonArray array;
    for (const qint64 count : classes)
        array.append(count);
    return array;
}

void readClasses(DurationClasses& classes, const QJsonValue& value)
{
    const QJsonArray array = value.toArray();
    for (std::size_t i = 0; i < classes.size() && qsizetype(i) < array.size(); ++i)
        classes[i] = array[qsizetype(i)].toInteger();
}

TimePoint beginOfMinute(TimePoint at) { return std::chrono::floor<std::chrono::minutes>(at); }

} // namespace

QueueTotals::Window QueueTotals::window(const QueueName& queue, TimePoint now)
{
    const TimePoint to = beginOfMinute(now);
    std::erase_if(m_totals, [to](const auto& each) {
        const TimePoint until = each.second.until;
        // Start over if the last reading is too old or the clock was set back.
        return until < to - kept || until > to + span;
    });
    const auto known = m_totals.find(queue);
    if (known == m_totals.end()) {
        m_totals[queue] = {to, {}};
        return {to, to};
    }
    const TimePoint from = known->second.until;
    return {from, std::min<TimePoint>(to, from + span)};
}

void QueueTotals::add(const QueueName& queue, const Window& window, const std::vector<StatisticsBin>& bins)
{
    Total& total = m_totals[queue];
    for (const StatisticsBin& bin : bins) {
        if (bin.from < window.from || bin.from + bin.length > window.to)
            continue;
        for (const TotalField& field : totalFields())
            total.sum.*field.value += bin.*field.value;
        total.sum.failedByType[{}] += bin.failed();
        addToClasses(total.sum.lateness, bin.lateness);
        addToClasses(total.sum.runTime, bin.runTime);
    }
    total.until = std::max(total.until, window.to);
}

StatisticsBin QueueTotals::of(const QueueName& queue) const
{
    const auto known = m_totals.find(queue);
    return known == m_totals.end() ? StatisticsBin() : known->second.sum;
}

QByteArray QueueTotals::toJson() const
{
    QJsonArray queues;
    for (const auto& [queue, total] : m_totals) {
        QJsonObject object{{u"queue"_s, QString::fromLatin1(queue.toBase64())}, {u"until_ms"_s, toMs(total.until)},
            {u"failed"_s, total.sum.failed()}, {u"lateness"_s, classesToJson(total.sum.lateness)},
            {u"run_time"_s, classesToJson(total.sum.runTime)}};
        for (const TotalField& field : totalFields())
            object.insert(field.name, total.sum.*field.value);
        queues.append(object);
    }
    return QJsonDocument(QJsonObject{{u"queues"_s, queues}}).toJson(QJsonDocument::Compact);
}

QueueTotals QueueTotals::fromJson(const QByteArray& json)
{
    QueueTotals totals;
    const QJsonArray queues = QJsonDocument::fromJson(json).object().value(u"queues"_s).toArray();
    for (const QJsonValue& value : queues) {
        const QJsonObject object = value.toObject();
        const QueueName queue = QByteArray::fromBase64(object.value(u"queue"_s).toString().toLatin1());
        Total total;
        total.until = beginOfMinute(fromMs(object.value(u"until_ms"_s).toInteger()));
        total.sum.failedByType[{}] = object.value(u"failed"_s).toInteger();
        readClasses(total.sum.lateness, object.value(u"lateness"_s));
        readClasses(total.sum.runTime, object.value(u"run_time"_s));
        for (const TotalField& field : totalFields())
            total.sum.*field.value = object.value(field.name).toInteger();
        totals.m_totals[queue] = total;
    }
    return totals;
}

} // namespace dueline
