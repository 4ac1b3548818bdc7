import { countOf, formatNamedDay, formatNumericDay } from '@assay/wording';
import { SiteLink } from '../../shell/navigation/site-link.tsx';
import type { SessionUser } from '../../shell/session/session.tsx';
import { useTimeZone } from '../../shell/time/use-time-zone.ts';
import { PAYG_SECTION, PLANS_SECTION } from './sections.ts';

type Tariff = SessionUser['tariffs'][number];

export interface BillingInfoProps {
  readonly user: SessionUser;
  /** How one pays, in words. */
  readonly method: string;
}

/** What the person has, the plan they are on, and how they pay. */
export function BillingInfo({ user, method }: BillingInfoProps) {
  const timeZone = useTimeZone();
  const { tariffs, currentTariff } = user;
  return (
    <section className="bill-info" aria-labelledby="billing-information">
      <h2 id="billing-information">Billing information</h2>
      <dl>
        <div>
          <dt>You have</dt>
          <dd>
            {tariffs.length === 0 ? (
              'No checks'
            ) : (
              <ul className="have">
                {tariffs.map((tariff) => (
                  <Holding key={tariff.id} tariff={tariff} timeZone={timeZone} />
                ))}
              </ul>
            )}
          </dd>
          <dd className="act">
            <SiteLink className="link" to={PAYG_SECTION} prefetch="none">
              Buy more
            </SiteLink>
          </dd>
        </div>
        <div>
          <dt>Current plan</dt>
          <dd>{currentTariff === null ? 'None' : planText(currentTariff, timeZone)}</dd>
          <dd className="act">
            <SiteLink className="link" to={PLANS_SECTION} prefetch="none">
              Change
            </SiteLink>
          </dd>
        </div>
        <div>
          <dt>Payment method</dt>
          <dd className="tnum">{method}</dd>
        </div>
      </dl>
    </section>
  );
}

function Holding({ tariff, timeZone }: { readonly tariff: Tariff; readonly timeZone: string }) {
  const { left_checks, expired_in, plan } = tariff;
  return (
    <li>
      {countOf(left_checks, 'check')}, {plan.name}
      {expired_in !== null && <span> until {formatNumericDay(expired_in, timeZone)}</span>}
    </li>
  );
}

function planText({ plan, expired_in }: Tariff, timeZone: string): string {
  return expired_in === null ? plan.name : `${plan.name}, until ${formatNamedDay(expired_in, timeZone)}`;
}
