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

/// Dialog for adding tasks to a queue: type, id, time, payload, options and number of copies. Shows the effect as the
/// user types. The confirm button is enabled only if all input is valid.
class AddTaskDialog : public DialogFrame
{
    Q_OBJECT

public:
    AddTaskDialog(const Theme& theme, const Formatting& formatting, const QueueInfo& queue, const QStringList& types,
        const QString& where, Environment environment, Millis clockOffset, QWidget* parent, AddTaskRules rules = {});

    /// Fills the fields from a task, except for its id and due time.
    void copy(const EditableTask& task);
    /// Returns the entered tasks, one per copy. Valid only if the dialog was accepted.
    std::vector<NewTask> tasks() const;
    /// Returns the target queue: the one passed to the constructor, or the one entered in the dialog.
    QueueName queue() const;
    /// Returns the equivalent duectl command, without the connection.
    QString command() const;
    bool keepsOpen() const;
    /// Accepts the dialog. First asks for confirmation if the entered time is in the past.
    void accept() override;

private:
    void buildQueue();
    void buildName(const QStringList& types);
    void buildTimes();
    void buildPayload();
    void buildOptions();
    void buildPriority();
    /// Hides fields that don't apply to this layout's tasks. They keep their default values.
    void park(std::initializer_list<QWidget*> widgets);
    void addHint(const QString& sentence);
    void validate();
    QString problem(const QByteArray& type) const;
    /// Returns why the entered time is invalid; empty if it is valid or not needed.
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
    int m_usualAttempts = 0; ///< number of attempts for tasks that don't specify one
    QString m_usualBackoff;
    QByteArray m_copied; ///< type of the copied task, which may be binary
    bool m_keepsResult = false; ///< true if the copied task keeps its result
    bool m_typed = false; ///< true once the user has entered data
};

} // namespace dueline
