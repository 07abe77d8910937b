// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/failures/samplepayload.h"

#include "ui/text/bytesview.h"
#include "ui/text/languagechange.h"
#include "ui/theme/jsonink.h"
#include "ui/theme/theme.h"

#include <QScrollBar>
#include <QTextBlock>

namespace dueline {

namespace {

constexpr int payloadMargin = 8;
constexpr int payloadIndent = 2; ///< indentation of each level, in characters
constexpr qsizetype longestPayloadValue = 200; ///< maximum length of a value, in characters

} // namespace

SamplePayload::SamplePayload(const Theme& theme, QWidget* parent)
    : QPlainTextEdit(parent)
    , m_theme(theme)
{
    setReadOnly(true);
    setUndoRedoEnabled(false);
    setTabChangesFocus(true);
    setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
    setFrameShape(QFrame::NoFrame);
    setProperty("variant", QStringLiteral("content"));
    setWordWrapMode(QTextOption::WrapAtWordBoundaryOrAnywhere);
    document()->setDocumentMargin(payloadMargin);
    connect(&theme, &Theme::changed, this, &SamplePayload::fill);
    fill();
    onLanguageChange(this, [this] { setAccessibleName(tr("Payload of the sample")); });
}

void SamplePayload::setPayload(const QByteArray& bytes, bool isWhole)
{
    if (bytes == m_bytes && isWhole == m_isWhole)
        return;
    m_bytes = bytes;
    m_isWhole = isWhole;
    fill();
    verticalScrollBar()->setValue(0);
}

void SamplePayload::fill()
{
    setFont(m_theme.mono());
    const auto tree = m_isWhole ? JsonTree::parse(m_bytes) : std::nullopt;
    if (!tree)
        return setPlainText(wrappedText(m_bytes) + (m_isWhole ? QString() : QStringLiteral("…")));
    setPlainText({});
    QTextCursor cursor(document());
    const auto write = [&cursor](const QString& text, const QColor& ink) {
        QTextCharFormat format;
        format.setForeground(ink);
        cursor.insertText(text, format);
    };
    const Tokens& t = m_theme.tokens();
    std::vector<std::pair<int, int>> open{{0, 0}}; // stack of nodes still to be written, with their depths
    for (int lines = 0; !open.empty() && lines < mostLines;) {
        const auto [at, depth] = open.back();
        open.pop_back();
        const JsonTree::Node& node = tree->node(at);
        const bool isContainer = node.kind == JsonTree::Kind::Object || node.kind == JsonTree::Kind::Array;
        if (at != 0 || !isContainer) {
            if (lines++ > 0)
                cursor.insertBlock();
            const QString name = at == 0 ? QString() : node.keyOffset < 0 ? QString::number(node.row) : tree->key(at);
            write(QString(std::max(0, depth - 1) * payloadIndent, u' ') + name + QStringLiteral("  "), t.jsonKey);
            write(tree->value(at, longestPayloadValue), jsonInk(node.kind, t));
        }
        for (auto child = node.children.rbegin(); child != node.children.rend(); ++child)
            open.emplace_back(*child, depth + 1);
    }
    if (!open.empty())
        write(QStringLiteral("\n…"), t.text3);
}

} // namespace dueline
