// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/layouts/described/packedmember.h"
#include "core/layouts/described/tomlvalue.h"
#include "core/queue/operation.h"

namespace dueline {

/// Unit of scores and of times stored as numbers.
enum class ScoreUnit : quint8 { Seconds, Milliseconds, Microseconds, Nanoseconds };

/// One layer of a described payload's encoding.
enum class DescribedDecoder : quint8 { Json, MessagePack, Php, Pickle, Gzip, Zlib, Base64, Text };

/// Path to a value in a decoded payload, such as `$.a[0]`. Each step is a name or, if the name is empty, an index. A
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

/// Location of the task payloads.
struct DescribedStore
{
    enum class Kind : quint8 {
        Member, ///< the member is the payload, or contains the payload as the `payload` variable
        String, ///< one string per task
        HashField, ///< one field per task in a common hash
        HashBody, ///< one hash per task, in which one field is the payload
    };

    Kind kind = Kind::Member;
    KeyPattern key;
    KeyPattern field; ///< for HashField: name of the field
    QByteArray body; ///< for HashBody: name of the payload's field
    KeyPattern format; ///< text around the payload; empty if there is none
    std::vector<DescribedDecoder> decoders; ///< layers of encoding, outermost first
    TextPosition at;
};

/// Source from which one field of a task is read.
struct DescribedField
{
    enum class Source : quint8 {
        Path, ///< value in the decoded payload
        Own, ///< another field of the task's own hash (HashBody)
        Template, ///< text with variables
        Hash, ///< field of another hash
        String, ///< value of another string
    };

    QByteArray name;
    Source source = Source::Path;
    PayloadPath path;
    QByteArray own; ///< for Own: name of the field
    KeyPattern pattern; ///< for Template: the text; for Hash and String: the key
    KeyPattern field; ///< for Hash: name of the field
    TextPosition at;
};

/// Key in which tasks are waiting or running, or are stored after they have ended.
struct DescribedPlace
{
    enum class Kind : quint8 { SortedSet, List, Set, Hash, String, Stream };
    /// Meaning of the times in a place.
    enum class Means : quint8 { None, Due, Deadline, Ended };
    struct Times
    {
        KeyPattern set; ///< sorted set of the timestamps that have a list of tasks
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
    bool runsTail = false; ///< for lists: true if the item at the tail runs next
    std::optional<std::pair<int, int>> buckets; ///< first and last number for `<bucket>`
    std::optional<Times> times;
    bool hasWorkers = false; ///< true if the key's name contains `<worker>`
    /// Set or sorted set with the names of the workers; if empty, workers are found by scanning the keys.
    KeyPattern workerNames;
    bool areWorkersSorted = false; ///< true if `workerNames` is a sorted set
    KeyPattern alive; ///< heartbeat key of the worker; empty if there is none
    KeyPattern lock; ///< key that exists while the task is leased; empty if there is none
    /// Field that marks a lease: the task is leased while the field exists and contains a future time.
    std::optional<DescribedHashField> leasedIf;
    DescribedStore store;
    /// true if the design's own mover reads, pushes and removes tasks without checks between these steps
    bool isMovedBlindly = false;
    QByteArray group; ///< for streams: consumer group
    QByteArrayList unless; ///< globs for keys that match the pattern but are not part of the place
    QByteArray note;
    TextPosition at;

    /// Returns whether all queues share the place.
    bool isShared() const { return !key.has("queue"); }
    /// Returns the variables in the place's keys and members.
    std::vector<QByteArray> variables() const;
    /// Returns whether the keys of this place can only be found by scanning all keys.
    bool isSearched() const { return hasWorkers ? workerNames.isEmpty() : kind == Kind::String; }
};

/// Source of the queue names.
struct DescribedQueues
{
    enum class Source : quint8 { Names, Set, Hash, SortedSet, Scan };

    Source source = Source::Names;
    std::vector<KeyPattern> patterns;
    /// Channels that show that a queue exists while a client is subscribed to one of them; only with Scan.
    std::vector<KeyPattern> channels = {};
    QByteArrayList unless; ///< globs for excluded names
};

/// Key, field or member that belongs to a task.
struct DescribedCompanion
{
    DescribedPlace::Kind kind = DescribedPlace::Kind::String;
    KeyPattern key;
    KeyPattern part; ///< field of a hash, or member
    /// Places where tasks have this companion. It is removed when a task leaves these places. If empty, it is removed
    /// only when a task is discarded or deleted.
    std::vector<std::size_t> where;
    TextPosition at;
};

/// Action described by a layout file.
struct DescribedAction
{
    struct Write
    {
        DescribedHashField target;
        KeyPattern value;
    };

    ActionKind kind = ActionKind::RunNow;
    std::vector<std::size_t> from; ///< indexes of the places to which the action applies
    std::optional<std::size_t> to; ///< index of the new place; nullopt: only the score changes
    std::optional<PayloadPath> take; ///< path to the value in the entry that becomes the payload
    std::vector<Write> writes;
    KeyPattern channel; ///< channel on which a message is published; empty if none is
    KeyPattern message;
    QByteArray caution;
    bool isOff = false;
    TextPosition at;
};

/// Expected values of one task in the sample, by name: `id`, `place`, `state` and the names of fields.
struct SampleTask
{
    Variables values;
    TextPosition at;
};

/// Parameter of a layout file, with its default value.
struct DescribedParameter
{
    QByteArray name;
    QByteArray value;
    bool isNumber = false;
};

/// Description of a layout, parsed from a file and checked. Parameters have been replaced by their values.
struct Description
{
    static constexpr std::size_t mostPlaces = 32;
    static constexpr std::size_t mostCompanions = 16;
    static constexpr int mostBuckets = 1'000; ///< maximum number of buckets in all places together
    /// Maximum number of patterns with which a search compares each key.
    static constexpr std::size_t mostPatterns = 16;
    static constexpr std::size_t mostNames = 500; ///< maximum number of queue names or globs in one list

    QByteArray name;
    QByteArray title;
    QByteArray about;
    QByteArray source;
    QByteArray versions;
    std::vector<DescribedParameter> parameters; ///< parameters with their current values
    DescribedQueues queues;
    DescribedStore store;
    std::vector<DescribedField> fields;
    std::vector<DescribedPlace> places;
    std::vector<DescribedCompanion> companions;
    std::vector<DescribedAction> actions;
    bool runs = false; ///< True if the description has a section `[run]`.
    QByteArray ownPrefix = "dueline"; ///< prefix of Dueline's own keys, which are never read
    /// Digest of the keys that a user's file may change, which separates this file's records and trash from those of
    /// other files with the same name. Empty for files that are part of the program.
    QByteArray reachDigest = {};
    QByteArray sampleCommands;
    std::vector<SampleTask> sample;

    /// Parses and checks a file. `given`: parameter values that replace the defaults. `reserved`: names of other
    /// layouts. Errors: Usage, with line and column, or without them if the file is valid but `given` is not.
    static Result<Description> parse(
        const QByteArray& file, const Variables& given = {}, const QByteArrayList& reserved = {});

    /// Returns the name of a key; nullopt if a variable has no value, or if the values would make it one of Dueline's
    /// own keys.
    std::optional<QByteArray> keyName(const KeyPattern& pattern, const Variables& values) const;

    const DescribedField* field(QByteArrayView name) const;
    /// Returns the states distinguished by the places of the layout.
    StateSet states() const;
    /// Returns whether the shared places form a separate queue because other queues exist.
    bool hasSharedQueue() const;
};

/// Returns the word that layout files use for a kind of place.
QByteArray wordOf(DescribedPlace::Kind kind);
QByteArray wordOf(ScoreUnit unit);
QByteArray wordOf(DescribedDecoder decoder);
/// Returns the number of milliseconds per unit.
double millisIn(ScoreUnit unit);
/// Returns whether a glob matches; `*` matches any bytes. Runs in linear time.
bool matchesStars(QByteArrayView glob, QByteArrayView bytes);

} // namespace dueline
