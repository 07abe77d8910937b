// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/console/profiles/profile.h"
#include "ui/dialogs/dialogframe.h"
#include "ui/panels/leases/leasemodel.h"

namespace dueline {

/// Dialog that asks for confirmation before acting on many leases. It shows their queues and workers and what happens
/// to the tasks, and warns that the action can't be undone. In production, the user must type the count.
class LeaseDialog : public DialogFrame
{
    Q_OBJECT

public:
    enum class Kind : quint8 { Release, Cancel };
    static constexpr std::size_t idsShown = 200;
    /// Maximum number of leases that can be changed without confirmation outside production.
    static constexpr std::size_t fewLeases = 20;

    LeaseDialog(
        const Theme& theme, const Profile& profile, Kind kind, const std::vector<LeaseRow>& leases, QWidget* parent);

    static bool asksBefore(std::size_t leases, Environment environment)
    {
        return leases > fewLeases || environment == Environment::Production;
    }

    /// Returns the equivalent duectl commands, one per lease, without the connection.
    QString command() const { return m_command; }

private:
    QString m_command;
};

} // namespace dueline
