// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/console/adopt/adoption.h"

#include <QElapsedTimer>

#include <atomic>
#include <memory>

namespace dueline {

/// Run of an adoption, which moves the tasks of a custom layout into a native queue in bounded steps. For each entry, a
/// script first moves the entry from its key to a store next to the key. The entry is then added to the native queue as
/// a task, and marked as added. Therefore, workers see an entry in at most one place at any time, and no entry is lost.
/// If a run is interrupted, the next run adds the entries that are still in the store. Create, use and destroy a run on
/// one thread.
class AdoptRun
{
public:
    /// Callback for progress. It returns false to cancel the run.
    using Observer = std::function<bool(const AdoptProgress&)>;

    explicit AdoptRun(AdoptRequest request);
    ~AdoptRun();

    /// Returns what the run would do, without changing anything. Errors: those of checkAdoptable(), of adoptTarget()
    /// and of opening either side; WrongType.
    Result<AdoptPreview> preview();
    /// Adopts up to 100 entries. After an error, step() can be called again. Errors: those of preview(), Refused (a
    /// read-only session; an interrupted adoption of the layout has a different target), those of QueueEditor::add.
    Result<AdoptProgress> step();
    /// Runs all remaining steps. After an error, tries to return the entries of the last step to their key.
    Result<AdoptProgress> finish(const Observer& observer = {});
    /// Makes the next step end the run. Thread-safe.
    void cancel() { m_cancelled = true; }

    /// Returns the run's record in the native queue, which may not have been written yet. Its id is empty before the
    /// first call of preview() or step().
    const OperationRecord& record() const { return m_record; }
    const AdoptProgress& progress() const { return m_progress; }

private:
    struct Sides;
    struct Pending
    {
        QByteArray operation;
        std::vector<NewTask> tasks;
        std::vector<qint64> ordinals;
    };

    Result<> open();
    Result<> begin();
    Result<> resume();
    Result<bool> takeSome();
    Result<> settle();
    void giveBack();
    Result<> writeRecord(bool finished);
    QByteArray unique() const;
    QByteArray target() const;

    AdoptRequest m_request;
    OperationRecord m_record;
    AdoptProgress m_progress;
    std::unique_ptr<Sides> m_sides;
    Pending m_pending; ///< entries that are no longer in the key and may not be in the queue yet
    std::vector<QByteArray> m_interrupted;
    TimePoint m_listedAt{};
    QByteArray m_cursor;
    qint64 m_ordinal = 0;
    qint64 m_skip = 0; ///< number of entries at the start of the key that cannot be adopted
    std::atomic<bool> m_cancelled = false;
    bool m_began = false;
    QElapsedTimer m_recorded;
};

} // namespace dueline
