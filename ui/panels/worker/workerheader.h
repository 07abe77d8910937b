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

/// The two lines over the handlers. First: whether the worker runs, how many of its slots are busy, where, and the
/// buttons. Second: what it is to be started with, or what it has done so far, or why it is locked and the way out.
class WorkerHeader : public Pane
{
    Q_OBJECT

public:
    /// What there is to say; a value, so that it can be compared and shown again.
    struct Facts
    {
        enum class Lock : quint8 {
            Open,
            NoPlace, ///< no connection or queue
            NotConnected, ///< its server does not answer, so that no queue is known
            ReadOnly, ///< by its profile
            NoLeases, ///< the layout has none
            WritesLocked, ///< production: writes come first
            WorkerLocked, ///< production: its own unlock is next
        };

        EmbeddedWorker::State state = EmbeddedWorker::State::Idle;
        Lock lock = Lock::Open;
        bool connected = true; ///< a server answers where it runs
        bool canLock = false; ///< it was unlocked, and may be locked again
        int busySlots = 0;
        int slotCount = 0;
        QString place; ///< `sandbox / mail`; plain text
        QString queues; ///< `mail`, or how many: what is left of the place where it is narrow
        EngineFigures figures;
    };

    WorkerHeader(const Theme& theme, const Actions& actions, QWidget* parent = nullptr);

    void show(const Facts& facts);
    /// `queue`: the name of the one looked at, for people.
    void setSettings(const WorkerSettings& settings, const QString& queue);
    /// The fields, with the handlers of `base`. The lease is that of `base` while the field does not parse.
    WorkerSettings settings(WorkerSettings base) const;
    /// Why a field cannot be; empty when all can.
    QString problem() const;

Q_SIGNALS:
    void edited();
    /// The request to allow (true) or forbid the worker for this session.
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
    QString m_queue; ///< the one that is looked at, printable; empty: none
    QString m_placeText;
    QString m_queuesText;
    bool m_setting = false;
};

} // namespace dueline
