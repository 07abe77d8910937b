// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/layouts/list/listlayout.h"

#include "core/base/text.h"
#include "core/layouts/custom/customlayout.h"
#include "core/layouts/list/listadoptstore.h"
#include "core/layouts/list/listguess.h"
#include "core/layouts/list/listparts.h"
#include "core/layouts/list/listspec.h"
#include "core/layouts/list/listwords.h"

namespace dueline {

namespace {

/// Base class for the two list designs.
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
        facts.adding.hint = {listwords::timesHint()};
    }
};

class ListLayout : public AnyListLayout
{
public:
    QByteArray name() const override { return "list"; }
    QByteArrayList parameterNames() const override { return {"results", "type"}; }

    std::vector<LayoutUsage> usage() const override
    {
        return {{"list:KEY", listwords::listUsage()}, {"  results=CHANNEL", listwords::resultsUsage()}, usageOfType()};
    }

    std::vector<LayoutForm> forms() const override
    {
        LayoutField results;
        results.parameter = "results";
        results.row = listwords::resultsLabel();
        results.name = listwords::resultsName();
        results.hint = listwords::resultsHint();

        LayoutForm form;
        form.title = listwords::listTitle();
        form.explanation = listwords::listExplanation();
        form.fields = {keyField(), results, typeField()};
        form.isOneQueue = true;
        form.theirs = listwords::listByOthers();
        form.ours = listwords::listByDueline();
        form.mixed = listwords::listByBoth();
        return {form};
    }

    Result<> guess(KeyGuesses& guesses) const override { return guessLists(guesses); }

protected:
    void addFacts(const CustomSpec& spec, LayoutFacts& facts) const override
    {
        AnyListLayout::addFacts(spec, facts);
        facts.adding.payloadHint = {listwords::itemHint()};
        const QString results = printable(static_cast<const ListSpec&>(spec).results, 60);
        facts.lostByAdoption << listwords::orderLost();
        facts.lostByAdoptionInWindow.push_back({listwords::orderLostInWindow()});
        if (results.isEmpty())
            return;
        facts.lostByAdoption << listwords::resultsLost(results);
        facts.lostByAdoptionInWindow.push_back({listwords::resultsLostInWindow(), {results}});
    }
};

class ResendLayout : public AnyListLayout
{
public:
    QByteArray name() const override { return "resend"; }
    QByteArrayList parameterNames() const override { return {"max", "type"}; }

    std::vector<LayoutUsage> usage() const override
    {
        return {{"resend:KEY", listwords::resendUsage()}, {"  max=N", listwords::maxUsage()}, usageOfType()};
    }

    std::vector<LayoutForm> forms() const override
    {
        LayoutField max;
        max.parameter = "max";
        max.kind = LayoutField::Kind::Number;
        max.row = listwords::maxLabel();
        max.name = listwords::maxName();
        max.suffix = listwords::maxSuffix();
        max.usual = "3";
        max.most = ListSpec::mostResends;

        LayoutForm form;
        form.title = listwords::resendTitle();
        form.explanation = listwords::resendExplanation();
        form.fields = {keyField(), max, typeField()};
        form.isOneQueue = true;
        form.theirs = listwords::resendByOthers();
        form.ours = listwords::resendByDueline();
        form.mixed = listwords::resendByBoth();
        return {form};
    }

protected:
    void addFacts(const CustomSpec& spec, LayoutFacts& facts) const override
    {
        AnyListLayout::addFacts(spec, facts);
        facts.adding.payloadHint = {listwords::messageHint()};
        facts.lostByAdoption << listwords::resendsLost();
        facts.lostByAdoptionInWindow.push_back({listwords::resendsLostInWindow()});
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
