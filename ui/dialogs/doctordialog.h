// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/console/doctor/backgrounddoctor.h"
#include "ui/dialogs/dialogframe.h"

#include <QPointer>

class QPushButton;
class QScrollArea;
class QVBoxLayout;

namespace dueline {

class Connection;

/// Dialog that lists problems with a connection's server or queues that can delay or lose tasks. Each finding has a
/// severity, a reason and a remedy: a command to copy and, if possible, a repair with a preview. The dialog is
/// modeless. It examines the connection when it opens and after each repair.
class DoctorDialog : public DialogFrame
{
    Q_OBJECT

public:
    static constexpr std::size_t mostShown = 200; ///< maximum number of findings to show, most severe first

    DoctorDialog(const Theme& theme, Connection& connection, QWidget* parent);

    /// Returns the result of the last complete examination.
    const Diagnosis& diagnosis() const { return m_diagnosis; }
    bool isBusy() const { return m_background.isRunning(); }
    /// Returns a summary such as `2 critical, 1 warning`, or the progress of an examination.
    QString summary() const;
    /// Asks for confirmation and then repairs a finding, like the finding's repair button.
    void askRepair(const DoctorFinding& finding);
    /// Returns the command that fixes the problem.
    static QString commandOf(const DoctorFinding& finding);

public Q_SLOTS:
    void examine();

Q_SIGNALS:
    /// Emitted when an examination or a repair ends.
    void ended();
    /// Emitted when a repair changes data.
    void repaired();
    /// Emitted when the user asks to see a finding's tasks.
    void tasksRequested(const dueline::QueueName& queue, const QString& filter);

private:
    void showFindings(const Diagnosis& diagnosis);
    QWidget* rowOf(const DoctorFinding& finding);
    void fail(const Error& error);
    void setBusy(const QString& words);
    void list();
    void reword();
    void tellFormer();

    QPointer<Connection> m_connection;
    BackgroundDoctor m_background;
    Diagnosis m_diagnosis;
    PlainLabel* m_summary;
    QPushButton* m_again;
    QScrollArea* m_list;
    bool m_failed = false; ///< true if the last examination or repair failed
    QString m_done; ///< outcome of the last repair
};

} // namespace dueline
