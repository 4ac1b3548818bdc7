import { type Mail, mailHtml, mailText } from '../../../platform/mail/index.ts';
import type { DisabledEndpoint } from './delivery-worker.ts';

export interface WebhookMailSettings {
  readonly productName: string;
  readonly publicUrl: string;
  readonly operator: { readonly company: string; readonly supportEmail: string };
}

export interface WebhookMailFacts extends Pick<DisabledEndpoint, 'url' | 'mode' | 'because'> {
  readonly to: string;
  /** Null for a personal workspace. */
  readonly workspaceName: string | null;
  /** The same for each try to send it. */
  readonly key: string;
}

const SENTENCES: Readonly<Record<DisabledEndpoint['because'], string>> = {
  failures: 'Every attempt to deliver an event to this webhook endpoint has failed for three days. It was disabled.',
  gone: 'This webhook endpoint answered that it is gone (410). It was disabled.',
};

/** Says to who may change endpoints that one was disabled, and how it works again. */
export function webhookMail(facts: WebhookMailFacts, settings: WebhookMailSettings): Mail {
  const { to, workspaceName, url, mode, because, key } = facts;
  const link = `${settings.publicUrl}/account/webhooks`;
  const heading = workspaceName === null ? 'A webhook was disabled' : `A webhook was disabled: ${workspaceName}`;
  const words = {
    ...settings,
    heading,
    paragraphs: [
      SENTENCES[because],
      'Mend the receiver, enable the endpoint, and send again what it missed: events are kept for 30 days.',
    ],
    button: { label: 'See the webhooks', url: link },
    facts: [['Endpoint', url] as const, ['Mode', mode] as const],
    closing: [],
  };
  return { to, subject: heading, text: mailText(words), html: mailHtml(words), key, link };
}
