import { ISSUER } from '@assay/exposure';
import { describe, expect, it } from 'vitest';
import type { ProviderRequest } from '../../providers/provider.ts';
import { blockscoutSource } from '../blockscout/blockscout.ts';
import { freeCall, recordedProvider } from '../test/direct-provider.ts';
import { DOCUMENTED_WITHDRAWAL } from '../test/recorded/etherscan.ts';
import { asset, history } from '../test/summary-of.ts';
import { etherscanSource } from './etherscan.ts';

const ETH = asset('ETH', null);
const { address: STAKER, withdrawalIndex, blockNumber, timestamp } = DOCUMENTED_WITHDRAWAL;
const WEI = 3_402_931_175_000_000_000n;
const INCOME = {
  kind: 'internal',
  from: ISSUER,
  to: STAKER,
  amount: WEI,
  block: Number(blockNumber),
  time: Number(timestamp),
};
const NONE = { status: '0', message: 'No transactions found', result: [] };

function etherscan(network: 'ETH' | 'POLYGON', withdrawals: unknown) {
  const asked: (string | undefined)[] = [];
  const answers: Readonly<Record<string, unknown>> = {
    txlist: NONE,
    txlistinternal: NONE,
    txsBeaconWithdrawal: withdrawals,
    balance: { status: '1', message: 'OK', result: String(WEI) },
  };
  const provider = recordedProvider('etherscan', ({ query }) => {
    asked.push(query?.['action']);
    return answers[query?.['action'] ?? ''];
  });
  return { asked, source: etherscanSource(network, { provider, chainId: 1, pageSize: 1_000 }) };
}

describe('a payment by the beacon chain', () => {
  it('is income of the coin, in wei, and comes to the balance, through Etherscan', async () => {
    const { source } = etherscan('ETH', { status: '1', message: 'OK', result: [DOCUMENTED_WITHDRAWAL] });
    const records = await history(source, ETH, STAKER);
    expect(records).toMatchObject([{ ...INCOME, transactionId: `withdrawal:${withdrawalIndex}` }]);
    expect((await source.balance(ETH, STAKER, freeCall())).amount).toBe(records[0]?.amount);
  });

  it('is income of the coin through Blockscout, which writes it in wei', async () => {
    const item = {
      index: Number(withdrawalIndex),
      validator_index: 117_823,
      block_number: Number(blockNumber),
      timestamp: new Date(Number(timestamp) * 1000).toISOString(),
      amount: String(WEI),
    };
    const lists = ({ path }: ProviderRequest) => ({
      items: path.endsWith('/withdrawals') ? [item] : [],
      next_page_params: null,
    });
    const records = await history(blockscoutSource('ETH', recordedProvider('blockscout', lists)), ETH, STAKER);
    expect(records).toMatchObject([INCOME]);
  });

  it('is left out where the API has no such list: the balance shows that something is missing', async () => {
    const refusal = { status: '0', message: 'NOTOK', result: 'Error! Missing Or invalid Action name' };
    expect(await history(etherscan('ETH', refusal).source, ETH, STAKER)).toEqual([]);
  });

  it('is not asked for on other networks', async () => {
    const { source, asked } = etherscan('POLYGON', NONE);
    await history(source, asset('MATIC', null), STAKER);
    expect(new Set(asked)).toEqual(new Set(['txlist', 'txlistinternal']));
  });
});
