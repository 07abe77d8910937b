// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/typedinstant.h"
#include "ui/text/formatting.h"

#include <QAbstractSpinBox>

#include <functional>

namespace dueline {

class PlainLabel;

/// Field for an instant, in any form that is displayed or accepted anywhere (parseTypedInstant()). The time is in the
/// window's zone, which may differ from the machine's zone. Invalid input is never interpreted as a different time.
/// Check problem() before using the value. Up and Down change the part under the cursor. Digits typed into a complete
/// time overwrite it.
class InstantEdit : public QAbstractSpinBox
{
    Q_OBJECT

public:
    explicit InstantEdit(const Formatting& formatting, QWidget* parent = nullptr);

    /// Sets the clock for `now` and `+5m`. The default is this machine's clock.
    void setClock(std::function<TimePoint()> now) { m_now = std::move(now); }
    /// Sets the instant, dropping its milliseconds.
    void setInstant(TimePoint at);
    /// Returns the entered instant or, if the input is invalid, the last valid one. See clockNote() for times that are
    /// skipped or repeated by a clock change in the zone.
    TimePoint instant() const { return m_instant; }
    /// Returns a sentence that explains why the input is invalid; empty if valid.
    QString problem() const { return m_problem; }
    /// Returns a sentence that explains how the input is interpreted if a clock change in the zone skips or repeats it;
    /// otherwise empty.
    QString clockNote() const;
    /// Creates a label for the zone's offset at the entered time, to be placed after the field. The caller owns the
    /// label.
    PlainLabel* makeOffset();
    /// Creates a label below the field that shows the time in both zones and its distance from the current time, or the
    /// error in the color `wrong`. While the field does not apply, the label is blank, but its height is reserved. The
    /// caller owns the label.
    PlainLabel* makeEcho(const QColor& wrong);
    /// Creates a label for text below a time field, with the height of `lines` reserved.
    static PlainLabel* makeLines(int lines);
    /// Sets the text of a label from makeLines(), in the color `wrong` or, if that is invalid, in the default color.
    static void tell(PlainLabel& lines, const QString& sentence, const QColor& wrong = {});
    /// Sets whether the field applies. It does not apply while the user has selected a different way to specify the
    /// time.
    void setMeant(bool meant);
    /// Creates buttons that enter common times. Tab skips the buttons; use the mouse or Alt with a letter. The caller
    /// owns the widget.
    QWidget* makeUsual();
    /// Enters text in any accepted form, including words.
    void enter(const QString& text);

    QSize sizeHint() const override;
    QSize minimumSizeHint() const override { return sizeHint(); }
    void stepBy(int steps) override;

Q_SIGNALS:
    /// Emitted after each change of the input, valid or not.
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
    std::optional<TimePoint> m_wall; ///< local date and time, if it determines the instant
    QString m_problem;
};

} // namespace dueline
