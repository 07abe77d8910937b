// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/dialogs/connect/webhookfields.h"

#include "ui/dialogs/dialogframe.h"
#include "ui/text/plaintexttooltip.h"
#include "ui/theme/theme.h"
#include "ui/widgets/plainlabel.h"

#include <QComboBox>
#include <QGridLayout>
#include <QLineEdit>
#include <QPushButton>

namespace dueline {

WebhookFields::WebhookFields(const Theme& theme, QWidget* parent)
    : QWidget(parent)
    , m_form(new QComboBox)
    , m_urlLabel(PlainLabel::quiet(theme, tr("Webhook URL")))
    , m_url(new QLineEdit)
    , m_test(new QPushButton(tr("Send test")))
    , m_note(PlainLabel::quiet(theme, {}))
{
    m_form->addItem(tr("None", "no webhook"), -1);
    m_form->addItem(QStringLiteral("JSON"), int(WebhookForm::Json));
    m_form->addItem(QStringLiteral("Slack"), int(WebhookForm::Slack));
    m_form->addItem(tr("Feishu"), int(WebhookForm::Feishu));
    m_form->addItem(tr("DingTalk"), int(WebhookForm::DingTalk));
    m_form->addItem(tr("WeCom"), int(WebhookForm::WeCom));
    m_form->setAccessibleName(tr("Webhook"));
    m_form->setToolTip(plainTextToolTip(
        tr("While the window is open, the webhook receives the events that are selected in the settings under "
           "\"Desktop notifications\".")));
    m_url->setAccessibleName(tr("Webhook URL"));
    m_url->setEchoMode(QLineEdit::PasswordEchoOnEdit);
    m_test->setAccessibleDescription(tr("Sends a test message to the webhook"));
    m_test->setAutoDefault(false);
    m_note->setWordWrap(true);
    auto* grid = new QGridLayout(this);
    grid->setContentsMargins(0, 0, 0, 0);
    grid->setHorizontalSpacing(12);
    grid->setVerticalSpacing(8);
    grid->setColumnStretch(3, 1);
    auto* label = PlainLabel::quiet(theme, tr("Webhook"));
    label->setBuddy(m_form);
    label->setObjectName(DialogFrame::rowLabelName);
    m_urlLabel->setBuddy(m_url);
    grid->addWidget(label, 0, 0);
    grid->addWidget(m_form, 0, 1);
    grid->addWidget(m_urlLabel, 0, 2);
    grid->addWidget(m_url, 0, 3);
    grid->addWidget(m_test, 0, 4);
    grid->addWidget(m_note, 1, 1, 1, 4);
    connect(m_form, &QComboBox::currentIndexChanged, this, &WebhookFields::follow);
    connect(m_url, &QLineEdit::textChanged, this, &WebhookFields::follow);
    connect(m_test, &QPushButton::clicked, this, &WebhookFields::test);
    setFocusProxy(m_form);
    follow();
}

void WebhookFields::edit(Webhooks& hooks, const QString& profile)
{
    m_hooks = &hooks;
    m_profile = profile;
    const auto saved = hooks.formOf(profile);
    m_url->clear();
    m_url->setPlaceholderText(saved ? tr("unchanged") : QStringLiteral("https://"));
    m_form->setCurrentIndex(m_form->findData(saved ? int(*saved) : -1));
    follow();
}

std::optional<WebhookForm> WebhookFields::form() const
{
    const int chosen = m_form->currentData().toInt();
    return chosen < 0 ? std::nullopt : std::optional(WebhookForm(chosen));
}

bool WebhookFields::isChosen() const { return form().has_value(); }

/// Returns the entered URL; nullopt to use the stored one.
std::optional<Secret> WebhookFields::entered() const
{
    const QString url = m_url->text().trimmed();
    return url.isEmpty() ? std::nullopt : std::optional(Secret(url.toUtf8()));
}

QString WebhookFields::problem() const
{
    if (!isChosen() || (m_url->text().isEmpty() && m_hooks && m_hooks->formOf(m_profile)))
        return {};
    const auto checked = WebhookSender::check(m_url->text().trimmed());
    return checked ? QString() : checked.error().message;
}

void WebhookFields::save(const QString& profile)
{
    if (!m_hooks)
        return;
    if (!isChosen())
        return m_hooks->remove(profile);
    if (entered() || form() != m_hooks->formOf(profile))
        m_hooks->save(profile, *form(), entered());
}

void WebhookFields::follow()
{
    for (QWidget* part :
        {static_cast<QWidget*>(m_urlLabel), static_cast<QWidget*>(m_url), static_cast<QWidget*>(m_test)})
        part->setVisible(isChosen());
    m_test->setEnabled(isChosen() && problem().isEmpty());
    say(isChosen() && WebhookSender::isExposed(m_url->text().trimmed())
            ? tr("This URL sends its token unencrypted. Use https if the server supports it.")
            : QString());
    Q_EMIT changed();
}

void WebhookFields::say(const QString& sentence)
{
    m_note->setText(sentence);
    m_note->setVisible(!sentence.isEmpty());
}

void WebhookFields::test()
{
    if (std::exchange(m_isSending, true))
        return;
    say(tr("Sending…"));
    const auto end = [this](const Result<>& sent) {
        m_isSending = false;
        say(sent ? tr("The webhook accepted the test message.") : sent.error().message);
    };
    const auto send = [this, end](const Webhook& hook) {
        m_sender.send(hook,
            {"test", m_profile, {}, tr("Test message"), tr("This webhook receives notifications about queues."),
                SystemClock().now()},
            end);
    };
    if (const auto url = entered())
        return send({*form(), *url});
    m_hooks->find(m_profile, this, [this, send, end](const Result<Webhook>& saved) {
        if (!saved)
            return end(saved.error());
        if (const auto chosen = form())
            return send({*chosen, saved->url});
        end(Result<>());
    });
}

} // namespace dueline
