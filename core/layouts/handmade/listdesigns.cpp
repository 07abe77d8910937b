// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/layouts/handmade/listdesigns.h"

#include "core/base/text.h"
#include "core/layouts/handmade/adoptstore.h"
#include "core/layouts/handmade/handmadelayout.h"
#include "core/layouts/keyguesses.h"
#include "core/layouts/layouttext.h"
#include "core/layouts/list/listparts.h"
#include "core/layouts/list/resendmessage.h"

#include <algorithm>

namespace dueline {

namespace {

constexpr int mostResends = 1'000'000;
constexpr qsizetype longestItem = 64 * 1024; ///< of a list, that is read as JSON

/// Takes items out of a list from its tail on; they have no times.
class ListAdoptStore : public AdoptStore
{
public:
    ListAdoptStore(RedisClient& client, std::shared_ptr<const ListSpec> spec)
        : AdoptStore(client, spec)
        , m_list(std::move(spec))
    { }

    Result<Count> count() override
    {
        const auto length = client().call({"LLEN", key()});
        if (!length)
            return length.error();
        return Count{length->integer, {}, {}};
    }

    Result<std::vector<HomeEntry>> read(qint64 skip, int limit, QByteArray& cursor) override
    {
        cursor.clear();
        auto page = client().call({"LRANGE", key(), QByteArray::number(-skip - limit), QByteArray::number(-skip - 1)});
        if (!page && page.error().code == ErrorCode::Protocol && limit > 1) // larger than a reply may be
            page = client().call({"LRANGE", key(), QByteArray::number(-skip - 1), QByteArray::number(-skip - 1)});
        if (!page)
            return page.error();
        std::vector<HomeEntry> entries;
        for (auto item = page->items.rbegin(); item != page->items.rend(); ++item)
            entries.push_back({item->bytes, {}});
        return entries;
    }

    std::optional<TimePoint> dueOf(const HomeEntry&) const override { return {}; }
    bool isUntimed() const override { return true; }

    std::optional<Content> contentOf(const HomeEntry& entry) const override
    {
        if (!m_list->resends())
            return AdoptStore::contentOf(entry);
        const auto message = ResendMessage::read(entry.bytes);
        return message ? std::optional(Content{m_list->type, message->message()}) : std::nullopt;
    }

protected:
    QByteArray kind() const override { return "list"; }

private:
    std::shared_ptr<const ListSpec> m_list;
};

bool isMessage(const QByteArray& item)
{
    return item.size() <= longestItem && item.trimmed().startsWith('{') && ResendMessage::read(item);
}

/// A list whose items are messages is `resend`; any other may be `list`.
Result<> guessLists(KeyGuesses& guesses)
{
    for (const KeyGuesses::List& list : guesses.lists()) {
        if (list.sample.empty())
            continue;
        LayoutSuggestion suggestion;
        suggestion.entries = list.entries;
        suggestion.looked = int(list.sample.size());
        const int messages = int(std::count_if(list.sample.begin(), list.sample.end(), isMessage));
        const bool resends = KeyGuesses::isMost(messages, suggestion.looked);
        const LayoutType& type = resends ? resendLayout() : listLayout();
        auto spec = std::make_shared<ListSpec>(static_cast<const HandmadeLayout&>(type));
        spec->key = spec->type = list.key;
        suggestion.spec = LayoutSpec(type, spec);
        suggestion.fitting = resends ? messages : suggestion.looked;
        suggestion.rank = resends ? 0 : 4;
        suggestion.isTelling = resends;
        if (resends) {
            suggestion.why = QStringLiteral(
                "%1 of %2 items looked at are JSON with message, timestamp, retry_count and delay_time.")
                                 .arg(messages)
                                 .arg(suggestion.looked);
            suggestion.reason = {QT_TRANSLATE_NOOP("LayoutWords", "%1 of %2 items looked at are such messages"),
                {QString::number(messages), QString::number(suggestion.looked)}};
        } else {
            suggestion.why = QStringLiteral("A list; nothing tells whether its items are tasks.");
            suggestion.reason = {QT_TRANSLATE_NOOP("LayoutWords", "a list; nothing tells whether its items are tasks")};
        }
        guesses.add(std::move(suggestion));
    }
    return {};
}

/// What both designs of a list share.
class AnyListLayout : public HandmadeLayout
{
public:
    HandmadeParts parts(const HandmadeSpec& spec) const override
    {
        return listParts(static_cast<const ListSpec&>(spec));
    }

    std::unique_ptr<AdoptStore> adoptStore(RedisClient& client, const LayoutParametersPtr& parameters) const override
    {
        return std::make_unique<ListAdoptStore>(client, std::static_pointer_cast<const ListSpec>(parameters));
    }

protected:
    std::shared_ptr<HandmadeSpec> make() const override { return std::make_shared<ListSpec>(*this); }
    const char* scriptFolder() const override { return "list"; }

    void addFacts(const HandmadeSpec&, LayoutFacts& facts) const override
    {
        facts.adding.times = facts.adding.ids = false;
        facts.adding.hint
            = {QT_TRANSLATE_NOOP("LayoutWords", "A list has no times: the task is taken when its turn comes.")};
    }
};

class ListLayout : public AnyListLayout
{
public:
    QByteArray name() const override { return "list"; }
    QByteArrayList parameterNames() const override { return {"results", "type"}; }

    std::vector<LayoutForm> forms() const override
    {
        LayoutField results;
        results.parameter = "results";
        results.row = QT_TRANSLATE_NOOP("LayoutWords", "Results to");
        results.name = QT_TRANSLATE_NOOP("LayoutWords", "Results channel");
        results.hint = QT_TRANSLATE_NOOP("LayoutWords", "none: results are not published");

        LayoutForm form;
        form.title = QT_TRANSLATE_NOOP("LayoutWords", "LIST, LPUSH and RPOP");
        form.explanation = QT_TRANSLATE_NOOP(
            "LayoutWords", "Items are tasks without a time: pushed at the head, taken from the tail.");
        form.fields = {keyField(), results, typeField()};
        form.theirs
            = QT_TRANSLATE_NOOP("LayoutWords", "RPOP takes the task out for good: a worker that dies loses it.");
        form.ours = QT_TRANSLATE_NOOP("LayoutWords",
            "At once. Taken into a lease in one step: a worker that dies loses nothing; results go to the same "
            "channel.");
        form.mixed = QT_TRANSLATE_NOOP(
            "LayoutWords", "None twice: an item is popped once. What theirs holds when it dies is lost.");
        return {form};
    }

    Result<> guess(KeyGuesses& guesses) const override { return guessLists(guesses); }

protected:
    void addFacts(const HandmadeSpec& spec, LayoutFacts& facts) const override
    {
        AnyListLayout::addFacts(spec, facts);
        facts.adding.payloadHint = {QT_TRANSLATE_NOOP("LayoutWords", "Becomes the item of the list.")};
        const QString results = printable(static_cast<const ListSpec&>(spec).results, 60);
        facts.lostByAdoption << QStringLiteral(
            "Strict order: native tasks are taken in the list's order, and several may run at once.");
        facts.lostByAdoptionInWindow.push_back({QT_TRANSLATE_NOOP(
            "LayoutWords", "One at a time: native tasks are taken in the list's order, and several may run at once.")});
        if (results.isEmpty())
            return;
        facts.lostByAdoption
            << QStringLiteral("Results on %1: the native queue publishes outcomes on its own channel.").arg(results);
        facts.lostByAdoptionInWindow.push_back(
            {QT_TRANSLATE_NOOP("LayoutWords", "Results on %1: a native queue publishes outcomes on its own channel."),
                {results}});
    }
};

class ResendLayout : public AnyListLayout
{
public:
    QByteArray name() const override { return "resend"; }
    QByteArrayList parameterNames() const override { return {"max", "type"}; }

    std::vector<LayoutForm> forms() const override
    {
        LayoutField max;
        max.parameter = "max";
        max.kind = LayoutField::Kind::Number;
        max.row = QT_TRANSLATE_NOOP("LayoutWords", "Sent again");
        max.name = QT_TRANSLATE_NOOP("LayoutWords", "Sent again at most");
        max.suffix = QT_TRANSLATE_NOOP("LayoutWords", " times");
        max.usual = "3";
        max.most = mostResends;

        LayoutForm form;
        form.title = QT_TRANSLATE_NOOP("LayoutWords", "LIST of JSON that is sent again");
        form.explanation = QT_TRANSLATE_NOOP("LayoutWords",
            "Items are {message, timestamp, retry_count, delay_time}: young ones run, old ones are sent again.");
        form.fields = {keyField(), max, typeField()};
        form.theirs = QT_TRANSLATE_NOOP(
            "LayoutWords", "Loses the message it holds when it dies, and throws away what was sent again too often.");
        form.ours = QT_TRANSLATE_NOOP("LayoutWords",
            "Runs the young and sends the old again by the same rule; what the limit would throw away stays in "
            "Failed.");
        form.mixed = QT_TRANSLATE_NOOP(
            "LayoutWords", "None twice: an item is popped once. Theirs still throws away at the limit.");
        return {form};
    }

protected:
    void addFacts(const HandmadeSpec& spec, LayoutFacts& facts) const override
    {
        AnyListLayout::addFacts(spec, facts);
        facts.adding.payloadHint = {QT_TRANSLATE_NOOP("LayoutWords", "Becomes the message.")};
        facts.lostByAdoption << QStringLiteral(
            "Time stamp, retry count and delay of each message: the native queue's attempts and backoff stand instead, "
            "and an old message runs rather than being sent again.");
        facts.lostByAdoptionInWindow.push_back({QT_TRANSLATE_NOOP("LayoutWords",
            "Time stamp, retry count and delay: attempts and backoff of the queue stand instead, and an old message "
            "runs.")});
    }
};

} // namespace

bool ListSpec::resends() const { return design == &resendLayout(); }

QString ListSpec::assign(QByteArrayView name, QByteArrayView value)
{
    if (name == "results") {
        results = decodedPart(value);
        return {};
    }
    bool isNumber = false;
    max = value.toByteArray().toInt(&isNumber);
    return isNumber && max >= 0 && max <= mostResends ? QString()
                                                      : QStringLiteral("needs a whole number of times: max=3.");
}

QStringList ListSpec::parameterTexts() const
{
    QStringList texts;
    if (!results.isEmpty())
        texts << QStringLiteral("results=") + encodedPart(results);
    if (max != usualMax)
        texts << QStringLiteral("max=%1").arg(max);
    return texts;
}

const LayoutType& listLayout()
{
    static const ListLayout layout;
    return layout;
}

const LayoutType& resendLayout()
{
    static const ResendLayout layout;
    return layout;
}

} // namespace dueline
