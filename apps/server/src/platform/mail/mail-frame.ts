import { DARK, LIGHT } from '@assay/figures';

/** What every mail of an installation says of it. */
export interface MailSettings {
  readonly productName: string;
  readonly publicUrl: string;
  readonly operator: { readonly company: string; readonly supportEmail: string };
}

/** The content of a mail; the frame around it is the same for every mail of the product. */
interface MailWords extends MailSettings {
  readonly heading: string;
  readonly paragraphs: readonly string[];
  readonly button: { readonly label: string; readonly url: string };
  /** Shown under the button as facts: name and value. */
  readonly facts: readonly (readonly [name: string, value: string])[];
  readonly closing: readonly string[];
}

// Mail programs drop variables, so each colour of the tokens is written where it is used. The dark ones are for programs
// that support `prefers-color-scheme`; every pair stays readable when inverted.

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

/** The mail as HTML: tables and inline styles, as mail programs need; no picture, no script, nothing to load. */
export function mailHtml(words: MailWords): string {
  const { button, operator } = words;
  const paragraphs = words.paragraphs.map((text) => paragraph(text, 'ink-2')).join('\n');
  const closing = words.closing.map((text) => paragraph(text, 'ink-3 small')).join('\n');
  const facts = words.facts
    .map(
      ([name, value]) =>
        `<tr><td class="fact ink-3" style="padding:9px 16px 9px 0;border-top:1px solid ${LIGHT.line};color:${LIGHT['ink-3']};font-size:14px;white-space:nowrap;vertical-align:top">${escapeHtml(name)}</td><td class="fact ink" style="padding:9px 0;border-top:1px solid ${LIGHT.line};color:${LIGHT.ink};font-size:14px">${escapeHtml(value)}</td></tr>`,
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
  .paper { background: ${DARK.paper} !important; }
  .sheet { background: ${DARK.sheet} !important; }
  .rim { border-color: ${DARK.guilloche} !important; }
  .ink { color: ${DARK.ink} !important; }
  .ink-2 { color: ${DARK['ink-2']} !important; }
  .ink-3 { color: ${DARK['ink-3']} !important; }
  .mark { background: ${DARK.action} !important; color: ${DARK['on-action']} !important; }
  .fact { border-color: ${DARK.line} !important; }
  .button { background: ${DARK.action} !important; border-color: ${DARK.action} !important; color: ${DARK['on-action']} !important; }
  .link { color: ${DARK['brass-ink']} !important; }
}
@media (max-width: 480px) { .inner { padding: 28px 20px !important; } }
</style>
</head>
<body class="paper" style="margin:0;padding:0;background:${LIGHT.paper};-webkit-text-size-adjust:100%">
<table role="presentation" class="paper" width="100%" cellpadding="0" cellspacing="0" style="background:${LIGHT.paper}"><tr><td align="center" style="padding:32px 12px">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="max-width:560px;font-family:${SANS}">
<tr><td style="padding:0 4px 20px"><span class="mark" style="display:inline-block;background:${LIGHT.action};color:${LIGHT['on-action']};font-weight:600;font-size:16px;line-height:28px;width:28px;text-align:center;${OCTAGON}">A</span><span class="ink" style="color:${LIGHT.ink};font-weight:600;font-size:18px;padding-left:10px;vertical-align:1px">${escapeHtml(words.productName)}</span></td></tr>
<tr><td class="sheet rim" style="background:${LIGHT.sheet};border:1px solid ${LIGHT.guilloche};padding:5px"><table role="presentation" width="100%" cellpadding="0" cellspacing="0"><tr><td class="inner rim" style="border:1px solid ${LIGHT.guilloche};padding:40px">
<h1 class="ink" style="margin:0 0 16px;color:${LIGHT.ink};font-size:28px;line-height:1.14;letter-spacing:-0.018em;font-weight:500">${escapeHtml(words.heading)}</h1>
${paragraphs}
<p style="margin:28px 0"><a class="button" href="${escapeHtml(button.url)}" style="display:inline-block;background:${LIGHT.action};border:1px solid ${LIGHT.action};border-radius:4px;color:${LIGHT['on-action']};font-size:16px;font-weight:500;line-height:46px;padding:0 28px;text-decoration:none">${escapeHtml(button.label)}</a></p>
<p class="ink-3" style="margin:0 0 4px;color:${LIGHT['ink-3']};font-size:14px;line-height:1.5">Or copy this link into your browser:</p>
<p style="margin:0 0 28px;font-family:${MONO};font-size:13px;line-height:1.5;word-break:break-all;overflow-wrap:anywhere"><a class="link" href="${escapeHtml(button.url)}" style="color:${LIGHT['brass-ink']}">${escapeHtml(button.url)}</a></p>
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="margin:0 0 24px">${facts}</table>
${closing}
</td></tr></table></td></tr>
<tr><td class="ink-3" style="padding:20px 4px;color:${LIGHT['ink-3']};font-size:13px;line-height:1.55">${escapeHtml(operator.company)} · <a class="ink-3" href="mailto:${escapeHtml(operator.supportEmail)}" style="color:${LIGHT['ink-3']}">${escapeHtml(operator.supportEmail)}</a></td></tr>
</table>
</td></tr></table>
</body>
</html>
`;
}

function paragraph(text: string, classes: string): string {
  const isSmall = classes.includes('small');
  const colour = isSmall ? LIGHT['ink-3'] : LIGHT['ink-2'];
  return `<p class="${classes}" style="margin:0 0 12px;color:${colour};font-size:${isSmall ? 14 : 16}px;line-height:1.55">${escapeHtml(text)}</p>`;
}

export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}
