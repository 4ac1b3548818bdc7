import { buildAssessmentInput, type RowSketch } from '@assay/testkit';
import { describe, expect, it } from 'vitest';
import { assessByMethod2, weightiestClaims } from '../src/index.ts';

const DOLLAR = 1_000_000n;

function inputOf(rows: readonly Partial<RowSketch>[], unknown = 0) {
  const complete = rows.map((row) => ({ layer: 'direct' as const, entity: 'Somebody', confidence: 100, ...row }));
  return buildAssessmentInput({
    complete: true,
    incoming: {
      amount: 100_000n * DOLLAR,
      usd: 100_000,
      rows: complete as readonly RowSketch[],
      residuals: { unknown_origin: unknown },
    },
  });
}

const SCAM = { category: 'scam', entity: 'A fraud' } as const;
const EXCHANGE = { category: 'exchange_licensed', entity: 'Kraken' } as const;

describe('what the withdrawal of a claim would change', () => {
  const found = inputOf([
    { ...SCAM, share: 0.02 },
    { ...EXCHANGE, share: 0.98 },
  ]);
  const walkedAgain = inputOf([{ ...EXCHANGE, share: 1 }]);
  const withdrawn = { ...SCAM, incoming: walkedAgain.incoming, outgoing: walkedAgain.outgoing };

  it('is said with the stars of a new walk', () => {
    const { stars, wouldChange } = assessByMethod2({ ...found, withdrawals: [withdrawn] });
    expect(stars).toBe(3);
    expect(wouldChange).toContain(
      "If the labels 'Scam' of A fraud were withdrawn, the score would be 0 of 100: five stars.",
    );
  });

  it('is said to be nothing where no single claim decides', () => {
    const same = { ...SCAM, incoming: found.incoming, outgoing: found.outgoing };
    const one = assessByMethod2({ ...found, withdrawals: [same] });
    expect(one.wouldChange).toContain('The withdrawal of the label that weighs most would not change the stars.');
    const two = assessByMethod2({ ...found, withdrawals: [same, { ...same, entity: 'Another' }] });
    expect(two.wouldChange).toContain(
      'The withdrawal of no single one of the 2 labels that weigh most would change the stars.',
    );
  });

  it('does not change the result otherwise', () => {
    const [plain, walked] = [assessByMethod2(found), assessByMethod2({ ...found, withdrawals: [withdrawn] })];
    expect({ ...walked, wouldChange: [], sentences: null }).toEqual({ ...plain, wouldChange: [], sentences: null });
  });
});

describe('the claims that weigh most', () => {
  it('are at most five of tiers S, A and B, by their points', () => {
    const many = ['a', 'b', 'c', 'd', 'e', 'f'].map((entity, at) => ({
      category: 'scam' as const,
      entity,
      share: 0.01 + at / 1000,
    }));
    const { incoming, outgoing } = inputOf([...many, { ...EXCHANGE, share: 0.9 }]);
    expect(weightiestClaims([incoming, outgoing]).map(({ entity }) => entity)).toEqual(['f', 'e', 'd', 'c', 'b']);
  });

  it('leave out what weighs next to nothing, but never tier S', () => {
    const { incoming, outgoing } = inputOf([
      { category: 'scam', entity: 'little', share: 0.0005 },
      { category: 'sanctions', entity: 'listed', share: 0.0005 },
      { ...EXCHANGE, share: 0.999 },
    ]);
    expect(weightiestClaims([incoming, outgoing])).toEqual([{ category: 'sanctions', entity: 'listed' }]);
  });
});
