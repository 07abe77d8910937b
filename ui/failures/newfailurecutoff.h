// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/clock.h"

#include <QHash>
#include <QObject>

namespace dueline {

class ViewedPlace;

/// Time after which a failure group counts as "new". All views share it.
class NewFailureCutoff : public QObject
{
    Q_OBJECT

public:
    enum class Choice : quint8 { Hour, Day, LastLook };

    /// Returns the workbench's instance, which has the same lifetime as the workbench.
    static NewFailureCutoff& of(ViewedPlace& view);

    Choice choice() const { return m_choice; }
    void choose(Choice choice);
    /// Returns the cutoff; groups that began at or after this time are new. `place`: see FailureGroupFeed::placeKey().
    /// The cutoff is `now` if the user has never viewed the failures of `place`.
    TimePoint since(TimePoint now, const QByteArray& place) const;
    /// Records that the user has viewed the failures of `place`.
    void noteLook(const QByteArray& place, TimePoint now);

Q_SIGNALS:
    void chosen();

private:
    explicit NewFailureCutoff(QObject* parent)
        : QObject(parent)
    { }

    Choice m_choice = Choice::Hour;
    QHash<QByteArray, TimePoint> m_looks; ///< time when each place's failures were last viewed
};

} // namespace dueline
