// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>

#include <memory>

class QSocketNotifier;

namespace dueline {

/// Handler that turns SIGINT, SIGTERM, and SIGHUP into a Qt signal, so that the program can end cleanly and remove its
/// private Redis and temporary folders. A second signal terminates the program. There can be only one instance at a
/// time.
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
