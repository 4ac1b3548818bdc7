import { describe, expect, it } from 'vitest';
import type { Provider, ProviderRequest } from '../../providers/provider.ts';
import { freeCall, recordedProvider } from '../test/direct-provider.ts';
import { RECORDED_TRANSACTIONS } from '../test/recorded/solana.ts';
import { asset, history, summaryOf } from '../test/summary-of.ts';
import { solanaSource } from './solana.ts';

const SOL = asset('SOL', null);
const ACCOUNT = 'HBYC51YrGFAZ8rM7Sj8e9uqKggpSrDYrinQDZzvMtqQp';
const REFUSAL = { code: -32_403, message: 'Batch requests are only available for paid plans' };

interface Question {
  readonly id: number;
  readonly method: string;
  readonly params: readonly unknown[];
}

function resultOf({ method, params: [first] }: Question): unknown {
  const [newest] = RECORDED_TRANSACTIONS;
  const results: Readonly<Record<string, unknown>> = {
    getSignaturesForAddress: RECORDED_TRANSACTIONS.map(({ slot, blockTime, meta, transaction }) => ({
      ...{ slot, blockTime, err: meta.err, signature: transaction.signatures[0] },
    })),
    getTransaction: RECORDED_TRANSACTIONS.find(({ transaction }) => transaction.signatures[0] === first),
    getFirstAvailableBlock: 0,
    getSlot: newest?.slot,
    getBlockTime: newest?.blockTime,
  };
  return results[method];
}

/** A node that accepts several calls in one request, or refuses them as given. */
function node(refusal: 'none' | 'in words' | 'by status') {
  const asked: ProviderRequest[] = [];
  const one = (question: Question) => ({ jsonrpc: '2.0', id: question.id, result: resultOf(question) });
  const plain = recordedProvider('helius', ({ body }) => {
    const question = body as Question | readonly Question[];
    if (!Array.isArray(question)) return one(question as Question);
    return refusal === 'none' ? question.map(one) : { jsonrpc: '2.0', id: null, error: REFUSAL };
  });
  const provider: Provider = {
    ...plain,
    ask: (request, call, read) => {
      asked.push(request);
      const text = JSON.stringify({ error: REFUSAL });
      const isRefused = refusal === 'by status' && Array.isArray(request.body);
      if (isRefused && request.isAbsent?.({ status: 403, text }) === true) return Promise.resolve(read(''));
      return plain.ask(request, call, read);
    },
  };
  return { provider, batches: () => asked.filter(({ body }) => Array.isArray(body)).length };
}

describe('a node of Solana that refuses several calls in one request', () => {
  it.each(['in words', 'by status'] as const)(
    'is asked one by one, and not for several again (%s)',
    async (refusal) => {
      const generous = await history(solanaSource(node('none').provider), SOL, ACCOUNT);
      const { provider, batches } = node(refusal);
      const records = await history(solanaSource(provider), SOL, ACCOUNT);
      expect(records.map(summaryOf)).toEqual(generous.map(summaryOf));
      expect(records.length).toBeGreaterThan(2);
      await history(solanaSource(provider), SOL, ACCOUNT);
      expect(batches()).toBe(1);
    },
  );

  it('says its tip', async () => {
    const tip = await solanaSource(node('by status').provider).tip(freeCall());
    expect(tip).toMatchObject({ block: RECORDED_TRANSACTIONS[0]?.slot, provider: 'helius' });
  });
});
