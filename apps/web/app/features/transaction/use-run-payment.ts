import type { PaymentRequest } from '@assay/contracts';
import { useRef } from 'react';
import { useAction } from '../../shell/data/use-action.ts';
import { useAlerts } from '../../shell/layout/alerts.tsx';
import { refusalAlert } from '../../shell/layout/refusal-alert.ts';
import { useSiteNavigate } from '../../shell/navigation/site-link.tsx';
import { call } from '../../shell/session/browser-client.ts';
import { EXPECTED_CHECK } from '../../shell/session/expected-answers.ts';
import { keepPlace } from '../../shell/session/return-place.ts';
import { useSession } from '../../shell/session/session.tsx';

/** Longer checks show their progress on their own page. */
const SHORT_WAIT_SECONDS = 1;

export interface PaymentStart {
  /** Checks a payment and goes to its result. Resolves to the sentence to show where that was refused. */
  readonly start: (request: PaymentRequest) => Promise<string | null>;
  readonly isBusy: boolean;
}

/** Runs one check at a time: further clicks are ignored. */
export function useRunPayment(): PaymentStart {
  const navigate = useSiteNavigate();
  const { user, setUser } = useSession();
  const { show } = useAlerts();
  const refusal = useRef<string | null>(null);
  const { isBusy, run } = useAction((error) => {
    if (error.status === 403) show(refusalAlert(error));
    else if (error.status === 401) {
      keepPlace();
      void navigate('/login');
    } else refusal.current = error.message;
  });

  async function check(request: PaymentRequest): Promise<void> {
    if (user === null) return await navigate('/register');
    const options = {
      idempotencyKey: crypto.randomUUID(),
      waitSeconds: SHORT_WAIT_SECONDS,
      expects: EXPECTED_CHECK,
    };
    const { user: after, asset } = await call('POST /monitor/check-transaction', { body: request, ...options });
    setUser(after);
    await navigate(`/riskcheck/${asset.sub_id}`, { state: { isFresh: true } });
  }

  async function start(request: PaymentRequest): Promise<string | null> {
    refusal.current = null;
    await run(() => check(request));
    return refusal.current;
  }

  return { start, isBusy };
}
