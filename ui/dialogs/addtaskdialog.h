// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/console/operations/taskedit.h"
#include "core/queue/queueinfo.h"
#include "ui/dialogs/addtaskrules.h"
#include "ui/dialogs/dialogframe.h"
#include "ui/text/formatting.h"

class QButtonGroup;
class QCheckBox;
class QComboBox;
class QLineEdit;
class QPushButton;
class QSpinBox;

namespace dueline {

class DurationEdit;
class InstantEdit;
class PayloadEdit;

/// Adds tasks to a queue: type, id, when, payload, options, copies. What it would do is shown while typing; the verb
/// works only while everything is valid.
class AddTaskDialog : public DialogFrame
{
    Q_OBJECT

public:
    AddTaskDialog(const Theme& theme, const Formatting& formatting, const QueueInfo& queue, const QStringList& types,
        const QString& where, Environment environment, Millis clockOffset, QWidget* parent, AddTaskRules rules = {});

    /// As another task is, but for its id and when it is due.
    void copy(const EditableTask& task);
    /// The tasks as entered, one per copy. Call when accepted.
    std::vector<NewTask> tasks() const;
    /// Where to: the queue that the dialog was made for, or the one that was chosen.
    QueueName queue() const;
    /// The same as a duectl command, without the connection.
    QString command() const;
    bool keepsOpen() const;
    /// Asks first where the time that is entered has passed.
    void accept() override;

private:
    void buildQueue();
    void buildName(const QStringList& types);
    void buildTimes();
    void buildPayload();
    void buildOptions();
    void buildPriority();
    /// What this layout's tasks do not have: not shown, and as it is by default.
    void park(std::initializer_list<QWidget*> widgets);
    void addHint(const QString& sentence);
    void validate();
    QString problem(const QByteArray& type) const;
    /// Why the time that is entered cannot be read; empty: it can, or none is.
    QString timeProblem() const;
    QByteArray type() const;
    TimePoint serverNow() const;
    std::optional<TimePoint> absoluteDue() const;
    Millis relativeDue() const;

    const Formatting& m_formatting;
    QueueInfo m_queue;
    AddTaskRules m_rules;
    Millis m_clockOffset;
    QComboBox* m_to;
    QComboBox* m_type;
    QLineEdit* m_id;
    QButtonGroup* m_when;
    DurationEdit* m_in;
    InstantEdit* m_at;
    PlainLabel* m_echo;
    PayloadEdit* m_payload;
    PlainLabel* m_payloadNote;
    QSpinBox* m_attempts;
    QLineEdit* m_backoff;
    QSpinBox* m_priority;
    QLineEdit* m_lease;
    QLineEdit* m_unique;
    QLineEdit* m_uniqueFor;
    QSpinBox* m_copies;
    QLineEdit* m_spread;
    QCheckBox* m_keepOpen;
    QPushButton* m_copy = nullptr;
    int m_usualAttempts = 0; ///< those that a task has where none are given
    QString m_usualBackoff;
    QByteArray m_copied; ///< the type of what is copied, which may be no text
    bool m_keepsResult = false; ///< as what is copied does
    bool m_typed = false; ///< a type was entered once
};

} // namespace dueline
