// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/layouts/zset/zsetlayout.h"

#include "core/base/text.h"
#include "core/layouts/custom/customlayout.h"
#include "core/layouts/zset/zsetadoptstore.h"
#include "core/layouts/zset/zsetguess.h"
#include "core/layouts/zset/zsetparts.h"

namespace dueline {

namespace {

constexpr auto leased = QT_TRANSLATE_NOOP("LayoutWords",
    "On time. Leases each task in one step: a worker that dies loses nothing, because the task runs again when its "
    "lease expires.");
constexpr auto unmarked = QT_TRANSLATE_NOOP("LayoutWords",
    "A task that the design's own worker is running is still in the key, unmarked: Dueline's worker may run it, too. "
    "Dueline's worker removes a task first, so the other never runs it unless it had already read it.");

/// Base of both designs of a sorted set.
class SetLayout : public CustomLayout
{
public:
    CustomParts parts(const CustomSpec& spec) const override { return zsetParts(static_cast<const ZsetSpec&>(spec)); }

    std::unique_ptr<AdoptStore> adoptStore(RedisClient& client, const LayoutParametersPtr& parameters) const override
    {
        return std::make_unique<ZsetAdoptStore>(client, std::static_pointer_cast<const ZsetSpec>(parameters));
    }

protected:
    std::shared_ptr<CustomSpec> make() const override { return std::make_shared<ZsetSpec>(*this); }
    const char* scriptFolder() const override { return "zset"; }
};

class ZsetLayout : public SetLayout
{
public:
    QByteArray name() const override { return "zset"; }
    QByteArrayList parameterNames() const override { return {"unit", "lock", "lockfor", "type"}; }

    std::vector<LayoutUsage> usage() const override
    {
        return {{"zset:KEY", "a sorted set of tasks by time; workers poll it and remove a task after success"},
            {"  unit=s|ms", "unit of the times: seconds or milliseconds since 1970 (s)"},
            {"  lock=lock_%1", "name of the lock key of a running task; %1 is its id"},
            {"  lockfor=D", "how long the design's workers hold a lock, 1s to 1d (60s)"}, usageOfType};
    }

    std::vector<LayoutForm> forms() const override
    {
        LayoutField unit;
        unit.parameter = "unit";
        unit.kind = LayoutField::Kind::Choice;
        unit.name = QT_TRANSLATE_NOOP("LayoutWords", "Unit of the scores");
        unit.choices = {{"s", QT_TRANSLATE_NOOP("LayoutWords", "in seconds")},
            {"ms", QT_TRANSLATE_NOOP("LayoutWords", "in milliseconds")}};
        unit.usual = "s";

        LayoutForm plain;
        plain.title = QT_TRANSLATE_NOOP("LayoutWords", "ZSET scored by time, polled");
        plain.explanation = QT_TRANSLATE_NOOP("LayoutWords",
            "Members are tasks, scores are due times; workers read due tasks and remove them after success.");
        plain.fields = {keyField(), unit, typeField()};
        plain.isOneQueue = true;
        plain.theirs = QT_TRANSLATE_NOOP("LayoutWords",
            "Up to a second late. Two workers run every task twice; a task whose worker dies before removing it runs "
            "again.");
        plain.ours = leased;
        plain.mixed = unmarked;

        LayoutField lock;
        lock.parameter = "lock";
        lock.row = lock.name = QT_TRANSLATE_NOOP("LayoutWords", "Lock key");
        lock.hint = QT_TRANSLATE_NOOP("LayoutWords", "lock_%1, where %1 is the task's id");
        lock.preset = "lock_%1";
        lock.isPattern = true;
        lock.missing = {QT_TRANSLATE_NOOP("LayoutWords", "Enter the lock's key, with %1 for the task's id: lock_%1."),
            {QStringLiteral("%1")}};
        LayoutField lockFor;
        lockFor.parameter = "lockfor";
        lockFor.kind = LayoutField::Kind::Duration;
        lockFor.lead = QT_TRANSLATE_NOOP("LayoutWords", "for");
        lockFor.name = QT_TRANSLATE_NOOP("LayoutWords", "Locked for");
        lockFor.hint = QT_TRANSLATE_NOOP("LayoutWords", "The time that their workers lock for, between 1 s and 1 d.");
        lockFor.usual = "1m";

        LayoutForm locked;
        locked.title = QT_TRANSLATE_NOOP("LayoutWords", "ZSET scored by time, a lock key per task");
        locked.explanation = QT_TRANSLATE_NOOP(
            "LayoutWords", "Members are tasks, scores are due times; a worker sets a key for the task it runs.");
        locked.fields = {keyField(), unit, lock, lockFor, typeField()};
        locked.isOneQueue = true;
        locked.theirs = QT_TRANSLATE_NOOP("LayoutWords",
            "Up to 10 s late. As published it runs nothing (Lua's 1 is not True), and a second loop drops due tasks "
            "without running them. A crash delays the task until its lock ends.");
        locked.ours = QT_TRANSLATE_NOOP("LayoutWords",
            "On time, under the same lock keys: they are extended while a task runs, expire afterwards, and are never "
            "deleted.");
        locked.mixed = QT_TRANSLATE_NOOP("LayoutWords",
            "No task runs twice unless a worker is killed: the holder of the lock runs it. The design's own worker "
            "does not extend its lock, so a task that takes longer may run twice.");
        return {plain, locked};
    }

    Result<> guess(KeyGuesses& guesses) const override { return guessSortedSets(guesses); }

protected:
    void addFacts(const CustomSpec& spec, LayoutFacts& facts) const override
    {
        const auto& set = static_cast<const ZsetSpec&>(spec);
        facts.form = set.locks() ? 1 : 0;
        facts.adding.payloadIsName = true;
        facts.adding.payloadHint
            = {QT_TRANSLATE_NOOP("LayoutWords", "Becomes the member of the ZSET; if empty, the id does.")};
        facts.lostByAdoption << QStringLiteral(
            "Two tasks with one name: a ZSET merges them, the native queue runs both.");
        if (set.locks()) {
            facts.lostByAdoption << QStringLiteral(
                "Locks: the native queue uses leases instead; locked tasks stay, so adopt them later.");
            facts.lostByAdoptionInWindow.push_back({QT_TRANSLATE_NOOP(
                "LayoutWords", "Lock keys: native tasks are leased instead. Locked tasks stay; adopt them later.")});
        } else {
            facts.lostByAdoptionInWindow.push_back(
                {QT_TRANSLATE_NOOP("LayoutWords", "A ZSET merges two tasks with one name; a native queue runs both.")});
        }
    }
};

class CronLayout : public SetLayout
{
public:
    QByteArray name() const override { return "cron"; }
    QByteArrayList parameterNames() const override { return {}; }

    std::vector<LayoutUsage> usage() const override
    {
        return {{"cron:KEY", "a sorted set of members COMMAND_SECONDS by time; the command is the type"}};
    }

    std::vector<LayoutForm> forms() const override
    {
        LayoutForm form;
        form.title = QT_TRANSLATE_NOOP("LayoutWords", "Cron: ZSET of COMMAND_TIME");
        form.explanation = QT_TRANSLATE_NOOP(
            "LayoutWords", "Members are a command, an underscore and its unix time; the score is that time.");
        form.fields = {keyField()};
        form.isOneQueue = true;
        form.theirs = QT_TRANSLATE_NOOP("LayoutWords",
            "Up to a minute late. Two workers run every task twice; a task whose worker dies before removing it runs "
            "again.");
        form.ours = leased;
        form.mixed = unmarked;
        return {form};
    }

protected:
    void addFacts(const CustomSpec&, LayoutFacts& facts) const override
    {
        facts.adding.type.clear(); // the command is
        facts.adding.ids = facts.adding.payload = facts.adding.copies = false;
        facts.lostByAdoption << QStringLiteral(
            "The time in a member's name is kept only in the payload; the score becomes the due time.");
        facts.lostByAdoptionInWindow.push_back(
            {QT_TRANSLATE_NOOP("LayoutWords", "The time in a member's name is kept only in the payload.")});
    }
};

} // namespace

const LayoutType& zsetLayout()
{
    static const ZsetLayout layout;
    return layout;
}

const LayoutType& cronLayout()
{
    static const CronLayout layout;
    return layout;
}

} // namespace dueline
