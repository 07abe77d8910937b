// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/queue/backend.h"
#include "core/queue/jsonpath.h"

#include <QHash>

#include <random>

namespace dueline {

/// Request to count the tasks of a queue by a member of their payloads, such as the customer.
struct SharesRequest
{
    static constexpr qint64 usualSample = 2'000;
    static constexpr qint64 largestSample = 100'000;

    QueueName queue;
    TaskState state = TaskState::Due;
    /// member to count by (JsonPath::text), or `type` for the type of the task; empty: the program chooses the member
    QByteArray by = {};
    bool isExact = false; ///< true to read all tasks instead of a sample
    qint64 sample = usualSample; ///< number of tasks in the sample
    QStringList masked = {}; ///< names of members that are never read, case-insensitive
    std::uint32_t seed = std::random_device()(); ///< seed for the random positions of the sample's groups
};

/// Share of the tasks that have one value.
struct ValueShare
{
    QByteArray value; ///< text of the value (scalarText); untrusted
    qint64 counted = 0; ///< number of tasks read that have this value
    double share = 0; ///< fraction of the tasks
    /// limits of the 95% confidence interval of `share`; equal to `share` if all tasks were read
    double low = 0;
    double high = 0;

    bool operator==(const ValueShare&) const = default;
};

/// Tasks of a queue, counted by value.
struct QueueShares
{
    static constexpr std::size_t most = 20; ///< maximum number of values listed

    /// Scales a number of tasks read to the entire queue. The result is an estimate if only a sample was read.
    qint64 inQueue(qint64 counted) const;

    qint64 total = 0; ///< number of tasks in the state
    qint64 read = 0; ///< number of tasks that were read
    qint64 skipped = 0; ///< number of tasks that could not be read: too large, damaged, or no longer in the state
    bool isExact = false; ///< true if all tasks of the state were read
    QByteArray by; ///< member that was counted; empty: no member of the payloads is suitable
    bool isChosen = false; ///< true if the program chose the member
    std::vector<QByteArray> candidates; ///< other suitable members, most suitable first
    /// Most frequent values, most frequent first. Values that are rare in a sample are not listed.
    std::vector<ValueShare> shares;
    qint64 otherValues = 0; ///< number of values that are not listed
    qint64 others = 0; ///< number of tasks read whose values are not listed
    bool isTimed = true; ///< true if every task read has a due time
    bool isCut = false; ///< true if there were too many different values, so that rare values are not counted
    qint64 without = 0; ///< number of tasks read that do not have the member, or whose value is not a short scalar
};

/// Count of a queue's tasks by a member of their payloads, in bounded steps. For a sample, the queue is divided into
/// parts of equal length, and a group of neighbouring tasks is read at a random position in each part. The sample
/// therefore also contains tasks that arrived late.
class ShareCount
{
public:
    static constexpr qint64 mostBytes = 64 * 1024; ///< maximum size of a payload; larger payloads are skipped
    static constexpr qsizetype longestValue = 120; ///< maximum size of a value in bytes
    static constexpr qsizetype mostValues = 200'000; ///< maximum number of different values of a member
    static constexpr qint64 mostStored = 1'000'000; ///< maximum number of values of all members

    explicit ShareCount(SharesRequest request);

    /// Runs one step. Returns true when finished. Errors: those of QueueInspector; Usage (the member is masked, or
    /// `by` is not a path).
    Result<bool> step(Backend& backend);
    /// Returns the counts of the tasks read so far. `by`: member to count by, as in SharesRequest; members other than
    /// the requested one are known only from a sample.
    QueueShares result(const QByteArray& by) const;
    QueueShares result() const { return result(m_request.by); }
    /// Returns the number of tasks read so far, for progress. Unlike result(), takes constant time.
    qint64 read() const { return m_read; }

private:
    /// Counts of one value.
    struct Count
    {
        qint64 tasks = 0;
        double squares = 0; ///< sum of the squared numbers of tasks in each group of the sample, except the last group
        qint64 group = -1; ///< last group with this value
        qint64 inGroup = 0; ///< number of tasks with this value in the last group
    };
    /// Counts of one member.
    struct Member
    {
        qint64 tasks = 0; ///< number of tasks that have the member
        QHash<QByteArray, Count> values;
    };
    /// Task to count, and its group in the sample.
    struct Read
    {
        Task task;
        qint64 group = 0;
    };

    Result<> begin(Backend& backend);
    void keepFrequent();
    Result<> readPlaces(Backend& backend);
    Result<bool> readAll(Backend& backend);
    Result<> readTasks(Backend& backend, const std::vector<Read>& tasks);
    void count(const Read& read, const QByteArray& payload);
    void countMembers(const QJsonValue& value, const JsonPath& path, QHash<QByteArray, QByteArrayList>& found) const;
    void add(const QByteArray& member, const QByteArrayList& values, qint64 group);
    void setInterval(ValueShare& share, const Count& count) const;
    bool isMasked(const JsonPath& path) const;
    std::vector<QByteArray> suitable() const;

    SharesRequest m_request;
    JsonPath m_path; ///< path of the member in `m_request.by`
    bool m_hasBegun = false;
    bool m_isChosen = false;
    bool m_isCut = false;
    bool m_isTimed = true;
    qint64 m_stored = 0; ///< number of values of all members
    bool m_readsAll = false; ///< true while all tasks are read
    qint64 m_total = 0;
    qint64 m_places = 0; ///< number of groups in the sample
    qint64 m_place = 0; ///< index of the next group
    qint64 m_read = 0;
    qint64 m_skipped = 0;
    QByteArray m_cursor;
    std::mt19937 m_random;
    QHash<QByteArray, Member> m_members; ///< counts by member; `type` is the type of the task
};

/// Returns the filter term that selects the tasks with this value of a member: `type:…`, `json:$.customer=…`. Empty if
/// no term selects only these tasks.
QString shareFilter(const QByteArray& by, const QByteArray& value);

} // namespace dueline
