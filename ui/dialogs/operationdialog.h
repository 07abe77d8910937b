// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/dialogs/dialogframe.h"

class QComboBox;
class QLineEdit;

namespace dueline {

/// Base class of dialogs that confirm an operation. It provides the pace, the reason, explanations in gray, and the
/// typed count, which prevents a reflexive Return from confirming.
class OperationDialog : public DialogFrame
{
    Q_OBJECT

public:
    OperationDialog(
        const Theme& theme, const QString& title, const QString& about, Environment environment, QWidget* parent);

    /// Returns the entered reason, for the record.
    QByteArray reason() const;
    /// Returns the pace in tasks per second; 0: unlimited.
    qint64 pace() const;

protected:
    /// Minimum number of tasks for which a pace is offered; for fewer tasks, it would make no noticeable difference.
    static constexpr qint64 pacedFrom = 200;

    bool isProduction() const { return m_production; }
    void addReasonRow();
    /// Adds the choice of pace. On production, the preset is slow if `slowly` is true. Warns if the operation would
    /// outlast the period in which it can be undone (`undoFor`; zero if it cannot be undone).
    void addPaceRow(qint64 tasks, Millis undoFor, bool slowly = true);
    /// Sets the default button and the initial focus in the same way for all such dialogs. For several tasks on
    /// production, or for an irreversible action (`isFinal`), the count must be typed: the field has the focus, and
    /// Return confirms once the count matches. For a single task on production, Cancel is the default. Otherwise,
    /// Return confirms immediately.
    void takeHabit(qint64 tasks, bool isFinal);
    /// Adds a line with an icon and a sentence in the second shade of gray. Returns the label, so that its text can be
    /// changed.
    PlainLabel* addQuiet(const QString& icon, const QString& text);

private:
    void warnOfPace(qint64 tasks, Millis undoFor);

    bool m_production;
    QLineEdit* m_reason;
    QComboBox* m_pace;
    PlainLabel* m_paceWarning = nullptr; ///< null until a pace is offered and undo is possible
};

} // namespace dueline
