// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/layouts/list/listadoptstore.h"

#include "core/layouts/list/resendmessage.h"

namespace dueline {

ListAdoptStore::ListAdoptStore(RedisClient& client, std::shared_ptr<const ListSpec> spec)
    : AdoptStore(client, spec)
    , m_list(std::move(spec))
{ }

Result<AdoptStore::Count> ListAdoptStore::count()
{
    const auto length = client().call({"LLEN", key()});
    if (!length)
        return length.error();
    return Count{length->integer, {}, {}};
}

Result<std::vector<HomeEntry>> ListAdoptStore::read(qint64 skip, int limit, QByteArray& cursor)
{
    cursor.clear();
    auto page = client().call({"LRANGE", key(), QByteArray::number(-skip - limit), QByteArray::number(-skip - 1)});
    if (!page && page.error().code == ErrorCode::Protocol && limit > 1) // the page exceeds the reply size limit
        page = client().call({"LRANGE", key(), QByteArray::number(-skip - 1), QByteArray::number(-skip - 1)});
    if (!page)
        return page.error();
    std::vector<HomeEntry> entries;
    for (auto item = page->items.rbegin(); item != page->items.rend(); ++item)
        entries.push_back({item->bytes, {}});
    return entries;
}

std::optional<AdoptStore::Content> ListAdoptStore::contentOf(const HomeEntry& entry) const
{
    if (!m_list->resends())
        return AdoptStore::contentOf(entry);
    const auto message = ResendMessage::read(entry.bytes);
    return message ? std::optional(Content{m_list->type, message->message()}) : std::nullopt;
}

} // namespace dueline
