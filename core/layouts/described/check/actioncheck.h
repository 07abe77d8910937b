// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/layouts/described/describedbackend.h"

namespace dueline {

/// Tests a layout's actions on the sample in its layout file. Uses an otherwise empty server.
class ActionCheck
{
public:
    struct Summary
    {
        int acted = 0; ///< number of tested combinations of an action and a place
        int undone = 0; ///< number of these combinations in which undo restored every byte and expiry time
        /// Combinations not tested because the sample has no task for them, such as `retry in failed`.
        QStringList untried;
    };

    ActionCheck(std::shared_ptr<const Description> description, const RedisConfig& server);

    /// Tests each action in each place. The action must take effect. A repeated call must return the same reply and
    /// change nothing. A second operation on the same tasks must report that they have changed. Undo, undo of the undo,
    /// and restore must each return all keys to their earlier state. If the layout allows new tasks, adding a deleted
    /// task again must restore its keys, except for expiry times. Errors: same as SampleCheck::load() and
    /// QueueEditor::act(), plus Usage, with the position of the place.
    Result<Summary> run();

private:
    using Refs = std::map<QueueName, std::vector<TaskRef>>;

    Result<> reset();
    Result<Refs> tasksIn(const DescribedPlace& place);
    Result<Refs> trashed(const Refs& queues);
    /// Deletes a sample task, adds it again, undoes the addition, and undoes that undo.
    Result<> tryAdd(const DescribedPlace& place, Summary& summary);
    /// Returns the last task in a place, as an example of a new task there, and its queue; nullopt if the place is
    /// empty.
    Result<std::optional<std::pair<QueueName, Task>>> lastTaskIn(const DescribedPlace& place);
    Result<> tryAction(const DescribedPlace& place, ActionKind kind, const Refs& tasks, Summary& summary);
    Result<> tryUndo(const DescribedPlace& place, ActionKind kind, const Refs& tasks, Summary& summary);
    Result<std::vector<ItemOutcome>> act(ActionKind kind, const QByteArray& operation, const Refs& tasks);
    Result<> undo(const QByteArray& undone, const QByteArray& operation, const Refs& tasks);
    /// Returns all keys except Dueline's own, with their values and, unless disabled, expiry times. Errors: same as
    /// RedisClient::call().
    Result<QByteArray> everything(bool withExpiries = true);
    Error wrong(const DescribedPlace& place, ActionKind kind, const QString& what) const;

    std::shared_ptr<const Description> m_description;
    RedisConfig m_server;
    RedisClient m_client;
    std::unique_ptr<DescribedBackend> m_backend;
};

} // namespace dueline
