// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/queue/backend.h"

#include <QHash>

namespace dueline {

/// What JSON payloads of failed tasks have in common that those of done tasks of the same type have not: members that
/// are there, and their values, of a bounded sample of both, in bounded steps.
class PayloadContrast
{
public:
    static constexpr int least = 30; ///< payloads of each; of fewer nothing is said
    static constexpr int most = 300; ///< payloads of each
    static constexpr qint64 mostExamined = 20'000; ///< tasks that are looked at for each
    static constexpr qint64 mostBytes = 64 * 1024; ///< larger payloads are left out
    static constexpr std::size_t told = 5;
    static constexpr int slices = 6;

    enum class Finding : quint8 {
        Found, ///< see traits()
        Nothing, ///< nothing tells them apart
        TooFewFailed,
        TooFewDone,
        NoJson, ///< there are enough tasks, but too few payloads that can be read as JSON
    };

    /// A member, in the first of two samples so often, in the second so often.
    struct Trait
    {
        QByteArray path; ///< `order.items[].sku`; untrusted
        std::optional<QByteArray> value; ///< as JSON; nullopt: that the member is there
        qint64 failed = 0; ///< payloads of failed tasks that have it
        qint64 done = 0;
        double lift = 0; ///< how many times more of the failed than of the done ones have it

        bool operator==(const Trait&) const = default;
    };

    /// When the first and the last of the tasks failed.
    struct Span
    {
        TimePoint first{};
        TimePoint last{};
    };

    /// `filter`: finds the failed tasks; `masked`: members, by name, that are never looked at. `span`: samples are
    /// spread over it in `slices` parts, the newest first; of done tasks also what ended at other times, where these
    /// are too few.
    PayloadContrast(QueueName queue, QByteArray type, QString filter, const QStringList& masked,
        const std::optional<Span>& span = {});

    /// True: that was all. Errors: those of QueueInspector, Usage.
    Result<bool> step(Backend& backend);
    Finding finding() const;
    /// Those that tell failed from done ones best, at most `told`.
    std::vector<Trait> traits() const;
    /// Payloads that were compared.
    qint64 failed() const { return m_samples[0].payloads; }
    qint64 done() const { return m_samples[1].payloads; }

private:
    /// A stretch of time, or all of it.
    struct Slice
    {
        QString filter;
        QByteArray cursor;
        bool isOver = false;
    };
    /// Of failed tasks, or of done ones.
    struct Sample
    {
        StateSet states;
        std::vector<Slice> slices; ///< the newest first; looked at in turns
        std::optional<Slice> others; ///< what is looked at where these have too few
        std::size_t next = 0; ///< slice
        qint64 examined = 0;
        bool isListed = false; ///< all ids are known
        std::vector<TaskId> ids;
        std::vector<TaskId> spare; ///< more than the share of their slice, for where others have less
        std::size_t read = 0; ///< of them
        qint64 payloads = 0; ///< that are JSON
    };
    struct Counts
    {
        qint64 failed = 0;
        qint64 done = 0;
    };

    static std::vector<Slice> slicesOf(const QString& filter, const std::optional<Span>& span);
    Result<> list(Backend& backend, Sample& sample);
    Result<> readSome(Backend& backend, Sample& sample);
    void count(const QByteArray& payload, std::size_t which);

    QueueName m_queue;
    QByteArray m_type;
    QStringList m_masked; ///< in lower case
    std::array<Sample, 2> m_samples;
    QHash<QByteArray, Counts> m_traits; ///< by path, and value behind a NUL
};

} // namespace dueline
