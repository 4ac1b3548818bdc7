import type { NotAddressKind } from '@assay/domain';

export interface NotAddressWords {
  readonly title: string;
  /** What to do now. */
  readonly text: string;
}

/** What a text is that was pasted in place of a wallet address, and what to do, the same on every surface. */
export const NOT_ADDRESS_WORDS: Readonly<Record<NotAddressKind, NotAddressWords>> = {
  name: {
    title: 'This is a name, not a wallet address.',
    text: 'A name can point to another address tomorrow. Open it in a wallet or an explorer, and copy the address it points to, such as 0x… for ENS.',
  },
  lightning: {
    title: 'This is a Lightning invoice or an email-like name, not a wallet address.',
    text: 'Lightning payments leave no public record to check. Ask for the address of the wallet on the blockchain.',
  },
  'extended public key': {
    title: 'This is an extended public key, not a wallet address.',
    text: 'Anyone who has it can see all addresses of the wallet, so do not share it. Copy one address instead.',
  },
  'test address': {
    title: 'This address is of a test network.',
    text: 'Test coins have no value. Ask for an address of the main network.',
  },
  transaction: {
    title: 'This is a transaction or a block, not a wallet address.',
    text: 'Open it in the explorer and copy the address that sent the money.',
  },
  link: {
    title: 'There is no wallet address in this link.',
    text: 'Open it and copy the address itself.',
  },
  'several addresses': {
    title: 'There is more than one address in this text.',
    text: 'Paste them one at a time.',
  },
};

/** Of a destination tag or memo number that was pasted with an address. */
export function remarkOnTag(tag: string): string {
  return `Tag ${tag} was left out: the check is about the whole wallet.`;
}

/** Of an address that is a token's contract. */
export function remarkOnContract({ ticker, parent }: { ticker: string; parent: string | null }): string {
  const where = parent === null ? '' : ` on ${parent}`;
  return `This is the contract of ${ticker}${where}, not a wallet of a person. Paste the address of the person who pays.`;
}

/** The words as one line. */
export function sentenceOnNotAddress(kind: NotAddressKind): string {
  const { title, text } = NOT_ADDRESS_WORDS[kind];
  return `${title} ${text}`;
}
