// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/layouts/custom/customspec.h"
#include "core/layouts/port/layoutspec.h"
#include "core/redis/redisclient.h"

#include <optional>
#include <vector>

namespace dueline {

/// One entry of a design as it lies in its key.
struct HomeEntry
{
    QByteArray bytes; ///< the member, the item, or the key's name
    QByteArray score; ///< as Redis writes it; of a key its value; of lists empty

    bool operator==(const HomeEntry&) const = default;
};

/// What becomes of an entry that was taken; the letters stand in Redis.
enum class AdoptState : char {
    None = 0, ///< the ordinal was not used
    Taken = 't', ///< out of its key, and nowhere else yet
    Added = 'a', ///< a task of the native queue
    Back = 'b', ///< in its key again
};

/// An entry that was taken.
struct AdoptEntry
{
    qint64 ordinal = 0;
    AdoptState state = AdoptState::Taken;
    HomeEntry entry;
};

/// Takes entries out of the key of a design, keeps them beside it until they are tasks elsewhere, and puts them back:
/// each step atomic, conditional on what was seen, and safe to repeat. What is kept stays until the adoption is done,
/// then for as long as it can be undone. Bound to the client's thread. Each design says how its entries are read.
/// Errors of all: those of RedisClient, WrongType.
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

    /// How many there are, and how many of them are due when: the earliest and the latest time that is one.
    struct Count
    {
        qint64 entries = 0;
        std::optional<TimePoint> firstDue;
        std::optional<TimePoint> lastDue;
    };
    virtual Result<Count> count() = 0;
    /// At most `limit` entries behind the first `skip`, in the order they are due or taken. Where isWalked(), all of
    /// one step of the walk over its keys; `cursor` goes on, empty at the end.
    virtual Result<std::vector<HomeEntry>> read(qint64 skip, int limit, QByteArray& cursor) = 0;
    /// Its entries are keys, found by walking over all of them: their number is not known beforehand.
    virtual bool isWalked() const { return false; }
    /// When an entry is due; nullopt: it says no time (`inf`), or has none.
    virtual std::optional<TimePoint> dueOf(const HomeEntry& entry) const = 0;
    /// Entries have no times: they are taken in their order.
    virtual bool isUntimed() const { return false; }

    /// What an entry is as a task; nullopt: it is none of this design's.
    struct Content
    {
        QByteArray type;
        QByteArray payload;
    };
    virtual std::optional<Content> contentOf(const HomeEntry& entry) const;

    enum class TakeOutcome : quint8 { Taken, Gone, Locked };
    /// At most 100, under the ordinals from `first` on.
    Result<std::vector<TakeOutcome>> take(
        const QByteArray& operation, qint64 first, const std::vector<HomeEntry>& entries);
    /// Those of [from, from + count) that were taken.
    Result<std::vector<AdoptEntry>> taken(const QByteArray& operation, qint64 from, int count);
    /// How far ordinals go: [0, end).
    Result<qint64> end(const QByteArray& operation);
    /// How many are taken and nothing else yet; a server call per million.
    Result<qint64> held(const QByteArray& operation);
    Result<> markAdded(const QByteArray& operation, const std::vector<qint64>& ordinals);
    enum class BackOutcome : quint8 { Back, Occupied, Unknown };
    /// At most 100. Lists: in this order, so the last one is taken next.
    Result<std::vector<BackOutcome>> putBack(const QByteArray& operation, const std::vector<AdoptEntry>& entries);

    /// Adoptions that did not come to their end: what names them, and the queue they lead to.
    struct Unfinished
    {
        QByteArray operation;
        QByteArray to; ///< PREFIX, a space, QUEUE
        bool operator==(const Unfinished&) const = default;
    };
    Result<std::vector<Unfinished>> unfinished();
    Result<> begin(const QByteArray& operation, const QByteArray& to);
    /// Every entry is a task, or back: what is kept goes after keptFor.
    Result<> finish(const QByteArray& operation);

protected:
    /// Of Redis, as take.lua and putback.lua know it: `zset`, `list`, or `string` for a key each.
    virtual QByteArray kind() const = 0;
    /// The key that locks an entry; empty: nothing does.
    virtual QByteArray lockOf(const HomeEntry&) const { return {}; }

    RedisClient& client() { return m_client; }
    const CustomSpec& spec() const { return *m_spec; }
    /// `1795236791.25` in seconds or milliseconds; nullopt: no time.
    static std::optional<TimePoint> timeOf(const QByteArray& score, bool milliseconds);
    /// The first error among replies.
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
