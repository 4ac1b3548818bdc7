import { ControlState, Spinner } from '@assay/ui';
import { formatCents } from '@assay/wording';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { keepWaitingOrder } from '../../shell/session/waiting-order.ts';
import { useCardForm } from './use-card-form.ts';

export interface CardPageProps {
  readonly title: string;
  readonly orderId: string;
}

const HOME = '/';
const RETURN_PATH = '/account?tab=tariffs';

/**
 * Pays an order by card. Every link from this page loads the next page in full: only this page's security policy lets the
 * provider's script in.
 */
export function CardPage({ title, orderId }: CardPageProps) {
  const container = useRef<HTMLDivElement>(null);
  const { form, pay } = useCardForm(orderId, container);
  const { isPaying, hasFailed, button, submit } = usePaying(orderId, pay);
  if (form.state === 'broken') return <NoForm title={title} message={form.message} />;
  const { order } = form;
  return (
    <main className="page card-pay" id="main">
      <div className="wrap">
        <h1>{title}</h1>
        <p className="card-what tnum" role="status">
          {order === null ? (
            'Loading your order'
          ) : (
            <>
              <b>{formatCents(order.amount_cents)}</b> for {order.checks_number} checks
            </>
          )}
        </p>
        <form onSubmit={(event: FormEvent) => void submit(event)} aria-label="Card payment">
          <div className="card-container" ref={container} aria-busy={form.state === 'waiting'} />
          {form.state === 'waiting' && (
            <p className="waiting">
              <Spinner /> Loading the card form
            </p>
          )}
          <button
            className="btn btn-primary"
            type="submit"
            ref={button}
            disabled={form.state !== 'ready' || isPaying}
            aria-busy={isPaying}
          >
            {isPaying && <Spinner />}
            Pay now
          </button>
          <span role="status">
            {hasFailed && <ControlState>Not paid. Check your card details and try again.</ControlState>}
          </span>
        </form>
        <p className="hint">
          Your card details go directly to the payment provider. We never see them.{' '}
          <a className="link" href={RETURN_PATH}>
            Back to billing
          </a>
        </p>
      </div>
    </main>
  );
}

function usePaying(orderId: string, pay: (returnUrl: string) => Promise<boolean>) {
  const [isPaying, setPaying] = useState(false);
  const [hasFailed, setFailed] = useState(false);
  const button = useRef<HTMLButtonElement>(null);

  async function submit(event: FormEvent) {
    event.preventDefault();
    if (isPaying) return;
    setPaying(true);
    setFailed(false);
    // The outcome is shown on the page that the user returns to.
    keepWaitingOrder(orderId);
    if (await pay(new URL(RETURN_PATH, window.location.origin).href)) {
      window.location.assign(HOME);
      return;
    }
    setPaying(false);
    setFailed(true);
  }

  // A disabled button loses the focus: it has it back when it can be pressed again.
  useEffect(() => {
    if (hasFailed) button.current?.focus();
  }, [hasFailed]);

  return { isPaying, hasFailed, button, submit };
}

function NoForm({ title, message }: { readonly title: string; readonly message: string }) {
  return (
    <main className="page card-pay" id="main">
      <div className="wrap">
        <h1>{title}</h1>
        <p role="alert">{message}</p>
        <a className="btn btn-line" href={RETURN_PATH}>
          Back to billing
        </a>
      </div>
    </main>
  );
}
