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

/// Dialog that edits a waiting task's payload or options. Values that the user doesn't change stay the same, byte for
/// byte.
class EditTaskDialog : public OperationDialog
{
    Q_OBJECT

public:
    /// Creates the dialog. `masked`: true if the connection masks parts of payloads, in which case the payload can't be
    /// edited.
    EditTaskDialog(const Theme& theme, const Formatting& formatting, const QueueInfo& queue, const EditableTask& task,
        const QString& where, Environment environment, Millis undoFor, bool masked, QWidget* parent);

    /// Returns the changes. Valid only if the dialog was accepted.
    EditRequest request() const;
    /// Returns the equivalent duectl command, without the connection.
    QString command() const;

private:
    void buildPayload(bool masked);
    void buildOptions();
    void buildExpiry();
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
