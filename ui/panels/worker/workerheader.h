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

/// Two lines above the handlers. The first shows whether and where the worker is running, how many slots are busy, and
/// the buttons. The second shows the settings for its start, its statistics, or why it is locked and how to unlock it.
class WorkerHeader : public Pane
{
    Q_OBJECT

public:
    /// Facts to show, as a plain value that can be compared and displayed again.
    struct Facts
    {
        enum class Lock : quint8 {
            Open,
            NoPlace, ///< No connection or queue is in view.
            NotConnected, ///< the server does not respond, so no queue is known
            ReadOnly, ///< the profile is read-only
            NoLeases, ///< the layout has no leases
            WritesLocked, ///< production: writes must be unlocked first
            WorkerLocked, ///< production: the worker must be unlocked next
        };

        EmbeddedWorker::State state = EmbeddedWorker::State::Idle;
        Lock lock = Lock::Open;
        bool connected = true; ///< true if the server of the worker responds
        bool canLock = false; ///< true if the worker was unlocked and may be locked again
        int busySlots = 0;
        int slotCount = 0;
        QString place; ///< `sandbox / mail`; plain text
        QString queues; ///< `mail`, or a number; short form of the place, used if space is short
        EngineFigures figures;
    };

    WorkerHeader(const Theme& theme, const Actions& actions, QWidget* parent = nullptr);

    void show(const Facts& facts);
    /// Sets the fields. `queue`: display name of the current queue.
    void setSettings(const WorkerSettings& settings, const QString& queue);
    /// Returns the values of the fields, with the handlers from `base`. While the lease field is invalid, the lease
    /// from `base` is used.
    WorkerSettings settings(WorkerSettings base) const;
    /// Returns why a field is invalid; empty if all fields are valid.
    QString problem() const;

Q_SIGNALS:
    void edited();
    /// Requests that the worker is allowed (true) or forbidden for this session.
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
    QString m_queue; ///< printable name of the current queue; empty: none
    QString m_placeText;
    QString m_queuesText;
    bool m_setting = false;
};

} // namespace dueline
