// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/dialogs/dialogframe.h"

class QComboBox;
class QLineEdit;

namespace dueline {

/// Base class of dialogs that confirm an operation. It provides the choice of pace, the reason, explanations in gray,
/// and a field for typing the count, which keeps users from confirming with Return by reflex.
class OperationDialog : public DialogFrame
{
    Q_OBJECT

public:
    OperationDialog(
        const Theme& theme, const QString& title, const QString& about, Environment environment, QWidget* parent);

    /// Returns the reason that the user entered. It is stored in the operation's record.
    QByteArray reason() const;
    /// Returns the pace in tasks per second; 0 means unlimited.
    qint64 pace() const;

Q_SIGNALS:
    void paceChanged();

protected:
    /// Minimum number of tasks for offering a pace. With fewer tasks, it would make no noticeable difference.
    static constexpr qint64 pacedFrom = 200;

    bool isProduction() const { return m_production; }
    void addReasonRow();
    /// Adds the choice of pace. In production, a slow pace is preselected if `slowly` is true. Shows a warning if the
    /// operation would outlast the time in which it can be undone. `undoFor`: how long it can be undone; 0 if it can't.
    void addPaceRow(qint64 tasks, Millis undoFor, bool slowly = true);
    /// Sets the default button and the initial focus, consistently for all such dialogs. If the action affects more
    /// than one task in production, or is irreversible (`isFinal`), the user must type the count: the count field has
    /// the focus, and Return confirms once the count matches. For a single task in production, Cancel is the default
    /// button. Otherwise, Return confirms immediately.
    void takeHabit(qint64 tasks, bool isFinal);
    /// Adds a line with an icon and a sentence in the second shade of gray. Returns the label, so that callers can
    /// change its text.
    PlainLabel* addQuiet(const QString& icon, const QString& text);

private:
    void warnOfPace(qint64 tasks, Millis undoFor);

    bool m_production;
    QLineEdit* m_reason;
    QComboBox* m_pace;
    /// Warning about the pace; null if no pace is offered or the operation can't be undone.
    PlainLabel* m_paceWarning = nullptr;
};

} // namespace dueline
