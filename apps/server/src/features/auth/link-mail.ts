import type { Mail } from '../mail/index.ts';
import { mailHtml, mailText } from '../mail/index.ts';
import { LINK_SECONDS } from './auth.policy.ts';
import type { AskedFrom } from './magic-links.store.ts';

export interface LinkMailFacts {
  readonly linkId: string;
  readonly email: string;
  readonly token: string;
  readonly asked: AskedFrom;
  readonly askedAt: Date;
  readonly hasCheck: boolean;
}

export interface LinkMailSettings {
  readonly productName: string;
  readonly publicUrl: string;
  readonly operator: { readonly company: string; readonly supportEmail: string };
}

/** The mail with the magic button. It reads the same for whoever has an account and whoever gets one by it. */
export function linkMail(facts: LinkMailFacts, settings: LinkMailSettings): Mail {
  const url = `${settings.publicUrl}/confirm-link?link=${encodeURIComponent(facts.token)}`;
  const { device, ip } = facts.asked;
  const purpose = facts.hasCheck ? 'Your address check starts as soon as you are in.' : '';
  const words = {
    ...settings,
    heading: `Log in to ${settings.productName}`,
    paragraphs: [
      `Tap the button to log in as ${facts.email}. It works once, within ${LINK_SECONDS / 60} minutes.`,
      ...(purpose === '' ? [] : [purpose]),
    ],
    button: { label: facts.hasCheck ? 'Log in and run the check' : 'Log in', url },
    facts: [
      ['Asked from', ip === null ? device : `${device}, address ${ip}`],
      ['Asked at', timeOf(facts.askedAt, facts.asked.timezone)],
    ] as const,
    closing: [
      'Was it not you? Then leave the button alone: without it nobody gets in. Nobody from our side will ever ask you to forward this message.',
    ],
  };
  return {
    to: facts.email,
    subject: `Log in to ${settings.productName}`,
    text: mailText(words),
    html: mailHtml(words),
    key: `link:${facts.linkId}`,
    link: url,
  };
}

/** In the time zone of whoever asked, with its name; UTC where none was told. */
function timeOf(time: Date, timezone: string | null): string {
  const zone = timezone ?? 'UTC';
  const text = new Intl.DateTimeFormat('en-GB', {
    timeZone: zone,
    day: '2-digit',
    month: 'short',
    year: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  }).format(time);
  return `${text} (${zone.replaceAll('_', ' ')})`;
}
