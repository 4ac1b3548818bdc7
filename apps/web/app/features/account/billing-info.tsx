import type { SessionUser } from '../../shell/session/session.tsx';
import { formatNamedDay, formatNumericDay } from '../../shell/time/format-time.ts';
import { useTimeZone } from '../../shell/time/use-time-zone.ts';

type Tariff = SessionUser['tariffs'][number];

/** What the person has, and the plan they are on. */
export function BillingInfo({ user }: { readonly user: SessionUser }) {
  const timeZone = useTimeZone();
  return (
    <section className="bill-info" aria-labelledby="billing-information">
      <h2 id="billing-information">Billing information</h2>
      <dl>
        <div>
          <dt>You have</dt>
          <dd>
            {user.tariffs.length === 0 ? (
              'No checks'
            ) : (
              <ul className="have">
                {user.tariffs.map((tariff) => (
                  <Holding key={tariff.id} tariff={tariff} timeZone={timeZone} />
                ))}
              </ul>
            )}
          </dd>
        </div>
        {user.currentTariff !== null && (
          <div>
            <dt>Current plan</dt>
            <dd>
              {user.currentTariff.plan.name}
              {user.currentTariff.expired_in !== null &&
                `, until ${formatNamedDay(user.currentTariff.expired_in, timeZone)}`}
            </dd>
          </div>
        )}
      </dl>
    </section>
  );
}

function Holding({ tariff, timeZone }: { readonly tariff: Tariff; readonly timeZone: string }) {
  const { left_checks, expired_in, plan } = tariff;
  return (
    <li>
      {left_checks} {left_checks === 1 ? 'check' : 'checks'}, {plan.name}
      {expired_in !== null && <span> until {formatNumericDay(expired_in, timeZone)}</span>}
    </li>
  );
}
