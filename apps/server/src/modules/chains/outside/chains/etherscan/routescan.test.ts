import { describe, expect, it } from 'vitest';
import { freeCall, recordedProvider } from '../test/direct-provider.ts';
import { readAll } from '../test/read-all.ts';
import * as recorded from '../test/recorded/etherscan.ts';
import { asset, history } from '../test/summary-of.ts';
import { etherscanSource } from './etherscan.ts';

const ACCOUNT = '0x2c1ba59d6f58433fb1eaee7d20b26ed83bda51a3';
const [ETH, USDT] = [asset('ETH', null), asset('USDT', 'ETH')];
const NONE = { status: '0', message: 'No transactions found', result: [] };
const EMPTY = { status: '1', message: 'OK', result: [] };
/** As its address without a key answered for Optimism, Base, BNB Smart Chain, Polygon and Arbitrum. */
const NO_CHAIN = { status: '0', message: 'chain not supported', result: null };

/** Routescan: one URL a chain, no `chainid`. */
const routescan = (answers: Readonly<Record<string, unknown>>) =>
  etherscanSource('ETH', {
    provider: recordedProvider(
      'routescan',
      ({ query }) => ({ txsBeaconWithdrawal: NONE, ...answers })[query?.['action'] ?? ''],
    ),
    chainId: null,
    pageSize: 500,
  });

describe('Routescan', () => {
  it('has no transfers only where it says that none were found', async () => {
    expect(await history(routescan({ tokentx: NONE }), USDT, ACCOUNT)).toEqual([]);
    expect(await history(routescan({ txlist: NONE, txlistinternal: NONE }), ETH, ACCOUNT)).toEqual([]);
  });

  it("is not believed where it answers 'OK' without an entry", async () => {
    const words = "Could not reach routescan: it answered 'OK' without an entry, and did not say that there is none";
    await expect(history(routescan({ tokentx: EMPTY }), USDT, ACCOUNT)).rejects.toThrow(words);
    await expect(history(routescan({ txlist: EMPTY, txlistinternal: NONE }), ETH, ACCOUNT)).rejects.toThrow(words);
  });

  it('leaves a history incomplete whose list of inner transfers is empty without a word', async () => {
    const transactions = { status: '1', message: 'OK', result: recorded.RECORDED_TRANSACTIONS.toReversed() };
    const account = '0xddbd2b932c763ba5b1b7ae3b362eac3e8d40121a';
    const lacksOf = async (inner: unknown) => {
      const source = routescan({ txlist: transactions, txlistinternal: inner });
      return (await readAll(source, ETH, account, freeCall())).pages.map(({ lacks }) => lacks);
    };
    expect(await lacksOf(EMPTY)).toEqual([['internal']]);
    expect(await lacksOf(NONE)).toEqual([[]]);
  });

  it.each([NO_CHAIN, { status: '0', message: 'chain not supported' }])(
    'says that it does not provide a network that it refuses: %j',
    async (refusal) => {
      const source = routescan({ tokentx: refusal, tokenbalance: refusal, eth_getBlockByNumber: refusal });
      const words = 'routescan does not provide this network';
      await expect(history(source, USDT, ACCOUNT)).rejects.toThrow(words);
      await expect(source.balance(USDT, ACCOUNT, freeCall())).rejects.toThrow(words);
      await expect(source.tip(freeCall())).rejects.toThrow(words);
    },
  );

  it('is not believed where it refuses with an empty list', async () => {
    const refusal = { status: '0', message: 'NOTOK', result: [] };
    await expect(history(routescan({ tokentx: refusal }), USDT, ACCOUNT)).rejects.toThrow('it refused the question');
  });
});
