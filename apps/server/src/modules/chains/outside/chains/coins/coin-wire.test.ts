import { describe, expect, it } from 'vitest';
import {
  readBlockbookPage,
  readBlockbookSpends,
  readBlockbookStatus,
  readBlockbookTransaction,
} from './blockbook-wire.ts';
import { readEsploraAddress, readEsploraOutspends, readEsploraPage, readEsploraTransaction } from './esplora-wire.ts';

const WIRE = { network: 'BTC', provider: 'somebody' } as const;
const ADDRESS = '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa';
const ID = 'ab'.repeat(32);

const coin = { scriptpubkey_type: 'p2pkh', scriptpubkey_address: ADDRESS, value: 90 };
const esplora = {
  txid: ID,
  vin: [{ txid: 'cd'.repeat(32), vout: 1, prevout: { ...coin, value: 100 }, is_coinbase: false }],
  vout: [coin],
  status: { confirmed: true, block_height: 5, block_time: 1_000 },
};
const named = { n: 0, addresses: [ADDRESS], isAddress: true };
const blockbook = {
  txid: ID,
  vin: [{ ...named, txid: 'cd'.repeat(32), vout: 1, value: '100' }],
  vout: [{ ...named, value: '90' }],
  blockHeight: 5,
  blockTime: 1_000,
};

/** What somebody may pay a dust of, and no address of its network names. */
const UNNAMED = [
  ['an anchor', 'BTC', 'bc1pfeessrawgf'],
  ['an address of another network', 'BTC', 'tb1qw508d6qejxtdg4y5r3zarvary0c5xw7kxpjzsx'],
  ['a broken address', 'BCH', 'bitcoincash:pvqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqq'],
] as const;
const NOBODYS = {
  txid: 'cd'.repeat(32),
  vout: 1,
  prevout: { scriptpubkey_type: 'anchor', value: 100 },
  is_coinbase: false,
};

/** The same with another value at a path; undefined removes the field. */
function changed(whole: unknown, path: string, value: unknown): string {
  // Copied through text: in a structured clone, two fields that share an object would still share it.
  const copy = JSON.parse(JSON.stringify(whole)) as Record<string, unknown>;
  const parts = path.split('.');
  const last = parts.pop() ?? '';
  let at = copy;
  for (const part of parts) at = at[part] as Record<string, unknown>;
  if (value === undefined) delete at[last];
  else at[last] = value;
  return JSON.stringify(copy);
}

describe('a transaction of Esplora', () => {
  it('is read whole', () => {
    expect(readEsploraTransaction(WIRE, JSON.stringify(esplora))?.transaction).toEqual({
      transactionId: ID,
      block: 5,
      transactionIndex: null,
      time: 1_000,
      coinbase: false,
      inputs: [{ transactionId: 'cd'.repeat(32), index: 1, owner: ADDRESS, amount: 100n }],
      outputs: [{ index: 0, owner: ADDRESS, amount: 90n }],
    });
  });

  it.each([
    ['txid', undefined],
    ['txid', 'abc'],
    ['vin', undefined],
    ['vin', []],
    ['vin.0.txid', 7],
    ['vin.0.vout', -1],
    ['vin.0.prevout', null],
    ['vin.0.prevout.value', undefined],
    ['vin.0.prevout.value', 1.5],
    ['vin.0.prevout.value', -1],
    ['vin.0.prevout.value', '100'],
    ['vin.0.prevout.value', 2 ** 53],
    ['vin.0.prevout.scriptpubkey_type', undefined],
    ['vin.0.prevout.scriptpubkey_address', undefined],
    ['vin.0.is_coinbase', 'no'],
    ['vout', []],
    ['vout.0.value', null],
    ['status', undefined],
    ['status.confirmed', 'true'],
    ['status.block_height', undefined],
    ['status.block_time', 1.5],
  ])('is refused for its field %s when that is %j, by the name of the provider and the field', (path, value) => {
    expect(() => readEsploraTransaction(WIRE, changed(esplora, path, value))).toThrow(
      `somebody answered something else than its format: ${path}`,
    );
    const page = readEsploraPage(WIRE, `[${changed(esplora, path, value)},${JSON.stringify(esplora)}]`);
    expect(page).toMatchObject({
      count: 2,
      transactions: [{}],
      gaps: [{ kind: 'unreadable', rows: 1, fields: [path] }],
    });
  });

  it('has no owner where nobody can be named, also for scripts of tomorrow', () => {
    const anchor = { scriptpubkey_type: 'anchor', scriptpubkey_address: 'bc1pfeessrawgf', value: 90 };
    const read = readEsploraTransaction(WIRE, changed(esplora, 'vout.0', anchor));
    expect(read?.transaction.outputs).toEqual([{ index: 0, owner: null, amount: 90n }]);
  });

  it.each(UNNAMED)('has no owner for %s on %s, and keeps the rest', (_what, network, address) => {
    const odd = { scriptpubkey_type: 'p2sh', scriptpubkey_address: address, value: 1 };
    const wire = { ...WIRE, network };
    const read = readEsploraTransaction(
      wire,
      changed({ ...esplora, vin: [NOBODYS] }, 'vout', [{ ...coin, value: 80 }, odd]),
    );
    const [first, second] = read?.transaction.outputs ?? [];
    expect([first?.amount, second]).toEqual([80n, { index: 1, owner: null, amount: 1n }]);
  });

  it('spends no coin twice, and makes none', () => {
    expect(() => readEsploraTransaction(WIRE, changed(esplora, 'vin', [...esplora.vin, ...esplora.vin]))).toThrow(
      'format: vin',
    );
    expect(() => readEsploraTransaction(WIRE, changed(esplora, 'vout.0.value', 101))).toThrow('format: vout');
  });

  it('keeps counters beyond 2^53 out instead of rounding them', () => {
    const text = '{"chain_stats":{"tx_count":1,"funded_txo_sum":9007199254740993,"spent_txo_sum":0}}';
    expect(() => readEsploraAddress(WIRE, text)).toThrow('format: chain_stats.funded_txo_sum');
  });

  it('is spent by what is in a block only', () => {
    const spent = { spent: true, txid: ID, vin: 0, status: { confirmed: false } };
    expect(readEsploraOutspends(WIRE, JSON.stringify([{ spent: false }, spent]))).toEqual([null, null]);
    expect(() => readEsploraOutspends(WIRE, '[{"spent":true}]')).toThrow('format: 0.txid');
  });
});

describe('a transaction of Blockbook', () => {
  it('is read whole; a number that is left out is 0', () => {
    expect(readBlockbookTransaction(WIRE, changed(blockbook, 'vin.0.vout', undefined))?.transaction).toEqual({
      transactionId: ID,
      block: 5,
      transactionIndex: null,
      time: 1_000,
      coinbase: false,
      inputs: [{ transactionId: 'cd'.repeat(32), index: 0, owner: ADDRESS, amount: 100n }],
      outputs: [{ index: 0, owner: ADDRESS, amount: 90n }],
    });
  });

  it.each([
    ['txid', undefined],
    ['vin', undefined],
    ['vin.0.txid', undefined],
    ['vin.0.n', undefined],
    ['vin.0.value', undefined],
    ['vin.0.value', 100],
    ['vin.0.value', '1.5'],
    ['vin.0.value', '-1'],
    ['vin.0.value', '0x64'],
    ['vin.0.value', '99999999999999999999'],
    ['vout', []],
    ['vout.0.value', undefined],
    ['vout.0.n', 1],
    ['blockHeight', '5'],
    ['blockTime', undefined],
  ])('is refused for its field %s when that is %j', (path, value) => {
    expect(() => readBlockbookTransaction(WIRE, changed(blockbook, path, value))).toThrow(`format: ${path}`);
  });

  it.each(UNNAMED)('has no owner for %s on %s, and keeps the rest', (_what, network, address) => {
    const odd = { n: 1, addresses: [address], isAddress: true, value: '1' };
    const text = changed(blockbook, 'vout', [{ ...named, value: '80' }, odd]);
    const read = readBlockbookTransaction({ ...WIRE, network }, text);
    const [first, second] = read?.transaction.outputs ?? [];
    expect([first?.amount, second]).toEqual([80n, { index: 1, owner: null, amount: 1n }]);
  });

  it('has an owner for a script of Bitcoin Cash that is named by a hash of 32 bytes', () => {
    const script = 'bitcoincash:pvkhz9jzkuntq3qpvf72n7avxt6us5c0kxgre3xmqgjcw9ujrfygzzaputewy';
    const paid = { n: 0, addresses: [script], isAddress: true, value: '90' };
    const spent = { ...blockbook.vin[0], addresses: [script] };
    const text = changed({ ...blockbook, vin: [spent] }, 'vout', [paid]);
    const read = readBlockbookTransaction({ ...WIRE, network: 'BCH' }, text)?.transaction;
    expect([read?.inputs[0]?.owner, read?.outputs[0]?.owner]).toEqual([script, script]);
  });

  it('has no owner for data and for several keys', () => {
    const data = { n: 0, addresses: ['OP_RETURN (hello)'], isAddress: false, value: '0' };
    const several = { n: 1, addresses: [ADDRESS, '3J98t1WpEZ73CNmQviecrnyiWrnqRhWNLy'], isAddress: true, value: '9' };
    const read = readBlockbookTransaction(WIRE, changed(blockbook, 'vout', [several, data]));
    expect(read?.transaction.outputs.map(({ owner }) => owner)).toEqual([null, null]);
  });

  it('names who spends it where that was asked for, and refuses an answer without the name', () => {
    const spent = { ...named, value: '90', spent: true };
    expect(readBlockbookTransaction(WIRE, changed(blockbook, 'vout.0', spent))?.spends).toBeNull();
    expect(() => readBlockbookSpends(WIRE, changed(blockbook, 'vout.0', spent))).toThrow('format: vout.0.spentTxId');
    const spentBy = { ...spent, spentTxId: ID };
    expect(readBlockbookSpends(WIRE, changed(blockbook, 'vout.0', spentBy))).toEqual([null]);
    expect(readBlockbookSpends(WIRE, changed(blockbook, 'vout.0', { ...spentBy, spentHeight: 6 }))).toEqual([ID]);
  });

  it('is on no page beyond the last', () => {
    const page = { page: 3, totalPages: 3, itemsOnPage: 1, transactions: [blockbook] };
    expect(readBlockbookPage(WIRE, JSON.stringify(page)).isLast).toBe(true);
    expect(readBlockbookPage(WIRE, JSON.stringify({ ...page, totalPages: -1 })).isLast).toBe(false);
    const { transactions: _none, ...empty } = page;
    expect(readBlockbookPage(WIRE, JSON.stringify({ ...empty, totalPages: -1 })).isLast).toBe(true);
  });

  it('comes from a server that says how far it is', () => {
    const status = (lastBlockTime: string) =>
      JSON.stringify({ blockbook: { bestHeight: 9, lastBlockTime, inSync: false } });
    expect(readBlockbookStatus(WIRE, status('2019-05-22T18:03:33.547762973+02:00'))).toEqual({
      height: 9,
      time: Date.UTC(2019, 4, 22, 16, 3, 33) / 1000,
      isInSync: false,
    });
    expect(() => readBlockbookStatus(WIRE, status('yesterday'))).toThrow('format: blockbook.lastBlockTime');
  });
});
