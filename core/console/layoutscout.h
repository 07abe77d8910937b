// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/console/layoutlook.h"
#include "core/console/layoutprobe.h"

#include <QObject>

namespace dueline {

/// Looks at layouts and for layouts on threads of their own, so that who types a key's name waits for nothing. Of looks
/// only the last one asked for is heard. Destroying it does not wait.
class LayoutScout : public QObject
{
    Q_OBJECT

public:
    explicit LayoutScout(QObject* parent = nullptr);
    ~LayoutScout() override;

    bool isLooking() const { return m_look != nullptr; }
    bool isSearching() const { return m_search != nullptr; }

public slots:
    /// lookAtLayout(), then looked() or failed().
    void look(const dueline::ConnectionSpec& connection);
    /// suggestLayouts(), then suggested() or failed().
    void search(const dueline::ConnectionSpec& connection);
    /// Nothing more is heard of the look.
    void leaveLook();
    /// Nothing more is heard of either.
    void leave();

signals:
    void looked(const dueline::LayoutLook& look);
    void suggested(const dueline::LayoutSuggestions& suggestions);
    void failed(const dueline::Error& error);

private:
    struct Work;

    std::shared_ptr<Work> m_look;
    std::shared_ptr<Work> m_search;
};

} // namespace dueline
