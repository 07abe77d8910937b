// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/clock.h"
#include "ui/widgets/pane.h"

namespace dueline {

class Connection;
class PlainLabel;

/// The line at the bottom: how the connection stands, the server, its clock, and how old the data is.
class StatusLine : public Pane
{
    Q_OBJECT

public:
    explicit StatusLine(const Theme& theme, QWidget* parent = nullptr);

    void show(const Connection* connection, TimePoint now);
    /// For a moment instead of the server: what the keyboard cursor is on.
    void tell(const QString& words);

private:
    PlainLabel* m_state;
    PlainLabel* m_server;
    PlainLabel* m_told;
    PlainLabel* m_age;
};

} // namespace dueline
