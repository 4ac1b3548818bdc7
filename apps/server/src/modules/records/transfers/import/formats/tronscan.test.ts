import { describe, expect, it } from 'vitest';
import { readRejects } from '../import-manifest.store.ts';
import { database, importing, prepareTransferImports, transfersOf } from '../test/import-fixture.ts';
import { problemOf } from './formats.ts';

prepareTransferImports();

const HEAD =
  'wallet,timestamp,tx_id,risk_tx,status,from_address,from_tag,to_address,to_tag,quant,token_id,token_abbr,token_decimal,contract_return,result\n';
const USDT = 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t';
const [ANNA, BORIS] = ['TDX3tFFdWFwhBP7Cf5gJRpADpUNxQsys6m', 'TS2oMCWeBsYmMFWsXFx5u7M96KDF8BZDyG'] as const;
const TX = '99e53c29e7c429aaf5150dc5586f5d3cd143c111c62f5b5deebd000aedacb842';

interface Given {
  readonly wallet?: string;
  readonly time?: number | string;
  readonly tx?: string;
  readonly quant?: string;
  readonly token?: string;
  readonly decimals?: number;
  readonly outcome?: string;
}

function line(given: Given = {}): string {
  const { wallet = ANNA, time = 1_650_176_103_999, tx = TX, quant = '65290000' } = given;
  const { token = USDT, decimals = 6, outcome = 'SUCCESS' } = given;
  return `${wallet},${time},${tx},False,0,${BORIS},LBank,${ANNA},,${quant},${token},USDT,${decimals},${outcome},${outcome}\n`;
}

describe('importing what TronScan answered', () => {
  it('reads milliseconds, base units and the contract, and a transfer listed for both wallets once', async () => {
    await importing('tronscan-trc20-transfers', HEAD + line() + line({ wallet: BORIS }));
    expect(await transfersOf('USDT')).toEqual(['0 token ZDyG > ys6m 65290000 1 0 1']);
    const { rows } = await database.pool.query(
      `SELECT extract(epoch FROM to_timestamp(time))::int AS time FROM transfers`,
    );
    expect(rows).toEqual([{ time: 1_650_176_103 }]);
  });

  it('leaves out what failed, and counts tokens that are not listed', async () => {
    const summary = await importing(
      'tronscan-trc20-transfers',
      HEAD + line({ outcome: 'REVERT' }) + line({ token: 'TLa2f6VPqDgRE67v1736s7bJ8Ray5wYjU7' }) + line(),
    );
    expect(await transfersOf('USDT')).toHaveLength(1);
    expect(await readRejects(database.pool, summary.importId, 0, 10)).toEqual([]);
  });

  it('rejects a row that is not one, with its reason', async () => {
    const summary = await importing(
      'tronscan-trc20-transfers',
      HEAD + line({ decimals: 18 }) + line({ quant: '1.5' }) + line({ time: 'today' }) + line({ tx: '' }) + line(),
    );
    const rejects = await readRejects(database.pool, summary.importId, 0, 10);
    expect(rejects.map(({ reason }) => reason)).toEqual([
      '"token_decimal" is 18, but USDT on TRX has 6',
      `"quant" expected a whole number of base units, got '1.5'`,
      `"timestamp" expected a whole number, got 'today'`,
      '"tx_id" is empty',
    ]);
  });

  it('is of Tron alone', () => {
    const source = { format: 'tronscan-trc20-transfers', asset: null } as const;
    expect(problemOf({ ...source, network: 'TRX' })).toBeNull();
    expect(problemOf({ ...source, network: 'ETH' })).toBe('tronscan-trc20-transfers are those of TRX, not of ETH');
  });
});
