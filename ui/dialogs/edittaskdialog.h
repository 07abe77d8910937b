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

/// Another payload or other options for one task that waits. What nobody touches stays as it is, byte for byte.
class EditTaskDialog : public OperationDialog
{
    Q_OBJECT

public:
    /// `masked`: the connection hides parts of payloads, so that this one stays as it is.
    EditTaskDialog(const Theme& theme, const Formatting& formatting, const QueueInfo& queue, const EditableTask& task,
        const QString& where, Environment environment, Millis undoFor, bool masked, QWidget* parent);

    /// What was changed. Call when accepted.
    EditRequest request() const;
    /// The same as a duectl command, without the connection.
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
    PayloadEdit* m_payload = nullptr; ///< null: masked
    PlainLabel* m_payloadNote = nullptr;
    bool m_brought = false; ///< the payload is that of a file
    QSpinBox* m_attempts;
    QLineEdit* m_backoff;
    QLineEdit* m_lease;
    QCheckBox* m_expires;
    InstantEdit* m_expiry;
    PlainLabel* m_clockNote = nullptr;
    QCheckBox* m_keepResult;
    QPushButton* m_copy = nullptr;
    TimePoint m_expiryBefore{}; ///< as the field had it, to the second
    int m_attemptsBefore = 0;
    QString m_backoffBefore;
    QString m_leaseBefore;
};

} // namespace dueline
