import { type CategoryCode, codeOf, type Parties } from './parties.ts';
import type { RandomWords } from './random-words.ts';

/** What large services are. */
export const EXCHANGES: readonly CategoryCode[] = [
  ...Array.from({ length: 4 }, () => 'exchange_licensed' as const),
  'exchange_unlicensed',
  'exchange_unlicensed',
  'exchange_fraudulent',
  'p2p_exchange_licensed',
  'p2p_exchange_unlicensed',
  'online_wallet',
];
/** What a scam turns out to be. */
export const CRIMES: readonly CategoryCode[] = [
  ...Array.from({ length: 3 }, () => 'scam' as const),
  'stolen_coins',
  'stolen_coins',
  'sanctions',
  'ransom',
  'illegal_service',
  'dark_service',
  'dark_market',
  'child_exploitation',
  'enforcement_action',
  'seized_assets',
  'exchange_fraudulent',
];
/** Who is labelled to make up the share. */
const SMALL: readonly CategoryCode[] = [
  'other_entities',
  'other_entities',
  'scam',
  'stolen_coins',
  'p2p_exchange_unlicensed',
  'online_wallet',
  'payment_processor',
];

export function labelOne(
  parties: Parties,
  random: RandomWords,
  address: number,
  categories: readonly CategoryCode[],
): void {
  parties.category[address] = codeOf(categories[random.below(categories.length)] ?? 'none');
}

/** Tops labels up to their share of the addresses: deposit addresses of exchanges, and small services. */
export function labelMore(parties: Parties, random: RandomWords, share: number): void {
  const { category, isDeposit, addresses, depositAddresses } = parties;
  const wanted = Math.floor(share * addresses);
  let labelled = 0;
  for (let address = 0; address < addresses; address += 1) if (category[address] !== 0) labelled += 1;
  for (let guard = 0; labelled < wanted && guard < wanted * 20; guard += 1) {
    if (random.unit() < 0.8 && depositAddresses.length > 0) {
      const address = depositAddresses.at(random.below(depositAddresses.length));
      if (category[address] !== 0) continue;
      category[address] = codeOf(random.unit() < 0.8 ? 'exchange_licensed' : 'exchange_unlicensed');
      labelled += 1;
    } else {
      const address = random.below(addresses);
      if (category[address] !== 0 || isDeposit[address] !== 0) continue;
      labelOne(parties, random, address, SMALL);
      labelled += 1;
    }
  }
}
