// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/layouts/custom/customspec.h"
#include "core/layouts/port/layoutspec.h"
#include "core/redis/redisclient.h"

#include <optional>
#include <vector>

namespace dueline {

/// Entry of a custom design, as stored in the design's key.
struct HomeEntry
{
    QByteArray bytes; ///< member, item, or name of the key
    QByteArray score; ///< score as Redis writes it, or value of a key; empty for lists

    bool operator==(const HomeEntry&) const = default;
};

/// State of an entry that was moved out of its key. Redis stores these letters.
enum class AdoptState : char {
    None = 0, ///< no entry has this ordinal
    Taken = 't', ///< removed from its key, but not stored elsewhere yet
    Added = 'a', ///< the entry is a task in the native queue
    Back = 'b', ///< the entry is back in its key
};

/// Entry that was moved out of its key.
struct AdoptEntry
{
    qint64 ordinal = 0;
    AdoptState state = AdoptState::Taken;
    HomeEntry entry;
};

/// Store for an adoption, which turns the entries of a custom design into native tasks. It moves entries out of the
/// design's key, keeps them next to that key until they have become tasks, and can move them back. Each step is atomic,
/// applies only to entries that are unchanged since they were read, and is safe to repeat. Entries are kept until the
/// adoption is complete, and then for as long as it can be undone. Each design defines how its entries are read. Bound
/// to the client's thread. Errors of all functions: those of RedisClient, WrongType.
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

    /// Number of entries, with their earliest and latest due times.
    struct Count
    {
        qint64 entries = 0;
        std::optional<TimePoint> firstDue;
        std::optional<TimePoint> lastDue;
    };
    virtual Result<Count> count() = 0;
    /// Skips `skip` entries and reads at most `limit`, in the order in which they are due or will be claimed. If
    /// isWalked(), performs one step of the key scan instead; `cursor` continues the scan and is empty at the end.
    virtual Result<std::vector<HomeEntry>> read(qint64 skip, int limit, QByteArray& cursor) = 0;
    /// Returns whether each entry is a key. In that case, the entries are found by scanning all keys, and their number
    /// is not known in advance.
    virtual bool isWalked() const { return false; }
    /// Returns the due time of an entry; nullopt if it has none or an infinite one.
    virtual std::optional<TimePoint> dueOf(const HomeEntry& entry) const = 0;
    /// Returns whether entries have no due times and are claimed in order.
    virtual bool isUntimed() const { return false; }

    /// Content of the task in an entry.
    struct Content
    {
        QByteArray type;
        QByteArray payload;
    };
    virtual std::optional<Content> contentOf(const HomeEntry& entry) const;

    enum class TakeOutcome : quint8 { Taken, Gone, Locked };
    /// Moves out at most 100 entries. Their ordinals are consecutive, starting at `first`.
    Result<std::vector<TakeOutcome>> take(
        const QByteArray& operation, qint64 first, const std::vector<HomeEntry>& entries);
    /// Returns the entries in [from, from + count) that were moved out.
    Result<std::vector<AdoptEntry>> taken(const QByteArray& operation, qint64 from, int count);
    /// Returns the number of ordinals in use: they form the range [0, end).
    Result<qint64> end(const QByteArray& operation);
    /// Returns the number of entries that were moved out but are not tasks yet. Needs one round trip per million
    /// entries.
    Result<qint64> held(const QByteArray& operation);
    Result<> markAdded(const QByteArray& operation, const std::vector<qint64>& ordinals);
    enum class BackOutcome : quint8 { Back, Occupied, Unknown };
    /// Moves at most 100 entries back to their key. In lists, they are added in this order, so that the last of them is
    /// claimed next.
    Result<std::vector<BackOutcome>> putBack(const QByteArray& operation, const std::vector<AdoptEntry>& entries);

    /// Unfinished adoption: its name and the target queue.
    struct Unfinished
    {
        QByteArray operation;
        QByteArray to; ///< target queue: PREFIX, a space, QUEUE
        bool operator==(const Unfinished&) const = default;
    };
    Result<std::vector<Unfinished>> unfinished();
    Result<> begin(const QByteArray& operation, const QByteArray& to);
    /// Completes an adoption after every entry has become a task or was returned. Its data expires after keptFor.
    Result<> finish(const QByteArray& operation);

protected:
    /// Returns the type of the key for take.lua and putback.lua: `zset`, `list`, or `string` for one key per entry.
    virtual QByteArray kind() const = 0;
    /// Returns the key that locks an entry; empty if there is none.
    virtual QByteArray lockOf(const HomeEntry&) const { return {}; }

    RedisClient& client() { return m_client; }
    const CustomSpec& spec() const { return *m_spec; }
    /// Parses `1795236791.25` in seconds or milliseconds; nullopt if it is not a time.
    static std::optional<TimePoint> timeOf(const QByteArray& score, bool milliseconds);
    /// Returns the first error among replies.
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

/// Returns the store for moving a layout's tasks into a native queue; null unless LayoutFacts::adoptable is set.
std::unique_ptr<AdoptStore> adoptStoreOf(const LayoutSpec& layout, RedisClient& client);

} // namespace dueline
