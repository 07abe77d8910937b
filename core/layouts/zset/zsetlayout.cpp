// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/layouts/zset/zsetlayout.h"

#include "core/base/text.h"
#include "core/layouts/custom/customlayout.h"
#include "core/layouts/zset/zsetadoptstore.h"
#include "core/layouts/zset/zsetguess.h"
#include "core/layouts/zset/zsetparts.h"
#include "core/layouts/zset/zsetwords.h"

namespace dueline {

namespace {

/// Base class for the two sorted set designs.
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
        return {{"zset:KEY", zsetwords::setUsage()}, {"  unit=s|ms", zsetwords::unitUsage()},
            {"  lock=lock_%1", zsetwords::lockUsage()}, {"  lockfor=D", zsetwords::lockForUsage()}, usageOfType()};
    }

    std::vector<LayoutForm> forms() const override
    {
        LayoutField unit;
        unit.parameter = "unit";
        unit.kind = LayoutField::Kind::Choice;
        unit.name = zsetwords::unitName();
        unit.choices = {{"s", zsetwords::unitSeconds()}, {"ms", zsetwords::unitMilliseconds()}};
        unit.usual = "s";

        LayoutForm plain;
        plain.title = zsetwords::polledTitle();
        plain.explanation = zsetwords::polledExplanation();
        plain.fields = {keyField(), unit, typeField()};
        plain.isOneQueue = true;
        plain.theirs = zsetwords::polledByOthers();
        plain.ours = zsetwords::leasedByDueline();
        plain.mixed = zsetwords::unmarkedByBoth();

        LayoutField lock;
        lock.parameter = "lock";
        lock.row = lock.name = zsetwords::lockLabel();
        lock.hint = zsetwords::lockHint();
        lock.preset = "lock_%1";
        lock.isPattern = true;
        lock.missing = {zsetwords::lockIsMissing(), {QStringLiteral("%1")}};
        LayoutField lockFor;
        lockFor.parameter = "lockfor";
        lockFor.kind = LayoutField::Kind::Duration;
        lockFor.lead = zsetwords::lockForLead();
        lockFor.name = zsetwords::lockForName();
        lockFor.hint = zsetwords::lockForHint();
        lockFor.usual = "1m";

        LayoutForm locked;
        locked.title = zsetwords::lockedTitle();
        locked.explanation = zsetwords::lockedExplanation();
        locked.fields = {keyField(), unit, lock, lockFor, typeField()};
        locked.isOneQueue = true;
        locked.theirs = zsetwords::lockedByOthers();
        locked.ours = zsetwords::lockedByDueline();
        locked.mixed = zsetwords::lockedByBoth();
        return {plain, locked};
    }

    Result<> guess(KeyGuesses& guesses) const override { return guessSortedSets(guesses); }

protected:
    void addFacts(const CustomSpec& spec, LayoutFacts& facts) const override
    {
        const auto& set = static_cast<const ZsetSpec&>(spec);
        facts.form = set.locks() ? 1 : 0;
        facts.adding.payloadIsName = true;
        facts.adding.payloadHint = {zsetwords::payloadHint()};
        facts.lostByAdoption << zsetwords::namesLost();
        if (set.locks()) {
            facts.lostByAdoption << zsetwords::locksLost();
            facts.lostByAdoptionInWindow.push_back({zsetwords::locksLostInWindow()});
        } else {
            facts.lostByAdoptionInWindow.push_back({zsetwords::namesLostInWindow()});
        }
    }
};

class CronLayout : public SetLayout
{
public:
    QByteArray name() const override { return "cron"; }
    QByteArrayList parameterNames() const override { return {}; }

    std::vector<LayoutUsage> usage() const override { return {{"cron:KEY", zsetwords::cronUsage()}}; }

    std::vector<LayoutForm> forms() const override
    {
        LayoutForm form;
        form.title = zsetwords::cronTitle();
        form.explanation = zsetwords::cronExplanation();
        form.fields = {keyField()};
        form.isOneQueue = true;
        form.theirs = zsetwords::cronByOthers();
        form.ours = zsetwords::leasedByDueline();
        form.mixed = zsetwords::unmarkedByBoth();
        return {form};
    }

protected:
    void addFacts(const CustomSpec&, LayoutFacts& facts) const override
    {
        facts.adding.type.clear(); // the command in the member serves as the type
        facts.adding.ids = facts.adding.payload = facts.adding.copies = false;
        facts.lostByAdoption << zsetwords::timesLost();
        facts.lostByAdoptionInWindow.push_back({zsetwords::timesLostInWindow()});
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
