import type { SecretKind, TextFinding } from '@assay/address';
import { joinWords } from '@assay/wording';

export interface NoticeWords {
  readonly title: string;
  readonly text: string;
}

export type NotClear = Exclude<TextFinding, { readonly is: 'clear' }>;

const NAMES: Record<SecretKind, string> = {
  'private key': 'a private key',
  'extended private key': 'an extended private key',
  'seed phrase': 'a seed phrase',
  'wallet file': 'a wallet or key file',
  'encrypted key': 'an encrypted private key',
};
const HOLDERS: Record<SecretKind, string> = {
  'private key': 'Anyone who has it can take the money.',
  'extended private key': 'Anyone who has it can take the money from all its addresses.',
  'seed phrase': 'Anyone who has it can take all the money in the wallet.',
  'wallet file': 'Anyone who has it can take the money, if necessary by guessing its password.',
  'encrypted key': 'Anyone who has it and its password can take the money.',
};

const NOWHERE = 'It was not sent anywhere and was removed from this field.';
const NOW = 'If it was pasted anywhere else, move the money to a new wallet now.';

/** What a text was, and what to do now. */
export function noticeWords(finding: NotClear): NoticeWords {
  switch (finding.is) {
    case 'secret':
      return {
        title: `This looks like ${NAMES[finding.kind]}, not a wallet address.`,
        text: `${HOLDERS[finding.kind]} ${NOWHERE} ${NOW}`,
      };
    case 'key or transaction':
      return {
        title: 'Is this a private key or a transaction id?',
        text: 'Hexadecimal digits of this length can be either. Nothing was sent. Never paste a private key into a page: anyone who has it can take the money.',
      };
    case 'transaction':
      return {
        title: 'This is a transaction.',
        text: 'A payment of it can be checked: where its money comes from, or where it went.',
      };
  }
}

/**
 * Beside the question of a key or a transaction id: the assets that have such addresses too.
 *
 * @example orAddressOf(['NEAR']) // 'They can also be a wallet address of NEAR: say so, and choose it then.'
 */
export function orAddressOf(assets: readonly string[]): string {
  return `They can also be a wallet address of ${joinWords(assets)}: say so, and choose it then.`;
}

/**
 * For fields that are no place for an address: one paragraph. Null where the text may be sent.
 *
 * @param isDropped whether the field is emptied; else the person takes the secret out of a longer text
 */
export function secretSentence(finding: TextFinding, isDropped: boolean): string | null {
  const nowhere = isDropped ? NOWHERE : 'Nothing was sent. Remove it first.';
  switch (finding.is) {
    case 'secret':
      return `This looks like ${NAMES[finding.kind]}. ${HOLDERS[finding.kind]} ${nowhere} ${NOW}`;
    case 'key or transaction':
      return `Hexadecimal digits of this length can be a private key. ${nowhere} If it is a key and was pasted anywhere else, move the money to a new wallet now.`;
    case 'transaction':
    case 'clear':
      return null;
  }
}
