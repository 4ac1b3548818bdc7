import { formatMoment } from '@assay/wording';
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

/** The mail with the sign-in button. The text is the same for existing and for new accounts. */
export function linkMail(facts: LinkMailFacts, settings: LinkMailSettings): Mail {
  const url = `${settings.publicUrl}/confirm-link?link=${encodeURIComponent(facts.token)}`;
  const { device, ip } = facts.asked;
  const purpose = facts.hasCheck
    ? 'The address check that was asked for with it starts in the browser that asked. In any other you are asked first.'
    : '';
  const words = {
    ...settings,
    heading: `Log in to ${settings.productName}`,
    paragraphs: [
      `Tap the button to log in as ${facts.email}. It works once, within ${LINK_SECONDS / 60} minutes.`,
      ...(purpose === '' ? [] : [purpose]),
    ],
    button: { label: 'Log in', url },
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

/** In the time zone of the request, with its name; UTC where none was given. */
function timeOf(time: Date, timezone: string | null): string {
  const zone = timezone ?? 'UTC';
  return `${formatMoment(time.toISOString(), zone)} (${zone.replaceAll('_', ' ')})`;
}
