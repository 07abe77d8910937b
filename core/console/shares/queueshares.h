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
    /// Member by which to count (JsonPath::text), or `type` for the task's type; empty: a suitable member is selected.
    QByteArray by = {};
    bool isExact = false; ///< true to read all tasks instead of a sample
    qint64 sample = usualSample; ///< number of tasks in the sample
    QStringList masked = {}; ///< names of members that are ignored, because they are hidden; case-insensitive
    std::uint32_t seed = std::random_device()(); ///< seed for the positions of a sample's groups
};

/// Value of a member, and how many tasks have it.
struct ValueShare
{
    QByteArray value; ///< value as text (scalarText); untrusted
    qint64 counted = 0; ///< number of tasks that were read and have this value
    double share = 0; ///< fraction of the tasks that have this value
    /// 95% confidence interval of `share`; both limits are equal to `share` if all tasks were read.
    double low = 0;
    double high = 0;

    bool operator==(const ValueShare&) const = default;
};

/// Result of counting the tasks of a queue by the values of a member.
struct QueueShares
{
    static constexpr std::size_t most = 20; ///< maximum number of values in `shares`

    /// Converts a number of tasks that were read to a number of tasks in the queue, which is an estimate if only a
    /// sample was read.
    qint64 inQueue(qint64 counted) const;

    qint64 total = 0; ///< number of tasks in the state
    qint64 read = 0; ///< number of tasks that were read
    qint64 skipped = 0; ///< number of tasks that could not be counted: too large, damaged, or no longer in the state
    bool isExact = false; ///< true if all tasks in the state were read
    QByteArray by; ///< member by which the tasks were counted; empty: none is suitable
    bool isChosen = false; ///< true if the member was selected by the program, not by the user
    std::vector<QByteArray> candidates; ///< other suitable members, most suitable first
    /// Most frequent values, in descending order. Omits values that occur too rarely in a sample.
    std::vector<ValueShare> shares;
    qint64 otherValues = 0; ///< number of values that are not in `shares`
    qint64 others = 0; ///< number of tasks whose value is not in `shares`
    bool isTimed = true; ///< true if all tasks that were read have a due time
    bool isCut = false; ///< true if there were too many different values, so that rare ones were not counted
    qint64 without = 0; ///< number of tasks that lack the member, or whose value is not a short scalar
};

/// Count of a queue's tasks by a member of their payloads, in bounded steps. For a sample, the queue is divided into
/// parts of equal length, and a group of adjacent tasks is read at a random position in each part. The sample therefore
/// represents old and new tasks equally.
class ShareCount
{
public:
    static constexpr qint64 mostBytes = 64 * 1024; ///< maximum size of a payload in bytes; larger ones are skipped
    static constexpr qsizetype longestValue = 120; ///< maximum size of a value in bytes; longer ones are not counted
    static constexpr qsizetype mostValues = 200'000; ///< maximum number of different values per member
    static constexpr qint64 mostStored = 1'000'000; ///< maximum number of different values of all members together

    explicit ShareCount(SharesRequest request);

    /// Runs one step. Returns true once all steps have run. Errors: those of QueueInspector; Usage (the member is
    /// masked, or `by` is not a path).
    Result<bool> step(Backend& backend);
    /// Returns the result for the tasks that have been read so far. `by`: member, as in SharesRequest. If all tasks are
    /// read, only the requested member is counted.
    QueueShares result(const QByteArray& by) const;
    QueueShares result() const { return result(m_request.by); }
    /// Returns how many tasks have been read, in constant time.
    qint64 read() const { return m_read; }

private:
    /// Counts for one value.
    struct Count
    {
        qint64 tasks = 0;
        double squares = 0; ///< sum of squares of the number of tasks in each group, except the last one
        qint64 group = -1; ///< last group of the sample that contains this value
        qint64 inGroup = 0; ///< number of tasks with this value in that group
    };
    /// Counts for one member.
    struct Member
    {
        qint64 tasks = 0; ///< number of tasks that have the member
        QHash<QByteArray, Count> values;
    };
    /// Task to count, with the index of its group in the sample.
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
    JsonPath m_path; ///< parsed `m_request.by`
    bool m_hasBegun = false;
    bool m_isChosen = false;
    bool m_isCut = false;
    bool m_isTimed = true;
    qint64 m_stored = 0; ///< number of different values of all members together
    bool m_readsAll = false; ///< true if the sample is complete and all tasks are now being read
    qint64 m_total = 0;
    qint64 m_places = 0; ///< number of groups in the sample
    qint64 m_place = 0; ///< index of the next group
    qint64 m_read = 0;
    qint64 m_skipped = 0;
    QByteArray m_cursor;
    std::mt19937 m_random;
    QHash<QByteArray, Member> m_members; ///< by path; `type` counts the tasks' types
};

/// Returns the filter term for a value of a member, such as `type:…` or `json:$.customer=…`. Empty if no term selects
/// exactly the tasks with this value.
QString shareFilter(const QByteArray& by, const QByteArray& value);

} // namespace dueline
