// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/commands/adoptcommands.h"

#include "core/layouts/catalogue/layoutregistry.h"
#include "core/layouts/catalogue/names/layoutnames.h"
#include "ui/dialogs/adoptdialog.h"
#include "ui/workbench/adoptions.h"
#include "ui/workbench/windowevents.h"

namespace dueline {

AdoptCommands::AdoptCommands(const Theme& theme, const Formatting& formatting, ViewedPlace& view, WindowEvents& events,
    Adoptions& adoptions, Actions& actions, QWidget* window)
    : QObject(window)
    , m_theme(theme)
    , m_formatting(formatting)
    , m_view(view)
    , m_events(events)
    , m_adoptions(adoptions)
    , m_window(window)
{
    actions.handle("queue.adopt", this, [this] { adopt(); });
}

void AdoptCommands::adopt()
{
    const QPointer<Connection> connection = m_view.current();
    if (!connection)
        return;
    AdoptRequest request;
    request.from = connection->spec();
    request.from.layout = layoutOf(connection->spec().layout, m_view.place().queue);
    if (!request.from.layout.facts().adoptable)
        return;
    request.access = connection->session().access();
    request.by = Session::identity();
    AdoptDialog dialog(m_theme, m_formatting, request, connection->profile(), m_window);
    if (dialog.exec() != QDialog::Accepted || !connection)
        return;
    Notice notice = m_adoptions.doneNotice(*connection, dialog.progress(), dialog.record());
    if (dialog.progress().done > 0)
        notice.links.push_back({tr("Open queue"), {}, [this, id = connection->id()] {
                                    if (const Connection* from = m_view.connections().find(id))
                                        openWith(*from, defaultLayout());
                                }});
    m_events.tell(notice);
    m_events.tellEnd({connection->id(), {}, {}}, notice.text);
    m_view.refresh();
}

void AdoptCommands::openWith(const QString& layout)
{
    const auto parsed = parseLayout(layout);
    if (const Connection* current = m_view.current(); current && parsed)
        openWith(*current, *parsed);
}

void AdoptCommands::openWith(const Connection& from, const LayoutSpec& layout)
{
    ConnectionSpec spec = from.spec();
    spec.layout = layout;
    if (const Connection* open = m_view.connections().find(spec))
        return m_view.show({open->id(), {}, {}});
    Profile profile = from.profile();
    profile.layout = layout.text();
    profile.name = tr("%1, %2", "name of a connection, its layout").arg(profile.name, profile.layout);
    m_view.connections().add(std::make_unique<Connection>(profile, spec, nullptr));
}

} // namespace dueline
