// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tests/gui/panelplace.h"
#include "ui/panels/activity/activitypanel.h"
#include "ui/theme/theme.h"

#include <QApplication>

namespace dueline::test {

/// Base class for operations panel tests. The `mail` queue contains twenty tasks due in an hour.
class ActivityPlace : public QObject
{
protected:
    std::unique_ptr<Theme> m_theme;
    std::unique_ptr<PanelPlace> m_place;
    std::unique_ptr<ActivityPanel> m_panel;

    void makeTheme() { m_theme = std::make_unique<Theme>(*qobject_cast<QApplication*>(QCoreApplication::instance())); }
    void make(Environment environment = Environment::Development)
    {
        m_place = std::make_unique<PanelPlace>(environment);
        m_place->add("mail", 20, 0, std::chrono::hours(1));
    }
    void unmake()
    {
        m_panel.reset();
        m_place.reset();
    }
    void show(bool readOnly = false)
    {
        m_place->profile.readOnly = readOnly;
        m_panel = std::make_unique<ActivityPanel>(*m_theme, m_place->formatting, m_place->bench.actions());
        m_panel->resize(1200, 260);
        m_panel->show();
        QVERIFY(QTest::qWaitForWindowExposed(m_panel.get()));
        m_place->connectBench();
        QTRY_VERIFY(m_place->bench.view().queue());
    }
    static OperationRequest discard(const QString& filter = {})
    {
        OperationRequest request;
        request.queue = "mail";
        request.action.kind = ActionKind::Discard;
        request.reason = "incident 4711";
        if (!filter.isEmpty()) {
            request.selection.kind = TaskSelection::Kind::Filter;
            request.selection.filter = TaskFilter::parse(filter).value();
        }
        return request;
    }
    QString words(int row, int column) { return m_panel->model().index(row, column).data().toString(); }
    qint64 trashed() { return m_place->backend->inspector().queue("mail")->counts[TaskState::Trash]; }
    OperationRecord newest() { return m_place->backend->inspector().operations("mail")->front(); }
};

} // namespace dueline::test
