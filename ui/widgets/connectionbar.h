// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/widgets/messagebar.h"

namespace dueline {

class Connection;
class Formatting;

/// The bar over the timeline while the shown connection is lost or silent: since when what is shown is stale, why, and
/// how long until it is tried again. Comes and goes with the connection; cannot be closed.
class ConnectionBar : public MessageBar
{
    Q_OBJECT

public:
    ConnectionBar(const Theme& theme, const Formatting& formatting, QWidget* parent = nullptr);

    /// Shows how `connection` stands now; null: nothing is shown. Cheap: called every second for the countdown.
    void follow(const Connection* connection);
    /// Whether there is no connection, or none any more, also while it is tried again: what waits for its data is not
    /// loading.
    static bool isLost(const Connection* connection);
    /// Whether what is on screen is from before the connection was lost, or went silent.
    static bool isStale(const Connection* connection);
    /// Why nothing is known of it yet, in a sentence; empty while an answer is only a moment away.
    static QString whyUnknown(const Connection* connection);

Q_SIGNALS:
    void reconnectWished();

private:
    void tell(const QString& text, const QString& detail);

    const Formatting& m_formatting;
};

} // namespace dueline
