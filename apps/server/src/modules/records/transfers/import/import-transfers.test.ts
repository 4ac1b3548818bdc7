import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { readRejects } from './import-manifest.store.ts';
import {
  account,
  database,
  importing,
  prepareTransferImports,
  transfersOf,
  withFreshDatabase,
} from './test/import-fixture.ts';

prepareTransferImports();

const hash = (digits: string): string => `0x${digits.padStart(64, '0')}`;
const USDT = '0xdac17f958d2ee523a2206206994597c13d831ec7';

const TRANSACTIONS = `hash,nonce,block_hash,block_number,transaction_index,from_address,to_address,value,gas,gas_price,input,block_timestamp,max_fee_per_gas,max_priority_fee_per_gas,transaction_type
${hash('1')},1,${hash('b1')},100,0,${account('a1')},${account('b2')},1000000000000000000000,30000,10,0x,1600000000,,,0
${hash('2')},2,${hash('b1')},100,1,${account('b2')},${account('c3')},7,30000,10,0x,1600000000,,,0
${hash('3')},3,${hash('b2')},101,0,${account('b2')},,5,90000,20,0x60,1600000015,20,2,2
`;
const RECEIPTS = `transaction_hash,transaction_index,block_hash,block_number,cumulative_gas_used,gas_used,contract_address,root,status,effective_gas_price
${hash('1')},0,${hash('b1')},100,21000,21000,,,1,9
${hash('2')},1,${hash('b1')},100,51000,30000,,,0,
${hash('3')},0,${hash('b2')},101,80000,80000,${account('d4')},,1,20
`;
const TRACES = `block_number,transaction_hash,transaction_index,from_address,to_address,value,input,output,trace_type,call_type,reward_type,gas,gas_used,subtraces,trace_address,error,status,trace_id
100,${hash('1')},0,${account('a1')},${account('b2')},1000000000000000000000,0x,0x,call,call,,9,9,3,,,1,t1
100,${hash('1')},0,${account('b2')},${account('c3')},400,0x,0x,call,call,,9,9,0,0,,1,t2
100,${hash('1')},0,${account('b2')},${account('c3')},400,0x,0x,call,call,,9,9,0,1,,1,t3
100,${hash('1')},0,${account('b2')},${account('c3')},55,0x,0x,call,delegatecall,,9,9,0,2,,1,t4
100,${hash('2')},1,${account('b2')},${account('c3')},7,0x,,call,call,,9,9,1,,Reverted,0,t5
100,${hash('2')},1,${account('c3')},${account('d4')},7,0x,,call,call,,9,9,0,0,,0,t6
101,${hash('3')},0,${account('b2')},${account('d4')},5,0x,0x,create,,,9,9,0,,,1,t7
101,,,,${account('f9')},2000000000000000000,,,reward,,block,,,0,,,1,t8
`;
const TOKENS = `token_address,from_address,to_address,value,transaction_hash,log_index,block_number
${USDT},${account('a1')},${account('b2')},600,${hash('1')},4,100
${USDT},0x0000000000000000000000000000000000000000,${account('a1')},1000,${hash('1')},3,100
${USDT},${account('b2')},${account('b2')},1,${hash('3')},0,101
${account('77')},${account('a1')},${account('b2')},1,${hash('3')},1,101
`;

describe('importing what blockchain-etl exports of Ethereum', () => {
  const files = [
    ['ethereum-etl-transactions', TRANSACTIONS],
    ['ethereum-etl-receipts', RECEIPTS],
    ['ethereum-etl-traces', TRACES],
    ['ethereum-etl-token-transfers', TOKENS],
  ] as const;

  it('gives the same records in any order of the files', async () => {
    for (const order of [
      [0, 1, 2, 3],
      [3, 2, 1, 0],
      [1, 3, 0, 2],
    ]) {
      await withFreshDatabase(async () => {
        for (const at of order) {
          const [format, content] = files[at] ?? ['csv', ''];
          await importing(format, content);
        }
        expect(await transfersOf('ETH')).toEqual([
          '100 fee eea1 > fee 189000 1 0 1',
          '100 native eea1 > eeb2 1000000000000000000000 1 0 1',
          '100 internal eeb2 > eec3 400 1 1 4e-19',
          '100 internal eeb2 > eec3 400 0.5 1 4e-19',
          '100 fee eeb2 > fee 300000 1 1 3e-16',
          '101 fee eeb2 > fee 1600000 1 1 1.6e-15',
          '101 native eeb2 > eed4 5 1 1 5e-21',
          '101 internal suer > eef9 2000000000000000000 1 1 1',
        ]);
        expect(await transfersOf('USDT')).toEqual([
          '100 token suer > eea1 1000 1 1 1',
          '100 token eea1 > eeb2 600 1 1 0.6',
        ]);
      });
    }
  });

  it('keeps transfers in staging until the time of their block is known, and reports this', async () => {
    const first = await importing('ethereum-etl-token-transfers', TOKENS);
    expect(first).toMatchObject({ added: 0, waiting: 3, counts: { rows: 4, read: 3, unknownTokens: 1 } });
    expect(first.counts.unknownContracts).toEqual({ [account('77')]: 1 });
    const blocks = 'number,timestamp\n100,1600000000\n101,2020-09-13 12:26:55 UTC\n';
    expect(await importing('ethereum-etl-blocks', blocks)).toMatchObject({ added: 2, ignored: 1, waiting: 0 });
  });

  it('reads JSON Lines, gzipped, with amounts too large for a number', async () => {
    const lines = TRANSACTIONS.trim()
      .split('\n')
      .slice(1)
      .map((line) => {
        const [id, , , block, index, from, to, value, , price, , time] = line.split(',');
        return `{"type":"transaction","hash":"${id}","block_number":${block},"transaction_index":${index},"from_address":"${from}","to_address":${to === '' ? null : `"${to}"`},"value":${value},"gas_price":${price},"block_timestamp":${time}}`;
      });
    await importing('ethereum-etl-transactions', gzipSync(`${lines.join('\n')}\n`));
    expect(await transfersOf('ETH')).toEqual([
      '100 native eea1 > eeb2 1000000000000000000000 1 0 1',
      '100 native eeb2 > eec3 7 1 1 7e-21',
    ]);
  });

  it('removes a failed transaction when its receipt is imported', async () => {
    await importing('ethereum-etl-transactions', TRANSACTIONS);
    expect((await transfersOf('ETH')).length).toBe(2);
    expect(await importing('ethereum-etl-receipts', RECEIPTS)).toMatchObject({ added: 4, removed: 1 });
  });

  it('counts and lists rows it cannot read, and imports the others', async () => {
    const broken = `${TRANSACTIONS}nonsense,1\n${hash('9')},1,,102,0,0x12,${account('b2')},1,1,1,0x,1600000030,,,0\n`;
    const summary = await importing('ethereum-etl-transactions', broken);
    expect(summary.counts).toMatchObject({ rows: 5, rejected: 2, read: 3 });
    expect(await readRejects(database.pool, summary.importId, 0, 10)).toMatchObject([
      { rowNumber: 4, reason: '"block_number" is empty' },
      { rowNumber: 5, reason: expect.stringContaining("'0x12' is no ETH address") },
    ]);
  });

  it('does nothing the second time, and duplicates nothing when it is requested to read again', async () => {
    await importing('ethereum-etl-transactions', TRANSACTIONS);
    expect(await importing('ethereum-etl-transactions', TRANSACTIONS)).toMatchObject({ already: true, added: 0 });
    expect(await importing('ethereum-etl-transactions', TRANSACTIONS, true)).toMatchObject({
      already: false,
      added: 0,
    });
    expect((await transfersOf('ETH')).length).toBe(2);
  });
});

describe('importing what blockchain-etl exports of Bitcoin', () => {
  const ALICE = '12c6DSiU4Rq3P4ZxziKxzrL5LmMBrzjrJX';
  const BOB = '1HLoD9E4SDFFPDiYfNYnkBLQ85Y51J3Zb1';
  const transaction = (id: string, block: number, inputs: object[], outputs: object[]): string =>
    `${JSON.stringify({
      type: 'transaction',
      hash: id.padStart(64, '0'),
      block_number: block,
      block_timestamp: 1_300_000_000 + block,
      is_coinbase: inputs.length === 0,
      index: 0,
      inputs,
      outputs,
    })}\n`;
  const spend = (id: string, index: number, more = {}) => ({
    index: 0,
    spent_transaction_hash: id.padStart(64, '0'),
    spent_output_index: index,
    ...more,
  });
  const pay = (index: number, addresses: string[], value: number) => ({ index, addresses, value, type: 'pubkeyhash' });

  async function coins(): Promise<unknown[]> {
    const found = await database.pool.query(
      `SELECT ltrim(c.transaction_id, '0') AS made, o.output_index AS index, a.address AS owner, o.amount,
              ltrim(s.transaction_id, '0') AS spent
         FROM coin_outputs o JOIN coin_transactions c ON c.id = o.created_by
         LEFT JOIN coin_transactions s ON s.id = o.spent_by LEFT JOIN accounts a ON a.id = o.owner_id
        ORDER BY 1, 2`,
    );
    return found.rows;
  }

  it('looks up the value of a plain input in the records, also when its transaction is imported later', async () => {
    await importing('bitcoin-etl-transactions', transaction('b', 2, [spend('a', 0)], [pay(0, [BOB], 40)]));
    expect(await coins()).toMatchObject([
      { made: 'a', owner: null, amount: null, spent: 'b' },
      { made: 'b', owner: BOB, amount: '40' },
    ]);
    await importing('bitcoin-etl-transactions', transaction('a', 1, [], [pay(0, [ALICE], 50)]));
    expect(await coins()).toMatchObject([
      { made: 'a', owner: ALICE, amount: '50', spent: 'b' },
      { made: 'b', owner: BOB, amount: '40', spent: null },
    ]);
  });

  it('takes value and owner from an enriched input', async () => {
    const input = spend('a', 3, { addresses: [ALICE], value: 50 });
    await importing('bitcoin-etl-transactions', transaction('b', 2, [input], [pay(0, [BOB], 40)]));
    expect(await coins()).toMatchObject([{ made: 'a', index: 3, owner: ALICE, amount: '50', spent: 'b' }, {}]);
  });

  it('names no owner for bare multisig, data and scripts without an address', async () => {
    const outputs = [pay(0, [ALICE, BOB], 1), pay(1, [], 0), pay(2, ['nonstandard1234'], 2)];
    await importing('bitcoin-etl-transactions', transaction('a', 1, [], outputs));
    expect((await coins()).map((coin) => (coin as { owner: unknown }).owner)).toEqual([null, null, null]);
  });

  it('reads CSV with its lists as JSON', async () => {
    const inputs = JSON.stringify([spend('a', 0)]).replaceAll('"', '""');
    const outputs = JSON.stringify([pay(0, [BOB], 40)]).replaceAll('"', '""');
    await importing(
      'bitcoin-etl-transactions',
      `hash,block_number,block_timestamp,is_coinbase,index,inputs,outputs\n${'b'.padStart(64, '0')},2,1300000002,False,0,"${inputs}","${outputs}"\n`,
    );
    expect(await coins()).toMatchObject([
      { made: 'a', spent: 'b' },
      { made: 'b', owner: BOB, amount: '40' },
    ]);
  });
});
