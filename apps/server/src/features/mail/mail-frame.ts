/** What every mail of the product has around its words. */
export interface MailWords {
  readonly productName: string;
  readonly publicUrl: string;
  readonly heading: string;
  readonly paragraphs: readonly string[];
  readonly button: { readonly label: string; readonly url: string };
  /** Shown under the button as facts: name and value. */
  readonly facts: readonly (readonly [name: string, value: string])[];
  readonly closing: readonly string[];
  readonly operator: { readonly company: string; readonly supportEmail: string };
}

/**
 * Colours of the visual language, light and dark. Mail programs drop variables, so each stands where it is used; the
 * dark ones are for programs that ask `prefers-color-scheme`, and every pair is readable when a program inverts it.
 */
const SANS = "'Instrument Sans',-apple-system,'Segoe UI',Helvetica,Arial,sans-serif";
/** The office mark's cut corners, where the mail program draws them. */
const OCTAGON = 'clip-path:polygon(29% 0,71% 0,100% 29%,100% 71%,71% 100%,29% 100%,0 71%,0 29%)';
const MONO = "'IBM Plex Mono',ui-monospace,Menlo,Consolas,monospace";

/** The mail as plain text: the same words, the bare link. */
export function mailText(words: MailWords): string {
  const facts = words.facts.map(([name, value]) => `${name}: ${value}`).join('\n');
  const { company, supportEmail } = words.operator;
  return [
    words.heading,
    ...words.paragraphs,
    `${words.button.label}:\n${words.button.url}`,
    facts,
    ...words.closing,
    `-- \n${words.productName}, ${words.publicUrl}\n${company}, ${supportEmail}`,
  ]
    .filter((part) => part !== '')
    .join('\n\n')
    .concat('\n');
}

/** The mail as a page: tables and styles in place, as mail programs want it; no picture, no script, nothing to load. */
export function mailHtml(words: MailWords): string {
  const { button, operator } = words;
  const paragraphs = words.paragraphs.map((text) => paragraph(text, 'ink-2')).join('\n');
  const closing = words.closing.map((text) => paragraph(text, 'ink-3 small')).join('\n');
  const facts = words.facts
    .map(
      ([name, value]) =>
        `<tr><td class="fact ink-3" style="padding:9px 16px 9px 0;border-top:1px solid #ddd8cc;color:#62676f;font-size:14px;white-space:nowrap;vertical-align:top">${escapeHtml(name)}</td><td class="fact ink" style="padding:9px 0;border-top:1px solid #ddd8cc;color:#14181f;font-size:14px">${escapeHtml(value)}</td></tr>`,
    )
    .join('\n');
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<meta name="format-detection" content="telephone=no, date=no, address=no, email=no">
<title>${escapeHtml(words.heading)}</title>
<style>
:root { color-scheme: light dark; supported-color-schemes: light dark; }
@media (prefers-color-scheme: dark) {
  .paper { background: #0d1117 !important; }
  .sheet { background: #131921 !important; }
  .rim { border-color: #a88c50 !important; }
  .ink { color: #efeadf !important; }
  .ink-2 { color: #bdb8ac !important; }
  .ink-3 { color: #969289 !important; }
  .mark { background: #cdae6a !important; color: #14120c !important; }
  .fact { border-color: #29313c !important; }
  .button { background: #cdae6a !important; border-color: #cdae6a !important; color: #14120c !important; }
  .link { color: #d9bd7e !important; }
}
@media (max-width: 480px) { .inner { padding: 28px 20px !important; } }
</style>
</head>
<body class="paper" style="margin:0;padding:0;background:#f7f5f0;-webkit-text-size-adjust:100%">
<table role="presentation" class="paper" width="100%" cellpadding="0" cellspacing="0" style="background:#f7f5f0"><tr><td align="center" style="padding:32px 12px">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="max-width:560px;font-family:${SANS}">
<tr><td style="padding:0 4px 20px"><span class="mark" style="display:inline-block;background:#14181f;color:#fbf9f4;font-weight:600;font-size:16px;line-height:28px;width:28px;text-align:center;${OCTAGON}">A</span><span class="ink" style="color:#14181f;font-weight:600;font-size:18px;padding-left:10px;vertical-align:1px">${escapeHtml(words.productName)}</span></td></tr>
<tr><td class="sheet rim" style="background:#fdfcf9;border:1px solid #a88a4a;padding:5px"><table role="presentation" width="100%" cellpadding="0" cellspacing="0"><tr><td class="inner rim" style="border:1px solid #a88a4a;padding:40px">
<h1 class="ink" style="margin:0 0 16px;color:#14181f;font-size:28px;line-height:1.14;letter-spacing:-0.018em;font-weight:500">${escapeHtml(words.heading)}</h1>
${paragraphs}
<p style="margin:28px 0"><a class="button" href="${escapeHtml(button.url)}" style="display:inline-block;background:#14181f;border:1px solid #14181f;border-radius:4px;color:#fbf9f4;font-size:16px;font-weight:500;line-height:46px;padding:0 28px;text-decoration:none">${escapeHtml(button.label)}</a></p>
<p class="ink-3" style="margin:0 0 4px;color:#62676f;font-size:14px;line-height:1.5">Or copy this link into your browser:</p>
<p style="margin:0 0 28px;font-family:${MONO};font-size:13px;line-height:1.5;word-break:break-all;overflow-wrap:anywhere"><a class="link" href="${escapeHtml(button.url)}" style="color:#6f540f">${escapeHtml(button.url)}</a></p>
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="margin:0 0 24px">${facts}</table>
${closing}
</td></tr></table></td></tr>
<tr><td class="ink-3" style="padding:20px 4px;color:#62676f;font-size:13px;line-height:1.55">${escapeHtml(operator.company)} · <a class="ink-3" href="mailto:${escapeHtml(operator.supportEmail)}" style="color:#62676f">${escapeHtml(operator.supportEmail)}</a></td></tr>
</table>
</td></tr></table>
</body>
</html>
`;
}

function paragraph(text: string, classes: string): string {
  const isSmall = classes.includes('small');
  const colour = isSmall ? '#62676f' : '#434a54';
  return `<p class="${classes}" style="margin:0 0 12px;color:${colour};font-size:${isSmall ? 14 : 16}px;line-height:1.55">${escapeHtml(text)}</p>`;
}

export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}
