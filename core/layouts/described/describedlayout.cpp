// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/layouts/described/describedlayout.h"

#include "core/base/text.h"
#include "core/layouts/described/describedbackend.h"
#include "core/layouts/described/layoutfiles.h"
#include "core/layouts/port/foundqueues.h"
#include "core/layouts/port/layouttext.h"
#include "core/layouts/shared/jobs/frameworkacl.h"
#include "core/layouts/shared/jobs/frameworkparameters.h"

#include <QFileInfo>

namespace dueline {

namespace {

/// Description with the parameters that a connection sets.
struct DescribedSpec
{
    std::shared_ptr<const Description> description;
    QString text; ///< as `--layout` names it

    QueueName shared() const { return '@' + text.toUtf8(); }
};

using DescribedParameters = FrameworkParameters<DescribedSpec>;

Error wrongDescription(const QString& text, const QString& what)
{
    return {ErrorCode::Usage, QStringLiteral("The layout \"%1\" %2").arg(printable(text.toUtf8(), 100), what)};
}

/// Parses a file with the parameters after `?`. `lead`: the text before them, as text() writes it.
Result<LayoutParametersPtr> parsedDescription(
    const QString& text, const QString& lead, const QByteArray& file, QByteArrayView written)
{
    Variables given;
    for (const QByteArray& parameter : written.isEmpty() ? QByteArrayList() : written.toByteArray().split('&')) {
        const qsizetype equals = parameter.indexOf('=');
        if (equals < 1)
            return wrongDescription(text, QStringLiteral("needs parameters of the form name=value, joined by &."));
        given[parameter.left(equals)] = decodedPart(parameter.mid(equals + 1));
    }
    const auto usual = Description::parse(file);
    auto description = Description::parse(file, given);
    if (!usual || !description) {
        const Error& error = usual ? description.error() : usual.error();
        return wrongDescription(text, QStringLiteral("is not valid: %1.").arg(error.message));
    }
    QStringList parameters;
    for (std::size_t i = 0; i < description->parameters.size(); ++i) {
        const DescribedParameter& parameter = description->parameters[i];
        if (parameter.value != usual->parameters[i].value)
            parameters << QString::fromUtf8(parameter.name) + u'=' + encodedPart(parameter.value);
    }
    const QString all = parameters.isEmpty() ? lead : lead + u'?' + parameters.join(u'&');
    return DescribedParameters::from(DescribedSpec{std::make_shared<const Description>(*std::move(description)), all});
}

/// Returns the pattern of Redis rights that covers the names of a pattern.
QByteArray rightsPattern(const KeyPattern& pattern)
{
    QByteArray covered;
    Variables values;
    for (const QByteArray& variable : pattern.variables())
        values[variable] = QByteArray(1, '\0');
    for (const char c : pattern.render(values).value_or(QByteArray()))
        covered += c == '\0' ? QByteArray("*") : aclQuoted(QByteArray(1, c));
    return covered;
}

/// Base of the layouts that files describe.
class DescribedLayout : public LayoutType
{
public:
    bool isOffered() const override { return false; }
    QString text(const LayoutParameters* parameters) const override { return DescribedParameters::of(parameters).text; }

    LayoutFacts facts(const LayoutParameters* parameters) const override
    {
        LayoutFacts facts;
        facts.shares = DescribedParameters::of(parameters).description->hasSharedQueue();
        return facts;
    }

    Result<std::unique_ptr<Backend>> open(
        const LayoutParametersPtr& parameters, const LayoutOpening& opening) const override
    {
        const DescribedSpec& spec = DescribedParameters::of(parameters.get());
        return DescribedBackend::open(spec.description, spec.shared(), opening.lane, opening.access, opening.prefix);
    }

    /// Returns the rights of a viewer: tasks can only be read so far.
    std::optional<AclRights> rights(
        AclRole role, const LayoutParameters* parameters, const QByteArray& prefix) const override
    {
        if (role != AclRole::Viewer)
            return std::nullopt;
        const Description& description = *DescribedParameters::of(parameters).description;
        std::set<QByteArray> keys;
        const auto cover = [&keys](const KeyPattern& pattern) {
            if (!pattern.isEmpty())
                keys.insert(rightsPattern(pattern));
        };
        if (description.queues.source != DescribedQueues::Source::Names) {
            for (const KeyPattern& pattern : description.queues.patterns)
                cover(pattern);
        }
        for (const DescribedPlace& place : description.places) {
            cover(place.key);
            cover(place.store.key);
            cover(place.lock);
            if (place.leasedIf)
                cover(place.leasedIf->hash);
            if (place.times)
                cover(place.times->set);
        }
        for (const DescribedField& field : description.fields) {
            if (field.source == DescribedField::Source::Hash || field.source == DescribedField::Source::String)
                cover(field.pattern);
        }
        FrameworkAcl acl;
        for (const QByteArray& key : keys)
            acl.readKeys << key;
        acl.reading = {"DBSIZE", "GET", "GETRANGE", "HEXISTS", "HGET", "HKEYS", "HLEN", "HSCAN", "LPOS", "PTTL",
            "SCARD", "SISMEMBER", "SSCAN", "STRLEN", "ZSCORE"};
        return frameworkRights(role, acl, {}, prefix);
    }

    /// Returns nothing: there are no records yet, and the names of keys must not lead to files.
    std::optional<PlacedQueue> queueBeside(const QByteArray&) const override { return std::nullopt; }
};

class ShippedLayout : public DescribedLayout
{
public:
    explicit ShippedLayout(const QByteArray& name)
        : m_name(name)
        , m_form(name)
    {
        const auto description = Description::parse(ShippedLayouts::file(name));
        if (!description)
            return;
        m_title = description->title + ", read only";
        QByteArrayList parameters;
        for (const DescribedParameter& parameter : description->parameters)
            parameters << parameter.name + '=' + parameter.value;
        if (!parameters.isEmpty())
            m_form += "[?" + parameters.join('&') + ']';
    }

    QByteArray name() const override { return m_name; }

    Result<LayoutParametersPtr> parse(const QString& text, QByteArrayView rest) const override
    {
        if (!rest.isEmpty() && rest.front() != '?')
            return wrongDescription(text, QStringLiteral("has no key of its own; its parameters follow a \"?\"."));
        return parsedDescription(
            text, QString::fromLatin1(m_name), ShippedLayouts::file(m_name), rest.isEmpty() ? rest : rest.sliced(1));
    }

    std::vector<LayoutUsage> usage() const override { return {{m_form.constData(), m_title.constData()}}; }

private:
    QByteArray m_name;
    QByteArray m_form;
    QByteArray m_title;
};

class FileLayout : public DescribedLayout
{
public:
    QByteArray name() const override { return "file"; }

    Result<LayoutParametersPtr> parse(const QString& text, QByteArrayView rest) const override
    {
        const qsizetype question = rest.indexOf('?');
        const QByteArrayView written = question < 0 ? rest : rest.first(question);
        const QByteArray path = decodedPart(written.startsWith(':') ? written.sliced(1) : QByteArrayView());
        if (path.isEmpty() || path.contains('\0'))
            return wrongDescription(text, QStringLiteral("needs the path of a layout file: file:PATH."));
        const QString whole = QFileInfo(QString::fromLocal8Bit(path)).absoluteFilePath();
        const auto file = readLayoutFile(whole);
        if (!file)
            return wrongDescription(text, QStringLiteral("cannot be opened. %1").arg(file.error().message));
        return parsedDescription(text, QStringLiteral("file:") + encodedPart(whole.toLocal8Bit()), *file,
            question < 0 ? QByteArrayView() : rest.sliced(question + 1));
    }

    std::vector<LayoutUsage> usage() const override
    {
        return {{"file:PATH", "queues that a layout file describes, read only; see \"duectl help layout\""},
            {"  NAME=VALUE", "a parameter of the file"}};
    }
};

} // namespace

const std::vector<const LayoutType*>& shippedLayouts()
{
    static const std::vector<const LayoutType*> layouts = [] {
        static std::vector<std::unique_ptr<ShippedLayout>> owned;
        std::vector<const LayoutType*> all;
        for (const QByteArray& name : ShippedLayouts::names()) {
            owned.push_back(std::make_unique<ShippedLayout>(name));
            all.push_back(owned.back().get());
        }
        return all;
    }();
    return layouts;
}

const LayoutType& fileLayout()
{
    static const FileLayout layout;
    return layout;
}

} // namespace dueline
