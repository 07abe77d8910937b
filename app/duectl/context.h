// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/duectl/commandline.h"
#include "app/duectl/output.h"
#include "core/console/connect/findqueue.h"
#include "core/console/connect/openbackend.h"
#include "core/layouts/catalogue/layoutregistry.h"

#include <map>
#include <memory>

namespace dueline::duectl {

/// What a command works with: its options, the connection once it asks for it, and the way out for its answer.
class Context
{
public:
    /// `credentials`: of the environment; used where the URL has none.
    Context(CommandLine line, Credentials credentials);
    ~Context();

    /// Reads --url or --profile, --layout (`auto` without) and --prefix; nothing is connected yet. Errors: Usage,
    /// NotFound (no such profile), Io.
    Result<> prepare();

    /// Runs the command. Errors: those of the command; NotFound of a queue that may be there all the same says so.
    Result<int> run();
    /// Returns the code that the program exits with after an error of run().
    int exitCode(const Error& error) const;
    /// No queue of a name that the command has was found: why it may be there all the same. Otherwise empty.
    const QString& gap() const { return m_gap; }

    const CommandLine& line() const { return m_line; }
    Output& out() { return m_out; }
    bool json() const { return m_line.has("json"); }
    const RedisConfig& redis() const { return m_redis; }
    /// Those of the environment, or of the profile.
    const Credentials& credentials() const { return m_credentials; }
    /// Is told what connections send that are opened from here on.
    void observe(std::shared_ptr<CommandObserver> observer) { m_redis.observer = std::move(observer); }

    /// A word of the command line as a queue's name. Where several layouts are open, a bare name is looked for in each
    /// of them. Errors: Usage; then also those of inspector() and findQueue().
    Result<QueueName> queue(std::size_t word = 0, QueueUse use = QueueUse::Meets);
    /// Asks the server whether queue(word, QueueUse::Makes) may be made under that name; to be called once the
    /// connection is open. Errors: those of findQueue().
    Result<> checkMade(std::size_t word);
    /// The same of any word.
    Result<QueueName> queueOf(const QueueName& word, QueueUse use = QueueUse::Meets);
    /// A word as an operation, whose queue is written as others are. Errors: as queueOf(); Usage.
    Result<OperationId> operationOf(const QByteArray& word);

    /// Connects once, asking for a password on a terminal when the server wants one and none was given.
    /// Errors: as openLayout, but Unreachable for a way of connecting that this build does not have; Refused where the
    /// profile does not allow it; ReadOnlyServer for a replica or an old Redis.
    Result<Backend*> open(Access access);
    /// The ports. Errors: as open(); Refused with the reason.
    Result<QueueInspector*> inspector();
    Result<QueueEditor*> editor();
    /// The editor for what changes this queue. Errors: as editor(); those of checkOwnerOf().
    Result<QueueEditor*> editorOf(const QueueName& queue);
    /// After one of them succeeded.
    Backend& backend() { return *m_backend; }
    /// A word of the command line as the task of a queue it means; it may be shortened to a unique prefix.
    /// Errors: as inspector(), findTask() and QueueInspector::task().
    Result<TaskDetail> task(const QueueName& queue, std::size_t word = 1);
    /// The server's clock. Errors: as open(), and those of QueueInspector.
    Result<TimePoint> now();
    /// For threads that open their own connections; call after open() with the same access, so that the password is
    /// known.
    BackendFactory factory(const QByteArray& session, Access access) const;
    /// Where it is connected to, for what opens connections of its own; after open().
    const LayoutSpec& layout() const { return m_layout; }
    ConnectionSpec connection() const
    {
        return {m_redis, m_layout, m_prefix.isEmpty() ? QByteArray("dueline") : m_prefix, maskedFields(), m_readers,
            m_masksFilters};
    }
    /// Members of payloads that the profile does not show; none without one.
    QStringList maskedFields() const { return m_profile ? m_profile->maskedFields : QStringList(); }

    /// From now on filters do not find what the profile hides, either; before open().
    void maskFilters() { m_masksFilters = true; }

    /// What payloads are read with: the profile's choices, none without one, and in the queues that were named what
    /// --read says.
    ReaderBook& readers() { return *m_readers; }
    /// Has payloads of a queue read as --read says; queue() does this, too.
    void useReaders(const QueueName& queue);

    /// A production profile that is not read-only: what changes it asks twice.
    bool isProduction() const;

    /// `user@host`, for the record of an operation.
    static QByteArray operatorName();

private:
    Result<> readProfile();
    Result<> readReaders();
    Result<QueueName> nameOf(const QueueName& word, QueueUse use);
    void tellOthers(const QueueName& word, const MeantQueue& meant);
    Result<> checkAllowed(Access wanted);
    bool agreed(const char* option, const QString& question) const;

    CommandLine m_line;
    Credentials m_credentials;
    QString m_passwordMissing; ///< why the profile has none
    Output m_out;
    RedisConfig m_redis;
    LayoutSpec m_layout = defaultLayout();
    std::optional<Error> m_failure; ///< of a connection that was made for a name, not told yet
    std::map<QueueName, QueueName> m_found; ///< what bare names mean, where that was asked
    QueueName m_missing; ///< the word that `m_gap` is about
    QString m_gap;
    QByteArray m_prefix;
    bool m_masksFilters = false;
    std::optional<Profile> m_profile; ///< unset: --url or the default server
    std::shared_ptr<ReaderBook> m_readers = std::make_shared<ReaderBook>();
    std::vector<std::pair<QByteArray, ReaderChoice>> m_asked; ///< of --read, by type; `*`: all others
    std::unique_ptr<Backend> m_backend;
    Access m_access = Access::ReadOnly;
};

} // namespace dueline::duectl
