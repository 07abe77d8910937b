// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/queue/backend.h"
#include "core/queue/jsonpath.h"

#include <QHash>

#include <random>

namespace dueline {

/// Request to count a queue's tasks by a member of their payloads, such as the customer.
struct SharesRequest
{
    static constexpr qint64 usualSample = 2'000;
    static constexpr qint64 largestSample = 100'000;

    QueueName queue;
    TaskState state = TaskState::Due;
    /// Member to count by (JsonPath::text()), or `type` for the task's type; empty: select a suitable member.
    QByteArray by = {};
    bool isExact = false; ///< true to read all tasks rather than a sample
    qint64 sample = usualSample; ///< number of tasks in the sample
    QStringList masked = {}; ///< names of members to ignore, because they are hidden; case-insensitive
    std::uint32_t seed = std::random_device()(); ///< seed for the positions of the sample's groups
};

/// A member's value, and how many tasks have it.
struct ValueShare
{
    QByteArray value; ///< value as text (scalarText()); untrusted
    qint64 counted = 0; ///< number of tasks with this value among the tasks read
    double share = 0; ///< fraction of tasks with this value
    /// 95% confidence interval of `share`; both limits equal `share` if all tasks were read.
    double low = 0;
    double high = 0;

    bool operator==(const ValueShare&) const = default;
};

/// Result of counting a queue's tasks by a member's values.
struct QueueShares
{
    static constexpr std::size_t most = 20; ///< maximum number of values in `shares`

    /// Extrapolates a number of tasks read to the entire queue. The result is an estimate if only a sample was read.
    qint64 inQueue(qint64 counted) const;

    qint64 total = 0; ///< number of tasks in the state
    qint64 read = 0;
    qint64 skipped = 0; ///< number of tasks that couldn't be counted: too large, damaged, or no longer in the state
    bool isExact = false; ///< true if all tasks in the state were read
    QByteArray by; ///< member that the tasks were counted by; empty: none is suitable
    bool isChosen = false; ///< true if the program rather than the user selected the member
    std::vector<QByteArray> candidates; ///< other suitable members, most suitable first
    /// Most frequent values, in descending order. Leaves out values that are too rare in a sample.
    std::vector<ValueShare> shares;
    qint64 otherValues = 0; ///< number of values not in `shares`
    qint64 others = 0; ///< number of tasks whose value isn't in `shares`
    bool isTimed = true; ///< true if all tasks read have a due time
    bool isCut = false; ///< true if rare values weren't counted because there were too many different ones
    qint64 without = 0; ///< number of tasks that lack the member or whose value isn't a short scalar
};

/// Count of a queue's tasks by a member of their payloads, in bounded steps. For a sample, divides the queue into parts
/// of equal length, and reads a group of adjacent tasks at a random position in each part, so that the sample
/// represents old and new tasks equally.
class ShareCount
{
public:
    static constexpr qint64 mostBytes = 64 * 1024; ///< maximum payload size in bytes; larger payloads are skipped
    static constexpr qsizetype longestValue = 120; ///< maximum size of a value in bytes; longer values aren't counted
    static constexpr qsizetype mostValues = 200'000; ///< maximum number of different values per member
    static constexpr qint64 mostStored = 1'000'000; ///< maximum number of different values over all members

    explicit ShareCount(SharesRequest request);

    /// Runs one step. Returns true once all steps have run. Errors: Usage (the member is masked, or `by` isn't a path);
    /// otherwise same as QueueInspector.
    Result<bool> step(Backend& backend);
    /// Returns the result for the tasks read so far. `by`: member, as in SharesRequest. When all tasks are read, only
    /// the requested member is counted.
    QueueShares result(const QByteArray& by) const;
    QueueShares result() const { return result(m_request.by); }
    /// Returns how many tasks have been read, in constant time.
    qint64 read() const { return m_read; }

private:
    /// Counts for one value.
    struct Count
    {
        qint64 tasks = 0;
        double squares = 0; ///< sum of the squared number of tasks in each group except the last
        qint64 group = -1; ///< last group in the sample with this value
        qint64 inGroup = 0; ///< number of tasks with this value in that group
    };
    struct Member
    {
        qint64 tasks = 0; ///< number of tasks with the member
        QHash<QByteArray, Count> values;
    };
    /// Task to count, with its group's index in the sample.
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
    qint64 m_stored = 0; ///< number of different values over all members
    bool m_readsAll = false; ///< true if the sample is complete and all tasks are being read
    qint64 m_total = 0;
    qint64 m_places = 0; ///< number of groups in the sample
    qint64 m_place = 0; ///< index of the next group
    qint64 m_read = 0;
    qint64 m_skipped = 0;
    QByteArray m_cursor;
    std::mt19937 m_random;
    QHash<QByteArray, Member> m_members; ///< keyed by path; `type` counts the tasks' types
};

/// Returns the filter term for a member's value, such as `type:…` or `json:$.customer=…`. Empty if no term selects
/// exactly the tasks with this value.
QString shareFilter(const QByteArray& by, const QByteArray& value);

} // namespace dueline
