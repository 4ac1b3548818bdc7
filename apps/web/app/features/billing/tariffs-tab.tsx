import type { PriceList } from '@assay/domain';
import { Spinner } from '@assay/ui';
import { lazy, Suspense } from 'react';
import { useInBrowser } from '../../shell/layout/use-in-browser.ts';
import type { SessionUser } from '../../shell/session/session.tsx';
import { BillingInfo } from './billing-info.tsx';
import { methodText } from './method-text.ts';
import { PromoBox } from './promo-box.tsx';
import { useOffer } from './use-offer.ts';

const Shop = lazy(() => import('./shop.tsx'));

export interface TariffsTabProps {
  readonly title: string;
  readonly user: SessionUser;
  /** Where Enterprise is asked for. */
  readonly salesEmail: string;
  readonly priceList: PriceList;
}

/** What one has comes with the page; what can be bought is loaded after it. */
export function TariffsTab({ title, user, salesEmail, priceList }: TariffsTabProps) {
  const { offer, methods } = useOffer();
  const isInBrowser = useInBrowser();
  const waiting = (
    <p className="waiting" id="plans">
      <Spinner /> Loading the plans
    </p>
  );
  return (
    <>
      <div className="acc-head">
        <h1>{title}</h1>
      </div>
      <div className="bill">
        <BillingInfo user={user} method={methodText(methods)} />
        <PromoBox />
      </div>
      <Suspense fallback={waiting}>
        {isInBrowser ? <Shop user={user} offer={offer} salesEmail={salesEmail} priceList={priceList} /> : waiting}
      </Suspense>
    </>
  );
}
