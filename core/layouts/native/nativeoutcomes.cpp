// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/layouts/native/nativeoutcomes.h"

#include "core/queue/outcome.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>

#include <algorithm>

namespace dueline {

namespace {

const QByteArray firstEntry = "[{";
const QByteArray stamp = "[{\"db\":";

} // namespace

QByteArray NativeOutcomes::stamped(const QByteArray& outcomes, int database)
{
    if (!outcomes.startsWith(firstEntry))
        return outcomes;
    return stamp + QByteArray::number(std::max(0, database)) + ',' + outcomes.sliced(firstEntry.size());
}

NativeOutcomes::NativeOutcomes(QByteArray message)
    : m_outcomes(std::move(message))
{
    // Remove the entry with the database number. The rest is exactly what was published.
    if (m_outcomes.startsWith(stamp)) {
        bool isNumber = false;
        const qsizetype end = m_outcomes.indexOf(',', stamp.size());
        const int number = m_outcomes.mid(stamp.size(), end - stamp.size()).toInt(&isNumber);
        if (isNumber && end > 0) {
            m_database = number;
            m_outcomes = firstEntry + m_outcomes.sliced(end + 1);
        }
        return;
    }
    if (!m_outcomes.contains("\"db\""))
        return;
    const QJsonValue said = QJsonDocument::fromJson(m_outcomes).array().at(0).toObject().value(QLatin1StringView("db"));
    if (said.isDouble())
        m_database = said.toInt();
}

QByteArray NativeOutcomes::firstId() const
{
    const auto outcomes = decodeOutcomes(m_outcomes);
    return outcomes && !outcomes->empty() ? outcomes->front().id : QByteArray();
}

} // namespace dueline
