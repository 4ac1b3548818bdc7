import { describe, expect, it } from 'vitest';
import { trialCall } from '../../providers/test/trial-provider.ts';
import { solanaSource } from '../solana/solana.ts';
import { recordedProvider } from '../test/direct-provider.ts';
import { LYING_FORMATS, type LyingFormat } from '../test/lying-formats.ts';
import { esploraSource } from './esplora-source.ts';

const formatOf = (name: string): LyingFormat => LYING_FORMATS[name] ?? expect.fail(name);

describe('a page of Esplora whose last entry cannot be read', () => {
  const { address, rows } = formatOf('esplora');
  const [model] = rows;
  const idOf = (at: number) => at.toString(16).padStart(64, '0');
  const entry = (at: number): Readonly<Record<string, unknown>> => ({ ...model, txid: idOf(at) });
  const unreadable: ReturnType<typeof entry> = { ...entry(11), vout: undefined };
  const listed = [...Array.from({ length: 11 }, (_none, at) => entry(at)), unreadable, entry(12)];

  it('leaves it to the next page, where it is listed again, and counts it once', async () => {
    const provider = recordedProvider('somebody', ({ path }) => {
      const after = /\/txs\/chain\/([0-9a-f]{64})$/.exec(path)?.[1];
      const from = after === undefined ? 0 : listed.findIndex(({ ['txid']: id }) => id === after) + 1;
      return listed.slice(from, from + 12);
    });
    const source = esploraSource('BTC', provider);
    const ask = { address, since: null, until: null };
    const first = await source.transactionsOf({ ...ask, cursor: null }, trialCall());
    expect(first).toMatchObject({ gaps: [], next: expect.stringContaining(idOf(10)) });
    const second = await source.transactionsOf({ ...ask, cursor: first.next }, trialCall());
    expect(second).toMatchObject({ gaps: [{ kind: 'unreadable', rows: 1 }], next: null });
    const ids = [first, second].flatMap(({ transactions }) =>
      transactions.map(({ transaction }) => transaction.transactionId),
    );
    expect(new Set(ids).size).toBe(12);
    expect(ids).toHaveLength(12);
  });
});

describe('a transaction that a Solana node refuses', () => {
  const solana = formatOf('solana');
  const [asset, account] = [solana.asset, solana.address];
  const readWith = (code: number, message: string) => {
    const provider = recordedProvider('somebody', (request) => {
      const answer = solana.answer(solana.rows, request, 0);
      const isHistory = Array.isArray(answer) && JSON.stringify(request.body).includes('getTransaction');
      if (!isHistory) return answer;
      return answer.map((one: { readonly id: number }, at) =>
        at === 0 ? { id: one.id, error: { code, message } } : one,
      );
    });
    const ask = { asset, account, direction: 'both', since: null, until: null, cursor: null } as const;
    return solanaSource(provider).transfers(ask, trialCall());
  };

  it.each([
    [-32_015, 'Transaction version (2) is not supported by the requesting client'],
    [-32_009, 'Slot 91 was skipped, or missing in long-term storage'],
    [-32_007, 'Slot 91 was skipped, or missing due to ledger jump to recent snapshot'],
  ])('is one row that was not followed, and spoils no other: %i', async (code, message) => {
    const { records, gaps } = await readWith(code, message);
    expect(new Set(records.map(({ transactionId }) => transactionId)).size).toBe(1);
    expect(gaps).toContainEqual({ kind: 'unreadable', provider: 'somebody', rows: 1, fields: ['entry'] });
  });

  it.each([
    [-32_011, 'Transaction history is not available from this node'],
    [-32_603, 'Internal error'],
  ])('fails the page where the refusal is about the node: %i', async (code, message) => {
    await expect(readWith(code, message)).rejects.toThrow('the node refused the call');
  });
});
