import type { PriceList } from '@assay/domain';
import { Alert } from '@assay/ui';
import { lazy, Suspense, useState, useSyncExternalStore } from 'react';
import type { SessionUser } from '../../shell/session/session.tsx';
import { onWaitingOrderChange, waitingOrder } from '../../shell/session/waiting-order.ts';
import { ChecksSection } from './checks-section.tsx';
import { EnterpriseBlock } from './enterprise-block.tsx';
import type { Offer } from './money.ts';
import { PlanAction } from './plan-action.tsx';
import { PlansSection } from './plans-section.tsx';
import { usePlans } from './use-plans.ts';
import { usePurchase } from './use-purchase.ts';
import { useReceipts } from './use-receipts.ts';
import { useWaitingOrders } from './use-waiting-orders.ts';

/** Before a plan is changed only. */
const ChangeDialog = lazy(() => import('./change-dialog.tsx').then((module) => ({ default: module.ChangeDialog })));
/** For buyers of a plan only. */
const OwnPlan = lazy(() => import('./own-plan.tsx').then((module) => ({ default: module.OwnPlan })));
/** For those who paid too little. */
const UnderpaidOrders = lazy(() =>
  import('./underpaid-orders.tsx').then((module) => ({ default: module.UnderpaidOrders })),
);
/** After the first payment only. */
const Receipts = lazy(() => import('./receipts.tsx').then((module) => ({ default: module.Receipts })));
/** Once it is unfolded. */
const InvoiceDetails = lazy(() =>
  import('./invoice-details.tsx').then((module) => ({ default: module.InvoiceDetails })),
);

export interface ShopProps {
  readonly user: SessionUser;
  /** Null while it is being asked for. */
  readonly offer: Offer | null;
  readonly salesEmail: string;
  readonly priceList: PriceList;
}

/** Everything that can be bought, and what was. */
export default function Shop({ user, offer, salesEmail, priceList }: ShopProps) {
  const plans = usePlans(priceList.claims);
  const buying = usePurchase();
  const providers = offer?.providers ?? [];
  const canBuy = providers.length > 0 && user.suspension === null;
  const current = user.currentTariff;
  const buyer = { plan: current?.plan ?? null, canBuy };
  const waiting = useWaitingOrders();
  const receipts = useReceipts();
  const { change } = buying;
  const wantedId = change?.purchase.pay_for_tariff?.plan_id;
  const wanted = plans.plans?.find(({ id }) => id === wantedId)?.name ?? change?.from.plan_name ?? '';
  const unpaid = waiting.filter(({ status }) => status === 'pending' || status === 'partial');
  const returnedFrom = useSyncExternalStore(onWaitingOrderChange, waitingOrder, () => null);
  // The notice above the page is of the payment that the buyer returned from.
  const underpaid = waiting.filter(({ status, held, order_id }) =>
    status === 'partial' ? order_id !== returnedFrom : held.length > 0,
  );
  return (
    <>
      {change !== null && (
        <Suspense>
          <ChangeDialog change={change} name={wanted} buying={buying} />
        </Suspense>
      )}
      {underpaid.length > 0 && (
        <Suspense>
          <UnderpaidOrders orders={underpaid} />
        </Suspense>
      )}
      {current !== null && current.plan.type !== 'free' && (
        <Suspense>
          <OwnPlan tariff={current} providers={canBuy ? providers : []} buying={buying} />
        </Suspense>
      )}
      <PlansSection
        priceList={priceList}
        known={plans}
        currentId={current?.plan.id ?? null}
        actionOf={(plan) => (
          <PlanAction plan={plan} buyer={buyer} providers={providers} salesEmail={salesEmail} buying={buying} />
        )}
      >
        {offer !== null && <OfferNote offer={offer} />}
        <p className="sr" role="status">
          {buying.hasFailed && 'The payment could not be started. Nothing was charged. Please try again.'}
        </p>
      </PlansSection>
      <ChecksSection priceList={priceList} providers={providers} canBuy={canBuy} buying={buying} />
      {(receipts.length > 0 || unpaid.length > 0) && (
        <Suspense>
          <Receipts waiting={unpaid} receipts={receipts} />
        </Suspense>
      )}
      <FoldedInvoiceDetails />
      <EnterpriseBlock salesEmail={salesEmail} isCurrent={current?.plan.type === 'enterprise'} />
    </>
  );
}

/** What a company wants on its invoices. Folded: most people need none of it. */
function FoldedInvoiceDetails() {
  const [wasOpened, setWasOpened] = useState(false);
  return (
    <details className="invoice-details" onToggle={() => setWasOpened(true)}>
      <summary>Invoice details</summary>
      {wasOpened && (
        <Suspense>
          <InvoiceDetails />
        </Suspense>
      )}
    </details>
  );
}

/** Said plainly where nothing is sold, and where no money moves. */
function OfferNote({ offer }: { readonly offer: Offer }) {
  if (offer.providers.length === 0) {
    return (
      <Alert type="info" message="Purchases are not available at the moment. Prices are shown for information only." />
    );
  }
  if (!offer.is_trial) return null;
  return <Alert type="info" message="Test mode: payments are simulated and no money moves." />;
}
