import type { BotTransaction } from '@assay/contracts';

export type RefusedTransaction = Extract<BotTransaction, { readonly is: 'refused' }>;

/** What is said about transactions, in English. */
export const TRANSACTION_TEXTS = {
  sendAgain:
    'Please send it once more after /tx, such as /tx 5a03…, or send a link to it in a block explorer. I did not keep it.',
  how: 'Send /tx and the id of a transaction, or a link to it in a block explorer. I show what it moved, and rate the payment you pick.',
  network: 'Records of several networks have a transaction of this id. Which network?',
  of: (asset: string) => `What it moved of ${asset}`,
  which:
    'Whose payment shall I rate? What an address received, by where it came from; what it paid, by whom it went to.',
  nobody: 'No address that can be rated received or paid it.',
  received: (amount: string) => `received ${amount}`,
  paid: (amount: string) => `paid ${amount}`,
  other: (asset: string) => `It moved ${asset} too`,
  more: (count: number) =>
    `${count} more paid or received. Is yours not here? Send /tx, the id and your address in one message.`,
  spends: 'One check will be spent. The same payment is free again for 24 hours.',
  pending:
    'Not confirmed yet: another transaction can still take its place. Until then only what was received is rated.',
  running: 'Checking the payment…',
  gone: 'I no longer know this transaction. Please send it again.',
  refused: ({ text }: RefusedTransaction) => `${text} Nothing was spent.`,
  notRated: (text: string) => `${text} Nothing was spent.`,
};
