import type { Stars as Score } from '@assay/domain';
import { RiskMark, Stars } from '@assay/ui';
import { RISK_OF_VERDICT, sentencesOf } from '@assay/wording';
import type { Example } from './example.ts';

export function ExampleStars({ example, size }: { readonly example: Example; readonly size: 'sm' | 'md' }) {
  return <Stars score={scoreOf(example.riskscore)} size={size} />;
}

/** The headline of the check: its first sentence is emphasised. */
export function ExampleHeadline({ example }: { readonly example: Example }) {
  const [first = '', ...others] = sentencesOf(example.headline);
  return (
    <p>
      <RiskMark risk={RISK_OF_VERDICT[example.verdict]} />
      <b>{first}</b> {others.join(' ')}
    </p>
  );
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
