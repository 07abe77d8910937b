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

/// Context in which a command runs: its options, its connection once it is requested, and its output.
class Context
{
public:
    /// Creates a context. `credentials`: credentials from the environment; a password in the URL takes precedence.
    Context(CommandLine line, Credentials credentials);
    ~Context();

    /// Reads --url or --profile, --layout (default `auto`) and --prefix, without connecting. Errors: Usage, NotFound
    /// (no such profile), Io.
    Result<> prepare();

    /// Runs the command. Errors: those of the command. If the queue is missing, the message says why it may exist
    /// nevertheless.
    Result<int> run();
    /// Returns the exit code for an error returned by run().
    int exitCode(const Error& error) const;
    /// Returns why the missing queue may exist nevertheless; empty if there is no such reason.
    const QString& gap() const { return m_gap; }

    const CommandLine& line() const { return m_line; }
    Output& out() { return m_out; }
    bool json() const { return m_line.has("json"); }
    const RedisConfig& redis() const { return m_redis; }
    /// Returns the credentials from the environment or from the profile.
    const Credentials& credentials() const { return m_credentials; }
    /// Sets an observer for the commands that connections opened later send to Redis.
    void observe(std::shared_ptr<CommandObserver> observer) { m_redis.observer = std::move(observer); }

    /// Resolves a word of the command line to a queue. With several layouts, a name without a layout is searched for in
    /// all of them. Errors: Usage; with several layouts, also those of inspector() and findQueue().
    Result<QueueName> queue(std::size_t word = 0, QueueUse use = QueueUse::Existing);
    /// Checks on the server whether a queue that queueOf(name, QueueUse::MayCreate) returned may be created. Call it
    /// after opening the connection. Errors: those of findQueue().
    Result<> checkMade(const QueueName& name);
    /// Resolves a queue name, like queue().
    Result<QueueName> queueOf(const QueueName& word, QueueUse use = QueueUse::Existing);
    /// Resolves a word to an operation. The queue in the word may have any form that queue() accepts. Errors: those of
    /// queueOf(); Usage; NotFound if the word contains no layout and the operation is in none of the searched layouts.
    Result<OperationId> operationOf(const QByteArray& word);
    /// Makes operationOf() return `id` for `word`, without a search.
    void setOperation(const QByteArray& word, const OperationId& id) { m_operations[word] = id; }
    /// Returns the operation's id, quoted for the shell. Puts this command's --layout options before it if duectl could
    /// not find the operation without them.
    QString operandOf(const OperationId& operation) const;
    /// Returns the shell command that undoes an operation of this connection.
    QString undoCommand(const OperationId& operation) const
    {
        return QStringLiteral("duectl undo ") + operandOf(operation);
    }

    /// Returns the backend, and connects on the first call. On a terminal, prompts for a password if the server
    /// requires one and none is set. Errors: those of openLayout; Unreachable for a type of connection that this build
    /// does not support; Refused if the profile forbids this access; ReadOnlyServer for a replica or an old version of
    /// Redis.
    Result<Backend*> open(Access access);
    /// Returns the inspector. Errors: those of open().
    Result<QueueInspector*> inspector();
    Result<QueueEditor*> editor();
    /// Returns the editor for changing a queue. Errors: those of editor() and checkOwnerOf().
    Result<QueueEditor*> editorOf(const QueueName& queue);
    /// Returns the open backend. Call it only after open() has succeeded.
    Backend& backend() { return *m_backend; }
    /// Resolves a word of the command line to a task of a queue. The word may be the beginning of an id if it is
    /// unique. Errors: those of inspector(), findTask() and QueueInspector::task().
    Result<TaskDetail> task(const QueueName& queue, std::size_t word = 1);
    /// Returns the server's time. Errors: those of open() and QueueInspector.
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

    /// Returns the payload readers: those given with --read for the queues of the command line, and the ones that the
    /// profile specifies.
    ReaderBook& readers() { return *m_readers; }
    /// Applies the --read options to a queue. queue() does this for each queue that it returns.
    void useReaders(const QueueName& queue);

    /// Returns whether the profile is for production and allows writes, so that the user must confirm a change by
    /// typing the number of tasks.
    bool isProduction() const;

    /// Returns `user@host`, which an operation's record stores as its author.
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
    QString m_passwordMissing; ///< reason why the profile's password could not be read
    Output m_out;
    RedisConfig m_redis;
    LayoutSpec m_layout = defaultLayout();
    /// connection error that occurred while a name was resolved; reported by the next open()
    std::optional<Error> m_failure;
    std::map<QueueName, QueueName> m_found; ///< resolved queues, by name without a layout
    std::map<QByteArray, OperationId> m_operations; ///< operations set by setOperation(), by word
    QueueName m_spelled; ///< last queue that the user specified as NAME@LAYOUT
    QueueName m_missing; ///< name of the missing queue that m_gap is about
    QString m_gap;
    QByteArray m_prefix;
    bool m_masksFilters = false;
    std::optional<Profile> m_profile; ///< profile given with --profile
    std::shared_ptr<ReaderBook> m_readers = std::make_shared<ReaderBook>();
    // Readers given with --read, by type; `*` is any other type.
    std::vector<std::pair<QByteArray, ReaderChoice>> m_asked;
    std::unique_ptr<Backend> m_backend;
    Access m_access = Access::ReadOnly;
};

} // namespace dueline::duectl
