// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"

#include <optional>

namespace dueline {

/// Link to a connection, queue, task, or failure group: `dueline:///PROFILE/QUEUE?filter=…&task=…&failure=…`. Contains
/// a saved connection's name, but never an address or a password. The name isn't used as the URL's host, because
/// programs convert hosts to lower case.
struct PlaceLink
{
    static constexpr QLatin1StringView scheme{"dueline"};

    QString profile;
    QByteArray queue = {}; ///< queue to show; empty: the entire connection
    QString filter = {};
    QByteArray task = {}; ///< id of the task to select
    std::optional<QByteArray> failure = {}; ///< ErrorTemplate of the failure group to show

    /// Returns whether a text starts like a dueline:// link.
    static bool isLink(const QString& text);
    /// Parses a link from an untrusted source. Errors: Usage.
    static Result<PlaceLink> parse(const QString& text);
    QString text() const;

    bool operator==(const PlaceLink&) const = default;
};

} // namespace dueline
