// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/typedinstant.h"
#include "ui/text/formatting.h"

#include <QAbstractSpinBox>

#include <functional>

namespace dueline {

class PlainLabel;

/// An instant, typed or pasted in any form that is displayed or accepted anywhere (parseTypedInstant()), in the zone
/// that the window shows, which need not be the machine's. What cannot be read is never taken for another time:
/// problem() says so, and whoever uses the field does not go on while there is one. Up and Down change the part under
/// the cursor; digits typed into a time that is complete overwrite it.
class InstantEdit : public QAbstractSpinBox
{
    Q_OBJECT

public:
    explicit InstantEdit(const Formatting& formatting, QWidget* parent = nullptr);

    /// What `now` and `+5m` count from, this machine's clock unless set.
    void setClock(std::function<TimePoint()> now) { m_now = std::move(now); }
    /// Milliseconds are dropped.
    void setInstant(TimePoint at);
    /// What is entered; while there is a problem, the last that could be read. A time of day that the zone's clocks
    /// skip or show twice is read as clockNote() says.
    TimePoint instant() const { return m_instant; }
    /// Why what is entered is no time, a sentence; empty: it is one.
    QString problem() const { return m_problem; }
    /// Where the clocks skip what is entered, or show it twice: a sentence that says what it is taken for; else empty.
    QString clockNote() const;
    /// The zone's offset at what is entered, to stand behind this; belongs to whoever lays it out.
    PlainLabel* makeOffset();
    /// What is entered in both zones and how far from now, or in the colour `wrong` why it is no time, for the lines
    /// below this, which are blank while this is not meant and have their room from the start; belongs to whoever lays
    /// it out.
    PlainLabel* makeEcho(const QColor& wrong);
    /// A label for what stands below a time field: as high from the start as so many lines of it.
    static PlainLabel* makeLines(int lines);
    /// Writes on such a label, in the colour `wrong` or as usual where that is none.
    static void tell(PlainLabel& lines, const QString& sentence, const QColor& wrong = {});
    /// Whether what is entered is what will be done: false while another way to say when is chosen beside this.
    void setMeant(bool meant);
    /// Buttons that enter the usual times. Tab passes them by, a letter with Alt or the mouse presses them; belongs to
    /// whoever lays it out.
    QWidget* makeUsual();
    /// Enters what is read as a time, in words, too.
    void enter(const QString& text);

    QSize sizeHint() const override;
    QSize minimumSizeHint() const override { return sizeHint(); }
    void stepBy(int steps) override;

Q_SIGNALS:
    /// Something else is entered, readable or not.
    void edited();
    void meantChanged();

protected:
    StepEnabled stepEnabled() const override;
    void keyPressEvent(QKeyEvent* event) override;
    void focusOutEvent(QFocusEvent* event) override;

private:
    Result<TypedInstant> parsed(const QString& text) const;
    void read();
    void settle();
    bool overwrites(const QKeyEvent& event);
    QString written(TimePoint at) const;

    const Formatting& m_formatting;
    std::function<TimePoint()> m_now;
    TimePoint m_instant{};
    bool m_meant = true;
    std::optional<TimePoint> m_wall; ///< what the clocks show, where they decide
    QString m_problem;
};

} // namespace dueline
