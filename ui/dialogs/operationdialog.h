// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/dialogs/dialogframe.h"

class QComboBox;
class QLineEdit;

namespace dueline {

/// What the dialogs before an operation have in common: how fast it goes, why it is done, quiet sentences on what it
/// means, and the count to be typed where a reflex on Return must not be enough.
class OperationDialog : public DialogFrame
{
    Q_OBJECT

public:
    OperationDialog(
        const Theme& theme, const QString& title, const QString& about, Environment environment, QWidget* parent);

    /// As entered, for the record.
    QByteArray reason() const;
    /// Tasks per second; 0: as fast as it goes.
    qint64 pace() const;

protected:
    /// Fewer tasks than this are done before a pace would be noticed.
    static constexpr qint64 pacedFrom = 200;

    bool isProduction() const { return m_production; }
    void addReasonRow();
    /// On production slowly (`slowly`), unless somebody chooses otherwise. Says where so many tasks take longer at the
    /// pace than they can be undone; `undoFor` zero: they cannot be undone anyway.
    void addPaceRow(qint64 tasks, Millis undoFor, bool slowly = true);
    /// What Return does and where the focus is, in all of these dialogs alike: several tasks on production, or for good
    /// (`isFinal`), are counted in a field that has the focus, and Return does it once they are; elsewhere Return does
    /// it at once; a single task on production is left to Cancel.
    void takeHabit(qint64 tasks, bool isFinal);
    /// A sentence in the second grey behind a picture, in a line of their own. The label, so that it can say something
    /// else later.
    PlainLabel* addQuiet(const QString& icon, const QString& text);

private:
    void warnOfPace(qint64 tasks, Millis undoFor);

    bool m_production;
    QLineEdit* m_reason;
    QComboBox* m_pace;
    PlainLabel* m_paceWarning = nullptr; ///< once there is a pace to choose, and an undo
};

} // namespace dueline
