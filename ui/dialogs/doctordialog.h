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

/// What about a connection's server and queues can lose or delay tasks: each finding with severity, reason and remedy,
/// to copy as a command and, where that is possible, to repair after a preview. Examines when it opens and after each
/// repair; stays open beside the window.
class DoctorDialog : public DialogFrame
{
    Q_OBJECT

public:
    static constexpr std::size_t mostShown = 200; ///< findings; the worst come first

    DoctorDialog(const Theme& theme, Connection& connection, QWidget* parent);

    /// Of the last examination that came to its end.
    const Diagnosis& diagnosis() const { return m_diagnosis; }
    bool isBusy() const { return m_background.isRunning(); }
    /// `2 critical, 1 warning`; while it examines: how far it is.
    QString summary() const;
    /// Asks, then repairs; what the button of a finding does.
    void askRepair(const DoctorFinding& finding);
    /// The command a person would type against a finding.
    static QString commandOf(const DoctorFinding& finding);

public Q_SLOTS:
    void examine();

Q_SIGNALS:
    /// An examination or a repair came to its end.
    void ended();
    /// Something was changed.
    void repaired();

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
    bool m_failed = false; ///< the last examination or repair
    QString m_done; ///< what the last repair did, until the next
};

} // namespace dueline
