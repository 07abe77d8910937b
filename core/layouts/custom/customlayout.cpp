// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/layouts/custom/customlayout.h"

#include "core/base/text.h"
#include "core/layouts/custom/customwords.h"
#include "core/layouts/port/layouttext.h"
#include "core/layouts/port/portwords.h"

namespace dueline {

namespace {

constexpr qsizetype longestKey = 1024;

Error wrongLayout(const QString& text, const QString& what)
{
    return {ErrorCode::Usage, portwords::wrongLayout(printable(text.toUtf8(), 100), what)};
}

QString noParameter(const QByteArrayList& there, const QByteArray& name)
{
    return customwords::parameterIsUnknown(printable(name, 40), QString::fromLatin1(there.join(", ")));
}

} // namespace

Result<LayoutParametersPtr> CustomLayout::parse(const QString& text, QByteArrayView rest) const
{
    const auto spec = make();
    const QByteArray bytes = rest.toByteArray();
    const qsizetype question = bytes.indexOf('?');
    const QByteArray key = question < 0 ? bytes : bytes.left(question);
    spec->key = decodedPart(key.startsWith(':') ? QByteArrayView(key).sliced(1) : QByteArrayView());
    if (spec->key.isEmpty())
        return wrongLayout(text, customwords::keyIsMissing(QString::fromLatin1(name())));
    if (spec->key.size() > longestKey)
        return wrongLayout(text, customwords::keyIsLong());
    const QByteArrayList there = parameterNames();
    for (const QByteArray& parameter : question < 0 ? QByteArrayList() : bytes.mid(question + 1).split('&')) {
        const qsizetype equals = parameter.indexOf('=');
        const QByteArray given = parameter.left(equals);
        if (equals < 0 || !there.contains(given))
            return wrongLayout(text, noParameter(there, given));
        const QByteArray value = parameter.mid(equals + 1);
        QString problem = value.isEmpty() ? customwords::parameterIsEmpty(QString::fromUtf8(given)) : QString();
        if (given == "type")
            spec->type = decodedPart(value);
        else if (const QString wrong = spec->assign(given, value); !wrong.isEmpty())
            problem = wrong;
        if (!problem.isEmpty())
            return wrongLayout(text, problem);
    }
    if (const QString missing = spec->complete(); !missing.isEmpty())
        return wrongLayout(text, missing);
    if (spec->type.isEmpty())
        spec->type = spec->key;
    return LayoutParametersPtr(spec);
}

QString CustomLayout::text(const LayoutParameters* parameters) const
{
    return static_cast<const CustomSpec*>(parameters)->text();
}

Result<std::unique_ptr<Backend>> CustomLayout::open(
    const LayoutParametersPtr& parameters, const LayoutOpening& opening) const
{
    auto spec = std::static_pointer_cast<const CustomSpec>(parameters);
    return CustomBackend::open(spec, parts(*spec), opening.lane, opening.session, opening.access);
}

LayoutFacts CustomLayout::facts(const LayoutParameters* parameters) const
{
    const auto& spec = static_cast<const CustomSpec&>(*parameters);
    LayoutFacts facts;
    facts.queue = spec.key;
    facts.key = spec.key;
    facts.severalSlots = spec.severalSlots();
    facts.adding.type = spec.type;
    facts.adding.attempts = facts.adding.backoff = facts.adding.lease = facts.adding.unique = false;
    facts.adding.firstPayload = "";
    facts.adoptable = true;
    addFacts(spec, facts);
    facts.lostByAdoption << customwords::laterTasksLost();
    facts.lostByAdoptionInWindow.push_back({customwords::laterTasksLostInWindow()});
    return facts;
}

std::vector<const ScriptLibrary*> CustomLayout::scripts() const
{
    return {&CustomBackend::library(), &CustomBackend::library(scriptFolder())};
}

LayoutUsage usageOfType() { return {"  type=NAME", customwords::typeUsage()}; }

LayoutField keyField()
{
    LayoutField field;
    field.row = field.name = customwords::keyLabel();
    field.hint = customwords::keyHint();
    return field;
}

LayoutField typeField()
{
    LayoutField field;
    field.parameter = "type";
    field.row = field.name = customwords::typeLabel();
    field.hint = customwords::typeHint();
    field.isName = true;
    return field;
}

} // namespace dueline
