// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/clock.h"
#include "core/engine/handlers/handlerregistry.h"

#include <QString>

#include <memory>
#include <vector>

namespace dueline {

/// Handler of the embedded worker, in the form TYPE=KIND.
struct WorkerHandler
{
    QString type; ///< task type, `PREFIX*`, or `*` for all types
    /// Kind of handler, such as `echo`, `sleep:800`, `fail:20`, `http:https://example.org/hook` or
    /// `command:/usr/bin/send-mail --queue`.
    QString kind;

    bool operator==(const WorkerHandler&) const = default;
};

/// Settings of the embedded worker. Without a handler, the worker runs no tasks; there are no default handlers.
struct WorkerSettings
{
    static constexpr int mostSlots = 64;

    std::vector<WorkerHandler> handlers;
    bool everyQueue = false; ///< true for all queues on the connection; false for the current queue
    int slotCount = 4;
    Millis leaseFor{30'000};

    bool operator==(const WorkerSettings&) const = default;

    /// Returns settings for running the tasks in the sandbox's demo queues.
    static WorkerSettings demo();
    /// Returns the handlers. Errors: Usage, NotSupported. The message names the first invalid row and explains what is
    /// wrong.
    Result<std::unique_ptr<HandlerRegistry>> registry() const;
    /// Returns the commands of all rows that run a program, each as a list of arguments. No shell interprets them.
    std::vector<QStringList> commands() const;
};

/// Checks the handler at `index`, including whether it conflicts with an earlier one. Errors: Usage, NotSupported.
Result<> checkHandler(const std::vector<WorkerHandler>& handlers, std::size_t index);

/// Store for the embedded worker's settings, by profile, in `$XDG_CONFIG_HOME/dueline/settings.ini`.
class WorkerSettingsStore
{
public:
    /// Creates a store. `path`: settings file; empty for the default.
    explicit WorkerSettingsStore(QString path = {});

    /// Returns the settings saved for the profile, or the defaults.
    WorkerSettings load(const QString& profile) const;
    /// Saves a profile's settings. Errors: Io.
    Result<> save(const QString& profile, const WorkerSettings& settings) const;

private:
    QString m_path;
};

} // namespace dueline
