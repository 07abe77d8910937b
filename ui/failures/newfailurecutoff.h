// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/clock.h"

#include <QHash>
#include <QObject>

namespace dueline {

class ViewedPlace;

/// Cutoff for "new" failure groups, shared by all views.
class NewFailureCutoff : public QObject
{
    Q_OBJECT

public:
    enum class Choice : quint8 { Hour, Day, LastLook };

    /// Returns the instance for this workbench, which exists as long as the workbench.
    static NewFailureCutoff& of(ViewedPlace& view);

    Choice choice() const { return m_choice; }
    void choose(Choice choice);
    /// Returns the cutoff: groups that began at this instant or later are new. `place`: IncidentFeed::placeKey(). If
    /// this place was never viewed, no group is new since the last view.
    TimePoint since(TimePoint now, const QByteArray& place) const;
    /// Records that the user has viewed this place.
    void noteLook(const QByteArray& place, TimePoint now);

Q_SIGNALS:
    void chosen();

private:
    explicit NewFailureCutoff(QObject* parent)
        : QObject(parent)
    { }

    Choice m_choice = Choice::Hour;
    QHash<QByteArray, TimePoint> m_looks; ///< time of the last view, by place
};

} // namespace dueline
