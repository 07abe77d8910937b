// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/queue/backend.h"

#include <QHash>

namespace dueline {

/// Comparison of JSON payloads that finds members and values that are frequent in failed tasks and rare in done tasks
/// of the same type. It reads a bounded sample of each state in bounded steps.
class PayloadContrast
{
public:
    static constexpr int least = 30; ///< minimum number of payloads per state for a result
    static constexpr int most = 300; ///< maximum number of payloads per state
    static constexpr qint64 mostExamined = 20'000; ///< maximum number of tasks examined per state
    static constexpr qint64 mostBytes = 64 * 1024; ///< maximum size of a payload; larger payloads are ignored
    static constexpr std::size_t told = 5;
    static constexpr int slices = 6;

    enum class Finding : quint8 {
        Found, ///< the samples differ; see traits()
        Nothing, ///< the samples do not differ
        TooFewFailed,
        TooFewDone,
        NoJson, ///< there are enough tasks, but too few of them have a JSON payload of at most mostBytes
    };

    /// Member of the payloads, optionally with a value, and its frequency in both samples.
    struct Trait
    {
        QByteArray path; ///< path of the member, such as `order.items[].sku`; untrusted
        std::optional<QByteArray> value; ///< JSON value; nullopt: the trait is the presence of the member
        qint64 failed = 0; ///< number of payloads of failed tasks that have the trait
        qint64 done = 0;
        double lift = 0; ///< ratio of the trait's frequency in failed tasks to its frequency in done tasks

        bool operator==(const Trait&) const = default;
    };

    /// Time span of the failures.
    struct Span
    {
        TimePoint first{};
        TimePoint last{};
    };

    /// Creates a comparison. `filter`: filter that selects the failed tasks; `masked`: names of members that are never
    /// read. `span`: the samples are spread over `slices` parts of this span, newest first; if the span has too few
    /// done tasks, done tasks from other times are also used.
    PayloadContrast(QueueName queue, QByteArray type, QString filter, const QStringList& masked,
        const std::optional<Span>& span = {});

    /// Runs one step. Returns true when finished. Errors: those of QueueInspector, Usage.
    Result<bool> step(Backend& backend);
    Finding finding() const;
    /// Returns the traits that best distinguish failed from done tasks, at most `told`.
    std::vector<Trait> traits() const;
    /// Returns the number of compared payloads of failed tasks. done() returns the number for done tasks.
    qint64 failed() const { return m_samples[0].payloads; }
    qint64 done() const { return m_samples[1].payloads; }

private:
    /// Part of the time span, or all time.
    struct Slice
    {
        QString filter;
        QByteArray cursor;
        bool isOver = false;
    };
    /// Sample of failed or of done tasks.
    struct Sample
    {
        StateSet states;
        std::vector<Slice> slices; ///< slices, newest first, examined in turn
        std::optional<Slice> others; ///< slice before the time span; used if the span contains too few tasks
        std::size_t next = 0; ///< index of the next slice
        qint64 examined = 0;
        bool isListed = false; ///< true if all ids are known
        std::vector<TaskId> ids;
        /// ids beyond the quota of their slice; used if other slices contain too few tasks
        std::vector<TaskId> spare;
        qint64 unfit = 0; ///< number of tasks with an empty payload or one larger than mostBytes
        std::size_t read = 0; ///< number of tasks read
        qint64 payloads = 0; ///< number of JSON payloads
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
    QStringList m_masked; ///< names of masked members in lower case
    std::array<Sample, 2> m_samples;
    QHash<QByteArray, Counts> m_traits; ///< counts by path, optionally followed by a NUL and the value
};

} // namespace dueline
