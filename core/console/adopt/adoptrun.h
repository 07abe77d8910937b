// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/console/adopt/adoption.h"

#include <QElapsedTimer>

#include <atomic>
#include <memory>

namespace dueline {

/// Run of an adoption, which moves the tasks of a custom layout into a native queue in bounded steps. Create, use and
/// destroy the run on one thread. For each entry, a script first moves the entry from its key to a store next to the
/// key. The entry is then added to the native queue under its own id, and this is recorded. Therefore, workers see an
/// entry in at most one place at any time, and no entry is lost. If a run is interrupted, the next run adds the entries
/// in transit.
class AdoptRun
{
public:
    /// Function that receives the progress, and returns false to cancel.
    using Observer = std::function<bool(const AdoptProgress&)>;

    explicit AdoptRun(AdoptRequest request);
    ~AdoptRun();

    /// Previews the run without changing anything. Errors: those of checkAdoptable(), of
    /// adoptTarget() and of opening either side; WrongType.
    Result<AdoptPreview> preview();
    /// Adopts up to 100 entries. After an error, the run is unchanged, and the step can be repeated. Errors: those of
    /// preview(), Refused (a read-only session; another adoption of the layout has a different target), those of
    /// QueueEditor::add.
    Result<AdoptProgress> step();
    /// Runs all steps. After an error, tries to return the last entries to their key.
    Result<AdoptProgress> finish(const Observer& observer = {});
    /// Cancels the run: the next step ends it. Thread-safe.
    void cancel() { m_cancelled = true; }

    /// Returns the record of the run in the native queue, as last written or about to be written. Its id is empty
    /// before the first preview() or step().
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
    Pending m_pending; ///< tasks that have been moved out of the key but may not have been added yet
    std::vector<QByteArray> m_interrupted;
    TimePoint m_listedAt{};
    QByteArray m_cursor;
    qint64 m_ordinal = 0;
    qint64 m_skip = 0; ///< number of entries skipped at the front, because they cannot be adopted
    std::atomic<bool> m_cancelled = false;
    bool m_began = false;
    QElapsedTimer m_recorded;
};

} // namespace dueline
