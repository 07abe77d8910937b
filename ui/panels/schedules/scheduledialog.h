// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/queue/schedule.h"
#include "ui/dialogs/dialogframe.h"
#include "ui/panels/schedules/runsmodel.h"

class QCheckBox;
class QComboBox;
class QGridLayout;
class QLineEdit;
class QSpinBox;
class QStackedWidget;

namespace dueline {

class PanelTable;
class PayloadEdit;

/// A recurring task, new or as it is: its next runs are shown while it is typed, what is wrong stands under its field,
/// and the verb works only while everything is valid.
class ScheduleDialog : public DialogFrame
{
    Q_OBJECT

public:
    struct Subject
    {
        QueueName queue; ///< empty: one has to be chosen
        std::vector<QueueName> queues; ///< to choose from for a new one; another name makes a queue
        QStringList types; ///< offered for typing
        std::optional<Schedule> seen; ///< the one to change; nullopt: a new one
        QString connection;
        Environment environment = Environment::Development;
        Millis clockOffset{}; ///< the server's clock minus this machine's
        QStringList hidden = {}; ///< fields of payloads that are not shown: with any, that of `seen` stays as it is
    };

    ScheduleDialog(const Theme& theme, const Formatting& formatting, const Subject& subject, QWidget* parent);

    /// As entered. Call when accepted.
    QueueName queue() const;
    Schedule schedule() const;
    /// The same as a duectl command, without the connection.
    QString command() const;

protected:
    void showEvent(QShowEvent* event) override;
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    QWidget* buildFields();
    QWidget* buildRuns();
    void buildOptions(QGridLayout& grid);
    void fill();
    /// The payload of the one to change is not shown whole, so it is not changed.
    bool keepsPayload() const { return m_subject.seen && !m_subject.hidden.isEmpty(); }
    void connectFields();
    void validate();
    /// Why it cannot be kept yet, beside expression and zone; empty: it can.
    QString problem(const Schedule& schedule) const;
    TimePoint serverNow() const;
    PlainLabel* labelOf(const QString& words, QWidget* field);
    PlainLabel* addNote(QGridLayout& grid);
    void tellUnder(PlainLabel& note, const QString& sentence, bool isProblem);
    void fitNote(PlainLabel& note);

    Subject m_subject;
    RunsModel m_runs;
    QLineEdit* m_name;
    QComboBox* m_queue;
    QComboBox* m_type;
    QComboBox* m_cron;
    PlainLabel* m_cronNote = nullptr;
    QLineEdit* m_zone;
    PlainLabel* m_zoneNote = nullptr;
    QComboBox* m_missed;
    QSpinBox* m_attempts;
    QLineEdit* m_backoff;
    QLineEdit* m_lease;
    QLineEdit* m_expires;
    QCheckBox* m_keepResult;
    QCheckBox* m_enabled;
    PanelTable* m_runsTable;
    QStackedWidget* m_runsPlace; ///< the table, or why there is nothing in it
    PlainLabel* m_runsHint;
    PayloadEdit* m_payload;
    PlainLabel* m_payloadNote;
    bool m_begun = false; ///< somebody has typed; what is missing is said from then on
};

} // namespace dueline
