// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/console/profiles/profile.h"
#include "ui/dialogs/dialogframe.h"
#include "ui/panels/leases/leasemodel.h"

namespace dueline {

/// What is done to many leases at once, before it is done: how many of which queues and workers, what becomes of their
/// tasks, and that it cannot be undone. On production the count is typed.
class LeaseDialog : public DialogFrame
{
    Q_OBJECT

public:
    enum class Kind : quint8 { Release, Cancel };
    static constexpr std::size_t idsShown = 200;
    /// Leases at once that are acted on without asking, where it is no production.
    static constexpr std::size_t fewLeases = 20;

    LeaseDialog(
        const Theme& theme, const Profile& profile, Kind kind, const std::vector<LeaseRow>& leases, QWidget* parent);

    static bool asksBefore(std::size_t leases, Environment environment)
    {
        return leases > fewLeases || environment == Environment::Production;
    }

    /// The same as duectl commands, a line for each lease, without the connection.
    QString command() const { return m_command; }

private:
    QString m_command;
};

} // namespace dueline
