// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/layouts/list/listlayout.h"

#include "core/base/text.h"
#include "core/layouts/custom/customlayout.h"
#include "core/layouts/list/listadoptstore.h"
#include "core/layouts/list/listguess.h"
#include "core/layouts/list/listparts.h"
#include "core/layouts/list/listspec.h"

namespace dueline {

namespace {

/// Base of both designs of a list.
class AnyListLayout : public CustomLayout
{
public:
    CustomParts parts(const CustomSpec& spec) const override { return listParts(static_cast<const ListSpec&>(spec)); }

    std::unique_ptr<AdoptStore> adoptStore(RedisClient& client, const LayoutParametersPtr& parameters) const override
    {
        return std::make_unique<ListAdoptStore>(client, std::static_pointer_cast<const ListSpec>(parameters));
    }

protected:
    std::shared_ptr<CustomSpec> make() const override { return std::make_shared<ListSpec>(*this); }
    const char* scriptFolder() const override { return "list"; }

    void addFacts(const CustomSpec&, LayoutFacts& facts) const override
    {
        facts.adding.times = facts.adding.ids = false;
        facts.adding.hint = {QT_TRANSLATE_NOOP("LayoutWords", "A list has no times: tasks are claimed in order.")};
    }
};

class ListLayout : public AnyListLayout
{
public:
    QByteArray name() const override { return "list"; }
    QByteArrayList parameterNames() const override { return {"results", "type"}; }

    std::vector<LayoutUsage> usage() const override
    {
        return {{"list:KEY", "a list without times: producers push tasks and workers pop them"},
            {"  results=CHANNEL", "channel on which results are published (none)"}, usageOfType};
    }

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
        form.isOneQueue = true;
        form.theirs = QT_TRANSLATE_NOOP("LayoutWords",
            "RPOP removes the task permanently: if the worker dies, the task is "
            "lost.");
        form.ours = QT_TRANSLATE_NOOP("LayoutWords",
            "Takes and leases each task in one step and runs it immediately, so no task is lost if a worker dies. "
            "Results go to the same channel.");
        form.mixed = QT_TRANSLATE_NOOP("LayoutWords",
            "No task runs twice: an item is popped once. A task that the design's own worker holds is lost if the "
            "worker dies.");
        return {form};
    }

    Result<> guess(KeyGuesses& guesses) const override { return guessLists(guesses); }

protected:
    void addFacts(const CustomSpec& spec, LayoutFacts& facts) const override
    {
        AnyListLayout::addFacts(spec, facts);
        facts.adding.payloadHint = {QT_TRANSLATE_NOOP("LayoutWords", "Becomes the item of the list.")};
        const QString results = printable(static_cast<const ListSpec&>(spec).results, 60);
        facts.lostByAdoption << QStringLiteral(
            "Strict order: native tasks are claimed in the list's order, but several may run in parallel.");
        facts.lostByAdoptionInWindow.push_back({QT_TRANSLATE_NOOP("LayoutWords",
            "One at a time: native tasks are claimed in the list's order, but several may run in parallel.")});
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

    std::vector<LayoutUsage> usage() const override
    {
        return {{"resend:KEY", "a list of JSON messages; a message that is too old is sent again"},
            {"  max=N", "how often a message is sent again (3)"}, usageOfType};
    }

    std::vector<LayoutForm> forms() const override
    {
        LayoutField max;
        max.parameter = "max";
        max.kind = LayoutField::Kind::Number;
        max.row = QT_TRANSLATE_NOOP("LayoutWords", "Sent again");
        max.name = QT_TRANSLATE_NOOP("LayoutWords", "Sent again at most");
        max.suffix = QT_TRANSLATE_NOOP("LayoutWords", " times");
        max.usual = "3";
        max.most = ListSpec::mostResends;

        LayoutForm form;
        form.title = QT_TRANSLATE_NOOP("LayoutWords", "LIST of JSON that is sent again");
        form.explanation = QT_TRANSLATE_NOOP("LayoutWords",
            "Items are {message, timestamp, retry_count, delay_time}: recent messages run, old messages are sent "
            "again.");
        form.fields = {keyField(), max, typeField()};
        form.isOneQueue = true;
        form.theirs = QT_TRANSLATE_NOOP("LayoutWords",
            "If the worker dies, its message is lost. Messages that were sent again too often are dropped.");
        form.ours = QT_TRANSLATE_NOOP("LayoutWords",
            "Runs recent messages and resends old messages by the same rule; messages past the limit stay in Failed.");
        form.mixed = QT_TRANSLATE_NOOP("LayoutWords",
            "No task runs twice: an item is popped once. The design's own worker still drops messages past the limit.");
        return {form};
    }

protected:
    void addFacts(const CustomSpec& spec, LayoutFacts& facts) const override
    {
        AnyListLayout::addFacts(spec, facts);
        facts.adding.payloadHint = {QT_TRANSLATE_NOOP("LayoutWords", "Becomes the message.")};
        facts.lostByAdoption << QStringLiteral(
            "Timestamp, retry count and delay of each message: the native queue's attempts and backoff replace them, "
            "and an old message runs instead of being sent again.");
        facts.lostByAdoptionInWindow.push_back({QT_TRANSLATE_NOOP("LayoutWords",
            "Timestamp, retry count and delay: the queue's attempts and backoff replace them, and an old message "
            "runs.")});
    }
};

} // namespace

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
