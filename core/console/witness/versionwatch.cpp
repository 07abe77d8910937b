// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/console/witness/versionwatch.h"

#include "core/base/text.h"

#include <QJsonDocument>
#include <QJsonObject>

#include <utility>

using namespace Qt::StringLiterals;

namespace dueline {

namespace {

constexpr int longestVersion = 40;

} // namespace

Result<> VersionWatch::note(const RecordQueue& queue, const QByteArray& version, TimePoint now)
{
    if (version.isEmpty())
        return {};
    if (!m_versions) {
        const auto queues = m_file.queues();
        if (!queues)
            return queues.error();
        m_versions.emplace();
        for (const RecordQueue& each : *queues)
            (*m_versions)[each.id] = each.version;
    }
    QByteArray& known = (*m_versions)[queue.id];
    const QByteArray before = std::exchange(known, version);
    if (before == version)
        return {};
    if (const auto set = m_file.database().run("UPDATE queue SET version=? WHERE id=?", {version, queue.id}); !set)
        return set;
    if (before.isEmpty())
        return {};
    const QString from = printable(before, longestVersion);
    const QString to = printable(version, longestVersion);
    const QJsonObject detail{{u"before"_s, from}, {u"after"_s, to}};
    const auto written = m_file.write(
        RecordEvent{0, now, queue.id, "version", u"The version changed from %1 to %2"_s.arg(from, to).toUtf8(),
            QJsonDocument(detail).toJson(QJsonDocument::Compact)});
    return written ? Result<>() : written.error();
}

} // namespace dueline
