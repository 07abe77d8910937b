// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/layouts/described/packedmember.h"
#include "core/layouts/described/tomlvalue.h"
#include "core/queue/operation.h"

namespace dueline {

/// Unit of scores, and of times stored as numbers.
enum class ScoreUnit : quint8 { Seconds, Milliseconds, Microseconds, Nanoseconds };

/// One layer of a payload's encoding.
enum class DescribedDecoder : quint8 { Json, MessagePack, Php, Pickle, Gzip, Zlib, Base64, Text };

/// Path to a value in a decoded payload, such as `$.a[0]`. Each step is a name, or an index if the name is empty. A
/// negative index counts from the end.
struct PayloadPath
{
    struct Step
    {
        QByteArray name;
        int index = 0;

        bool operator==(const Step&) const = default;
    };

    std::vector<Step> steps;

    /// Parses a path. Returns nullopt if it doesn't start with `$` or if a step is invalid.
    static std::optional<PayloadPath> parse(const QByteArray& text);
    bool operator==(const PayloadPath&) const = default;
};

/// Hash field: the hash's key and the field's name.
struct DescribedHashField
{
    KeyPattern hash;
    KeyPattern field;
};

/// Location of the task payloads.
struct DescribedStore
{
    enum class Kind : quint8 {
        Member, ///< the member is the payload, or contains it as the variable `payload`
        String, ///< one string key per task
        HashField, ///< one field per task in a hash shared by all tasks
        HashBody, ///< one hash per task, with the payload in one of its fields
    };

    Kind kind = Kind::Member;
    KeyPattern key;
    KeyPattern field; ///< for HashField: the field
    QByteArray body; ///< for HashBody: field with the payload
    KeyPattern format; ///< text around the payload; empty if there is none
    std::vector<DescribedDecoder> decoders; ///< layers of encoding, outermost first
    TextPosition at;
};

/// Source of a task's field.
struct DescribedField
{
    enum class Source : quint8 {
        Path, ///< value at a path in the decoded payload
        Own, ///< another field of the task's hash (HashBody only)
        Template, ///< text with variables
        Hash, ///< field of a different hash
        String, ///< value of a string
    };

    QByteArray name;
    Source source = Source::Path;
    PayloadPath path;
    QByteArray own; ///< for Own: the hash field
    KeyPattern pattern; ///< for Template: the text; for Hash and String: the key
    KeyPattern field; ///< for Hash: the hash field
    TextPosition at;
};

/// Key, or pattern of keys, where tasks wait, run, or are kept after they have ended.
struct DescribedPlace
{
    enum class Kind : quint8 { SortedSet, List, Set, Hash, String, Stream };
    /// Meaning of the times stored in a place.
    enum class Means : quint8 { None, Due, Deadline, Ended };
    struct Times
    {
        KeyPattern set; ///< sorted set of timestamps, each with a list of tasks
        ScoreUnit unit = ScoreUnit::Seconds;
    };

    QByteArray name;
    Kind kind = Kind::SortedSet;
    KeyPattern key;
    TaskState state = TaskState::Due;
    std::optional<ScoreUnit> unit;
    bool hasFractions = false;
    Means means = Means::None;
    KeyPattern member; ///< pattern of the members; empty if `packed` is set
    PackedMember packed;
    bool runsTail = false; ///< for lists: true if the tail item runs next
    std::optional<std::pair<int, int>> buckets; ///< lowest and highest value of `<bucket>`
    std::optional<Times> times;
    bool hasWorkers = false; ///< true if the key's name contains `<worker>`
    /// Set or sorted set with the workers' names. If empty, workers are found by scanning keys.
    KeyPattern workerNames;
    bool areWorkersSorted = false; ///< true if `workerNames` is a sorted set
    KeyPattern alive; ///< worker's heartbeat key; empty if there is none
    KeyPattern lock; ///< key that exists while the task is leased; empty if there is none
    /// Hash field that marks a lease. The task is leased while the field exists and contains a future time.
    std::optional<DescribedHashField> leasedIf;
    DescribedStore store;
    /// True if the design's own program reads a task, pushes it to another key and then removes it, without checking
    /// whether the task has changed in between.
    bool isMovedBlindly = false;
    QByteArray group; ///< for streams: the consumer group
    QByteArrayList unless; ///< globs for keys that match the pattern but aren't part of the place
    QByteArray note;
    TextPosition at;

    /// Returns whether all queues share this place.
    bool isShared() const { return !key.has("queue"); }
    /// Returns the variables in the place's keys and members.
    std::vector<QByteArray> variables() const;
    /// Returns whether the place's keys can be found only by scanning all keys.
    bool isSearched() const { return hasWorkers ? workerNames.isEmpty() : kind == Kind::String; }
};

/// Source of the queue names.
struct DescribedQueues
{
    enum class Source : quint8 { Names, Set, Hash, SortedSet, Scan };

    Source source = Source::Names;
    std::vector<KeyPattern> patterns;
    /// Channels that show whether a queue exists: it exists while a client is subscribed to one of them. Used only with
    /// the source Scan.
    std::vector<KeyPattern> channels = {};
    QByteArrayList unless; ///< globs for excluded names
};

/// Key, hash field or set member that belongs to a task, in addition to the task's entry in a place.
struct DescribedCompanion
{
    DescribedPlace::Kind kind = DescribedPlace::Kind::String;
    KeyPattern key;
    KeyPattern part; ///< hash field or set member
    /// Indexes of the places where a task has this companion. The companion is removed when the task leaves these
    /// places. If empty, the companion is removed only when the task is discarded or deleted.
    std::vector<std::size_t> where;
    TextPosition at;
};

/// Data to write and message to publish along with a change to a task.
struct DescribedEffects
{
    struct Write
    {
        DescribedHashField target;
        KeyPattern value;
    };

    std::vector<Write> writes;
    KeyPattern channel; ///< channel to publish a message to; empty if there is none
    KeyPattern message;
};

/// Action defined in a layout file.
struct DescribedAction : DescribedEffects
{
    ActionKind kind = ActionKind::RunNow;
    std::vector<std::size_t> from; ///< indexes of the places whose tasks the action applies to
    std::optional<std::size_t> to; ///< index of the new place; nullopt if only the score changes
    std::optional<PayloadPath> take; ///< path to the value in the payload that becomes the new payload
    QByteArray caution;
    bool isOff = false;
    TextPosition at;
};

/// Places for new tasks. At least one of them is set.
struct DescribedAdding : DescribedEffects
{
    std::optional<std::size_t> now; ///< index of the place for due tasks
    std::optional<std::size_t> later; ///< index of the place for tasks with a due time
    /// Key of the string with the highest number that producers have used as an id. A new task's id must not be higher:
    /// a producer would later use that number for another task. Empty if producers use other ids.
    KeyPattern counter;
    TextPosition at;
};

/// Rules for claiming tasks for Dueline's workers.
struct DescribedRunning
{
    std::vector<std::size_t> from; ///< indexes of the places to claim tasks from
    QByteArray caution; ///< sentence to show before tasks are run
};

/// Expected values of one sample task, by name: `id`, `place`, `state`, and field names.
struct SampleTask
{
    Variables values;
    TextPosition at;
};

/// Layout file parameter, with its default value.
struct DescribedParameter
{
    QByteArray name;
    QByteArray value;
    bool isNumber = false;
};

/// Description of a layout, parsed from a file and validated. Parameters have been replaced by their values.
struct Description
{
    static constexpr std::size_t mostPlaces = 32;
    static constexpr std::size_t mostCompanions = 16;
    static constexpr int mostBuckets = 1'000; ///< maximum total number of buckets in all places
    /// Maximum number of patterns that a search compares each key with.
    static constexpr std::size_t mostPatterns = 16;
    static constexpr std::size_t mostNames = 500; ///< maximum number of queue names or globs in one list

    QByteArray name;
    QByteArray title;
    QByteArray about;
    QByteArray source;
    QByteArray versions;
    std::vector<DescribedParameter> parameters; ///< parameters and their current values
    DescribedQueues queues;
    DescribedStore store;
    std::vector<DescribedField> fields;
    std::vector<DescribedPlace> places;
    std::vector<DescribedCompanion> companions;
    std::vector<DescribedAction> actions;
    std::optional<DescribedAdding> adding; ///< nullopt if the description doesn't allow new tasks
    std::optional<DescribedRunning> running; ///< nullopt if the description doesn't let Dueline run tasks
    QByteArray ownPrefix = "dueline"; ///< prefix of Dueline's own keys, which are never read
    /// Digest of the keys that the actions in a user's file may change. It separates this file's records and trash from
    /// those of other files with the same name. Empty for built-in files.
    QByteArray reachDigest = {};
    QByteArray sampleCommands;
    TextPosition sampleAt; ///< position of `sampleCommands` in the file
    std::vector<SampleTask> sample;

    /// Parses and validates a file. `given`: parameter values that replace the defaults. `reserved`: names of other
    /// layouts. Errors: Usage, with line and column, or without a position if the file is valid but `given` isn't.
    static Result<Description> parse(
        const QByteArray& file, const Variables& given = {}, const QByteArrayList& reserved = {});

    /// Returns a key's name; nullopt if a variable has no value, or if the result would be one of Dueline's own keys.
    std::optional<QByteArray> keyName(const KeyPattern& pattern, const Variables& values) const;

    const DescribedField* field(QByteArrayView name) const;
    /// Returns the states that tasks in the layout's places can have.
    StateSet states() const;
    /// Returns whether the places shared by all queues form a separate queue. They do if there are other queues.
    bool hasSharedQueue() const;
};

/// Returns the keyword for a kind of place in layout files.
QByteArray wordOf(DescribedPlace::Kind kind);
QByteArray wordOf(ScoreUnit unit);
QByteArray wordOf(DescribedDecoder decoder);
/// Returns the number of milliseconds per unit.
double millisIn(ScoreUnit unit);
/// Returns whether a glob matches; `*` matches any bytes. Runs in linear time.
bool matchesStars(QByteArrayView glob, QByteArrayView bytes);

} // namespace dueline
