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
    QByteArray bytes; ///< the member, the item, or the name of the key
    QByteArray score; ///< score as Redis writes it, or value of a key; empty for lists

    bool operator==(const HomeEntry&) const = default;
};

/// State of an entry that was moved out of its key. The letters are stored in Redis.
enum class AdoptState : char {
    None = 0, ///< the ordinal was not used
    Taken = 't', ///< The task was removed from its key, and is not yet stored elsewhere.
    Added = 'a', ///< the entry is a task of the native queue
    Back = 'b', ///< the entry is in its key again
};

/// Entry that was moved out of its key.
struct AdoptEntry
{
    qint64 ordinal = 0;
    AdoptState state = AdoptState::Taken;
    HomeEntry entry;
};

/// Store that moves entries out of a custom design's key, stores them next to that key until they have become tasks
/// elsewhere, and can move them back. Each step is atomic, applies only to entries that are unchanged since they were
/// read, and is safe to repeat. The store keeps entries until the adoption is complete, and then as long as it can be
/// undone. Each design defines how its entries are read. Bound to the client's thread. Errors of all functions: those
/// of RedisClient, WrongType.
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

    /// Number of entries, and the earliest and latest due time.
    struct Count
    {
        qint64 entries = 0;
        std::optional<TimePoint> firstDue;
        std::optional<TimePoint> lastDue;
    };
    virtual Result<Count> count() = 0;
    /// Skips `skip` entries and reads at most `limit`, in the order in which they are due or claimed. If isWalked(),
    /// reads one step of the scan of its keys instead; `cursor` continues the scan and is empty at the end.
    virtual Result<std::vector<HomeEntry>> read(qint64 skip, int limit, QByteArray& cursor) = 0;
    /// Returns whether the entries are keys that are found by scanning all keys, so that their number is not known in
    /// advance.
    virtual bool isWalked() const { return false; }
    /// Returns when an entry is due; nullopt if it has no time or an infinite one.
    virtual std::optional<TimePoint> dueOf(const HomeEntry& entry) const = 0;
    /// Returns whether entries have no times and are claimed in order.
    virtual bool isUntimed() const { return false; }

    /// Content of the task in an entry.
    struct Content
    {
        QByteArray type;
        QByteArray payload;
    };
    virtual std::optional<Content> contentOf(const HomeEntry& entry) const;

    enum class TakeOutcome : quint8 { Taken, Gone, Locked };
    /// Moves out at most 100 entries, with consecutive ordinals that start at `first`.
    Result<std::vector<TakeOutcome>> take(
        const QByteArray& operation, qint64 first, const std::vector<HomeEntry>& entries);
    /// Returns the entries in [from, from + count) that were moved out.
    Result<std::vector<AdoptEntry>> taken(const QByteArray& operation, qint64 from, int count);
    /// Returns the end of the range of ordinals, [0, end).
    Result<qint64> end(const QByteArray& operation);
    /// Returns the number of entries that were moved out but are not tasks yet. Needs one call to the server per
    /// million entries.
    Result<qint64> held(const QByteArray& operation);
    Result<> markAdded(const QByteArray& operation, const std::vector<qint64>& ordinals);
    enum class BackOutcome : quint8 { Back, Occupied, Unknown };
    /// Moves at most 100 entries back to their key. In lists, they are added in this order, so that the last one is
    /// claimed next.
    Result<std::vector<BackOutcome>> putBack(const QByteArray& operation, const std::vector<AdoptEntry>& entries);

    /// Adoption that was not completed: its name, and the target queue.
    struct Unfinished
    {
        QByteArray operation;
        QByteArray to; ///< target queue, as PREFIX, a space, QUEUE
        bool operator==(const Unfinished&) const = default;
    };
    Result<std::vector<Unfinished>> unfinished();
    Result<> begin(const QByteArray& operation, const QByteArray& to);
    /// Completes an adoption in which every entry has become a task or was returned. Its data expires after keptFor.
    Result<> finish(const QByteArray& operation);

protected:
    /// Returns the kind that take.lua and putback.lua use: `zset`, `list`, or `string` for one key per entry.
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

/// Returns the store for moving the tasks of a layout into a native queue; null if LayoutFacts::adoptable is off.
std::unique_ptr<AdoptStore> adoptStoreOf(const LayoutSpec& layout, RedisClient& client);

} // namespace dueline
