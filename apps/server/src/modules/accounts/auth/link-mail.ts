import { formatMoment } from '@assay/wording';
import type { Mail } from '../../../platform/mail/index.ts';
import { mailHtml, mailText } from '../../../platform/mail/index.ts';
import { LINK_SECONDS } from './auth.policy.ts';
import type { AskedFrom } from './magic-links.store.ts';

export interface LinkMailFacts {
  readonly linkId: string;
  readonly email: string;
  readonly token: string;
  readonly asked: AskedFrom;
  readonly askedAt: Date;
  readonly hasCheck: boolean;
  /** No account has the address yet: the link creates one. */
  readonly isNew: boolean;
}

export interface LinkMailSettings {
  readonly productName: string;
  readonly publicUrl: string;
  readonly operator: { readonly company: string; readonly supportEmail: string };
}

/**
 * The mail with the sign-in button. New accounts are welcomed; only the owner of the mailbox sees which of the two it
 * is.
 */
export function linkMail(facts: LinkMailFacts, settings: LinkMailSettings): Mail {
  const url = `${settings.publicUrl}/confirm-link?link=${encodeURIComponent(facts.token)}`;
  const { device, ip } = facts.asked;
  const purpose = facts.hasCheck
    ? 'Your pending check will start and use one check. In a browser other than the one you requested it in, we ask you first.'
    : '';
  const heading = facts.isNew ? `Welcome to ${settings.productName}` : `Log in to ${settings.productName}`;
  const tap = facts.isNew
    ? `Tap the button to create your account for ${facts.email} and log in.`
    : `Tap the button to log in as ${facts.email}.`;
  const words = {
    ...settings,
    heading,
    paragraphs: [
      `${tap} It works once, within ${LINK_SECONDS / 60} minutes.`,
      'If you ask again and no new email comes, this button works again: we send few emails at a time.',
      ...(purpose === '' ? [] : [purpose]),
    ],
    button: { label: facts.isNew ? 'Create my account' : 'Log in', url },
    facts: [
      ['Requested from', ip === null ? device : `${device}, address ${ip}`],
      ['Requested at', timeOf(facts.askedAt, facts.asked.timezone)],
    ] as const,
    closing: [
      `If this wasn’t you, ignore this email: without the button ${facts.isNew ? 'no account is created' : 'nobody can log in'}. We will never ask you to forward this message.`,
    ],
  };
  return {
    to: facts.email,
    subject: heading,
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
