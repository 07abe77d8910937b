// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>
#include <QString>

#include <functional>
#include <utility>
#include <vector>

namespace dueline {

/// What happened, in one line that pushes the content and never covers it. Stays until closed or replaced.
struct Notice
{
    enum class Kind : quint8 { Result, Warning, Failure };
    struct Link
    {
        QString text;
        QString shortcut; ///< shown behind it, may be empty
        std::function<void()> act;
        QByteArray action = {}; ///< it can be pressed while this one can; empty: always
    };

    Kind kind = Kind::Result;
    QString icon = QStringLiteral("info");
    QString text; ///< what happened; plain text
    QString detail; ///< what it means; plain text
    std::vector<Link> links;
    QString brief = {}; ///< what is said of the detail while all of it does not fit into the line; empty: its beginning
    /// The same in the language in force. What has none goes when the language changes, unless it is a failure.
    std::function<Notice()> again{};
    QString of
        = {}; ///< the connection it is about, by its id, which is named while another one is in view; empty: none

    /// The same, about this connection.
    Notice about(const QString& connection) const
    {
        Notice notice = *this;
        notice.of = connection;
        return notice;
    }

    /// What `make` makes, now and after each change of the language.
    static Notice worded(std::function<Notice()> make)
    {
        Notice notice = make();
        notice.again = std::move(make);
        return notice;
    }
};

} // namespace dueline
