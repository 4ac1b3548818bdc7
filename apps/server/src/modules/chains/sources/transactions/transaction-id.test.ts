import { expect, it } from 'vitest';
import { transactionIdOn } from './transaction-id.ts';

it('an id is written as its network does, and is none where the network has no such ids', () => {
  const digits = 'ab'.repeat(32);
  const spellings = [digits, `0x${digits}`, digits.toUpperCase()];
  const networks = ['BTC', 'TRX', 'ETH', 'XRP', 'SOL', 'LUNC'] as const;
  expect(networks.map((network) => transactionIdOn(network, spellings))).toEqual([
    digits,
    digits,
    `0x${digits}`,
    digits.toUpperCase(),
    null,
    null,
  ]);
});
