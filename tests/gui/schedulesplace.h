// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tests/gui/panelplace.h"
#include "ui/panels/schedules/schedulespanel.h"
#include "ui/text/language.h"
#include "ui/theme/theme.h"
#include "ui/widgets/paneltable.h"
#include "ui/widgets/plainlabel.h"

#include <QApplication>
#include <QTest>
#include <QVBoxLayout>

namespace dueline::test {

using namespace std::chrono_literals;

/// Base class for tests of the recurring tasks panel on a real server.
class SchedulesPlace : public QObject
{
protected:
    Language m_language;
    std::unique_ptr<Theme> m_theme;
    std::unique_ptr<PanelPlace> m_place;
    std::unique_ptr<QWidget> m_window;
    Actions* m_actions = nullptr;
    SchedulesPanel* m_panel = nullptr;
    std::vector<Notice> m_notices;

    static Schedule nightly(const QByteArray& name = "nightly")
    {
        Schedule schedule;
        schedule.name = name;
        schedule.cron = "30 3 * * mon-fri";
        schedule.zone = "Asia/Shanghai";
        schedule.type = "report.send";
        schedule.payload = "{}";
        return schedule;
    }
    ScheduleBook& book() { return *m_place->backend->schedules(); }
    void put(const QueueName& queue, const Schedule& schedule)
    {
        const auto done = book().put(queue, schedule, true);
        QVERIFY2(done.ok(), done ? "" : qPrintable(done.error().message));
    }
    std::optional<ScheduleState> kept(const QByteArray& name, const QueueName& queue = "mail")
    {
        const std::vector<ScheduleState> all = book().schedules(queue).value();
        for (const ScheduleState& state : all) {
            if (state.schedule.name == name)
                return state;
        }
        return {};
    }
    void show(Environment environment = Environment::Development, bool readOnly = false, const QString& layout = {})
    {
        m_place->profile.environment = environment;
        m_place->profile.readOnly = readOnly;
        if (!layout.isEmpty())
            m_place->profile.layout = layout;
        m_window = std::make_unique<QWidget>();
        m_actions = new Actions(*m_theme, m_window.get());
        m_panel = new SchedulesPanel(
            *m_theme, m_place->formatting, m_place->bench.list(), m_place->bench.events(), *m_actions);
        (new QVBoxLayout(m_window.get()))->addWidget(m_panel);
        connect(&m_place->bench.view(), &ViewedPlace::currentChanged, m_actions,
            [this] { m_actions->update(m_place->bench.actions().context(0, 0)); });
        connect(&m_place->bench.events(), &WindowEvents::noticed, m_panel,
            [this](const Notice& notice) { m_notices.push_back(notice); });
        m_window->resize(1300, 260);
        m_window->show();
        QVERIFY(QTest::qWaitForWindowExposed(m_window.get()));
        m_place->connectBench();
        QTRY_VERIFY(m_place->bench.view().current()->session().isOnline());
    }
    QString words(int row, int column) const { return m_panel->model().index(row, column).data().toString(); }
    bool can(const char* action) const { return (*m_actions)[action]->isEnabled(); }
    void choose(const QByteArray& name, const QueueName& queue = "mail")
    {
        m_panel->table().setFocus();
        m_panel->table().selectKey(queue + '\0' + name);
    }
    /// Triggers an action and returns the resulting notice.
    Notice perform(const char* action)
    {
        const auto before = m_notices.size();
        (*m_actions)[action]->trigger();
        (void)QTest::qWaitFor([&] { return m_notices.size() > before; });
        return m_notices.size() > before ? m_notices.back() : Notice{};
    }
    bool says(const QString& sentence) const
    {
        for (const auto* label : m_panel->findChildren<PlainLabel*>()) {
            if (label->isVisible() && label->fullText().contains(sentence))
                return true;
        }
        return false;
    }
    void setUpTheme()
    {
        m_language.use(QStringLiteral("en"));
        m_theme = std::make_unique<Theme>(*qobject_cast<QApplication*>(QCoreApplication::instance()));
    }
    void forgetTheme() { m_theme.reset(); }
    void setUp()
    {
        m_place = std::make_unique<PanelPlace>();
        m_place->add("mail", 2, 0, 1h);
    }
    void tearDown()
    {
        m_window.reset();
        m_place.reset();
        m_notices.clear();
    }
};

} // namespace dueline::test
