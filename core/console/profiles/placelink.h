// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"

#include <optional>

namespace dueline {

/// Link to a connection, queue, task or failure group: `dueline:///PROFILE/QUEUE?filter=…&task=…&failure=…`. It
/// contains the name of a saved connection, never an address or a password. The host is empty, because programs convert
/// hosts to lower case.
struct PlaceLink
{
    static constexpr QLatin1StringView scheme{"dueline"};

    QString profile;
    QByteArray queue = {}; ///< name of the queue; empty: the entire connection
    QString filter = {}; ///< filter of the task table
    QByteArray task = {}; ///< id of the selected task
    std::optional<QByteArray> failure = {}; ///< failure group (ErrorTemplate), whose page is shown

    /// Returns whether a text begins like a dueline:// link.
    static bool isLink(const QString& text);
    /// Parses a link, which may be untrusted. Errors: Usage.
    static Result<PlaceLink> parse(const QString& text);
    QString text() const;

    bool operator==(const PlaceLink&) const = default;
};

} // namespace dueline
