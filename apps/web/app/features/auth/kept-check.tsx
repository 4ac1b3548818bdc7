import { shortenAddress } from '@assay/wording';
import type { PendingCheck } from '../../shell/session/pending-check.ts';

/** On the forms of signing in: which check waits for it, so that nobody starts again. */
export function KeptCheck({ check }: { readonly check: PendingCheck }) {
  const { ticker, parent, address } = check;
  return (
    <p className="auth-lede">
      Your check of <b className="mono">{shortenAddress(address)}</b> for{' '}
      <b>{parent === null ? ticker : `${ticker} on ${parent}`}</b> is kept. It starts once you are logged in with this
      browser.
    </p>
  );
}
