// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/panels/leases/leasedialog.h"
#include "ui/panels/leases/leasefeed.h"
#include "ui/presenters/leaseedits.h"
#include "ui/widgets/pane.h"

class QPushButton;
class QSplitter;
class QStackedWidget;
class QToolButton;

namespace dueline {

class EmptyState;
class PanelHeader;
class PanelTable;
class LeaseEdits;
class ViewedPlace;
class WindowEvents;

/// Workers on the left and their leases on the right, sorted by end time. Workers without a heartbeat are shown as
/// lost. Leases in any number of queues can be released, cancelled or extended together. The server is queried only
/// while the panel is visible.
class LeasesPanel : public Pane
{
    Q_OBJECT

public:
    static constexpr Millis extension = std::chrono::minutes(5);

    LeasesPanel(const Theme& theme, const Formatting& formatting, ViewedPlace& view, WindowEvents& events,
        LeaseEdits& leases, QWidget* parent = nullptr);

    PanelTable& workerTable() { return *m_workerTable; }
    PanelTable& leaseTable() { return *m_leaseTable; }
    LeaseModel& leaseModel() { return m_leaseModel; }
    WorkerModel& workerModel() { return m_workerModel; }
    LeaseFeed& feed() { return m_feed; }
    PanelHeader& workerHead() { return *m_workerHead; }
    PanelHeader& leaseHead() { return *m_leaseHead; }
    QPushButton& moreLink() { return *m_more; }

    QToolButton& cancelButton() { return *m_cancel; }
    QToolButton& doctorButton() { return *m_doctor; }

    void releaseSelected();
    void cancelSelected();
    void extendSelected();
    /// Shows the leases of one worker, or of all workers if empty.
    void showWorker(const QByteArray& worker);

Q_SIGNALS:
    /// Emitted when the tab's status changes. `status`: number of leases; empty if there are none, or if the panel is
    /// hidden.
    void statusChanged(const QString& status);
    /// Requests the Doctor, which lists tasks held by lost workers and can recover them after a preview.
    void doctorRequested();

protected:
    void showEvent(QShowEvent* event) override;
    void hideEvent(QHideEvent* event) override;

private:
    void build();
    void follow();
    void update();
    void showProgress();
    void updateHeads();
    void tellCount();
    void updateButtons();
    void updateEmptyStates();
    void updateStale();
    void tick();
    std::vector<LeaseRow> selected() const;
    static LeaseEdits::Chosen byQueue(const std::vector<LeaseRow>& rows);
    using LeaseEdit = void (LeaseEdits::*)(Connection&, const LeaseEdits::Chosen&);
    void editSelected(LeaseDialog::Kind kind, LeaseEdit edit);
    void showLeaseMenu(QPoint at);
    void showWorkerMenu(QPoint at);
    void copyCommands(const QByteArray& verb, const QString& options);
    static void copy(const QString& text);

    ViewedPlace& m_view;
    WindowEvents& m_events;
    LeaseEdits& m_leases;
    LeaseFeed m_feed;
    WorkerModel m_workerModel;
    LeaseModel m_leaseModel;
    PanelHeader* m_workerHead;
    PanelTable* m_workerTable;
    EmptyState* m_noWorkers;
    QStackedWidget* m_workerStack;
    PanelHeader* m_leaseHead;
    PanelTable* m_leaseTable;
    EmptyState* m_noLeases;
    QStackedWidget* m_leaseStack;
    QPushButton* m_all;
    QPushButton* m_more;
    QToolButton* m_extend;
    QToolButton* m_release;
    QToolButton* m_cancel;
    QToolButton* m_doctor;
    QString m_trouble;
    QTimer m_clock;
};

} // namespace dueline
