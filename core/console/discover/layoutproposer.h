// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/console/connect/backgroundtask.h"
#include "core/console/discover/layoutproposal.h"

namespace dueline {

/// Layout file, and the tasks it finds on a server.
struct TriedLayout
{
    QByteArray file;
    /// Proposal that the file was generated from; nullopt if the user wrote the file, or if the keys don't look like a
    /// queue.
    std::optional<LayoutGuess> guess;
    bool isValid = false;
    QByteArray name; ///< layout name; empty if the file is invalid
    bool isRead = false; ///< true if tasks have been read into `check`
    LiveCheck check;
    QString problem; ///< sentence that says why the file is invalid or no task could be read; empty if tasks were read
};

/// Generator of layout files for a server's unknown keys, on background threads. Only the latest proposal emits a
/// result. Writes nothing to the server. The destructor doesn't wait.
class LayoutProposer : public QObject
{
    Q_OBJECT

public:
    explicit LayoutProposer(ConnectionSpec connection, QObject* parent = nullptr)
        : QObject(parent)
        , m_connection(std::move(connection))
    { }

    bool isSearching() const { return m_search.isRunning(); }
    bool isTrying() const { return m_trial.isRunning(); }
    bool isWatching() const { return m_watch.isRunning(); }

    /// Samples the unknown keys, then emits searched() or searchFailed().
    void search();
    /// Proposes a single layout that contains these sampled keys, reads tasks through it, and then emits tried().
    void propose(const std::vector<QByteArray>& keys, const KeyFacts& facts);
    /// Reads tasks through a layout file, then emits tried().
    void tryFile(const QByteArray& file);
    /// Watches lists. Emits watching() repeatedly, then watched() or watchFailed().
    void watch(const std::vector<QByteArray>& lists, Millis time);
    /// Stops watching. watched() is still emitted.
    void stopWatching() { m_watch.cancel(); }
    /// Runs saveLayoutFile(), then emits saved() or saveFailed().
    void save(const QString& path, const QByteArray& file);

signals:
    void searched(const dueline::UnknownKeys& keys, const std::vector<dueline::LayoutGuess>& guesses);
    void searchFailed(const dueline::Error& error);
    void tried(const dueline::TriedLayout& layout);
    void watching(dueline::Millis left);
    void watched(const dueline::RunningEnds& ends);
    void watchFailed(const dueline::Error& error);
    void saved(const dueline::LayoutSpec& layout);
    void saveFailed(const dueline::Error& error);

private:
    ConnectionSpec m_connection;
    std::shared_ptr<const UnknownKeys> m_keys; ///< latest search's result; null until the first search has ended
    BackgroundTask m_search{*this};
    BackgroundTask m_trial{*this};
    BackgroundTask m_watch{*this};
    BackgroundTask m_save{*this};
};

} // namespace dueline
