// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/queue/backend.h"

#include <QHash>

namespace dueline {

/// Comparison of the JSON payloads of failed and done tasks of the same type. Finds members and values that are
/// frequent in failed tasks and rare in done ones. Reads a bounded sample of each state in bounded steps.
class PayloadContrast
{
public:
    static constexpr int least = 30; ///< minimum number of payloads per state that a result requires
    static constexpr int most = 300; ///< maximum number of payloads to compare per state
    static constexpr qint64 mostExamined = 20'000; ///< maximum number of tasks examined per state
    static constexpr qint64 mostBytes = 64 * 1024; ///< maximum payload size in bytes; larger payloads are ignored
    static constexpr std::size_t told = 5;
    static constexpr int slices = 6;

    enum class Finding : quint8 {
        Found, ///< the samples differ; see traits()
        Nothing, ///< the samples don't differ
        TooFewFailed,
        TooFewDone,
        NoJson, ///< there are enough tasks, but too few with a JSON payload of at most mostBytes
    };

    /// Member that occurs in payloads, or one of its values, with its frequency in each sample.
    struct Trait
    {
        QByteArray path; ///< path to the member, such as `order.items[].sku`; untrusted
        std::optional<QByteArray> value; ///< JSON value; nullopt if the trait is that the member exists
        qint64 failed = 0; ///< number of failed tasks' payloads with the trait
        qint64 done = 0;
        double lift = 0; ///< frequency in failed tasks divided by the frequency in done tasks

        bool operator==(const Trait&) const = default;
    };

    /// Period during which the tasks failed.
    struct Span
    {
        TimePoint first{};
        TimePoint last{};
    };

    /// Creates a comparison. `filter`: selects the failed tasks. `masked`: names of members to ignore, because they are
    /// hidden. `span`: each sample is spread over `slices` parts of this period; if the period contains too few done
    /// tasks, earlier ones are added.
    PayloadContrast(QueueName queue, QByteArray type, QString filter, const QStringList& masked,
        const std::optional<Span>& span = {});

    /// Runs one step. Returns true once all steps have run. Errors: Usage; otherwise same as QueueInspector.
    Result<bool> step(Backend& backend);
    Finding finding() const;
    /// Returns up to `told` traits that distinguish failed from done tasks, most distinctive first.
    std::vector<Trait> traits() const;
    /// Returns how many failed tasks' payloads were compared; done() returns the number for done tasks.
    qint64 failed() const { return m_samples[0].payloads; }
    qint64 done() const { return m_samples[1].payloads; }

private:
    /// Part of the period that the tasks failed in, or the time before that period.
    struct Slice
    {
        QString filter;
        QByteArray cursor;
        bool isOver = false;
    };
    /// Sample of either failed or done tasks.
    struct Sample
    {
        StateSet states;
        std::vector<Slice> slices; ///< parts of the period, newest first, searched in turn
        std::optional<Slice> others; ///< time before the period, searched if the period contains too few tasks
        std::size_t next = 0; ///< index of the next slice to search
        qint64 examined = 0;
        bool isListed = false; ///< true once the search for ids is complete
        std::vector<TaskId> ids;
        /// Tasks beyond their slice's share of the sample, used if other slices have too few tasks.
        std::vector<TaskId> spare;
        qint64 unfit = 0; ///< number of tasks with an empty payload or one larger than mostBytes
        std::size_t read = 0; ///< number of tasks whose payload has been read
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
    QStringList m_masked; ///< names of ignored members, in lower case
    std::array<Sample, 2> m_samples;
    QHash<QByteArray, Counts> m_traits; ///< keyed by path or, for values, by path, NUL, and value
};

} // namespace dueline
