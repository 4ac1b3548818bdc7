import { type Asset, findAsset } from '@assay/domain';
import {
  ACCOUNTS,
  type Asked,
  type BlockscoutStandIn,
  type EtherscanStandIn,
  type EvmStory,
  FAULTS,
  type Fault,
  type FaultyServer,
  startBlockscoutStandIn,
  startEtherscanStandIn,
  startEvmStory,
  startFaultyServer,
} from '@assay/testkit/chains';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type AccountSource, SourceError, type SourceFault } from '../../../sources/sources.ports.ts';
import type { Provider } from '../../providers/provider.ts';
import { trialCall, trialProvider } from '../../providers/test/trial-provider.ts';
import { etherscanSource } from '../etherscan/etherscan.ts';
import { jsonRpcSource } from '../json-rpc/json-rpc.ts';
import { solanaSource } from '../solana/solana.ts';
import { horizonSource } from '../stellar/horizon.ts';
import { RECORDED_PAYMENTS } from '../test/recorded/horizon.ts';
import { RECORDED_TRANSACTIONS as SOLANA } from '../test/recorded/solana.ts';
import * as tron from '../test/recorded/trongrid.ts';
import { trongridSource } from '../tron/trongrid.ts';
import { xrplSource } from '../xrpl/xrpl.ts';
import { blockscoutSource } from './blockscout.ts';

const asset = (ticker: string, parent: string | null) => findAsset(ticker, parent) ?? expect.fail(`no ${ticker}`);

/** The errors each fault may end in. A source may also sort a list that comes in the wrong order. */
const EXPECTED: Readonly<Record<Fault, readonly (SourceFault['kind'] | 'answer')[]>> = {
  'too-many': ['rate-limited'],
  'too-many-retry-after': ['rate-limited'],
  error: ['unavailable'],
  truncated: ['malformed'],
  'broken-off': ['unavailable'],
  'wrong-types': ['malformed'],
  'slow-body': ['unavailable'],
  silent: ['unavailable'],
  duplicates: ['answer', 'malformed'],
  'out-of-order': ['answer', 'malformed'],
  reset: ['unavailable'],
  redirect: ['unavailable'],
  huge: ['unavailable'],
  html: ['malformed'],
};

let story: EvmStory;
let explorer: BlockscoutStandIn;
let api: EtherscanStandIn;
beforeAll(async () => {
  story = await startEvmStory();
  explorer = await startBlockscoutStandIn(story);
  api = await startEtherscanStandIn(story);
});
afterAll(async () => {
  await explorer?.close();
  await api?.close();
  await story?.close();
});

async function passOn(url: string, { method, path, query, body }: Asked) {
  const request = { method, headers: { 'content-type': 'application/json' }, ...(method === 'POST' && { body }) };
  const answer = await fetch(`${url}${path === '/' ? '' : path}?${query.toString()}`, request);
  return { status: answer.status, body: await answer.text() };
}

const good = (answer: unknown) => ({ status: 200, body: JSON.stringify(answer) });

function tronAnswer({ path }: Asked) {
  if (path === '/wallet/getcontract') return good({ contract_address: 'TFFriedwRtWdFuzerDDtkoQTZ29smDZ1MB' });
  if (path.startsWith('/wallet/'))
    return good({ block_header: { raw_data: { number: 70, timestamp: 1_700_000_000_000 } } });
  const data = path.endsWith('/trc20')
    ? tron.RECORDED_TOKEN_MOVES
    : path.endsWith('/transactions')
      ? tron.RECORDED_TRANSACTIONS
      : [tron.RECORDED_ACCOUNT];
  return good({ success: true, data, meta: { at: 1 } });
}

function solanaAnswer({ body }: Asked) {
  const question = JSON.parse(body) as Question | readonly Question[];
  const one = ({ id, method, params }: Question) => ({ jsonrpc: '2.0', id, result: solanaResult(method, params) });
  return good(Array.isArray(question) ? question.map(one) : one(question as Question));
}

interface Question {
  readonly id: number;
  readonly method: string;
  readonly params: readonly unknown[];
}

function solanaResult(method: string, params: readonly unknown[]): unknown {
  const results: Readonly<Record<string, unknown>> = {
    getSlot: 9,
    getBlockTime: 1_700_000_000,
    getBalance: { value: 7 },
    getAccountInfo: { value: { executable: false, lamports: 7 } },
    getSignaturesForAddress: SOLANA.map(({ slot, blockTime, transaction }) => ({
      slot,
      blockTime,
      err: null,
      signature: transaction.signatures[0],
    })),
    getTransaction: SOLANA.find(({ transaction }) => transaction.signatures[0] === params[0]),
  };
  return results[method];
}

function horizonAnswer({ path }: Asked) {
  if (path === '/ledgers')
    return good({ _embedded: { records: [{ sequence: 5, closed_at: '2026-01-01T00:00:00Z' }] } });
  if (path.endsWith('/payments')) return good({ _embedded: { records: RECORDED_PAYMENTS } });
  if (path.endsWith('/transactions')) return good({ _embedded: { records: [] } });
  return good({ balances: [{ asset_type: 'native', balance: '1.0000000' }] });
}

function xrplAnswer({ body }: Asked) {
  const { method } = JSON.parse(body) as { readonly method: string };
  if (method === 'ledger')
    return good({ result: { ledger_index: 5, ledger: { close_time_iso: '2026-01-01T00:00:00Z' } } });
  if (method === 'account_info') return good({ result: { account_data: { Balance: '5' } } });
  const row = {
    hash: 'A'.repeat(64),
    ledger_index: 4,
    close_time_iso: '2026-01-01T00:00:00Z',
    validated: true,
    tx_json: {
      TransactionType: 'Payment',
      Account: 'rGSxFjoqmWz54PycrgQBQ5dB6e7TUpMxzq',
      Destination: 'rMQ98K56yXJbDGv49ZSmW51sLn94Xe1mu1',
      Fee: '1',
    },
    meta: { TransactionIndex: 1, TransactionResult: 'tesSUCCESS', delivered_amount: '5', AffectedNodes: [] },
  };
  return good({ result: { transactions: [row] } });
}

interface Format {
  readonly sourceOf: (provider: Provider) => AccountSource;
  readonly answer: (asked: Asked) => ReturnType<typeof passOn> | ReturnType<typeof good>;
  readonly of: Asset;
  readonly account: string;
  readonly counts: boolean;
}

const FORMATS: Readonly<Record<string, Format>> = {
  'Etherscan, tokens': {
    sourceOf: (provider) => etherscanSource('ETH', { provider, chainId: 1, pageSize: 1_000 }),
    answer: (asked) => passOn(api.url, asked),
    of: asset('USDT', 'ETH'),
    account: ACCOUNTS.subject,
    counts: true,
  },
  'Blockscout, coins': {
    sourceOf: (provider) => blockscoutSource('ETH', provider),
    answer: (asked) => passOn(explorer.url, asked),
    of: asset('ETH', null),
    account: ACCOUNTS.subject,
    counts: true,
  },
  'a node, coins': {
    sourceOf: (provider) => jsonRpcSource('ETH', provider),
    answer: (asked) => passOn(story.url, asked),
    of: asset('ETH', null),
    account: ACCOUNTS.subject,
    counts: true,
  },
  'a node, tokens': {
    sourceOf: (provider) => jsonRpcSource('ETH', provider),
    answer: (asked) => passOn(story.url, asked),
    of: asset('USDT', 'ETH'),
    account: ACCOUNTS.subject,
    counts: true,
  },
  'TronGrid, coins': {
    sourceOf: trongridSource,
    answer: tronAnswer,
    of: asset('TRX', null),
    account: 'TFFriedwRtWdFuzerDDtkoQTZ29smDZ1MB',
    counts: true,
  },
  'TronGrid, tokens': {
    sourceOf: trongridSource,
    answer: tronAnswer,
    of: asset('USDT', 'TRX'),
    account: 'TM1zzNDZD2DPASbKcgdVoTYhfmYgtfwx9R',
    counts: true,
  },
  Solana: {
    sourceOf: solanaSource,
    answer: solanaAnswer,
    of: asset('SOL', null),
    account: 'HBYC51YrGFAZ8rM7Sj8e9uqKggpSrDYrinQDZzvMtqQp',
    counts: true,
  },
  'the XRP Ledger': {
    sourceOf: xrplSource,
    answer: xrplAnswer,
    of: asset('XRP', null),
    account: 'rMQ98K56yXJbDGv49ZSmW51sLn94Xe1mu1',
    counts: false,
  },
  Horizon: {
    sourceOf: horizonSource,
    answer: horizonAnswer,
    of: asset('XLM', null),
    account: 'GDKIJJIKXLOM2NRMPNQZUUYK24ZPVFC6426GZAEP3KUK6KEJLACCWNMX',
    counts: false,
  },
};

describe.each(Object.entries(FORMATS))(
  'a provider that fails: %s',
  (_name, { sourceOf, answer, of, account, counts }) => {
    let server: FaultyServer;
    beforeAll(async () => {
      server = await startFaultyServer(answer);
    });
    afterAll(() => server.close());

    const whole = { asset: of, account, direction: 'both', since: null, until: null, cursor: null } as const;
    const calls: readonly (readonly [string, (source: AccountSource) => Promise<unknown>])[] = [
      ['tip', (source) => source.tip(trialCall())],
      ['transfers', (source) => source.transfers(whole, trialCall())],
      ['balance', (source) => source.balance(of, account, trialCall())],
      ...(counts ? [['counters', (source: AccountSource) => source.counters(of, account, trialCall())] as const] : []),
    ];

    /** A separate provider for every call, so that the failure of one call does not affect the next. */
    async function ended(ask: (source: AccountSource) => Promise<unknown>, totalMs = 8_000): Promise<unknown> {
      const provider = trialProvider(server.url, { name: 'ill', exchange: { totalMs } });
      try {
        return await ask(sourceOf(provider));
      } catch (error) {
        return error;
      } finally {
        await provider.close();
      }
    }

    it('answers when it is well', async () => {
      server.failAlways(null);
      for (const [, ask] of calls) expect(await ended(ask)).not.toBeInstanceOf(Error);
    });

    it.each(FAULTS)('%s: every call ends in time, with an error of its kind that names the provider', async (fault) => {
      server.failAlways(fault);
      const startedMs = performance.now();
      // Only the time limit ends these two; the others get enough time on a busy machine.
      const totalMs = fault === 'silent' || fault === 'slow-body' ? 300 : 8_000;
      const ends = await Promise.all(calls.map(([, ask]) => ended(ask, totalMs)));
      server.failAlways(null);
      expect(performance.now() - startedMs).toBeLessThan(60_000);
      for (const [index, end] of ends.entries()) {
        const what = `${fault} at ${calls[index]?.[0]}`;
        if (!(end instanceof Error)) {
          expect(EXPECTED[fault], what).toContain('answer');
          continue;
        }
        expect(end, what).toBeInstanceOf(SourceError);
        if (!(end instanceof SourceError)) continue;
        expect(EXPECTED[fault], `${what}: ${end.message}`).toContain(end.fault.kind);
        expect(end.fault, what).toMatchObject({ provider: 'ill' });
        expect(end.message, what).not.toContain(account);
        expect(end.message, what).not.toMatch(/127\.0\.0\.1/);
      }
    });

    it('fails at the budget, and sends nothing beyond it', async () => {
      const call = trialCall(0);
      const before = server.asked.length;
      const provider = trialProvider(server.url, { name: 'ill' });
      await expect(sourceOf(provider).transfers(whole, call)).rejects.toMatchObject({
        fault: { kind: 'cancelled', by: 'budget' },
      });
      expect(server.asked.length).toBe(before);
      await provider.close();
    });
  },
);
