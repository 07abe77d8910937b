// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/console/adopt/adoption.h"

#include <QElapsedTimer>

#include <atomic>
#include <memory>

namespace dueline {

/// Moves the tasks of a design written by hand into a native queue, as a machine of bounded steps; made, used and
/// destroyed on one thread. Each entry is taken out of its key and kept beside it in one script, then added to the
/// native queue under an id of its own, then noted: at every moment it is in one place where somebody runs it, or in
/// none and kept. What a run that ended in the middle has taken is finished by the next one.
class AdoptRun
{
public:
    using Observer = std::function<bool(const AdoptProgress&)>; ///< false: cancel

    explicit AdoptRun(AdoptRequest request);
    ~AdoptRun();

    /// Changes nothing. Errors: as checkAdoptable() and adoptTarget(), those of opening both sides, WrongType.
    Result<AdoptPreview> preview();
    /// At most 100 entries. An error leaves the run as it was; the same step may be called again. Errors: as preview(),
    /// Refused (a read-only session; another adoption of the same design leads elsewhere), those of QueueEditor::add.
    Result<AdoptProgress> step();
    /// step() to the end; after an error what was taken last is put back where that can be done.
    Result<AdoptProgress> finish(const Observer& observer = {});
    /// The next step finishes. From any thread.
    void cancel() { m_cancelled = true; }

    /// Of the native queue, as it was last written or would be; its id is empty before the first preview() or step().
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
    Pending m_pending; ///< taken, and not yet known to be added
    std::vector<QByteArray> m_interrupted;
    TimePoint m_listedAt{};
    QByteArray m_cursor;
    qint64 m_ordinal = 0;
    qint64 m_skip = 0; ///< entries at the front that stay
    std::atomic<bool> m_cancelled = false;
    bool m_began = false;
    QElapsedTimer m_recorded;
};

} // namespace dueline
