// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/layouts/described/describedlayout.h"

#include "core/base/shellword.h"
#include "core/base/text.h"
#include "core/layouts/described/describedbackend.h"
#include "core/layouts/described/describedreach.h"
#include "core/layouts/described/layoutconsent.h"
#include "core/layouts/described/layoutfiles.h"
#include "core/layouts/native/nativeacl.h"
#include "core/layouts/port/foundqueues.h"
#include "core/layouts/port/layouttext.h"
#include "core/layouts/shared/jobs/frameworkacl.h"
#include "core/layouts/shared/jobs/frameworkparameters.h"

#include <QCoreApplication>

#include <mutex>

namespace dueline {

namespace {

/// Layout file with the connection's parameters. A file on disk is read only when the layout is opened.
struct DescribedSpec
{
    QByteArray name; ///< name of a built-in file; if empty, the file at `path` is used
    QByteArray path;
    Variables given;

    QString text() const
    {
        QStringList parameters;
        for (const auto& [parameter, value] : given)
            parameters << QString::fromUtf8(parameter) + u'=' + encodedPart(value);
        const QString lead = name.isEmpty() ? QStringLiteral("file:") + encodedPart(path) : QString::fromLatin1(name);
        return parameters.isEmpty() ? lead : lead + u'?' + parameters.join(u'&');
    }
    QueueName shared() const { return '@' + text().toUtf8(); }
    /// Returns the text of the layout file. Errors: same as readLayoutFile().
    Result<QByteArray> file() const
    {
        return name.isEmpty() ? readLayoutFile(QString::fromLocal8Bit(path)) : Result(ShippedLayouts::file(name));
    }
    /// Reads and parses the layout file. Errors: same as readLayoutFile(), plus Usage, with the layout's name.
    Result<std::shared_ptr<const Description>> description() const
    {
        const auto read = file();
        return read ? description(*read) : read.error();
    }
    Result<std::shared_ptr<const Description>> description(const QByteArray& file) const
    {
        auto parsed = Description::parse(file, given);
        if (!parsed) {
            return Error{ErrorCode::Usage,
                QStringLiteral("The layout \"%1\" is not valid: %2.")
                    .arg(printable(text().toUtf8(), 200), parsed.error().message)};
        }
        if (name.isEmpty())
            parsed->reachDigest = DescribedReach::of(*parsed).digest();
        return std::make_shared<const Description>(*std::move(parsed));
    }
};

/// Minimum length, in bytes, of the text before a key name's first variable for the name to count as distinctive.
constexpr qsizetype leastSign = 3;

using DescribedParameters = FrameworkParameters<DescribedSpec>;

Error wrongDescription(const QString& text, const QString& what)
{
    return {ErrorCode::Usage, QStringLiteral("The layout \"%1\" %2").arg(printable(text.toUtf8(), 100), what)};
}

/// Parses the parameters after `?` into a spec. Errors: Usage, with a sentence that contains `text`.
Result<> readGiven(DescribedSpec& spec, const QString& text, QByteArrayView written)
{
    for (const QByteArray& parameter : written.isEmpty() ? QByteArrayList() : written.toByteArray().split('&')) {
        const qsizetype equals = parameter.indexOf('=');
        if (equals < 1)
            return wrongDescription(text, QStringLiteral("needs parameters of the form name=value, joined by &."));
        spec.given[parameter.left(equals)] = decodedPart(parameter.mid(equals + 1));
    }
    return {};
}

/// Base class for layouts described by files.
class DescribedLayout : public LayoutType
{
public:
    QString text(const LayoutParameters* parameters) const override
    {
        return DescribedParameters::of(parameters).text();
    }

    Result<std::unique_ptr<Backend>> open(
        const LayoutParametersPtr& parameters, const LayoutOpening& opening) const override
    {
        const DescribedSpec& spec = DescribedParameters::of(parameters.get());
        const auto file = spec.file();
        if (!file)
            return file.error();
        auto description = spec.description(*file);
        if (!description)
            return description.error();
        DescribedBackend::Opening own{spec.shared(), opening.prefix, opening.frameworks, opening.session};
        const bool isAllowed = !spec.name.isEmpty() || opening.access == Access::ReadOnly
            || LayoutConsent(*file, spec.given, opening.lane->client().config()).isGiven();
        if (!isAllowed) {
            own.refusal = QStringLiteral("Tasks remain read-only until you allow this file on this server: duectl "
                                         "layout allow %1")
                              .arg(shellOperands({spec.text().toUtf8()}));
        }
        auto backend = DescribedBackend::open(*std::move(description), opening.lane, opening.access, own);
        if (!backend)
            return backend.error();
        return std::unique_ptr<Backend>(*std::move(backend));
    }

    std::vector<const ScriptLibrary*> scripts() const override
    {
        return {&DescribedEditor::library(), &FrameworkScripts::library("jobs")};
    }

    std::optional<AclRights> rights(
        AclRole role, const LayoutParameters* parameters, const QByteArray& prefix) const override
    {
        const auto read = DescribedParameters::of(parameters).description();
        if (!read)
            return std::nullopt;
        const Description& description = **read;
        const DescribedReach reach = DescribedReach::of(description);
        FrameworkAcl acl{.overlays = {DescribedTrash::rightsPattern(description)}};
        const auto cover = [](const std::vector<KeyPattern>& patterns) {
            std::set<QByteArray> covered;
            for (const KeyPattern& pattern : patterns)
                covered.insert(DescribedReach::rightsPattern(pattern));
            return QByteArrayList(covered.begin(), covered.end());
        };
        acl.keys = cover(reach.changed) + cover(reach.locks);
        acl.readKeys = cover(reach.read);
        if (role != AclRole::Viewer && acl.keys.contains("*")) { // Redis accepts no more key patterns after `*`
            acl.keys = {"*"};
            acl.readKeys.clear();
            acl.overlays.clear();
        }
        acl.channels = cover(reach.channels);
        acl.reading = {"DBSIZE", "GET", "GETRANGE", "HEXISTS", "HGET", "HLEN", "HSCAN", "LPOS", "PTTL", "SCARD",
            "SISMEMBER", "SSCAN", "STRLEN", "ZSCORE"};
        // The scripts also read and set hash field expiry times, using commands added in Redis 7.4.
        acl.operating = {"@HASH"};
        if (!description.queues.channels.empty())
            acl.reading.insert({"PUBSUB|CHANNELS", "PUBSUB|NUMSUB"});
        const bool isWorker = role == AclRole::Worker;
        if (!description.running)
            return frameworkRights(role, acl, scripts(), prefix);
        // Claimed tasks are in native queues, whose keys are among Dueline's own keys for the queue.
        auto rights = frameworkRights(isWorker ? AclRole::Operator : role, acl, scripts(), prefix);
        AclRights claimed = nativeRights(role, prefix);
        claimed.keys.clear();
        claimed.channels = {aclQuoted(OverlayKeys::overlayOf(prefix)) + DescribedTrash::rightsPattern(description)};
        claimed.commands.insert("SMEMBERS");
        if (role != AclRole::Viewer)
            claimed.commands.insert({"HMGET", "SADD"});
        rights->add(claimed);
        return rights;
    }

    bool namesAnyQueue() const override { return true; }

    /// Returns nullopt: a key's name must not determine which file is read.
    std::optional<PlacedQueue> queueBeside(const QByteArray&) const override { return std::nullopt; }
};

const char* const describedExplanation
    = QT_TRANSLATE_NOOP("LayoutWords", "Queues described by a layout file. Their own workers run the tasks.");

/// Returns the properties of new tasks that all described layouts share. `asksQueue`: true if one of the queues
/// represents places that all queues share.
AddingFacts describedAdding(bool asksQueue)
{
    AddingFacts facts;
    facts.attempts = facts.backoff = facts.lease = facts.unique = false;
    facts.asksQueue = asksQueue;
    facts.firstPayload = "";
    facts.payloadHint.source = QT_TRANSLATE_NOOP("LayoutWords",
        "The payload is stored exactly as you enter it, so it must have the form that the queue's workers expect.");
    return facts;
}

class ShippedLayout : public DescribedLayout
{
public:
    explicit ShippedLayout(const QByteArray& name)
        : m_name(name)
    { }

    QByteArray name() const override { return m_name; }

    Result<LayoutParametersPtr> parse(const QString& text, QByteArrayView rest) const override
    {
        if (!rest.isEmpty() && rest.front() != '?')
            return wrongDescription(text, QStringLiteral("has no key; its parameters follow a \"?\"."));
        DescribedSpec spec{m_name, {}, {}};
        if (const auto read = readGiven(spec, text, rest.isEmpty() ? rest : rest.sliced(1)); !read)
            return read.error();
        for (const DescribedParameter& parameter : contents().parameters) { // default values are omitted
            const auto given = spec.given.find(parameter.name);
            if (given != spec.given.end() && given->second == parameter.value)
                spec.given.erase(given);
        }
        if (const auto description = spec.description(); !description)
            return description.error();
        return DescribedParameters::from(std::move(spec));
    }

    LayoutFacts facts(const LayoutParameters*) const override
    {
        LayoutFacts facts;
        facts.shares = contents().shares;
        facts.adding = describedAdding(facts.shares);
        return facts;
    }

    std::vector<LayoutUsage> usage() const override
    {
        std::vector<LayoutUsage> rows;
        for (const auto& [form, meaning] : contents().usage)
            rows.push_back({form.constData(), meaning.constData()});
        return rows;
    }

    std::vector<LayoutForm> forms() const override
    {
        LayoutForm form;
        form.title = contents().title.constData();
        form.explanation = describedExplanation;
        for (const DescribedParameter& parameter : contents().parameters) {
            LayoutField field;
            field.parameter = field.row = field.name = parameter.name.constData();
            field.usual = field.preset = parameter.value.constData();
            form.fields.push_back(field);
        }
        return {form};
    }

    bool isShownBy(QByteArrayView key) const override
    {
        const std::vector<KeyPattern>& signs = contents().signs;
        return std::any_of(signs.begin(), signs.end(),
            [key](const KeyPattern& sign) { return key.startsWith(sign.beginning()) && sign.match(key); });
    }

private:
    struct Contents
    {
        std::vector<std::pair<QByteArray, QByteArray>> usage; ///< syntax and meaning of each layout parameter
        QByteArray title;
        bool shares = false;
        std::vector<DescribedParameter> parameters;
        std::vector<KeyPattern> signs; ///< key name patterns that other programs are unlikely to use
    };

    /// Returns the file's content, parsed on first use: most commands never need it.
    const Contents& contents() const
    {
        std::call_once(m_once, [this] {
            const auto description = Description::parse(ShippedLayouts::file(m_name));
            if (!description)
                return;
            m_contents.title = description->title;
            m_contents.shares = description->hasSharedQueue();
            m_contents.parameters = description->parameters;
            for (const KeyPattern& pattern : description->queues.patterns) {
                if (pattern.beginning().size() >= leastSign && pattern.beginning() != DescribedReach::sidekiqLists)
                    m_contents.signs.push_back(pattern);
            }
            m_contents.usage.push_back({m_name, m_contents.title});
            for (const DescribedParameter& parameter : m_contents.parameters) {
                m_contents.usage.push_back({"  " + parameter.name + '=' + (parameter.isNumber ? "N" : "TEXT"),
                    "part of the key names (" + parameter.value + ')'});
            }
        });
        return m_contents;
    }

    QByteArray m_name;
    mutable std::once_flag m_once;
    mutable Contents m_contents;
};

class FileLayout : public DescribedLayout
{
public:
    QByteArray name() const override { return "file"; }

    Result<LayoutParametersPtr> parse(const QString& text, QByteArrayView rest) const override
    {
        const qsizetype question = rest.indexOf('?');
        const QByteArrayView written = question < 0 ? rest : rest.first(question);
        DescribedSpec spec{{}, decodedPart(written.startsWith(':') ? written.sliced(1) : QByteArrayView()), {}};
        if (spec.path.isEmpty() || spec.path.contains('\0'))
            return wrongDescription(text, QStringLiteral("needs the path of a layout file: file:PATH."));
        if (const auto read = readGiven(spec, text, question < 0 ? QByteArrayView() : rest.sliced(question + 1)); !read)
            return read.error();
        return DescribedParameters::from(std::move(spec));
    }

    LayoutFacts facts(const LayoutParameters*) const override
    {
        LayoutFacts facts;
        facts.shares = true; // assume a shared queue: the file isn't read until the layout is opened
        facts.adding = describedAdding(true);
        return facts;
    }

    std::vector<LayoutUsage> usage() const override
    {
        return {{"file:PATH", "queues described by a layout file (duectl layout)"},
            {"  NAME=VALUE", "parameter of the file"}};
    }

    std::vector<LayoutForm> forms() const override
    {
        LayoutForm form;
        form.title = QT_TRANSLATE_NOOP("LayoutWords", "Your own layout file");
        form.explanation = describedExplanation;
        LayoutField path;
        path.row = path.name = QT_TRANSLATE_NOOP("LayoutWords", "Path");
        path.hint = QT_TRANSLATE_NOOP("LayoutWords", "absolute path to the file, e.g. /home/ann/orders.toml");
        path.missing.source = QT_TRANSLATE_NOOP("LayoutWords", "Enter the path to a layout file.");
        form.fields = {path};
        return {form};
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

Result<std::optional<FileReach>> reachToAllow(
    const LayoutParameters* parameters, const RedisConfig& server, const std::vector<QueueName>& queues)
{
    const DescribedSpec& spec = DescribedParameters::of(parameters);
    const auto file = spec.file();
    const auto description = file ? spec.description(*file) : file.error();
    if (!description)
        return description.error();
    const LayoutConsent consent(*file, spec.given, server);
    if (consent.isGiven())
        return std::optional<FileReach>();
    return std::optional(
        FileReach{DescribedReach::of(**description).text(**description, queues), [consent] { return consent.give(); }});
}

Result<QString> allowFileLayout(const LayoutParameters* parameters, const RedisConfig& server)
{
    const DescribedSpec& spec = DescribedParameters::of(parameters);
    const auto file = spec.file();
    const auto description = file ? spec.description(*file) : file.error();
    if (!description)
        return description.error();
    if (const auto given = LayoutConsent(*file, spec.given, server).give(); !given)
        return given.error();
    return DescribedReach::of(**description).text(**description);
}

} // namespace dueline
