// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/layouts/described/packedmember.h"
#include "core/layouts/described/tomlvalue.h"
#include "core/queue/operation.h"

namespace dueline {

/// Unit of scores and written instants.
enum class ScoreUnit : quint8 { Seconds, Milliseconds, Microseconds, Nanoseconds };

/// One layer of a described payload's encoding.
enum class DescribedDecoder : quint8 { Json, MessagePack, Php, Pickle, Gzip, Zlib, Base64, Text };

/// Path in a decoded payload: `$.a[0]`. Each step is a name or, if the name is empty, an index; a negative index counts
/// from the end.
struct PayloadPath
{
    struct Step
    {
        QByteArray name;
        int index = 0;

        bool operator==(const Step&) const = default;
    };

    std::vector<Step> steps;

    /// Parses a path. Returns nullopt if it does not start with `$` or a step is invalid.
    static std::optional<PayloadPath> parse(const QByteArray& text);
    bool operator==(const PayloadPath&) const = default;
};

/// Field of a hash: its key and its name.
struct DescribedHashField
{
    KeyPattern hash;
    KeyPattern field;
};

/// Place of payloads.
struct DescribedStore
{
    enum class Kind : quint8 {
        Member, ///< the member is the payload, or contains it as the variable `payload`
        String, ///< a string per task
        HashField, ///< a field per task in one hash
        HashBody, ///< a hash per task; one of its fields is the payload
    };

    Kind kind = Kind::Member;
    KeyPattern key;
    KeyPattern field; ///< HashField
    QByteArray body; ///< HashBody: name of the payload's field
    KeyPattern format; ///< text around the payload; empty: none
    std::vector<DescribedDecoder> decoders; ///< outermost first
    TextPosition at;
};

/// Source of one field of a task.
struct DescribedField
{
    enum class Source : quint8 {
        Path, ///< value in the decoded payload
        Own, ///< another field of the task's own hash (HashBody)
        Template, ///< text with variables
        Hash, ///< field of another hash
        String, ///< another string
    };

    QByteArray name;
    Source source = Source::Path;
    PayloadPath path;
    QByteArray own; ///< Own
    KeyPattern pattern; ///< Template; Hash and String: the key
    KeyPattern field; ///< Hash
    TextPosition at;
};

/// Key in which tasks wait, run, or have ended.
struct DescribedPlace
{
    enum class Kind : quint8 { SortedSet, List, Set, Hash, String, Stream };
    /// Meaning of the instants of a place.
    enum class Means : quint8 { None, Due, Deadline, Ended };
    struct Times
    {
        KeyPattern set; ///< sorted set of the timestamps that have a key
        ScoreUnit unit = ScoreUnit::Seconds;
    };

    QByteArray name;
    Kind kind = Kind::SortedSet;
    KeyPattern key;
    TaskState state = TaskState::Due;
    std::optional<ScoreUnit> unit;
    bool hasFractions = false;
    Means means = Means::None;
    KeyPattern member; ///< pattern of the member; empty if `packed` is set
    PackedMember packed;
    bool runsTail = false; ///< List: the tail runs next
    std::optional<std::pair<int, int>> buckets; ///< first and last number of `<bucket>`
    std::optional<Times> times;
    bool hasWorkers = false; ///< the key has a `<worker>`
    /// Set or sorted set with the names of the workers; empty: their keys are searched.
    KeyPattern workerNames;
    bool areWorkersSorted = false; ///< `workerNames` is a sorted set
    KeyPattern alive; ///< heartbeat of the worker; empty: none
    KeyPattern lock; ///< the task is leased while this key exists; empty: none
    std::optional<DescribedHashField> leasedIf; ///< the task is leased while this field exists and its time is ahead
    DescribedStore store;
    bool isMovedBlindly = false; ///< the design's own mover reads, pushes and removes without a check
    QByteArray group; ///< Stream
    QByteArrayList unless; ///< globs of keys that match but are no part of it
    QByteArray note;
    TextPosition at;

    /// Returns whether tasks of all queues share it.
    bool isShared() const { return !key.has("queue"); }
    /// Returns the variables that its keys and members contain.
    std::vector<QByteArray> variables() const;
    /// Returns whether its keys are found by a search through all keys.
    bool isSearched() const { return hasWorkers ? workerNames.isEmpty() : kind == Kind::String; }
};

/// Source of the names of queues.
struct DescribedQueues
{
    enum class Source : quint8 { Names, Set, Hash, SortedSet, Scan };

    Source source = Source::Names;
    std::vector<KeyPattern> patterns;
    /// Channels that show a queue while a client subscribes to one; only with Scan.
    std::vector<KeyPattern> channels = {};
    QByteArrayList unless; ///< globs of names that are no queues
};

/// Key, field or member that belongs to a task.
struct DescribedCompanion
{
    DescribedPlace::Kind kind = DescribedPlace::Kind::String;
    KeyPattern key;
    KeyPattern part; ///< field of a hash, or member
    std::vector<std::size_t> where; ///< places that a task leaves; empty: it goes along on discard and delete
    TextPosition at;
};

/// Action as a file describes it.
struct DescribedAction
{
    struct Write
    {
        DescribedHashField target;
        KeyPattern value;
    };

    ActionKind kind = ActionKind::RunNow;
    std::vector<std::size_t> from; ///< places
    std::optional<std::size_t> to; ///< nullopt: the score changes
    std::optional<PayloadPath> take; ///< the value in the entry that becomes the payload
    std::vector<Write> writes;
    KeyPattern channel; ///< channel; empty: nothing is published
    KeyPattern message;
    QByteArray caution;
    bool isOff = false;
    TextPosition at;
};

/// Expected values of one task of the sample, by name: `id`, `place`, `state` and the names of fields.
struct SampleTask
{
    Variables values;
    TextPosition at;
};

/// Parameter of a file with its usual value.
struct DescribedParameter
{
    QByteArray name;
    QByteArray value;
    bool isNumber = false;
};

/// Layout as a file describes it, checked, with its parameters inserted.
struct Description
{
    static constexpr std::size_t mostPlaces = 32;
    static constexpr std::size_t mostCompanions = 16;
    static constexpr int mostBuckets = 1'000; ///< buckets of all places together
    static constexpr std::size_t mostPatterns = 16; ///< patterns that are compared with each key of a search
    static constexpr std::size_t mostNames = 500; ///< names of queues or globs in one list

    QByteArray name;
    QByteArray title;
    QByteArray about;
    QByteArray source;
    QByteArray versions;
    std::vector<DescribedParameter> parameters; ///< parameters with the values that are in use
    DescribedQueues queues;
    DescribedStore store;
    std::vector<DescribedField> fields;
    std::vector<DescribedPlace> places;
    std::vector<DescribedCompanion> companions;
    std::vector<DescribedAction> actions;
    bool runs = false; ///< True if the description has a `[run]`.
    QByteArray ownPrefix = "dueline"; ///< prefix of Dueline's own keys, which are never read
    /// Digest of the keys that a file of the user's may change, which separates its records and trash from those of
    /// other files with its name. Empty for a file that is part of the program.
    QByteArray reachDigest = {};
    QByteArray sampleCommands;
    std::vector<SampleTask> sample;

    /// Parses and checks a file. `given`: values that replace the usual ones. `reserved`: names of other layouts.
    /// Errors: Usage, with line and column; without them if the file is valid and `given` is not.
    static Result<Description> parse(
        const QByteArray& file, const Variables& given = {}, const QByteArrayList& reserved = {});

    /// Returns the name of a key; nullopt if a variable has no value. Also nullopt if the values make it one of
    /// Dueline's own keys.
    std::optional<QByteArray> keyName(const KeyPattern& pattern, const Variables& values) const;

    const DescribedField* field(QByteArrayView name) const;
    /// Returns the states that its places distinguish.
    StateSet states() const;
    /// Returns whether the shared places are a separate queue, since other queues exist.
    bool hasSharedQueue() const;
};

/// Returns the name as it is written in files.
QByteArray wordOf(DescribedPlace::Kind kind);
QByteArray wordOf(ScoreUnit unit);
QByteArray wordOf(DescribedDecoder decoder);
/// Returns milliseconds per unit.
double millisIn(ScoreUnit unit);
/// Returns whether a glob, in which `*` stands for any bytes, matches. Takes linear time.
bool matchesStars(QByteArrayView glob, QByteArrayView bytes);

} // namespace dueline
