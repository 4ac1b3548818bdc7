import { type Asset, currencyOf, type NotAddressKind } from '@assay/domain';
import { validateAddress } from '../validate-address.ts';
import { isDotted, isName } from './names.ts';
import { readXAddress } from './other-spellings.ts';
import { isTonTestAddress } from './ton-test.ts';

/** Invoices (BOLT 11), offers (BOLT 12), LNURL. */
const LIGHTNING =
  /^(?:lightning:)?(?:ln(?:bc|tb|bcrt|tbs)\d*[munp]?1[a-z\d]{40,}|ln[osr]1[a-z\d]{20,}|lnurl1[a-z\d]{20,})/i;
/** An address of Lightning and an address of mail are written alike. */
const AT_NAME = /^[\w.+-]+@[\w-]+(?:\.[\w-]+)+$/;
/** BIP-32 and SLIP-132: public keys of whole wallets, also within descriptors. */
const EXTENDED_PUBLIC_KEY = /(?:^|[^A-Za-z\d])(?:[tuvxyzUVYZ]pub|Ltub|Mtub|dgub|drkp|xpub)[1-9A-HJ-NP-Za-km-z]{90,115}/;

/** Characters that no address with a checksum has fewer of. */
const SHORTEST_CHECKED = 14;

/** What a text that no address format accepts is; null where nothing more is known of it. */
export function notAddressKind(text: string, catalogue: readonly Asset[]): NotAddressKind | null {
  if (EXTENDED_PUBLIC_KEY.test(text)) return 'extended public key';
  if (LIGHTNING.test(text) || AT_NAME.test(text)) return 'lightning';
  if (isTestAddress(text, catalogue)) return 'test address';
  return isName(text) ? 'name' : null;
}

/** What a text is that consists of one word only; a word of a sentence is not judged by this. */
export function loneWordKind(word: string): NotAddressKind | null {
  return isDotted(word) ? 'link' : null;
}

function isTestAddress(text: string, catalogue: readonly Asset[]): boolean {
  // No format with a checksum is so short; the words of a sentence are not held against all of them.
  if (text.length < SHORTEST_CHECKED) return false;
  if (readXAddress(text) === 'test') return true;
  if (isTonTestAddress(text) && validateAddress(text, 'TON').ok) return true;
  const currencies = new Set(catalogue.map((asset) => currencyOf(asset)));
  return [...currencies].some((currency) =>
    (['testnet', 'regtest', 'stagenet'] as const).some((network) => {
      const verdict = validateAddress(text, currency, { network });
      // Names and bare digits are addresses of every network: only a format that names its network says anything.
      return verdict.ok && verdict.checksum === 'valid';
    }),
  );
}
