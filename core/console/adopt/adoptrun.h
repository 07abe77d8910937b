// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/console/adopt/adoption.h"

#include <QElapsedTimer>

#include <atomic>
#include <memory>

namespace dueline {

/// Run of an adoption, which moves a custom layout's tasks into a native queue in bounded steps. For each entry, a
/// script first moves the entry from its key to a store next to the key. The entry is then added to the native queue as
/// a task, and marked as added. At any time, workers see an entry in at most one place, and no entry is ever lost. If a
/// run is interrupted, the next run adds the entries left in the store. Create, use, and destroy a run on one thread.
class AdoptRun
{
public:
    /// Progress callback. Returns false to cancel the run.
    using Observer = std::function<bool(const AdoptProgress&)>;

    explicit AdoptRun(AdoptRequest request);
    ~AdoptRun();

    /// Returns what the run would do, without changing anything. Errors: same as checkAdoptable(), adoptTarget(), and
    /// opening either side; WrongType.
    Result<AdoptPreview> preview();
    /// Adopts up to 100 entries. Can be called again after an error. Errors: same as preview() and QueueEditor::add();
    /// Refused (read-only session, or an interrupted adoption of the layout has a different target).
    Result<AdoptProgress> step();
    /// Runs all remaining steps. After an error, tries to return the last step's entries to their key.
    Result<AdoptProgress> finish(const Observer& observer = {});
    /// Cancels the run at the next step. Thread-safe.
    void cancel() { m_cancelled = true; }

    /// Returns the run's record in the native queue, which may not have been written yet. Its id is empty before the
    /// first call to preview() or step().
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
    Pending m_pending; ///< entries taken from the key that may not be in the queue yet
    std::vector<QByteArray> m_interrupted;
    TimePoint m_listedAt{};
    QByteArray m_cursor;
    qint64 m_ordinal = 0;
    qint64 m_skip = 0; ///< number of entries at the start of the key that can't be adopted
    std::atomic<bool> m_cancelled = false;
    bool m_began = false;
    QElapsedTimer m_recorded;
};

} // namespace dueline
