// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/text/formatting.h"

#include <QDateTimeEdit>

namespace dueline {

class PlainLabel;

/// An instant to the second, entered as date and time of day in the zone that the window shows, which need not be the
/// machine's: every time of day can be typed, whatever the machine's own clocks skip.
class InstantEdit : public QDateTimeEdit
{
    Q_OBJECT

public:
    explicit InstantEdit(const Formatting& formatting, QWidget* parent = nullptr);

    /// Milliseconds are dropped.
    void setInstant(TimePoint at);
    /// A time of day that the zone's clocks skip or show twice is read as clockNote() says.
    TimePoint instant() const;
    /// Where the clocks skip what is entered, or show it twice: a sentence that says what it is taken for; else empty.
    QString clockNote() const;
    /// The zone's offset at what is entered, to stand behind this; belongs to whoever lays it out.
    PlainLabel* makeOffset();

private:
    bool reads(TimePoint at) const;

    const Formatting& m_formatting;
};

} // namespace dueline
