// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/dialogs/importdialog.h"

#include "core/base/plainfile.h"
#include "core/base/text.h"
#include "core/redis/redisurl.h"
#include "ui/presenters/settings/profiles.h"
#include "ui/theme/theme.h"

#include <QComboBox>
#include <QFile>
#include <QFileDialog>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QVBoxLayout>

namespace dueline {

namespace {

constexpr qint64 largestFile = 4 * 1024 * 1024;

} // namespace

ImportDialog::ImportDialog(const Theme& theme, Profiles& profiles, QWidget* parent)
    : DialogFrame(theme, tr("Import connections"), {}, Environment::Development, parent)
    , m_profiles(profiles)
    , m_text(new QPlainTextEdit)
    , m_environment(new QComboBox)
    , m_preview(new QPlainTextEdit)
{
    setObjectName(QStringLiteral("importDialog"));
    setMinimumWidth(600);
    m_text->setAccessibleName(tr("URLs or an export"));
    m_text->setPlaceholderText(QStringLiteral("rediss://ops@redis.example:6380/0 orders\nredis://127.0.0.1:6379 here"));
    m_text->setFont(theme.mono());
    m_text->setTabChangesFocus(true);
    fitLines(*m_text, 6);
    addRow(tr("URLs"), m_text);
    auto* file = new QPushButton(tr("From a file…"));
    file->setAutoDefault(false);
    addToFooter(file);
    m_environment->setAccessibleName(tr("Environment for a list of URLs"));
    m_environment->addItem(tr("Development"), int(Environment::Development));
    m_environment->addItem(tr("Staging"), int(Environment::Staging));
    m_environment->addItem(tr("Production"), int(Environment::Production));
    addRow(tr("Environment"), m_environment);
    m_preview->setReadOnly(true);
    m_preview->setAccessibleName(tr("Connections to save"));
    m_preview->setPlaceholderText(tr("Connections in the text appear here."));
    m_preview->setLineWrapMode(QPlainTextEdit::NoWrap); // keep each address on one line
    m_preview->setTabChangesFocus(true);
    m_preview->setFont(theme.mono());
    fitLines(*m_preview, 8);
    addRow(tr("Saved as"), m_preview);
    setVerb(tr("Import"));
    connect(file, &QPushButton::clicked, this, &ImportDialog::chooseFile);
    connect(m_text, &QPlainTextEdit::textChanged, this, &ImportDialog::read);
    connect(m_environment, &QComboBox::currentIndexChanged, this, &ImportDialog::read);
    read();
    m_text->setFocus(); // must come last: setDefault() on a button moves the focus
}

void ImportDialog::setText(const QByteArray& text, const QString& path)
{
    m_path = path;
    m_text->setPlainText(QString::fromUtf8(text));
    if (!m_found.empty())
        verb()->setFocus();
}

QString ImportDialog::preview() const { return m_preview->toPlainText(); }

void ImportDialog::chooseFile()
{
    const QString path = QFileDialog::getOpenFileName(this, tr("Import connections"));
    if (path.isEmpty())
        return;
    QFile file(path);
    if (!openPlain(file, Links::Followed).isEmpty() || file.size() > largestFile)
        return setProblem(tr("The file %1 cannot be read or is too large.").arg(printable(path.toUtf8(), 120)));
    setText(file.readAll(), path);
}

void ImportDialog::read()
{
    m_found.clear();
    const QByteArray text = m_text->toPlainText().toUtf8();
    QString problem;
    if (!text.trimmed().isEmpty()) {
        auto imported = readProfiles(
            text, m_path.isEmpty() ? tr("the text") : m_path, Environment(m_environment->currentData().toInt()));
        if (!imported) {
            problem = imported.error().message;
        } else {
            m_found = std::move(imported->profiles);
            problem = imported->problems.join(QLatin1Char('\n'));
        }
    }
    // Avoid the names of saved connections, which are never overwritten.
    std::vector<Profile> taken = m_profiles.all();
    QStringList lines;
    for (ImportedProfile& one : m_found) {
        one.profile.name = ProfileStore::freeName(one.profile.name, taken);
        taken.push_back(one.profile);
        const auto redis = parseRedisUrl(one.profile.url);
        lines << printable(one.profile.name.toUtf8(), 60)
                + (one.password.isEmpty() ? QString() : QStringLiteral("  ·  ") + tr("with a password"))
              << QStringLiteral("  ") + (redis ? displayUrl(*redis) : QString());
    }
    m_preview->setFont(lines.isEmpty() ? theme().font() : theme().mono()); // normal font for the placeholder
    m_preview->setPlainText(lines.join(QLatin1Char('\n')));
    setProblem(problem);
    verb()->setEnabled(!m_found.empty());
    setVerb(m_found.empty() ? tr("Import") : tr("Import %Ln", nullptr, int(m_found.size())));
}

void ImportDialog::accept()
{
    for (const ImportedProfile& one : m_found) {
        const auto password = one.password.isEmpty() ? std::optional<Secret>() : std::optional<Secret>(one.password);
        if (const auto saved = m_profiles.save(one.profile, {}, password); !saved)
            return setProblem(saved.error().message);
    }
    m_text->clear(); // the text may contain passwords
    DialogFrame::accept();
}

} // namespace dueline
