// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>
#include <QString>

#include <functional>
#include <utility>
#include <vector>

namespace dueline {

/// One-line message about an event. It is shown above the content without covering it, until it is closed or replaced.
struct Notice
{
    enum class Kind : quint8 { Result, Warning, Failure };
    struct Link
    {
        QString text;
        QString shortcut; ///< shortcut, shown after the text; may be empty
        std::function<void()> act;
        QByteArray action = {}; ///< id of an action that enables and disables the link; empty: always enabled
    };

    Kind kind = Kind::Result;
    QString icon = QStringLiteral("info");
    QString text; ///< description of the event; plain text
    QString detail; ///< consequences, as plain text
    std::vector<Link> links;
    QString brief = {}; ///< short form of the detail, for lack of space; empty: the beginning of the detail
    /// Recreates the notice in the current language. If not set, a change of language closes the notice, unless it
    /// reports a failure.
    std::function<Notice()> again{};
    QString of = {}; ///< id of the connection, whose name is shown while another connection is in view; empty: none

    /// Returns a copy of the notice that refers to this connection.
    Notice about(const QString& connection) const
    {
        Notice notice = *this;
        notice.of = connection;
        return notice;
    }

    /// Creates a notice with `make`, which is called again after each change of language.
    static Notice worded(std::function<Notice()> make)
    {
        Notice notice = make();
        notice.again = std::move(make);
        return notice;
    }
};

} // namespace dueline
