// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/clock.h"
#include "ui/widgets/pane.h"

namespace dueline {

class Connection;
class Formatting;
class PlainLabel;

/// The line at the bottom: how the connection stands, the server's address and version, how long a question takes, how
/// far its clock is off, and how old the data is. The less important parts leave a narrow window first.
class StatusLine : public Pane
{
    Q_OBJECT

public:
    StatusLine(const Theme& theme, const Formatting& formatting, QWidget* parent = nullptr);

    /// `now`: this machine's clock.
    void show(const Connection* connection, TimePoint now);
    /// For a moment instead of the server: what the keyboard cursor is on.
    void tell(const QString& words);

protected:
    void resizeEvent(QResizeEvent* event) override;

private:
    void showState(const Connection* connection);
    void fit();

    const Formatting& m_formatting;
    PlainLabel* m_dot;
    PlainLabel* m_state;
    PlainLabel* m_server;
    PlainLabel* m_ping;
    PlainLabel* m_version;
    PlainLabel* m_clock;
    PlainLabel* m_told;
    PlainLabel* m_age;
};

/// `0.4 ms`, `23 ms`, `1.2 s`.
QString roundTripWords(std::chrono::microseconds length);

} // namespace dueline
