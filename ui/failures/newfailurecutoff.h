// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/clock.h"

#include <QHash>
#include <QObject>

namespace dueline {

class Workbench;

/// What "new" means of a kind of failure, chosen once for all that shows some.
class NewFailureCutoff : public QObject
{
    Q_OBJECT

public:
    enum class Choice : quint8 { Hour, Day, LastLook };

    /// The one of this workbench, which lives as long.
    static NewFailureCutoff& of(Workbench& bench);

    Choice choice() const { return m_choice; }
    void choose(Choice choice);
    /// What began at this instant or later is new. `place`: IncidentFeed::placeKey(); where nobody has looked yet,
    /// nothing is new since the last look.
    TimePoint since(TimePoint now, const QByteArray& place) const;
    /// What is known of this place by now has been looked at.
    void noteLook(const QByteArray& place, TimePoint now);

Q_SIGNALS:
    void chosen();

private:
    explicit NewFailureCutoff(QObject* parent)
        : QObject(parent)
    { }

    Choice m_choice = Choice::Hour;
    QHash<QByteArray, TimePoint> m_looks; ///< by place
};

} // namespace dueline
