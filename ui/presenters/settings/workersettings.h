// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/clock.h"
#include "core/engine/handlers/handlerregistry.h"

#include <QString>

#include <memory>
#include <vector>

namespace dueline {

/// One TYPE=KIND of the embedded worker.
struct WorkerHandler
{
    QString type; ///< TYPE, PREFIX* or *
    QString
        kind; ///< `echo`, `sleep:800`, `fail:20`, `command:/usr/bin/send-mail --queue`, `http:https://example.org/hook`

    bool operator==(const WorkerHandler&) const = default;
};

/// What the embedded worker runs, and how. Without a handler it runs nothing: what it does with tasks is never guessed.
struct WorkerSettings
{
    static constexpr int mostSlots = 64;

    std::vector<WorkerHandler> handlers;
    bool everyQueue = false; ///< all queues of the connection, else the one that is looked at
    int slotCount = 4;
    Millis leaseFor{30'000};

    bool operator==(const WorkerSettings&) const = default;

    /// What runs the tasks of the sandbox's demo queues.
    static WorkerSettings demo();
    /// The handlers it names. Errors: Usage, NotSupported: the first row that cannot be, and why.
    Result<std::unique_ptr<HandlerRegistry>> registry() const;
    /// The rows that run a program, as they will be run: its arguments, unsplit by any shell.
    std::vector<QStringList> commands() const;
};

/// Whether row `index` can stand beside the ones before it. Errors: Usage, NotSupported.
Result<> checkHandler(const std::vector<WorkerHandler>& handlers, std::size_t index);

/// The settings of the embedded worker per profile, in `$XDG_CONFIG_HOME/dueline/settings.ini`.
class WorkerSettingsStore
{
public:
    /// `path`: empty means the place above.
    explicit WorkerSettingsStore(QString path = {});

    /// As they were saved for the profile; those of a new one when there are none.
    WorkerSettings load(const QString& profile) const;
    /// Errors: Io.
    Result<> save(const QString& profile, const WorkerSettings& settings) const;

private:
    QString m_path;
};

} // namespace dueline
