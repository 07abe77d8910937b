// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/layouts/catalogue/layoutregistry.h"
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

/// Dialog that creates or edits a recurring task. It updates the next runs as the user types. Errors are shown below
/// their fields, and the confirm button is enabled only if all fields are valid.
class ScheduleDialog : public DialogFrame
{
    Q_OBJECT

public:
    struct Subject
    {
        QueueName queue; ///< recurring task's queue; empty if the user must choose one
        std::vector<QueueName> queues; ///< queues suggested for a new recurring task; any other name creates a queue
        LayoutSpec layout = defaultLayout(); ///< the connection's layout
        QStringList types; ///< suggested task types
        std::optional<Schedule> seen; ///< recurring task to edit; nullopt to create one
        QString connection;
        Environment environment = Environment::Development;
        Millis clockOffset{}; ///< difference between the server's clock and this machine's
        // Masked payload fields. If there are any, the payload of `seen` can't be edited and is preserved.
        QStringList hidden = {};
    };

    ScheduleDialog(const Theme& theme, const Formatting& formatting, const Subject& subject, QWidget* parent);

    /// Returns the entered queue. Only valid if the dialog has been accepted.
    QueueName queue() const;
    Schedule schedule() const;
    /// Returns the equivalent duectl command, without the connection.
    QString command() const;

protected:
    void showEvent(QShowEvent* event) override;
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    QWidget* buildFields();
    QWidget* buildRuns();
    void buildOptions(QGridLayout& grid);
    void fill();
    /// Returns whether the payload can't be edited because it is partly masked.
    bool keepsPayload() const { return m_subject.seen && !m_subject.hidden.isEmpty(); }
    void connectFields();
    void validate();
    /// Returns why the recurring task can't be saved yet; empty if it can. Ignores errors in the expression and the
    /// zone.
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
    /// Stack of two pages: the table of runs, and an explanation if it is empty.
    QStackedWidget* m_runsPlace;
    PlainLabel* m_runsHint;
    PayloadEdit* m_payload;
    PlainLabel* m_payloadNote;
    bool m_begun = false; ///< true once the user has typed; missing input isn't reported before that
};

} // namespace dueline
