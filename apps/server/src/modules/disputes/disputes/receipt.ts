import type { Db } from '../../../platform/db/index.ts';
import type { MailSender } from '../../../platform/mail/index.ts';
import { type DisputeMailSettings, receiptMail } from './dispute-mails.ts';
import { networkName } from './disputes.presenter.ts';
import type { ReceiptsStore } from './receipts.store.ts';

export interface ReceiptDeps {
  readonly db: Db;
  readonly store: ReceiptsStore;
  /** The key of the link that belongs to a seed. */
  readonly keyOf: (seed: string) => string;
  readonly sender: MailSender;
  readonly settings: DisputeMailSettings;
}

/** Mails the link of a dispute to the person who filed it, once. */
export async function sendReceipt(deps: ReceiptDeps, dispute: number): Promise<void> {
  const { db, store, sender, settings } = deps;
  const pending = await store.pending(db, dispute);
  if (pending === null) return;
  const { email, keySeed, network, address, proofBy } = pending;
  const facts = { dispute, key: deps.keyOf(keySeed), address, network: networkName(network), proofBy };
  await sender.send(receiptMail(email, facts, settings));
  await store.mailed(db, dispute);
}
