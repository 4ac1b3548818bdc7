import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { bitcoinTransactions } from './bitcoin-etl.ts';
import type { StagedItem } from './staged-item.ts';

const itemsOf = (file: string): readonly StagedItem[] => {
  const text = readFileSync(new URL(`../test/cases/${file}`, import.meta.url), 'utf8');
  return bitcoinTransactions('BTC')(JSON.parse(text));
};
const ownersOf = ([item]: readonly StagedItem[]) =>
  item?.what === 'coins' ? item.transaction.outputs.map(({ owner, amount }) => [owner, amount]) : [];

describe('a transaction of Bitcoin ETL whose outputs nobody can be named for', () => {
  it('is taken with an anchor, which has no owner', () => {
    expect(ownersOf(itemsOf('bitcoin-etl-p2a.jsonl'))).toEqual([
      ['bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4', 4_999_000n],
      [null, 240n],
    ]);
  });

  it('is taken with Blockchair’s names for data, several keys and odd scripts, which have no owner', () => {
    expect(ownersOf(itemsOf('bitcoin-etl-pseudo-addresses.jsonl'))).toEqual([
      ['bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4', 4_999_000n],
      [null, 0n],
      [null, 500n],
      [null, 100n],
    ]);
  });

  it('is refused where the kind of the script has an address, and the text is none', () => {
    const output = { index: 0, addresses: ['bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t5'], value: 1 };
    const row = (type: string) => ({
      ...{ hash: 'ab'.repeat(32), block_number: 1, block_timestamp: 1_700_000_000, is_coinbase: true },
      outputs: [{ ...output, type }],
    });
    expect(() => bitcoinTransactions('BTC')(row('witness_v0_keyhash'))).toThrow('is no BTC address');
    expect(ownersOf(bitcoinTransactions('BTC')(row('witness_unknown')))).toEqual([[null, 1n]]);
  });
});
