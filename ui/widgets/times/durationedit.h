// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/clock.h"

#include <QAbstractSpinBox>

namespace dueline {

/// A length of time, typed with its units as duectl reads it: `500ms`, `5s`, `1h30m`, `2 hours`, `2小时`
/// (parseTypedDuration()). What cannot be read, a number without its unit included, is never taken for another one:
/// problem() says so, and whoever uses the field does not go on while there is one. Up and Down change the number under
/// the cursor.
class DurationEdit : public QAbstractSpinBox
{
    Q_OBJECT

public:
    explicit DurationEdit(QWidget* parent = nullptr);

    /// Both ends included; from 0 to 100 years unless set.
    void setRange(Millis least, Millis most);
    void setDuration(Millis length);
    /// What is entered; while there is a problem, the last that could be read.
    Millis duration() const { return m_duration; }
    /// Why what is entered is no such length, a sentence; empty: it is one.
    QString problem() const { return m_problem; }

    QSize sizeHint() const override;
    QSize minimumSizeHint() const override { return sizeHint(); }
    void stepBy(int steps) override;

Q_SIGNALS:
    /// Something else is entered, readable or not.
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
