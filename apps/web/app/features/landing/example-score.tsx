import type { Stars as Score } from '@assay/domain';
import { type RiskKey, RiskMark, Stars } from '@assay/ui';
import type { Example } from './example.ts';

const RISK_OF: Readonly<Record<Example['verdict'], RiskKey>> = {
  low: 'low',
  medium: 'mid',
  high: 'high',
  not_rated: 'none',
};

export function ExampleStars({ example, size }: { readonly example: Example; readonly size: 'sm' | 'md' }) {
  return <Stars score={scoreOf(example.riskscore)} size={size} />;
}

/** The headline of the check: its first sentence stands out. */
export function ExampleHeadline({ example }: { readonly example: Example }) {
  const [first = '', ...others] = sentencesOf(example.headline);
  return (
    <p>
      <RiskMark risk={RISK_OF[example.verdict]} />
      <b>{first}</b> {others.join(' ')}
    </p>
  );
}

export function sentencesOf(text: string): readonly string[] {
  return text.split(/(?<=[.!?])\s+/).filter((sentence) => sentence !== '');
}

function scoreOf(score: number): Score {
  switch (score) {
    case 1:
    case 2:
    case 3:
    case 4:
    case 5:
      return score;
    default:
      return 0;
  }
}
