// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/typedinstant.h"
#include "ui/text/formatting.h"

#include <QAbstractSpinBox>

#include <functional>

namespace dueline {

class PlainLabel;

/// Field for an instant, in any form that the program displays or accepts elsewhere (see parseTypedInstant()). The time
/// is in the window's time zone, which may differ from the machine's. Invalid input is never interpreted as a different
/// time. Check problem() before using the value. The Up and Down keys change the part under the cursor. Digits typed in
/// a complete time overwrite existing digits.
class InstantEdit : public QAbstractSpinBox
{
    Q_OBJECT

public:
    explicit InstantEdit(const Formatting& formatting, QWidget* parent = nullptr);

    /// Sets the clock used for `now` and `+5m`. The default is this machine's clock.
    void setClock(std::function<TimePoint()> now) { m_now = std::move(now); }
    /// Sets the instant. Its milliseconds are dropped.
    void setInstant(TimePoint at);
    /// Returns the entered instant, or the last valid one if the input is invalid. See clockNote() for times that a
    /// clock change skips or repeats.
    TimePoint instant() const { return m_instant; }
    /// Returns why the input is invalid, as a sentence; empty if it is valid.
    QString problem() const { return m_problem; }
    /// Returns a sentence about how the input is interpreted if a clock change skips or repeats the time; otherwise, an
    /// empty string.
    QString clockNote() const;
    /// Creates a label that shows the UTC offset at the entered time, to be placed after the field. The caller owns the
    /// label.
    PlainLabel* makeOffset();
    /// Creates a label to be placed below the field. It shows the time in both zones and how far away it is, or the
    /// error in the color `wrong`. While the field doesn't apply, the label is blank but keeps its height. The caller
    /// owns the label.
    PlainLabel* makeEcho(const QColor& wrong);
    /// Creates a label for text below a time field, with `lines` lines reserved.
    static PlainLabel* makeLines(int lines);
    /// Sets the text of a label created by makeLines(), in the color `wrong`, or in the default color if that is
    /// invalid.
    static void tell(PlainLabel& lines, const QString& sentence, const QColor& wrong = {});
    /// Sets whether the field applies. It doesn't if the user has chosen another way of specifying the time.
    void setMeant(bool meant);
    /// Creates buttons for entering common times. They can be used with the mouse or with Alt and a letter; Tab skips
    /// them. The caller owns the widget.
    QWidget* makeUsual();
    /// Sets the field's text, in any accepted form, including words.
    void enter(const QString& text);

    QSize sizeHint() const override;
    QSize minimumSizeHint() const override { return sizeHint(); }
    void stepBy(int steps) override;

Q_SIGNALS:
    /// Emitted after each change to the input, whether or not it is valid.
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
    std::optional<TimePoint> m_wall; ///< entered local date and time, if the instant was derived from them
    QString m_problem;
};

} // namespace dueline
