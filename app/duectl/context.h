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

/// Context that a command runs in: its options, its connection (opened on demand), and its output.
class Context
{
public:
    /// Creates a context. `credentials`: credentials from the environment; a password in the URL takes precedence.
    Context(CommandLine line, Credentials credentials);
    ~Context();

    /// Reads --url or --profile, --layout (default `auto`) and --prefix, without connecting. Errors: Usage, NotFound
    /// (no such profile), Io.
    Result<> prepare();

    /// Runs the command. If the queue is missing, the error message says why it might exist after all. Errors: same as
    /// the command.
    Result<int> run();
    /// Returns the exit code for an error returned by run().
    int exitCode(const Error& error) const;
    /// Returns why the missing queue might exist after all; empty if there is no reason to think so.
    const QString& gap() const { return m_gap; }

    const CommandLine& line() const { return m_line; }
    Output& out() { return m_out; }
    bool json() const { return m_line.has("json"); }
    const RedisConfig& redis() const { return m_redis; }
    /// Returns the credentials from the environment or from the profile.
    const Credentials& credentials() const { return m_credentials; }
    /// Sets an observer for the Redis commands sent on connections opened later.
    void observe(std::shared_ptr<CommandObserver> observer) { m_redis.observer = std::move(observer); }

    /// Resolves a word on the command line to a queue. With several layouts, searches all of them for a name without a
    /// layout. Errors: Usage; with several layouts, also the errors of inspector() and findQueue().
    Result<QueueName> queue(std::size_t word = 0, QueueUse use = QueueUse::Existing);
    /// Checks on the server whether a queue returned by queueOf(name, QueueUse::MayCreate) may be created. Call it
    /// after opening the connection. Errors: same as findQueue().
    Result<> checkMade(const QueueName& name);
    /// Resolves a queue name, like queue().
    Result<QueueName> queueOf(const QueueName& word, QueueUse use = QueueUse::Existing);
    /// Resolves a word to an operation. The word's queue may have any form that queue() accepts. Errors: same as
    /// queueOf(); Usage; NotFound if the word names no layout and the operation isn't in any of the searched layouts.
    Result<OperationId> operationOf(const QByteArray& word);
    /// Makes operationOf() return `id` for `word` without searching.
    void setOperation(const QByteArray& word, const OperationId& id) { m_operations[word] = id; }
    /// Returns the operation's id, quoted for the shell. If duectl couldn't find the operation without this command's
    /// --layout options, puts them in front of the id.
    QString operandOf(const OperationId& operation) const;
    /// Returns the shell command that undoes an operation on this connection.
    QString undoCommand(const OperationId& operation) const
    {
        return QStringLiteral("duectl undo ") + operandOf(operation);
    }

    /// Returns the backend. Connects on the first call. On a terminal, prompts for a password if the server requires
    /// one and none is set. Errors: same as openLayout(); Unreachable for a connection type that this build doesn't
    /// support; Refused if the profile forbids this access; ReadOnlyServer for a replica or an old version of Redis.
    Result<Backend*> open(Access access);
    /// Returns the inspector. Errors: same as open().
    Result<QueueInspector*> inspector();
    Result<QueueEditor*> editor();
    /// Returns the editor for a queue. Errors: same as editor() and checkOwnerOf().
    Result<QueueEditor*> editorOf(const QueueName& queue);
    /// Returns the open backend. Call it only after open() has succeeded.
    Backend& backend() { return *m_backend; }
    /// Resolves a word on the command line to a task in a queue. The word may be a unique prefix of an id. Errors: same
    /// as inspector(), findTask(), and QueueInspector::task().
    Result<TaskDetail> task(const QueueName& queue, std::size_t word = 1);
    /// Returns the server's time. Errors: same as open() and QueueInspector.
    Result<TimePoint> now();
    /// Returns a factory that opens a connection for each thread. Call it after open() with the same access, so that
    /// the password is known.
    BackendFactory factory(const QByteArray& session, Access access) const;
    /// Returns the layout for additional connections. Call it after open().
    const LayoutSpec& layout() const { return m_layout; }
    ConnectionSpec connection() const
    {
        return {m_redis, m_layout, m_prefix.isEmpty() ? QByteArray("dueline") : m_prefix, maskedFields(), m_readers,
            m_masksFilters};
    }
    /// Returns the payload members that the profile masks; empty without a profile.
    QStringList maskedFields() const { return m_profile ? m_profile->maskedFields : QStringList(); }

    /// Makes filters ignore masked values. Call it before open().
    void maskFilters() { m_masksFilters = true; }

    /// Returns the payload readers: those given with --read for queues on the command line, and the profile's.
    ReaderBook& readers() { return *m_readers; }
    /// Applies the --read options to a queue. queue() does so for each queue it returns.
    void useReaders(const QueueName& queue);

    /// Returns whether the profile is for production and allows writes. The user must then confirm changes by typing
    /// the number of tasks.
    bool isProduction() const;

    /// Returns `user@host`, which is recorded as an operation's author.
    static QByteArray operatorName();

private:
    Result<> readProfile();
    void takeParameters();
    Result<> readReaders();
    Result<QueueName> nameOf(const QueueName& word, QueueUse use);
    Result<OperationId> operationOfBareQueue(const OperationId& word, const QueueName& queue);
    QueueName sameBareName();
    std::optional<QueueName> fullName(const QueueName& queue) const;
    void tellOthers(const QString& sentence, const QueueName& word, const ResolvedQueue& meant);
    Result<> checkAllowed(Access wanted);
    bool agreed(const char* option, const QString& question) const;

    CommandLine m_line;
    Credentials m_credentials;
    QString m_passwordMissing; ///< reason why the profile's password couldn't be read
    Output m_out;
    RedisConfig m_redis;
    LayoutSpec m_layout = defaultLayout();
    /// connection error while resolving a name; reported by the next open()
    std::optional<Error> m_failure;
    std::map<QueueName, QueueName> m_found; ///< resolved queues, keyed by name without a layout
    std::map<QByteArray, OperationId> m_operations; ///< operations set by setOperation(), keyed by word
    QueueName m_spelled; ///< last queue that the user specified as NAME@LAYOUT
    QueueName m_missing; ///< missing queue that m_gap is about
    QString m_gap;
    QByteArray m_prefix;
    bool m_masksFilters = false;
    std::optional<Profile> m_profile; ///< profile given with --profile
    std::shared_ptr<ReaderBook> m_readers = std::make_shared<ReaderBook>();
    // Readers given with --read, keyed by type; `*` stands for all other types.
    std::vector<std::pair<QByteArray, ReaderChoice>> m_asked;
    std::unique_ptr<Backend> m_backend;
    Access m_access = Access::ReadOnly;
};

} // namespace dueline::duectl
