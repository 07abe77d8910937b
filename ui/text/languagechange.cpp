// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/text/languagechange.h"

#include <QEvent>
#include <QWidget>

#include <utility>

namespace dueline {

namespace {

/// Receiver of language change events. Widgets forward them to all their children, including objects that aren't
/// widgets.
class Wording : public QObject
{
public:
    Wording(QWidget* parent, std::function<void()> take)
        : QObject(parent)
        , m_take(std::move(take))
    {
        m_take();
    }

    bool event(QEvent* event) override
    {
        if (event->type() == QEvent::LanguageChange)
            m_take();
        return QObject::event(event);
    }

private:
    std::function<void()> m_take;
};

} // namespace

void onLanguageChange(QWidget* widget, std::function<void()> take) { new Wording(widget, std::move(take)); }

} // namespace dueline
