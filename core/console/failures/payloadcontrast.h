// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/queue/backend.h"

#include <QHash>

namespace dueline {

/// Comparison of the JSON payloads of failed and done tasks of the same type. It finds members and values that are
/// frequent in failed tasks and rare in done ones. It reads a bounded sample of each state, in bounded steps.
class PayloadContrast
{
public:
    static constexpr int least = 30; ///< minimum number of payloads per state, below which there is no result
    static constexpr int most = 300; ///< maximum number of payloads per state
    static constexpr qint64 mostExamined = 20'000; ///< maximum number of tasks examined per state
    static constexpr qint64 mostBytes = 64 * 1024; ///< maximum size of a payload; larger ones are ignored
    static constexpr std::size_t told = 5;
    static constexpr int slices = 6;

    enum class Finding : quint8 {
        Found, ///< the samples differ; see traits()
        Nothing, ///< the samples do not differ
        TooFewFailed,
        TooFewDone,
        NoJson, ///< there are enough tasks, but too few of their payloads are JSON of at most mostBytes
    };

    /// Member of the payloads, or a value of a member, and how often it occurs in both samples.
    struct Trait
    {
        QByteArray path; ///< path of the member, such as `order.items[].sku`; untrusted
        std::optional<QByteArray> value; ///< JSON value; nullopt: the trait is that the member exists
        qint64 failed = 0; ///< number of payloads of failed tasks with the trait
        qint64 done = 0;
        double lift = 0; ///< frequency in failed tasks, divided by the frequency in done tasks

        bool operator==(const Trait&) const = default;
    };

    /// Period in which the tasks failed.
    struct Span
    {
        TimePoint first{};
        TimePoint last{};
    };

    /// Creates a comparison. `filter`: selects the failed tasks. `masked`: names of members that are ignored, because
    /// they are hidden. `span`: each sample is spread over `slices` parts of this period; if it contains too few done
    /// tasks, earlier done tasks are added.
    PayloadContrast(QueueName queue, QByteArray type, QString filter, const QStringList& masked,
        const std::optional<Span>& span = {});

    /// Runs one step. Returns true once all steps have run. Errors: those of QueueInspector, Usage.
    Result<bool> step(Backend& backend);
    Finding finding() const;
    /// Returns up to `told` traits that distinguish failed from done tasks, most distinctive first.
    std::vector<Trait> traits() const;
    /// Returns how many payloads of failed tasks were compared; done() returns the number for done tasks.
    qint64 failed() const { return m_samples[0].payloads; }
    qint64 done() const { return m_samples[1].payloads; }

private:
    /// Part of the period, or the time before it.
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
        std::vector<Slice> slices; ///< parts of the period, newest first; they are searched in turn
        std::optional<Slice> others; ///< time before the period, searched if the period contains too few tasks
        std::size_t next = 0; ///< index of the slice that is searched next
        qint64 examined = 0;
        bool isListed = false; ///< true if the search for ids is complete
        std::vector<TaskId> ids;
        /// Tasks beyond their slice's share, used if other slices have too few tasks.
        std::vector<TaskId> spare;
        qint64 unfit = 0; ///< number of tasks whose payload is empty or larger than mostBytes
        std::size_t read = 0; ///< number of tasks whose payload has been read
        qint64 payloads = 0; ///< number of payloads that are JSON
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
    QStringList m_masked; ///< names of ignored members, in lower case
    std::array<Sample, 2> m_samples;
    QHash<QByteArray, Counts> m_traits; ///< by path or, for values, by path, NUL and value
};

} // namespace dueline
