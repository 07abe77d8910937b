// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/console/connectionwalk.h"

#include <QObject>

#include <memory>

namespace dueline {

/// A walk to a server on a thread of its own, told step by step. Destroying it does not wait: a step that runs ends by
/// its own deadline, heard by nobody.
class ConnectionTest : public QObject
{
    Q_OBJECT

public:
    explicit ConnectionTest(QObject* parent = nullptr);
    ~ConnectionTest() override;

    bool isRunning() const { return m_walk != nullptr; }

public slots:
    /// Begins anew; what ran before is cancelled, and nothing more is heard of it.
    void start(const dueline::ConnectionSpec& spec);
    /// After the step that runs; at once for who listens: finished(false).
    void cancel();

signals:
    void stepEnded(const dueline::ConnectionStep& step);
    /// `reached`: every step was, and none failed.
    void finished(bool reached);

private:
    struct Walking;
    void leave();

    std::shared_ptr<Walking> m_walk;
};

} // namespace dueline
