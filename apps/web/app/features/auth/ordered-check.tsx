import { AssetName, FieldError, Spinner } from '@assay/ui';
import { useId } from 'react';
import { useAction } from '../../shell/data/use-action.ts';
import { useAlerts } from '../../shell/layout/alerts.tsx';
import { refusalAlert } from '../../shell/layout/refusal-alert.ts';
import { SiteLink } from '../../shell/navigation/site-link.tsx';
import { useRunCheck } from '../../shell/session/use-run-check.ts';
import { OrderFields } from './auth-fields.tsx';
import { AuthSheet } from './auth-sheet.tsx';
import { orderKey, type PendingOrder } from './confirm-state.ts';

export interface OrderedCheckProps {
  readonly link: string;
  readonly order: PendingOrder;
  /** Email of the signed-in user; null when the page no longer has it. */
  readonly email: string | null;
  /** Why the check was refused, when the form was sent without a script. */
  readonly problem: { readonly message: string; readonly isOutOfChecks: boolean } | null;
}

/** After signing in with a link that another browser requested: the user decides whether its check is run. */
export function OrderedCheck({ link, order, email, problem }: OrderedCheckProps) {
  const runCheck = useRunCheck();
  const { show } = useAlerts();
  const { isBusy, run } = useAction((error) => show(refusalAlert(error)));
  const problemId = useId();
  return (
    <AuthSheet title="Run this check?">
      <p className="auth-lede" role="status">
        You are logged in{email !== null && ' as '}
        {email === null ? '.' : <b>{email}.</b>} Your link includes a check requested in another browser. If you did not
        request it, choose Not now. No check has been used yet.
      </p>
      <dl className="order-facts">
        <dt>Wallet address</dt>
        <dd className="mono">{order.address}</dd>
        <dt>Asset</dt>
        <dd>
          <AssetName ticker={order.ticker} parent={order.parent} name={order.name} />
        </dd>
      </dl>
      <form
        className="auth-form"
        method="post"
        action={`/confirm-link?${new URLSearchParams({ link })}`}
        onSubmit={(event) => {
          event.preventDefault();
          void run(() => runCheck(order, orderKey(link)));
        }}
      >
        <input type="hidden" name="as" value="run" />
        <input type="hidden" name="link" value={link} />
        <OrderFields order={order} />
        {problem !== null && <FieldError id={problemId}>{problem.message}</FieldError>}
        {problem?.isOutOfChecks === true && (
          <SiteLink className="link" to="/account?tab=tariffs">
            Buy checks
          </SiteLink>
        )}
        <button className="btn btn-primary" type="submit" aria-busy={isBusy}>
          {isBusy && <Spinner />}
          Run this check (uses 1)
        </button>
        <SiteLink className="btn btn-line" to="/">
          Not now
        </SiteLink>
      </form>
    </AuthSheet>
  );
}
