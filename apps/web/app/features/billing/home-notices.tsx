import type { SessionUser } from '../../shell/session/session.tsx';
import { OrderNoticeSlot } from './order-notice-slot.tsx';
import { PlanEndSlot } from './plan-end-slot.tsx';

/** The notices of billing, for the page that visitors see too: their script is loaded for those who are signed in. */
export default function HomeNotices({ user }: { readonly user: SessionUser }) {
  return (
    <>
      <OrderNoticeSlot />
      <PlanEndSlot user={user} />
    </>
  );
}
