// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/text/elidedistinct.h"

#include <QFontMetrics>
#include <QHash>

#include <algorithm>

namespace dueline {

namespace {

constexpr int headShare = 3; ///< the common beginning gets one third of the width

qsizetype commonBegin(const QStringList& texts, const QList<qsizetype>& of)
{
    const QString& first = texts[of.front()];
    qsizetype length = first.size();
    for (const qsizetype one : of) {
        const auto end
            = std::mismatch(first.begin(), first.begin() + std::min(length, texts[one].size()), texts[one].begin());
        length = end.first - first.begin();
    }
    return length;
}

} // namespace

QStringList elideDistinct(const QStringList& texts, const QFontMetrics& metrics, int room)
{
    QStringList shown;
    for (const QString& text : texts)
        shown << metrics.elidedText(text, Qt::ElideMiddle, room);
    bool changed = true;
    // Each iteration makes at least one more identical string distinct.
    for (qsizetype round = 0; changed && round < texts.size(); ++round) {
        changed = false;
        QHash<QString, QList<qsizetype>> alike;
        for (qsizetype i = 0; i < shown.size(); ++i)
            alike[shown[i]] << i;
        for (const QList<qsizetype>& group : std::as_const(alike)) {
            if (group.size() < 2)
                continue;
            const qsizetype common = commonBegin(texts, group);
            for (const qsizetype one : group) {
                if (common == texts[one].size() && shown[one] == texts[one])
                    continue; // the full strings are the same
                const QString head = metrics.elidedText(texts[one].left(common), Qt::ElideRight, room / headShare);
                const QString tail = metrics.elidedText(
                    texts[one].mid(common), Qt::ElideMiddle, room - metrics.horizontalAdvance(head));
                changed = changed || shown[one] != head + tail;
                shown[one] = head + tail;
            }
        }
    }
    return shown;
}

} // namespace dueline
