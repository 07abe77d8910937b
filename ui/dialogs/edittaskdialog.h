// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/console/operations/taskedit.h"
#include "core/queue/queueinfo.h"
#include "ui/dialogs/operationdialog.h"

class QCheckBox;
class QLineEdit;
class QPushButton;
class QSpinBox;

namespace dueline {

class Formatting;
class InstantEdit;
class PayloadEdit;

/// Dialog that edits the payload or the options of a waiting or failed task. Shows what the changes are. Values that
/// the user doesn't change stay the same, byte for byte. A failed task can also be retried.
class EditTaskDialog : public OperationDialog
{
    Q_OBJECT

public:
    /// Reasons why parts of a task can't be edited.
    struct Limits
    {
        bool isMasked = false; ///< true if the connection masks parts of payloads
        bool isPayloadOnly = false; ///< true if the layout can't change a task's options
    };

    EditTaskDialog(const Theme& theme, const Formatting& formatting, const QueueInfo& queue, const EditableTask& task,
        const QString& where, Environment environment, Millis undoFor, Limits limits, QWidget* parent);

    /// Returns the changes. Valid only if the dialog was accepted.
    EditRequest request() const;
    /// Returns whether to retry the edited task.
    bool retries() const { return m_retries; }
    /// Returns the equivalent duectl command, without the connection.
    QString command() const;

private:
    void buildPayload(bool masked);
    void buildFooter(Millis undoFor);
    void fitPayload();
    QStringList changeLines() const;
    void buildOptions(bool isHidden);
    void buildExpiry(bool isHidden);
    void park(std::initializer_list<QWidget*> widgets);
    void validate();
    QString problem() const;
    QString timeProblem() const;
    bool changesAttempts() const;
    bool changesBackoff() const;
    bool changesLease() const;
    bool changesExpiry() const;
    bool changesResult() const;
    bool changesOptions() const;
    std::optional<TimePoint> expiry() const;
    std::optional<QByteArray> payload() const;

    const Formatting& m_formatting;

    QueueInfo m_queue;
    EditableTask m_task;
    PayloadEdit* m_payload = nullptr; ///< null if the payload is masked
    PlainLabel* m_payloadNote = nullptr;
    PlainLabel* m_changes = nullptr; ///< differences between the original payload and the edited one
    QPushButton* m_format = nullptr;
    QPushButton* m_save = nullptr; ///< saves a failed task without retrying it; null if the task hasn't failed
    bool m_retries = false; ///< true unless the user saves a failed task without retrying it
    bool m_brought = false; ///< true if the payload was loaded from a file
    QSpinBox* m_attempts;
    QLineEdit* m_backoff;
    QLineEdit* m_lease;
    QCheckBox* m_expires;
    InstantEdit* m_expiry;
    PlainLabel* m_clockNote = nullptr;
    QCheckBox* m_keepResult;
    QPushButton* m_copy = nullptr;
    TimePoint m_expiryBefore{}; ///< initial value of the expiry field, in whole seconds
    int m_attemptsBefore = 0;
    QString m_backoffBefore;
    QString m_leaseBefore;
};

} // namespace dueline
