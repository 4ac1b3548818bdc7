import type { FormerResult } from '@assay/contracts';
import { CATEGORIES, CATEGORY_IDS } from '@assay/domain';
import { Icon, RiskTag } from '@assay/ui';
import { CATEGORY_MEANINGS } from '@assay/wording';
import { mayBeAsked } from './advice.ts';

const GROUPS = [
  {
    key: 'high',
    text: 'Funds that can get an account frozen or reported. Large shares lower the score most; sanctions count from $10.',
  },
  { key: 'mid', text: 'Sources that are lawful but hard to attribute. A large share lowers the score.' },
  { key: 'low', text: 'Regulated or original sources. They raise the score.' },
] as const;

export interface RiskGuideProps {
  readonly verdict: FormerResult['verdict'];
  /** On narrow screens the guide is folded until asked for. */
  readonly isOpen: boolean;
  readonly onToggle: () => void;
}

/** What the categories mean, and what a counterparty may ask for. */
export function RiskGuide({ verdict, isOpen, onToggle }: RiskGuideProps) {
  return (
    <section className="risks" id="risks" aria-labelledby="risks-h" data-open={isOpen ? '' : undefined}>
      <div className="risks-head">
        <h2 id="risks-h">Learn more about possible risks</h2>
        <button
          className="btn-icon risks-fold"
          type="button"
          aria-label="Show possible risks"
          aria-expanded={isOpen}
          aria-controls="risks-body"
          onClick={onToggle}
        >
          <Icon name="down" />
        </button>
        <p>Fewer stars means a higher chance of money laundering or other illicit activity.</p>
      </div>
      <div className="risks-body" id="risks-body">
        <dl className="advice">
          <div>
            <dt>What you may be asked for</dt>
            <dd>{mayBeAsked(verdict)}</dd>
          </div>
        </dl>
        <div className="risks-grid">
          {GROUPS.map(({ key, text }) => (
            <article key={key}>
              <h3>
                <RiskTag risk={key} />
              </h3>
              <p>{text}</p>
              <ul>
                {CATEGORY_IDS.filter((id) => CATEGORIES[id].group === key).map((id) => (
                  <li key={id}>
                    {CATEGORIES[id].title}
                    <small>{CATEGORY_MEANINGS[id]}</small>
                  </li>
                ))}
              </ul>
            </article>
          ))}
        </div>
      </div>
    </section>
  );
}
