// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>
#include <QString>

#include <functional>
#include <optional>
#include <utility>
#include <vector>

namespace dueline {

/// Short message about an event, shown in a toast or a message bar.
struct Notice
{
    enum class Kind : quint8 { Result, Warning, Failure };
    struct Link
    {
        QString text;
        QString shortcut; ///< shortcut to show after the link's text; may be empty
        std::function<void()> act;
        /// Id of the action that determines whether the link is enabled. If empty, the link is always enabled.
        QByteArray action = {};
    };

    Kind kind = Kind::Result;
    QString icon = QStringLiteral("info");
    QString text; ///< description of the event, as plain text
    QString detail; ///< consequences, as plain text
    std::vector<Link> links;
    QString brief = {}; ///< short form of the detail for narrow bars; by default, the beginning of the detail
    /// Function that recreates the notice in the current language. Without it, a language change closes the notice,
    /// unless it reports a failure.
    std::function<Notice()> again{};
    /// Id of the notice's connection, whose name is shown while another one is displayed; may be empty.
    QString of = {};
    /// Subject; a new notice replaces an earlier one with the same subject, unless the subject is empty.
    QString subject = {};
    std::optional<double> progress = {}; ///< completed share of a running operation; negative if unknown

    /// Returns a copy of the notice that is about the given connection.
    Notice about(const QString& connection) const
    {
        Notice notice = *this;
        notice.of = connection;
        return notice;
    }

    /// Creates a notice by calling `make`, now and after each language change.
    static Notice worded(std::function<Notice()> make)
    {
        Notice notice = make();
        notice.again = std::move(make);
        return notice;
    }
};

} // namespace dueline
