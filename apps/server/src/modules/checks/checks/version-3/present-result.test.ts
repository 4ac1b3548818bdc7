import { ResultOf3 } from '@assay/contracts';
import { answeredScenes } from '@assay/exposure/scenes';
import { riskScoreOf, textFactsOf, writeTexts8 } from '@assay/exposure/version-3';
import { describe, expect, it } from 'vitest';
import { presentResult } from './present-result.ts';
import { ANSWER, factsOf } from './test/result-facts.ts';

const answers = (async () =>
  (await answeredScenes()).map(({ scene, question, found }) => {
    const computed = presentResult(factsOf(question.address), found, ANSWER);
    return { name: scene.name, found, computed, result: ResultOf3.parse({ ...IDS, ...computed }) };
  }))();

const IDS = { sub_id: '0123456789abcdef0123456789abcdef', created_at: '2026-11-20T00:00:00.000Z' };
const sum = (shares: readonly number[]): number => shares.reduce((all, share) => all + share, 0);

describe('a result of version 3', { timeout: 600_000 }, () => {
  it('is as its contract has it, with nothing beside it, for every answer of the scenes', async () => {
    const all = await answers;
    expect(all.length).toBeGreaterThan(300);
    for (const { name, computed, result } of all) {
      expect(result, name).toEqual({ ...IDS, ...computed });
      expect(JSON.parse(JSON.stringify(computed)), name).toEqual(computed);
    }
  });

  it('has stars with a confidence and what decided, or a finding, never both', async () => {
    for (const { name, found, result } of await answers) {
      const isRated = result.riskscore > 0;
      expect(result.riskscore, name).toBe(riskScoreOf(found.rating));
      expect([result.finding === null, result.confidence !== null, result.decided !== null], name).toEqual([
        isRated,
        isRated,
        isRated,
      ]);
      expect(result.no_answer, name).toBeNull();
    }
  });

  it('has mixtures whose shares sum to 1 and whose amounts add up to at most what the mixture is of', async () => {
    for (const { name, result } of await answers) {
      for (const { rows, unknown_origin, not_followed, amount } of result.mixtures) {
        const isOfNothing = amount === '0' && rows.length + unknown_origin + not_followed === 0;
        const shares = sum([...rows.map(({ share }) => share), unknown_origin, not_followed]);
        if (!isOfNothing) expect(shares, name).toBeCloseTo(1, 9);
        const amounts = rows.reduce((all, row) => all + BigInt(row.amount), 0n);
        // Shares are doubles: of a very large amount they are exact to its first fifteen digits.
        const most = BigInt(amount) + BigInt(amount) / 10n ** 12n;
        expect(amounts <= most, name).toBe(true);
        for (const row of rows) {
          expect(sum(row.set_aside.map(({ share }) => share)), name).toBeLessThanOrEqual(row.share * (1 + 1e-9));
        }
      }
    }
  });

  it('marks rows of the floor that decided, and their shares sum to the share it names', async () => {
    let floors = 0;
    for (const { name, found, result } of await answers) {
      const { decided } = result;
      const isByPaid = decided?.paid?.by === 'acts';
      const hasSetAside = result.mixtures.some(({ rows }) => rows.some(({ set_aside }) => set_aside.length > 0));
      if (decided?.floor === null || decided?.floor === undefined) continue;
      if (decided.reason !== 'warning' && !isByPaid) continue;
      const mixture = result.mixtures.find((one) => one.name === decided.mixture);
      const shares = isByPaid
        ? (result.paid?.rows ?? []).filter((row) => row.decisive).map((row) => row.counted_share ?? 0)
        : (mixture?.rows ?? []).filter((row) => row.decisive).map((row) => row.share);
      expect(shares.length, name).toBeGreaterThan(0);
      // What was set aside divides the other shares.
      if (hasSetAside) continue;
      expect(sum(shares), `${name} ${found.address}`).toBeCloseTo(decided.floor.share, 9);
      floors += 1;
    }
    expect(floors).toBeGreaterThan(50);
  });

  it('says what it paid, by label, of which the shares sum to 1', async () => {
    for (const { name, result } of await answers) {
      expect(result.paid === null, name).toBe(result.question !== 'wallet');
      if (result.paid === null || result.paid.payees.length === 0) continue;
      expect(sum(result.paid.payees.map(({ share }) => share)), name).toBeCloseTo(1, 9);
      const amounts = result.paid.payees.reduce((all, { amount }) => all + BigInt(amount), 0n);
      expect(amounts <= BigInt(result.paid.amount), name).toBe(true);
    }
  });

  it('has the sentences of text set 8, each with its code', async () => {
    for (const { name, found, result } of await answers) {
      const said = writeTexts8(found.rating, textFactsOf(found, { statedTotal: null, more: 'read_on' }));
      expect(result.texts.headline, name).toBe(said.headline.map(({ text }) => text).join(' '));
      expect(result.texts.text, name).toBe(said.text.map(({ text }) => text).join(' '));
      expect(
        result.texts.codes.why.map(({ code }) => code),
        name,
      ).toEqual(said.why.map(({ code }) => code));
      expect((result.texts.below_verdict === null) === (said.belowVerdict.length === 0), name).toBe(true);
    }
  });
});
