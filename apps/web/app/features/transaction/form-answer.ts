/** Why what a form of the page of a transaction asked for was not done. */
export interface TransactionFormAnswer {
  readonly error: string;
  /** Which of the page's forms. */
  readonly form: 'find' | 'side' | 'check';
  /** Whether buying checks would help. */
  readonly isOutOfChecks: boolean;
  /** The text can be a key: the form asks whether it is none. */
  readonly isKeyPossible: boolean;
}

export const SAYINGS = {
  nothingPasted: 'Paste the id of the transaction, or a link to it',
  noTransaction: 'This is no id of a transaction, and no link to one',
  noSide: 'Choose which side is yours first',
  keyPossible: 'Digits of this length can be a private key. Nothing was kept. Paste it again and say that it is an id.',
} as const;
