import { describe, expect, it } from 'vitest';
import { mixture, row, wallet } from '../../../test/rating-3/sketches.ts';
import type { LeastChanges } from '../change/least-changes.ts';
import { rateWallet, type WalletInput } from '../rating/rate-wallet.ts';
import { factsOfWallet } from './facts.cases.ts';
import { CHANGES } from './would-change.cases.ts';
import { writeTexts8 } from './write-texts.ts';

function said(leastChanges: LeastChanges | null, sketch: Partial<WalletInput> = {}): readonly string[] {
  const input = wallet(sketch);
  return writeTexts8(rateWallet(input), factsOfWallet(input, { leastChanges })).wouldChange.map(({ text }) => text);
}

const warned = { ever: mixture([row('scam', 0.5)]) };

describe('what would change the stars, in words', () => {
  it('says what a share would fall to, in which mixture, in place of what it is', () => {
    expect(said(CHANGES.share, warned)).toEqual([
      'There would be three stars if under 3% of what came in came straight from thefts, in place of 4.2%, and the difference was explained.',
    ]);
    expect(said(CHANGES.unknownOrigin, warned)).toEqual([
      'There would be five stars if at most 25% of what came in was of unknown origin, in place of 26.0%, and the difference was explained.',
    ]);
    expect(said(CHANGES.none, warned)).toEqual([
      'There would be three stars if none of what came in came straight from thefts, in place of 4.2%, and the difference was explained.',
    ]);
  });

  it('names both mixtures where it falls in both', () => {
    expect(said(CHANGES.both, warned)).toEqual([
      'There would be three stars if under 3% of what it held after the last inflow, and of what came in, traced back to scams, in place of 50.0% of what it held after the last inflow, and the difference was explained.',
    ]);
  });

  it('shows the decimals that a share needs beside what it would be', () => {
    expect(said(CHANGES.notFollowed, warned)).toEqual([
      'There would be five stars if at most 10% of what came in was not followed, in place of 10.002%, and the difference was explained.',
    ]);
  });

  it('names a path and a label', () => {
    expect(said(CHANGES.path, warned)).toEqual([
      'There would be three stars if the path that brings 1.5% of what came in from A fraud, in transaction 0x012…bcdef, was explained.',
      "There would be four stars if the label 'Scam' of A fraud was withdrawn from all addresses that have it.",
    ]);
  });

  it('says where no change is enough, and what was tried', () => {
    expect(said(CHANGES.nothing, warned)).toEqual([
      'No change of one share, one path or one label alone would give more stars.',
    ]);
    expect(said(CHANGES.nothingAsked)).toEqual([
      'No change of one share or one path alone would give stars without a warning.',
    ]);
  });

  it('says of five stars what a share would rise to', () => {
    const five = { ever: mixture([row('exchange_licensed', 1)]) };
    expect(said(CHANGES.rise, five)).toEqual([
      'There would be three stars if 1% of what came in came straight from thefts, in place of 0.2%.',
    ]);
    expect(said(CHANGES.noRise, five)).toEqual(['Nothing bad that is there would take a star by rising alone.']);
  });

  it('says that the stars follow the own label, and nothing where nothing was asked', () => {
    expect(said(null, { ownLabel: { category: 'scam', confidence: 100 } })).toEqual([
      'The stars follow the label of this address (An entity, a-list): they would change if it was withdrawn or changed.',
    ]);
    expect(said(null, warned)).toEqual([]);
  });
});
