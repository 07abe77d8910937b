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
    /// Creates a context. `credentials`: credentials from the environment, used if the URL contains
    /// none.
    Context(CommandLine line, Credentials credentials);
    ~Context();

    /// Reads --url or --profile, --layout (default `auto`) and --prefix, without connecting. Errors: Usage, NotFound
    /// (no such profile), Io.
    Result<> prepare();

    /// Runs the command. Errors: those of the command. The message of a NotFound error also explains why the queue may
    /// exist after all.
    Result<int> run();
    /// Returns the exit code for an error returned by run().
    int exitCode(const Error& error) const;
    /// Returns why a queue that was not found may exist after all; empty if there is no such reason.
    const QString& gap() const { return m_gap; }

    const CommandLine& line() const { return m_line; }
    Output& out() { return m_out; }
    bool json() const { return m_line.has("json"); }
    const RedisConfig& redis() const { return m_redis; }
    /// Returns the credentials from the environment or from the profile.
    const Credentials& credentials() const { return m_credentials; }
    /// Sets the observer for the commands that later connections send.
    void observe(std::shared_ptr<CommandObserver> observer) { m_redis.observer = std::move(observer); }

    /// Resolves a word of the command line to a queue. If there are several layouts, a bare name is searched for in all
    /// of them. Errors: Usage; with several layouts, also those of inspector() and findQueue().
    Result<QueueName> queue(std::size_t word = 0, QueueUse use = QueueUse::Existing);
    /// Checks on the server whether the queue returned by queueOf(name, QueueUse::MayCreate) may be created with this
    /// name. Call it after the connection has been opened. Errors: those of findQueue().
    Result<> checkMade(const QueueName& name);
    /// Resolves any word to a queue, like queue().
    Result<QueueName> queueOf(const QueueName& word, QueueUse use = QueueUse::Existing);
    /// Resolves a word to an operation. The queue in the word may have any form that queue() accepts. Errors: those of
    /// queueOf(); Usage; NotFound if the word does not specify a layout and no searched layout has the operation.
    Result<OperationId> operationOf(const QByteArray& word);
    /// Makes operationOf() resolve `word` to this operation without a search.
    void setOperation(const QByteArray& word, const OperationId& id) { m_operations[word] = id; }
    /// Returns the shell words that identify an operation of this connection when duectl is called without --layout.
    QString operandOf(const OperationId& operation) const;
    /// Returns the shell command that undoes an operation of this connection.
    QString undoCommand(const OperationId& operation) const
    {
        return QStringLiteral("duectl undo ") + operandOf(operation);
    }

    /// Connects once. On a terminal, prompts for a password if the server requires one and none is set. Errors: those
    /// of openLayout; Unreachable for a type of connection that this build does not support; Refused if the profile
    /// forbids this access; ReadOnlyServer for a replica or an old version of Redis.
    Result<Backend*> open(Access access);
    /// Returns the inspector. Errors: those of open().
    Result<QueueInspector*> inspector();
    Result<QueueEditor*> editor();
    /// Returns the editor for changing a queue. Errors: those of editor() and checkOwnerOf().
    Result<QueueEditor*> editorOf(const QueueName& queue);
    /// Returns the backend. open() must have succeeded before.
    Backend& backend() { return *m_backend; }
    /// Resolves a word of the command line to a task of a queue. The word may be a unique prefix of the id. Errors:
    /// those of inspector(), findTask() and QueueInspector::task().
    Result<TaskDetail> task(const QueueName& queue, std::size_t word = 1);
    /// Returns the server's time. Errors: those of open() and QueueInspector.
    Result<TimePoint> now();
    /// Returns a factory for threads that have their own connections. Call it after open() with the same access, so
    /// that the password is known.
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

    /// Returns the readers of payloads: the readers given by --read for the named queues, otherwise
    /// those chosen in the profile.
    ReaderBook& readers() { return *m_readers; }
    /// Applies --read to the payloads of a queue. Also called by queue().
    void useReaders(const QueueName& queue);

    /// Returns whether the profile is for production and allows writes, so that changes need a second confirmation.
    bool isProduction() const;

    /// Returns `user@host`, for the record of an operation.
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
    QString m_passwordMissing; ///< reason why the profile has no password
    Output m_out;
    RedisConfig m_redis;
    LayoutSpec m_layout = defaultLayout();
    std::optional<Error> m_failure; ///< unreported error of a connection that was opened in order to resolve a name
    std::map<QueueName, QueueName> m_found; ///< resolved queues, by bare name
    std::map<QByteArray, OperationId> m_operations; ///< operations set by setOperation(), by word
    QueueName m_spelled; ///< last queue name that was given as NAME@LAYOUT
    QueueName m_missing; ///< queue name to which m_gap refers
    QString m_gap;
    QByteArray m_prefix;
    bool m_masksFilters = false;
    std::optional<Profile> m_profile; ///< selected profile; unset: --url or the default server is used
    std::shared_ptr<ReaderBook> m_readers = std::make_shared<ReaderBook>();
    // readers chosen with --read, by type; `*` stands for all other types
    std::vector<std::pair<QByteArray, ReaderChoice>> m_asked;
    std::unique_ptr<Backend> m_backend;
    Access m_access = Access::ReadOnly;
};

} // namespace dueline::duectl
