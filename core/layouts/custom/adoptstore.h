// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/layouts/custom/customspec.h"
#include "core/layouts/port/layoutspec.h"
#include "core/redis/redisclient.h"

#include <optional>
#include <vector>

namespace dueline {

/// Entry in a custom design's key.
struct HomeEntry
{
    QByteArray bytes; ///< set member, list item or key name
    QByteArray score; ///< score as returned by Redis, or the key's value; empty for lists

    bool operator==(const HomeEntry&) const = default;
};

/// State of an entry moved out of its key. These letters are stored in Redis.
enum class AdoptState : char {
    None = 0, ///< no entry has this number
    Taken = 't', ///< the entry was removed from its key but isn't a task yet
    Added = 'a', ///< the entry is a task in the native queue
    Back = 'b', ///< the entry was moved back to its key
};

/// Entry moved out of its key.
struct AdoptEntry
{
    qint64 ordinal = 0;
    AdoptState state = AdoptState::Taken;
    HomeEntry entry;
};

/// Store for an adoption, which converts a custom design's entries to native tasks. It moves entries out of the
/// design's key, keeps them in separate keys until they have become tasks, and can move them back. Each step is atomic,
/// applies only to entries that haven't changed since they were read, and can be repeated safely. Entries are kept
/// until the adoption is complete, and then for as long as it can be undone. Each design defines how to read its
/// entries. Use a store only on the client's thread. Any call can fail with WrongType or with any of RedisClient's
/// errors.
class AdoptStore
{
public:
    static constexpr Millis keptFor{24LL * 3600 * 1000};

    AdoptStore(RedisClient& client, CustomSpecPtr spec)
        : m_client(client)
        , m_spec(std::move(spec))
    { }
    virtual ~AdoptStore() = default;
    AdoptStore(const AdoptStore&) = delete;
    AdoptStore& operator=(const AdoptStore&) = delete;

    const QByteArray& key() const { return m_spec->key; }

    /// Number of entries, and their earliest and latest due times.
    struct Count
    {
        qint64 entries = 0;
        std::optional<TimePoint> firstDue;
        std::optional<TimePoint> lastDue;
    };
    virtual Result<Count> count() = 0;
    /// Skips `skip` entries, and reads up to `limit` of the entries that follow, in the order they become due or will
    /// be claimed. If isWalked() is true, performs one step of a key scan instead; `cursor` is the scan position, and
    /// is empty at the end.
    virtual Result<std::vector<HomeEntry>> read(qint64 skip, int limit, QByteArray& cursor) = 0;
    /// Returns whether each entry is a separate key. Such entries are found by scanning all keys, so their number isn't
    /// known in advance.
    virtual bool isWalked() const { return false; }
    /// Returns an entry's due time; nullopt if it has none or an infinite one.
    virtual std::optional<TimePoint> dueOf(const HomeEntry& entry) const = 0;
    /// Returns whether entries have no due times and are claimed in order.
    virtual bool isUntimed() const { return false; }

    /// Task content in an entry.
    struct Content
    {
        QByteArray type;
        QByteArray payload;
    };
    virtual std::optional<Content> contentOf(const HomeEntry& entry) const;

    enum class TakeOutcome : quint8 { Taken, Gone, Locked };
    /// Moves up to 100 entries out of their key, numbered consecutively from `first`.
    Result<std::vector<TakeOutcome>> take(
        const QByteArray& operation, qint64 first, const std::vector<HomeEntry>& entries);
    /// Returns the moved entries with numbers in [from, from + count).
    Result<std::vector<AdoptEntry>> taken(const QByteArray& operation, qint64 from, int count);
    /// Returns the highest number in use plus one. Numbers start at 0.
    Result<qint64> end(const QByteArray& operation);
    /// Returns the number of moved entries that aren't tasks yet. Takes one round trip per million entries.
    Result<qint64> held(const QByteArray& operation);
    Result<> markAdded(const QByteArray& operation, const std::vector<qint64>& ordinals);
    enum class BackOutcome : quint8 { Back, Occupied, Unknown };
    /// Moves up to 100 entries back to their key. List entries are pushed in the given order, so the last one is
    /// claimed next.
    Result<std::vector<BackOutcome>> putBack(const QByteArray& operation, const std::vector<AdoptEntry>& entries);

    /// Unfinished adoption: its name, and the queue that it moves tasks to.
    struct Unfinished
    {
        QByteArray operation;
        QByteArray to; ///< target queue: PREFIX, space, QUEUE
        bool operator==(const Unfinished&) const = default;
    };
    Result<std::vector<Unfinished>> unfinished();
    Result<> begin(const QByteArray& operation, const QByteArray& to);
    /// Completes an adoption once every entry has become a task or has been moved back. Its data expires after keptFor.
    Result<> finish(const QByteArray& operation);

protected:
    /// Returns the key's type for take.lua and putback.lua: `zset`, `list`, or `string` for one key per entry.
    virtual QByteArray kind() const = 0;
    /// Returns the key that locks an entry; empty if there is none.
    virtual QByteArray lockOf(const HomeEntry&) const { return {}; }

    RedisClient& client() { return m_client; }
    const CustomSpec& spec() const { return *m_spec; }
    /// Parses a time such as `1795236791.25`, in seconds or milliseconds; nullopt if it isn't a time.
    static std::optional<TimePoint> timeOf(const QByteArray& score, bool milliseconds);
    /// Returns the first error among the replies.
    static std::optional<Error> errorIn(const std::vector<Reply>& replies);

private:
    QByteArray storeKey(const QByteArray& operation) const { return m_spec->overlay("adopted:" + operation); }
    QByteArray statesKey(const QByteArray& operation) const
    {
        return m_spec->overlay("adopted:" + operation + ":states");
    }
    QByteArray listKey() const { return m_spec->overlay("adoptions"); }

    RedisClient& m_client;
    CustomSpecPtr m_spec;
};

/// Returns the store for moving a layout's tasks to a native queue; null unless LayoutFacts::adoptable is set.
std::unique_ptr<AdoptStore> adoptStoreOf(const LayoutSpec& layout, RedisClient& client);

} // namespace dueline
