import { Alert } from '@assay/ui';
import { lazy, Suspense } from 'react';
import type { SessionUser } from '../../shell/session/session.tsx';
import { waitingOrder } from '../../shell/session/waiting-order.ts';
import { ChecksSection } from './checks-section.tsx';
import { EnterpriseBlock } from './enterprise-block.tsx';
import { InvoiceDetails } from './invoice-details.tsx';
import type { Offer, Order } from './money.ts';
import { OrderActions } from './order-actions.tsx';
import { orderWords } from './order-words.ts';
import { PlanAction } from './plan-action.tsx';
import { PlansSection } from './plans-section.tsx';
import { Receipts } from './receipts.tsx';
import { usePlans } from './use-plans.ts';
import { usePurchase } from './use-purchase.ts';
import { useWaitingOrders } from './use-waiting-orders.ts';

/** For buyers of a plan only. */
const OwnPlan = lazy(() => import('./own-plan.tsx').then((module) => ({ default: module.OwnPlan })));

export interface ShopProps {
  readonly user: SessionUser;
  /** Null while it is being asked for. */
  readonly offer: Offer | null;
  readonly salesEmail: string;
}

/** Everything that can be bought, and what was. */
export default function Shop({ user, offer, salesEmail }: ShopProps) {
  const plans = usePlans();
  const buying = usePurchase();
  const providers = offer?.providers ?? [];
  const canBuy = providers.length > 0 && user.suspension === null;
  const current = user.currentTariff;
  const buyer = { plan: current?.plan ?? null, canBuy };
  const waiting = useWaitingOrders();
  return (
    <>
      {waiting
        .filter(({ status, order_id }) => status === 'partial' && order_id !== waitingOrder())
        .map((order) => (
          <div key={order.order_id} className="underpaid">
            <Alert {...alertOf(order)} action={<OrderActions order={order} />} />
          </div>
        ))}
      {current !== null && current.plan.type !== 'free' && (
        <Suspense>
          <OwnPlan tariff={current} providers={canBuy ? providers : []} buying={buying} />
        </Suspense>
      )}
      <PlansSection
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
      <ChecksSection providers={providers} canBuy={canBuy} buying={buying} />
      <Receipts waiting={waiting} />
      <InvoiceDetails />
      <EnterpriseBlock salesEmail={salesEmail} isCurrent={current?.plan.type === 'enterprise'} />
    </>
  );
}

function alertOf(order: Order) {
  const { type, message } = orderWords(order);
  return { type, message };
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
