import type { Sentence } from '../../score/sentence.ts';
import { usdOfShare } from '../rating/bounds/dollars.ts';
import { shareOf, tierOf } from '../rating/floors/risk-row.ts';
import type { MixtureReading, Rating, SetAsideName } from '../rating/rating.ts';
import type { Verdict } from '../rating/verdict.ts';
import type { TextFacts } from './facts.ts';
import { categoriesOf, readOf } from './result-words.ts';
import { SET_ASIDE_LINES } from './templates/set-aside.ts';

/** What section 8 set aside, of the first mixture that has it. */
export function writeSetAside(rating: Rating, facts: TextFacts): Sentence[] {
  return rating.setAside.flatMap((name) => {
    const part = partOf(rating.mixtures, facts, (row) => row.why === name);
    if (part !== null) return [SET_ASIDE_LINES[`aside_${name}`].say(part)];
    if (name === 'returned') return [SET_ASIDE_LINES.returned_nothing.say({})];
    return name === 'untouched' ? [SET_ASIDE_LINES.untouched_nothing.say({})] : [];
  });
}

/** Contact of tier S that does not count, which is said below the verdict. */
export function writeBelowVerdict(rating: Rating, { severeSetAside }: Verdict, facts: TextFacts): Sentence[] {
  return severeSetAside.flatMap((name) => {
    const part = partOf(readOf(rating), facts, ({ why, category }) => why === name && tierOf(category) === 'S');
    return part === null ? [] : [severeLine(name).say(part)];
  });
}

function severeLine(name: SetAsideName) {
  switch (name) {
    case 'returned':
      return SET_ASIDE_LINES.severe_returned;
    case 'untouched':
      return SET_ASIDE_LINES.severe_untouched;
    case 'few':
      return SET_ASIDE_LINES.severe_few;
    case 'some':
      throw new Error('what is some counts, and is not below the verdict');
  }
}

type Row = MixtureReading['setAside'][number];

function partOf(readings: readonly MixtureReading[], { usd }: TextFacts, isMeant: (row: Row) => boolean) {
  for (const { name: mixture, setAside } of readings) {
    const rows = setAside.filter(isMeant);
    if (rows.length === 0) continue;
    const share = shareOf(rows);
    return { mixture, categories: categoriesOf(rows), share, usd: usdOfShare(usd[mixture] ?? null, share) };
  }
  return null;
}
