// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tests/gui/facts.h"
#include "tests/gui/hands.h"
#include "ui/board/boardpane.h"
#include "ui/failures/failuregrouppage.h"
#include "ui/text/language.h"
#include "ui/widgets/errortext.h"
#include "ui/widgets/panelheader.h"
#include "ui/widgets/paneltable.h"
#include "ui/widgets/tasks/tasktable.h"

#include <QToolButton>

namespace dueline::test {

/// A window on a private server that shows a failure group's page.
class FailureGroupPlace
{
protected:
    Language m_language;
    std::unique_ptr<Theme> m_theme;
    std::unique_ptr<Shop> m_shop;
    std::unique_ptr<OpenWindow> m_open;
    std::unique_ptr<Hands> m_hands;

    void open(Environment environment = Environment::Development)
    {
        m_open->open(m_shop->profile(QStringLiteral("here"), environment));
        QTRY_VERIFY(m_open->bench.view().current() && !m_open->bench.view().current()->queues().empty());
        QTRY_VERIFY(m_open->table().hasFocus() || m_open->part<BoardPane>().isVisible());
    }
    void press(Qt::Key key, Qt::KeyboardModifiers modifiers = {}) { m_hands->press(key, modifiers); }
    void openPage() { press(Qt::Key_E, Qt::ControlModifier | Qt::ShiftModifier); }
    FailureGroupPage& page() { return m_open->part<FailureGroupPage>(); }
    QString words(int row, int column) { return page().model().index(row, column).data(Qt::DisplayRole).toString(); }
    qint64 count(TaskState state, const QueueName& queue = "mail")
    {
        const auto info = m_shop->backend().inspector().queue(queue);
        return info ? info->counts[state] : -1;
    }
    static qint64 of(const FailureGroupOutcome& outcome, RetryOutcome fate)
    {
        return outcome.counts[std::size_t(fate)];
    }
    QToolButton* button(const QString& text)
    {
        for (auto* found : page().head().findChildren<QToolButton*>()) {
            if (found->text() == text || found->text().startsWith(text + QStringLiteral(" retry ")))
                return found;
        }
        return nullptr;
    }
    ErrorText& error() { return *page().findChild<ErrorText*>(); }
    void picture(const QString& name)
    {
        if (const QString folder = qEnvironmentVariable("DUELINE_INCIDENT_PICTURES"); !folder.isEmpty())
            m_open->window.grab().save(folder + u'/' + name + QStringLiteral(".png"));
    }

    void useTheme()
    {
        m_language.use(QStringLiteral("en")); // plural forms need the English translation
        m_theme = std::make_unique<Theme>(*qobject_cast<QApplication*>(QCoreApplication::instance()));
    }
    void openWindow()
    {
        m_shop = std::make_unique<Shop>();
        m_open = std::make_unique<OpenWindow>(*m_theme);
        m_hands = std::make_unique<Hands>(m_open->window);
    }
    void closeWindow()
    {
        m_open.reset();
        m_shop.reset();
    }
};

} // namespace dueline::test
