// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/clock.h"
#include "ui/widgets/pane.h"

namespace dueline {

class Connection;
class Formatting;
class PlainLabel;

/// Status bar: the connection's state, the server's address and version, round-trip time, clock offset, and the data's
/// age. In a narrow window, the least important parts are hidden first.
class StatusLine : public Pane
{
    Q_OBJECT

public:
    StatusLine(const Theme& theme, const Formatting& formatting, QWidget* parent = nullptr);

    /// Shows a connection. `now`: current time according to this machine's clock.
    void show(const Connection* connection, TimePoint now);
    /// Temporarily shows a description of the item at the keyboard cursor instead of the server.
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

/// Returns a short duration, such as `0.4 ms`, `23 ms` or `1.2 s`.
QString roundTripWords(std::chrono::microseconds length);

} // namespace dueline
