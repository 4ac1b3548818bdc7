import { countOf, formatMoment } from '@assay/wording';
import type { Db } from '../../../platform/db/index.ts';
import { type Mail, type MailSender, type MailSettings, mailHtml, mailText } from '../../../platform/mail/index.ts';
import type { DisputeSubject } from './disputes.ports.ts';
import { networkName } from './disputes.presenter.ts';
import type { ReceiptsStore } from './receipts.store.ts';

const READ_NEXT = 'An administrator reads it and decides with a reason; another mail follows when that is done.';

export interface ReceiptFacts {
  readonly dispute: number;
  /** The key of its link. */
  readonly key: string;
  readonly subject: DisputeSubject;
  /** Until when it waits for a proof of control; null: administrators read it. */
  readonly proofBy: Date | null;
}

/** What a dispute needs before an administrator reads it. */
function proofAsked(proofBy: Date | null): readonly string[] {
  if (proofBy === null) return [];
  const until = formatMoment(proofBy.toISOString(), 'UTC');
  return [
    `Several disputes of this address wait already: show at its page that you control the address until ${until} (UTC), or it is deleted. Only then is it read.`,
  ];
}

/** Confirms a filed dispute, with its link. It quotes nothing that the person wrote: the mailbox may be a stranger's. */
export function receiptMail(
  to: string,
  { dispute, key, subject, proofBy }: ReceiptFacts,
  settings: MailSettings,
): Mail {
  return mailOf(to, settings, {
    subject: `Dispute ${dispute} is filed`,
    heading: `Your dispute ${dispute} is filed`,
    paragraphs: [
      [`It is about ${namedSubject(subject)}.`, ...proofAsked(proofBy), READ_NEXT].join(' '),
      `At its page you can ${subject.service === null ? 'add evidence, or show that you control the address' : 'add evidence'}. Keep this mail: the link is the only way back, and anyone who has it can do the same.`,
    ],
    button: { label: 'Open the dispute', url: `${settings.publicUrl}/dispute/${key}` },
    closing: [
      'If you have filed no dispute, ignore this mail: nothing is public before a decision, and nobody is named.',
    ],
    key: `dispute-filed:${dispute}`,
  });
}

function namedSubject({ network, address, service }: DisputeSubject): string {
  return network === null
    ? `the row of ${service} on the list of services that identify their customers`
    : `labels of ${address} on ${networkName(network)}`;
}

/** Notifies the person who filed a dispute that it is decided. */
export function decisionMail(to: string, dispute: number, settings: MailSettings): Mail {
  return mailOf(to, settings, {
    subject: `Dispute ${dispute} is decided`,
    heading: `Your dispute ${dispute} is decided`,
    paragraphs: ['The decision and its reason are in the public log, which does not name you.'],
    button: { label: 'Read the decision', url: `${settings.publicUrl}/disputes?dispute=${dispute}` },
    closing: ['This is the only mail about this decision. Your email and statement are erased in 90 days.'],
    key: `dispute-decided:${dispute}`,
  });
}

export interface RecheckFacts {
  readonly dispute: number;
  /** Results of this owner that were checked again. */
  readonly results: number;
  /** Of the owner; part of the key of the mail. */
  readonly owner: string;
}

/** Notifies an owner that results rested on a withdrawn label and were checked again. */
export function recheckMail(to: string, { dispute, results, owner }: RecheckFacts, settings: MailSettings): Mail {
  const which = results === 1 ? 'One of your results' : `${countOf(results, 'result')} of yours`;
  return mailOf(to, settings, {
    subject: 'Your results were checked again',
    heading: 'A label was withdrawn',
    paragraphs: [
      `${which} may have rested on a label that was withdrawn after dispute ${dispute}. We checked again, and it cost you nothing.`,
      'The new results are at the top of your history. The earlier results and their certificates stay as they were.',
    ],
    button: { label: 'Open your history', url: `${settings.publicUrl}/account?tab=history` },
    closing: [`What was decided, and why, is at ${settings.publicUrl}/disputes?dispute=${dispute}.`],
    key: `dispute-recheck:${dispute}:${owner}:${to}`,
  });
}

interface Words {
  readonly subject: string;
  readonly heading: string;
  readonly paragraphs: readonly string[];
  readonly button: { readonly label: string; readonly url: string };
  readonly closing: readonly string[];
  readonly key: string;
}

function mailOf(to: string, settings: MailSettings, { subject, key, ...own }: Words): Mail {
  const words = { ...settings, ...own, facts: [] };
  return {
    to,
    subject: `${subject} - ${settings.productName}`,
    text: mailText(words),
    html: mailHtml(words),
    key,
    link: own.button.url,
  };
}

export interface ReceiptDeps {
  readonly db: Db;
  readonly store: ReceiptsStore;
  /** The key of the link that belongs to a seed. */
  readonly keyOf: (seed: string) => string;
  readonly sender: MailSender;
  readonly settings: MailSettings;
}

/** Mails the link of a dispute to the person who filed it, once. */
export async function sendReceipt(deps: ReceiptDeps, dispute: number): Promise<void> {
  const { db, store, sender, settings } = deps;
  const pending = await store.pending(db, dispute);
  if (pending === null) return;
  const { email, keySeed, proofBy, ...subject } = pending;
  const facts = { dispute, key: deps.keyOf(keySeed), subject, proofBy };
  await sender.send(receiptMail(email, facts, settings));
  await store.mailed(db, dispute);
}
