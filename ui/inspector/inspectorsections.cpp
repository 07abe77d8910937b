// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/inspector/inspectorsections.h"

#include "ui/text/languagechange.h"
#include "ui/widgets/section.h"

#include <QVBoxLayout>

#include <utility>

namespace dueline {

namespace {

constexpr std::array<const char*, InspectorSections::partCount> partNames{
    "error", "payload", "logs", "attempts", "options", "result", "flow"};

QString choiceKey(TaskState state, InspectorSections::Part part)
{
    return QString::fromLatin1(stateName(state)) + u'/' + QLatin1StringView(partNames[part]);
}

} // namespace

InspectorSections::InspectorSections(const Theme& theme, const Bodies& bodies, QWidget* parent)
    : QWidget(parent)
{
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    for (std::size_t i = 0; i < partCount; ++i) {
        m_sections[i] = new Section(theme, bodies[i], true);
        column->addWidget(m_sections[i]);
        connect(m_sections[i], &Section::toggled, this, [this, part = Part(i)](bool isOpen) {
            m_choices.insert(choiceKey(m_state, part), isOpen);
            Q_EMIT changed();
        });
    }
    column->addStretch(1);
    onLanguageChange(this, [this] { rename(); });
    applyChoices();
}

void InspectorSections::rename()
{
    const std::array<QString, partCount> titles{tr("Error and stack"), tr("Payload"), tr("Logs"), tr("Attempts"),
        tr("Options"), tr("Return value"), tr("Flow")};
    for (std::size_t i = 0; i < partCount; ++i)
        m_sections[i]->setTitle(titles[i]);
}

void InspectorSections::setPresent(Part part, bool present) { m_sections[part]->setVisible(present); }

bool InspectorSections::isOpenByDefault(Part part) const
{
    if (m_isRoomy || part == Error || part == Payload || part == Attempts || part == Flow)
        return true;
    return part == Result && m_state == TaskState::Done;
}

void InspectorSections::apply(TaskState state, bool isRoomy)
{
    if (std::exchange(m_state, state) == state && m_isRoomy == isRoomy)
        return;
    m_isRoomy = isRoomy;
    applyChoices();
}

void InspectorSections::applyChoices()
{
    for (std::size_t i = 0; i < partCount; ++i) {
        const auto part = Part(i);
        m_sections[i]->setOpen(m_choices.value(choiceKey(m_state, part), isOpenByDefault(part)));
    }
    Q_EMIT changed();
}

void InspectorSections::open(Part part)
{
    if (m_sections[part]->isOpen())
        return;
    m_sections[part]->setOpen(true);
    Q_EMIT changed();
}

QStringList InspectorSections::choices() const
{
    QStringList choices;
    for (auto choice = m_choices.cbegin(); choice != m_choices.cend(); ++choice)
        choices << choice.key() + (choice.value() ? QStringLiteral("=open") : QStringLiteral("=folded"));
    choices.sort();
    return choices;
}

void InspectorSections::setChoices(const QStringList& choices)
{
    m_choices.clear();
    for (const QString& choice : choices) {
        const QString key = choice.section(u'=', 0, 0);
        for (const TaskState state : allStates) {
            for (std::size_t i = 0; i < partCount; ++i) { // skip any parts unknown to this version
                if (key == choiceKey(state, Part(i)))
                    m_choices.insert(key, choice.endsWith(u"=open"));
            }
        }
    }
    applyChoices();
}

} // namespace dueline
