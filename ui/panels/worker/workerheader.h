// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/presenters/embeddedworker.h"
#include "ui/widgets/pane.h"

class QComboBox;
class QLineEdit;
class QPushButton;
class QSpinBox;
class QStackedWidget;
class QToolButton;

namespace dueline {

class Actions;
class PlainLabel;

/// Two lines above the handlers. The first shows the worker's status and queues, the number of busy slots, and the
/// buttons. The second shows the settings for the next start, the current run's statistics, or why the worker is locked
/// and how to unlock it.
class WorkerHeader : public Pane
{
    Q_OBJECT

public:
    /// Snapshot of the displayed data. It can be compared with a newer one, and shown again after a language change.
    struct Facts
    {
        enum class Lock : quint8 {
            Open,
            NoPlace, ///< no connection or queue is displayed
            NotConnected, ///< the server doesn't respond, so the queues are unknown
            ReadOnly, ///< the profile is read-only
            NoLeases, ///< the layout has no leases
            WritesLocked, ///< the server is in production, and writes haven't been unlocked
            WorkerLocked, ///< the server is in production, and the worker hasn't been unlocked
        };

        EmbeddedWorker::State state = EmbeddedWorker::State::Idle;
        Lock lock = Lock::Open;
        bool connected = true; ///< true if the worker's server responds
        bool canLock = false; ///< true if the worker is unlocked and can be locked again
        int busySlots = 0;
        int slotCount = 0;
        QString place; ///< displayed connection and queue as plain text, such as `sandbox / mail`
        QString queues; ///< short form of `place` for narrow headers, such as `mail` or a count
        EngineFigures figures;
    };

    WorkerHeader(const Theme& theme, const Actions& actions, QWidget* parent = nullptr);

    void show(const Facts& facts);
    /// Sets the fields. `queue`: display name of the current queue.
    void setSettings(const WorkerSettings& settings, const QString& queue);
    /// Returns the values of the fields. Takes the handlers from `base`, as well as the lease if the lease field is
    /// invalid.
    WorkerSettings settings(WorkerSettings base) const;
    /// Returns why a field is invalid; empty if all fields are valid.
    QString problem() const;

Q_SIGNALS:
    void edited();
    /// Requests that the worker be unlocked (true) or locked for this session.
    void unlockRequested(bool unlocked);

protected:
    void resizeEvent(QResizeEvent* event) override;

private:
    class Figures;

    QWidget* makeFields();
    QWidget* makeLocked();
    void showState(const Facts& facts);
    void fitPlace();
    void reword();

    PlainLabel* m_icon;
    PlainLabel* m_state;
    PlainLabel* m_busy;
    PlainLabel* m_place;
    QPushButton* m_start;
    QToolButton* m_drain;
    QToolButton* m_stop;
    QToolButton* m_relock;
    QStackedWidget* m_second;
    QComboBox* m_queues;
    QSpinBox* m_slots;
    PlainLabel* m_slotsLabel;
    QLineEdit* m_lease;
    PlainLabel* m_leaseLabel;
    Figures* m_figures;
    PlainLabel* m_locked;
    QPushButton* m_unlock;
    QString m_queue; ///< printable name of the current queue; empty if there is none
    QString m_placeText;
    QString m_queuesText;
    bool m_setting = false;
};

} // namespace dueline
