import type { MarketingClaims } from '@assay/domain';
import { Icon } from '@assay/ui';
import { questionsOf } from './questions.ts';

/** Five questions. They open and close without any script. */
export function FaqSection({ claims }: { readonly claims: MarketingClaims }) {
  return (
    <section className="faq" id="questions">
      <div className="wrap-wide faq-in">
        <h2>Questions</h2>
        <div className="faq-list">
          {questionsOf(claims).map(({ question, answer }, index) => (
            <details key={question} open={index === 0}>
              <summary>
                {question}
                <Icon name="plus" />
              </summary>
              <p>{answer}</p>
            </details>
          ))}
        </div>
      </div>
    </section>
  );
}
