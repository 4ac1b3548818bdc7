import type { FormerResult, ResultOf3 } from '@assay/contracts';
import type { Stars as Score } from '@assay/domain';
import { RiskMark, Rosette, Stars } from '@assay/ui';
import { isWarning, RISK_OF_VERDICT, RISK_WORDS, sentencesOf } from '@assay/wording';
import { Fragment } from 'react';
import { SiteLink } from '../../shell/navigation/site-link.tsx';

export interface VerdictProps {
  readonly asset: FormerResult;
  readonly productName: string;
  readonly headlineId: string;
  /** Seen for the first time: engrave the rosette, then strike the stars. */
  readonly isFresh: boolean;
  readonly onLearnMore: () => void;
}

/** Stars, headline and text beside the rosette. */
export function Verdict({ asset, productName, headlineId, isFresh, onLearnMore }: VerdictProps) {
  const risk = RISK_OF_VERDICT[asset.verdict];
  const day = asset.created_at.slice(0, 10);
  return (
    <section className="verdict">
      <div className="verdict-text">
        <Stars score={scoreOf(asset.riskscore)} size="lg" striking={isFresh} />
        <h2 id={headlineId}>
          <RiskMark risk={risk} />
          {risk === 'none' && <span className="sr">{RISK_WORDS.none}. </span>}
          {sentencesOf(asset.texts.headline).map((sentence, index) => (
            <Fragment key={sentence}>
              {index > 0 && <br />}
              {sentence}
            </Fragment>
          ))}
        </h2>
        {asset.texts.advice !== undefined && <p className="verdict-advice">{asset.texts.advice}</p>}
        <p>{asset.texts.text}</p>
        {asset.notes.filter(isWarning).map(({ kind, text }) => (
          <p key={kind} className="verdict-warning">
            <RiskMark risk="high" />
            {text}
          </p>
        ))}
        <SiteLink className="link" to="#risks" onClick={onLearnMore}>
          Learn more about possible risks
        </SiteLink>
      </div>
      <Rosette
        id={asset.sub_id}
        microText={`${productName.toUpperCase()} ${asset.sub_id} ${asset.ticker} ${day}`}
        title={`Rosette of report ${asset.sub_id}`}
        withOffice
        engraving={isFresh}
      />
    </section>
  );
}

interface VerdictOf3Props {
  readonly asset: ResultOf3;
  readonly headlineId: string;
  readonly isFresh: boolean;
}

/** Stars or a finding, what to do, and what was found. */
export function VerdictOf3({ asset: { riskscore, texts }, headlineId, isFresh }: VerdictOf3Props) {
  return (
    <section className="verdict">
      <div className="verdict-text">
        <Stars score={riskscore} size="lg" striking={isFresh} />
        <h2 id={headlineId}>{texts.headline}</h2>
        {texts.below_verdict !== null && <p>{texts.below_verdict}</p>}
        <p className="verdict-advice">{texts.advice}</p>
        <p>{texts.text}</p>
        <p>{texts.why}</p>
      </div>
    </section>
  );
}

function scoreOf(riskscore: number): Score {
  const scores: readonly Score[] = [0, 1, 2, 3, 4, 5];
  const score = scores[riskscore];
  if (score === undefined) throw new RangeError(`"riskscore" expected 0 to 5, got ${riskscore}`);
  return score;
}
