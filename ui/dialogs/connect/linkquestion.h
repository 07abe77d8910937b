// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/redis/redisconfig.h"

#include <QMessageBox>

namespace dueline {

/// Asks whether to follow a redis:// link. It may be anybody's: where it leads, each server and the SSH host, stands on
/// a line of its own, whole or with its middle left out, so that nothing in a link can push that out of sight.
class LinkQuestion : public QMessageBox
{
    Q_OBJECT

public:
    /// `savedAs`: the saved connection that it leads to; empty: none.
    LinkQuestion(const RedisConfig& target, const QString& savedAs, QWidget* parent);

    /// Where it leads, a line each.
    static QStringList places(const RedisConfig& target);

Q_SIGNALS:
    void confirmed();
};

} // namespace dueline
