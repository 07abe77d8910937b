// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/redis/redisconfig.h"

#include <QMessageBox>

namespace dueline {

/// Dialog that asks for confirmation before opening a redis:// link, which may be untrusted. Each server and the SSH
/// host have their own lines, elided in the middle, so that no part of a link can push another out of view.
class LinkQuestion : public QMessageBox
{
    Q_OBJECT

public:
    /// Creates the question. `savedAs`: name of the matching saved connection, or empty.
    LinkQuestion(const RedisConfig& target, const QString& savedAs, QWidget* parent);

    /// Returns the link's servers and hosts, one per line.
    static QStringList places(const RedisConfig& target);

Q_SIGNALS:
    void confirmed();
};

} // namespace dueline
