import { ColumnStore, type ExposureStore, WalkCancelledError } from '@assay/exposure';
import { describe, expect, it } from 'vitest';
import type { CheckWalks, EnginePort } from '../checks/index.ts';
import { answerWalks } from './answer-walks.ts';
import type { AnswerOutcome } from './memory-servers.ports.ts';
import type { WalkQuestion } from './walk-question.ts';

const QUESTION: WalkQuestion = {
  ...{ product: '1.2.3', network: 'ETH', ticker: 'USDT', ledger: 3, revision: 17, lastChange: 'one' },
  ...{ labelDigest: 'a'.repeat(64), method: { version: '1', revision: 2, textSet: 4 } },
  ...{ address: 'subject', isSummary: true, withinMs: 60_000 },
};
const never = new AbortController().signal;

/** One transfer in memory, of an engine whose walks end when the test says so. */
function open(slots = 8) {
  const store = new ColumnStore({ network: 'ETH' });
  const id = store.transactions.add(`0x${'1'.repeat(64)}`);
  store.write(store.accountOf('sender'), store.accountOf('subject'), 5, 1_700_000_000, 1, id);
  const counts: AnswerOutcome[] = [];
  const given = { read: 0, back: 0, walking: 0 };
  const walk = Promise.withResolvers<void>();
  const exposureOf: EnginePort['exposureOf'] = async (_store: ExposureStore, _subject, direction, { signal }) => {
    given.walking += 1;
    const cut = new Promise<never>((_, reject) => {
      signal.addEventListener('abort', () => reject(new WalkCancelledError()), { once: true });
    });
    await Promise.race([walk.promise, cut]);
    return {
      ...{ direction, records: 1, amount: 5n, rows: [] },
      residuals: { unknown_origin: 1, not_followed: 0, still_held: 0, fee: 0 },
      cut: { threshold: 0, rounds: 1, states: 1, recordsRead: 1, partial: [] },
    };
  };
  const answer = answerWalks({
    memory: {
      read: ({ id: ledger, revision, lastChange }, digest) => {
        const isState = revision === 17 && lastChange === QUESTION.lastChange;
        if (ledger !== 3 || !isState || digest !== QUESTION.labelDigest) return null;
        given.read += 1;
        return {
          snapshot: store.snapshot(),
          giveBack: () => {
            given.back += 1;
          },
        };
      },
    },
    productVersion: '1.2.3',
    engineOf: ({ version }) => (version === '1' ? ({ version, exposureOf } as EnginePort) : null),
    count: (outcome) => counts.push(outcome),
    slots,
  });
  return { answer, counts, given, end: () => walk.resolve() };
}

describe('a question to a memory server', () => {
  it('is answered by the walks in both directions, and gives its reading back', async () => {
    const { answer, counts, given, end } = open();
    end();
    const walks = (await answer(QUESTION, never)) as CheckWalks;
    expect([walks.incoming.direction, walks.outgoing.direction, walks.withdrawals]).toEqual(['bwd', 'fwd', []]);
    expect([counts, given]).toEqual([['answered'], { read: 1, back: 1, walking: 2 }]);
  });

  it.each<[string, Partial<WalkQuestion>]>([
    ['another revision of the records', { revision: 16 }],
    ['a later revision of the records', { revision: 18 }],
    ['another change that made the revision', { lastChange: 'other' }],
    ['other labels', { labelDigest: 'b'.repeat(64) }],
    ['an asset that is not in memory', { ledger: 4 }],
    ['another version of the product', { product: '1.2.4' }],
    ['a version of the method that it does not walk by', { method: { version: '2', revision: 2, textSet: 5 } }],
    ['an address that memory does not know', { address: 'nobody' }],
    ['another network than the ledger is of', { network: 'TRX' }],
  ])('of %s is not walked', async (_what, changed) => {
    const { answer, counts, given, end } = open();
    end();
    expect(await answer({ ...QUESTION, ...changed }, never)).toBe('another state');
    expect([counts, given.walking, given.back]).toEqual([['another state'], 0, given.read]);
  });

  it('beyond its slots is answered busy at once, and not any more when one is free', async () => {
    const { answer, counts, given, end } = open(2);
    const running = [answer(QUESTION, never), answer(QUESTION, never)];
    expect(await answer(QUESTION, never)).toBe('busy');
    end();
    await Promise.all(running);
    await answer(QUESTION, never);
    expect(counts).toEqual(['busy', 'answered', 'answered', 'answered']);
    expect(given.back).toBe(3);
  });

  it('ends its walk when the caller is gone, or when the time of the caller is over', async () => {
    const { answer, counts, given } = open();
    const gone = new AbortController();
    const walking = answer(QUESTION, gone.signal);
    await expect.poll(() => given.walking).toBe(1);
    gone.abort();
    expect(await walking).toBe('cancelled');
    expect(await answer({ ...QUESTION, withinMs: 20 }, never)).toBe('cancelled');
    expect([counts, given.back]).toEqual([['cancelled', 'cancelled'], 2]);
  });
});
