import type { ReactNode } from 'react';
import type { SessionUser } from '../../shell/session/session.tsx';
import { BillingInfo } from './billing-info.tsx';

export interface TariffsTabProps {
  readonly title: string;
  readonly user: SessionUser;
  /** Everything that is bought: promo code, plans, Pay As You Go. */
  readonly children?: ReactNode;
}

export function TariffsTab({ title, user, children }: TariffsTabProps) {
  return (
    <>
      <div className="acc-head">
        <h1>{title}</h1>
      </div>
      <div className="bill">
        <BillingInfo user={user} />
      </div>
      {children}
    </>
  );
}
