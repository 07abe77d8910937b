// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>

#include <memory>

class QSocketNotifier;

namespace dueline {

/// Turns SIGINT, SIGTERM and SIGHUP into a signal of the event loop, so that the program ends in order: the private
/// Redis and temporary folders go with it. A second signal ends it at once. One at a time.
class QuitSignals : public QObject
{
    Q_OBJECT

public:
    explicit QuitSignals(QObject* parent = nullptr);
    ~QuitSignals() override;

Q_SIGNALS:
    void received();

private:
    std::unique_ptr<QSocketNotifier> m_notifier;
};

} // namespace dueline
