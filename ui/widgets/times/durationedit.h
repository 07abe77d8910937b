// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/clock.h"

#include <QAbstractSpinBox>

namespace dueline {

/// Field for a duration with units, in duectl's syntax: `500ms`, `5s`, `1h30m`, `2 hours`, `2小时` (see
/// parseTypedDuration()). Invalid input, including a number without a unit, is never interpreted as a different
/// duration. Check problem() before using the value. The Up and Down keys change the number under the cursor.
class DurationEdit : public QAbstractSpinBox
{
    Q_OBJECT

public:
    explicit DurationEdit(QWidget* parent = nullptr);

    /// Sets the range, inclusive. The default is 0 to 100 years.
    void setRange(Millis least, Millis most);
    void setDuration(Millis length);
    /// Returns the entered duration, or the last valid one if the input is invalid.
    Millis duration() const { return m_duration; }
    /// Returns why the input is invalid, as a sentence; empty if it is valid.
    QString problem() const { return m_problem; }

    QSize sizeHint() const override;
    QSize minimumSizeHint() const override { return sizeHint(); }
    void stepBy(int steps) override;

Q_SIGNALS:
    /// Emitted after each change to the input, whether or not it is valid.
    void edited();

protected:
    StepEnabled stepEnabled() const override;
    void focusOutEvent(QFocusEvent* event) override;

private:
    void read();
    void settle();

    Millis m_least{0};
    Millis m_most;
    Millis m_duration{0};
    QString m_problem;
};

} // namespace dueline
