// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/duectl/context.h"

#include "app/duectl/tables.h"
#include "core/base/shellword.h"
#include "core/base/text.h"
#include "core/base/zonename.h"
#include "core/console/connect/maskingbackend.h"
#include "core/console/operations/findtask.h"
#include "core/console/operations/operationlog.h"
#include "core/console/operations/operationrules.h"
#include "core/console/operations/undorun.h"
#include "core/console/profiles/keychainstore.h"
#include "core/console/profiles/profilesecrets.h"
#include "core/console/profiles/profilestore.h"
#include "core/layouts/catalogue/names/knownlayouts.h"
#include "core/layouts/catalogue/names/layoutnames.h"
#include "core/redis/passwordcommand.h"
#include "core/redis/redisurl.h"

#include <algorithm>
#include <pwd.h>
#include <unistd.h>

#include <utility>

using namespace Qt::StringLiterals;

namespace dueline::duectl {

namespace {

const QString defaultUrl = u"redis://127.0.0.1:6379"_s;

/// If a word names a layout with parameters, adds the parameters to that layout in `layouts`: for
/// `mail@bullmq?major=5`, replaces `bullmq` with `bullmq?major=5`.
void addParameters(std::vector<LayoutSpec>& layouts, const QByteArray& word)
{
    const auto named = parseLayoutAmong(knownLayouts(), QString::fromUtf8(word.mid(word.lastIndexOf('@') + 1)));
    if (!word.contains('@') || !named)
        return;
    for (LayoutSpec& layout : layouts) {
        if (LayoutNames::idOf(*named).startsWith(LayoutNames::idOf(layout) + '?'))
            layout = *named;
    }
}

} // namespace

Context::Context(CommandLine line, Credentials credentials)
    : m_line(std::move(line))
    , m_credentials(std::move(credentials))
{ }

Context::~Context() = default;

Result<> Context::prepare()
{
    if (m_line.has("url") && m_line.has("profile"))
        return Error{ErrorCode::Usage, u"--url and --profile cannot be used together: both specify a server."_s};
    if (m_line.has("prefix")
        && (m_line.value("prefix").isEmpty() || m_line.value("prefix").contains('{')
            || m_line.value("prefix").contains('}')))
        return Error{ErrorCode::Usage, u"--prefix needs at least one character and must not contain { or }."_s};
    QString url = m_line.has("url") ? QString::fromUtf8(m_line.value("url")) : defaultUrl;
    std::vector<LayoutSpec> layouts;
    for (const QByteArray& text : m_line.values("layout")) {
        if (text.isEmpty())
            continue; // ignore an empty --layout
        auto layout = parseLayout(QString::fromUtf8(text));
        if (!layout)
            return layout.error();
        layouts.push_back(*std::move(layout));
    }
    m_prefix = m_line.value("prefix");
    if (m_line.has("profile")) {
        if (const auto read = readProfile(); !read)
            return read;
        url = m_profile->url;
        if (layouts.empty()) {
            auto saved = parseLayouts(m_profile->layout);
            if (!saved)
                return saved.error();
            layouts.push_back(*std::move(saved));
        }
        if (m_prefix.isEmpty())
            m_prefix = m_profile->prefix;
    }
    auto redis = parseRedisUrl(url);
    if (!redis)
        return redis.error();
    m_redis = *std::move(redis);
    if (m_profile) {
        m_redis.timeouts = timeoutsOf(*m_profile);
        m_redis.sentinelUser = m_profile->sentinelUser;
    }
    // A password in the URL or in REDISCLI_AUTH takes precedence over the keyring.
    if (m_profile && !m_line.has("password-command")) {
        KeychainStore keychain;
        const FoundSecrets found = ProfileSecrets(keychain, m_credentials).waitFor(*m_profile);
        m_credentials = found.credentials;
        m_passwordMissing = found.missing;
    }
    if (m_line.has("password-command")) {
        m_redis.password = m_credentials.password = {};
        m_redis.passwordCommand = PasswordCommand::of(QString::fromLocal8Bit(m_line.value("password-command")));
        if (!m_redis.passwordCommand)
            return Error{ErrorCode::Usage, u"--password-command needs a program, with optional arguments."_s};
    }
    m_credentials.fill(m_redis);
    if (m_profile)
        takePasswordCommand(*m_profile, m_redis);
    m_redis.clientName = u"duectl"_s;
    m_layout = layouts.empty() ? automaticLayout() : joinLayouts(layouts);
    takeParameters();
    return readReaders();
}

/// Adds layout parameters in queue names on the command line to the connection's layouts.
void Context::takeParameters()
{
    if (m_layout.finds())
        return;
    std::vector<LayoutSpec> layouts = m_layout.parts();
    for (const QByteArray& word : m_line.words()) {
        const auto queue = queueOfOperation(word);
        addParameters(layouts, word);
        addParameters(layouts, queue ? *queue : QByteArray());
    }
    for (const char* option : {"queue", "to"}) {
        for (const QByteArray& word : m_line.values(option))
            addParameters(layouts, word);
    }
    m_layout = joinLayouts(layouts);
}

Result<> Context::readProfile()
{
    auto profile = ProfileStore().find(QString::fromUtf8(m_line.value("profile")));
    if (!profile)
        return profile.error();
    m_profile = *std::move(profile);
    m_readers = std::make_shared<ReaderBook>(m_profile->readers);
    if (const auto zone = timeZoneNamed(m_profile->timeZone.toUtf8()))
        setDisplayZone(*zone);
    return {};
}

/// Parses the --read options: READERS (for all types) or TYPE=READERS (for one type). The type ends at the first `=`
/// before any `@`. After an `@`, a `=` is part of a path.
Result<> Context::readReaders()
{
    if (m_line.command()->name == "show") // `show` applies --read itself
        return {};
    for (const QByteArray& word : m_line.values("read")) {
        const qsizetype sign = word.indexOf('=');
        const qsizetype path = word.indexOf('@');
        const bool isOfType = sign > 0 && (path < 0 || sign < path);
        auto choice = ReaderChoice::parse(QString::fromUtf8(isOfType ? word.mid(sign + 1) : word));
        if (!choice)
            return choice.error();
        m_asked.emplace_back(isOfType ? word.first(sign) : QByteArray("*"), *std::move(choice));
    }
    std::stable_partition(m_asked.begin(), m_asked.end(), [](const auto& one) { return one.first == "*"; });
    return {};
}

void Context::useReaders(const QueueName& queue)
{
    for (const auto& [type, choice] : m_asked)
        m_readers->choose(queue, type, choice);
}

Result<QueueName> Context::queue(std::size_t word, QueueUse use) { return queueOf(m_line.words().at(word), use); }

Result<> Context::checkMade(const QueueName& name)
{
    if (!m_layout.finds())
        return {}; // queue() has already checked the name
    const auto meant = findQueue(backend(), m_layout, name, QueueUse::MayCreate);
    if (!meant)
        return meant.error();
    tellOthers(u"Creating the native queue %1; %2 is a different queue."_s, name, *meant);
    return {};
}

/// Prints the queues in other layouts that have the same name as a native queue, if any. `sentence`: message with
/// placeholders for the native queue and the other queues.
void Context::tellOthers(const QString& sentence, const QueueName& word, const ResolvedQueue& meant)
{
    if (meant.others.empty())
        return;
    QStringList others;
    for (const QueueName& other : meant.others)
        others << printable(other, 160);
    tell(sentence.arg(printable(word, 60), others.join(u" and "_s)));
}

Result<QueueName> Context::queueOf(const QueueName& word, QueueUse use)
{
    auto name = nameOf(word, use);
    if (name)
        useReaders(*name);
    return name;
}

Result<QueueName> Context::nameOf(const QueueName& word, QueueUse use)
{
    const auto spelled = spelledQueue(m_layout, word);
    if (!spelled)
        return spelled.error();
    // The name may end in the suffix of a layout that isn't open. Look up such names: they are valid only if the queue
    // exists.
    const bool isRefused = use != QueueUse::Existing && namesUnopenedLayout(m_layout, word);
    if (*spelled && !isRefused) {
        m_spelled = word;
        return **spelled;
    }
    const auto found = m_found.find(word);
    if (found != m_found.end())
        return found->second;
    // New queues are native, so there is nothing to look up.
    if (m_layout.finds() && use == QueueUse::MayCreate)
        return m_found[word] = word;
    const auto opened = open(Access::ReadOnly);
    // Don't fail here: the command may run into another error first. The next call to open() reports this one.
    if (!opened && m_layout.finds()) {
        m_failure = opened.error();
        return word;
    }
    if (!opened)
        return opened.error();
    const auto meant = findQueue(**opened, m_layout, word, use);
    if (!meant)
        return meant.error();
    tellOthers(u"Using the native queue %1; there is also %2."_s, word, *meant);
    if (!meant->gap.isEmpty()) {
        m_missing = word;
        m_gap = meant->gap;
    }
    return m_found[word] = meant->name;
}

Result<int> Context::run()
{
    auto code = m_line.command()->run(*this);
    if (code || code.error().code != ErrorCode::NotFound)
        return code;
    if (const QueueName other = sameBareName(); !other.isEmpty()) {
        Error error = code.error();
        error.message += u" Did you mean %1?"_s.arg(shellWord(other));
        return error;
    }
    if (m_gap.isEmpty())
        return code;
    const QString missing = printable(m_missing, 60);
    const bool namesLayout
        = m_missing.contains('@') && parseLayoutAmong(knownLayouts(), missing.mid(missing.lastIndexOf(u'@') + 1)).ok();
    const QString hint = namesLayout ? QString() : u" Specify its layout: %1@LAYOUT, or --layout."_s.arg(missing);
    return Error{ErrorCode::NotFound, u"Queue \"%1\" was not found. %2%3"_s.arg(missing, m_gap, hint)};
}

/// If the user specified a missing queue as NAME@LAYOUT, returns an existing queue with this name but a different
/// layout or prefix, such as `default@laravel:` for `default@laravel`. Empty if there is none.
QueueName Context::sameBareName()
{
    if (m_spelled.isEmpty() || !m_layout.finds() || !m_backend)
        return {};
    const auto spelled = spelledQueue(m_layout, m_spelled);
    if (!spelled || !*spelled || m_backend->inspector().queue(**spelled))
        return {};
    const QueueName bare = m_spelled.left(m_spelled.lastIndexOf('@'));
    const auto meant = findQueue(*m_backend, m_layout, bare, QueueUse::Existing);
    return meant && meant->name != **spelled && m_backend->inspector().queue(meant->name) ? meant->name : QueueName();
}

int Context::exitCode(const Error& error) const
{
    constexpr int unknown = 3;
    const bool isUnchecked = error.code == ErrorCode::NotFound && !m_gap.isEmpty() && m_line.command()->name == "check";
    return isUnchecked ? unknown : exitCodeOf(error.code);
}

namespace {

/// Returns the error for an operation that wasn't found and whose queue was specified without a layout. The message
/// suggests --layout, because custom designs and layout files aren't searched.
Error unknownOperation(const OperationId& operation, const QueueName& queue)
{
    return {ErrorCode::NotFound,
        u"There is no operation %1 in any layout that was searched. Its record may have expired. If the queue "
        u"belongs to another layout, specify it with --layout, such as --layout %2."_s.arg(
            printable(operation), shellName("zset:" + queue))};
}

} // namespace

Result<OperationId> Context::operationOf(const QByteArray& word)
{
    if (const auto known = m_operations.find(word); known != m_operations.end())
        return known->second;
    const auto queue = queueOfOperation(word);
    if (!queue)
        return queue.error();
    if (!m_layout.isSeveral()) { // a single layout can look up the operation however its queue is spelled
        const auto spelled = spelledQueue(m_layout, *queue);
        const auto name = !spelled ? *queue : *spelled ? Result<QueueName>(**spelled) : queueOf(*queue);
        return name ? Result<OperationId>(*name + '/' + uniquePartOf(word)) : name.error();
    }
    if (m_layout.finds()) {
        const auto spelled = spelledQueue(m_layout, *queue);
        return spelled && *spelled ? Result<OperationId>(**spelled + '/' + uniquePartOf(word))
                                   : operationOfBareQueue(word, *queue);
    }
    const auto name = queueOf(*queue);
    if (!name)
        return name.error();
    const OperationId id = *name + '/' + uniquePartOf(word);
    const auto spelled = spelledQueue(m_layout, *queue);
    const auto inspector = spelled && *spelled ? Result<QueueInspector*>(nullptr) : this->inspector();
    if (!inspector)
        return inspector.error();
    if (*inspector) {
        if (const auto found = findOperation(**inspector, id); !found && found.error().code == ErrorCode::NotFound)
            return unknownOperation(word, *queue);
    }
    return id;
}

/// Finds an operation whose queue was specified without a layout: first in the native queue, then in queues with this
/// name in other layouts. Errors: same as findQueue(); Refused if it is unknown which program owns one of the queues.
Result<OperationId> Context::operationOfBareQueue(const OperationId& word, const QueueName& queue)
{
    // Request write access now: the caller is going to change the operation, and would otherwise need a second
    // connection.
    const auto opened = open(Access::Operate);
    if (!opened)
        return opened.error();
    const auto native = findOperation((*opened)->inspector(), word);
    if (native || native.error().code != ErrorCode::NotFound)
        return word;
    const auto meant = findQueue(**opened, m_layout, queue, QueueUse::Existing);
    if (!meant)
        return meant.error();
    std::vector<QueueName> names = meant->others;
    names.push_back(meant->name);
    for (const QueueName& name : names) {
        const OperationId id = name + '/' + uniquePartOf(word);
        if (id == word)
            continue;
        if (const auto settled = checkOwnerOf(**opened, name); !settled)
            return settled.error();
        if (findOperation((*opened)->inspector(), id))
            return id;
    }
    return unknownOperation(word, queue);
}

/// Returns the name by which duectl finds the queue without --layout; nullopt if it couldn't open the queue without
/// that option.
std::optional<QueueName> Context::fullName(const QueueName& queue) const
{
    if (m_layout.finds())
        return queue;
    const LayoutNames own(m_layout);
    const auto place = m_layout.isSeveral() ? own.place(queue) : std::optional(LayoutNames::LayoutQueue{0, queue});
    if (!place)
        return std::nullopt;
    const LayoutSpec layout = m_layout.isSeveral() ? m_layout.parts()[place->layout] : m_layout;
    const LayoutNames automatic(automaticLayout());
    LayoutNames names = automatic;
    const QueueName name = names.name({names.add(layout), place->queue});
    const bool opens = layout == defaultLayout() || automatic.spelled(name) || automatic.further(name);
    return opens ? std::optional(name) : std::nullopt;
}

QString Context::operandOf(const OperationId& operation) const
{
    const auto queue = queueOfOperation(operation);
    if (const auto name = queue ? fullName(*queue) : std::nullopt)
        return shellOperands({*name + '/' + uniquePartOf(operation)});
    QString words;
    for (const QByteArray& layout : m_line.values("layout"))
        words += u"--layout "_s + shellName(layout) + u' ';
    return words + shellOperands({operation});
}

bool Context::isProduction() const
{
    return m_profile && m_profile->environment == Environment::Production && !m_profile->readOnly;
}

bool Context::agreed(const char* option, const QString& question) const
{
    if (m_line.has(option))
        return true;
    return canAsk() && ask(question + u" Type the profile name to continue: "_s) == m_profile->name;
}

Result<> Context::checkAllowed(Access wanted)
{
    if (!m_profile || wanted == Access::ReadOnly)
        return {};
    bool writes = false;
    bool worker = false;
    if (isProduction()) {
        const QString name = printable(m_profile->name.toUtf8(), 40);
        writes = agreed("unlock", u"%1 is a production profile and opens read-only."_s.arg(name));
        worker = writes && wanted == Access::OperateAndWork
            && agreed("unlock-worker", u"A worker would run real production tasks."_s);
    }
    const auto access = openAccess(*m_profile, writes, worker);
    if (!access)
        return access.error();
    if (*access >= wanted)
        return {};
    const QString name = printable(m_profile->name.toUtf8(), 40);
    if (!isProduction())
        return Error{ErrorCode::Refused, u"The profile %1 is read-only."_s.arg(name)};
    return Error{ErrorCode::Refused,
        (wanted == Access::OperateAndWork
                ? u"%1 is a production profile: add --unlock and --unlock-worker to run a worker."_s
                : u"%1 is a production profile and opens read-only: add --unlock to allow changes."_s)
            .arg(name)};
}

Result<Backend*> Context::open(Access access)
{
    if (m_backend && m_access >= access)
        return m_backend.get();
    if (m_failure) // report the earlier failure instead of connecting again
        return *std::exchange(m_failure, {});
    if (const auto checked = checkAllowed(access); !checked)
        return checked.error();
    auto opened = openBackend(connection(), {}, access);
    if (!opened && opened.error().code == ErrorCode::Authentication && m_redis.password.isEmpty()
        && !m_redis.passwordCommand && canAsk()) {
        m_redis.password = Secret(askSecret(u"Password for %1: "_s.arg(displayUrl(m_redis))));
        opened = openBackend(connection(), {}, access);
    }
    if (!opened) {
        Error error = opened.error();
        if (error.code == ErrorCode::Authentication && m_redis.password.isEmpty() && !m_passwordMissing.isEmpty())
            error.message += u' ' + m_passwordMissing;
        if (error.code == ErrorCode::NotSupported)
            error.code = ErrorCode::Unreachable; // the URL is valid, but this build can't connect to it
        return error;
    }
    m_backend = std::move(*opened);
    m_access = access;
    const bool lacking = (access >= Access::Operate && !m_backend->editor())
        || (access == Access::OperateAndWork && !m_backend->broker());
    if (lacking) {
        const QString reason = m_backend->refusal();
        if (!reason.isEmpty())
            return Error{ErrorCode::ReadOnlyServer, reason};
        if (access == Access::OperateAndWork && m_backend->editor()) {
            return Error{ErrorCode::Refused,
                u"Dueline can read and change tasks in the %1 layout, but not run them."_s.arg(
                    printable(m_backend->capabilities().layout, 100))};
        }
        return Error{ErrorCode::Refused, u"This connection is read-only."_s};
    }
    return m_backend.get();
}

Result<QueueInspector*> Context::inspector()
{
    const auto backend = open(Access::ReadOnly);
    if (!backend)
        return backend.error();
    return &(*backend)->inspector();
}

Result<QueueEditor*> Context::editor()
{
    const auto backend = open(Access::Operate);
    if (!backend)
        return backend.error();
    return (*backend)->editor();
}

Result<QueueEditor*> Context::editorOf(const QueueName& queue)
{
    const auto editor = this->editor();
    if (!editor)
        return editor;
    const auto settled = checkOwnerOf(*m_backend, queue);
    return settled ? editor : settled.error();
}

Result<TaskDetail> Context::task(const QueueName& queue, std::size_t word)
{
    const auto port = inspector();
    if (!port)
        return port.error();
    const auto id = findTask(**port, queue, m_line.words().at(word));
    if (!id)
        return id.error();
    return (*port)->task(queue, *id);
}

Result<TimePoint> Context::now()
{
    const auto backend = open(Access::ReadOnly);
    if (!backend)
        return backend.error();
    return (*backend)->serverTime();
}

BackendFactory Context::factory(const QByteArray& session, Access access) const
{
    return layoutFactory(m_layout, m_redis, m_prefix, session, access);
}

QByteArray Context::operatorName()
{
    QByteArray user = qgetenv("USER");
    if (const passwd* entry = ::getpwuid(::geteuid()))
        user = entry->pw_name;
    char host[256] = {};
    ::gethostname(host, sizeof host - 1);
    return (user.isEmpty() ? QByteArray::number(::geteuid()) : user) + '@' + host;
}

} // namespace dueline::duectl
