import { BuyMoreChecks } from './plan-action.tsx';

export interface EnterpriseBlockProps {
  readonly salesEmail: string;
  /** The person is on Enterprise. */
  readonly isCurrent: boolean;
}

export function EnterpriseBlock({ salesEmail, isCurrent }: EnterpriseBlockProps) {
  const mail = `mailto:${salesEmail}`;
  return (
    <section className="ent" aria-labelledby="enterprise">
      <h2 id="enterprise">If you need more</h2>
      <div>
        <h3>Enterprise</h3>
        <p>
          Contact our sales team for the details at <a href={mail}>{salesEmail}</a>
        </p>
      </div>
      <div className="ent-act">
        {isCurrent ? (
          <>
            <button className="btn" type="button" disabled>
              Current plan
            </button>
            <BuyMoreChecks />
          </>
        ) : (
          <a className="btn btn-line" href={mail}>
            Contact us
          </a>
        )}
      </div>
    </section>
  );
}
