import { Spinner } from '@assay/ui';
import { useAction } from '../../shell/data/use-action.ts';
import { useAlerts } from '../../shell/layout/alerts.tsx';
import { call } from '../../shell/session/browser-client.ts';

/** Makes new recovery codes in place of the former ones. */
export function RenewCodes({ onRenewed }: { readonly onRenewed: (codes: readonly string[]) => void }) {
  const { show } = useAlerts();
  const { isBusy, run } = useAction(({ message }) => show({ type: 'error', message }));
  return (
    <button
      className="btn btn-line"
      type="button"
      aria-busy={isBusy}
      onClick={() => void run(async () => onRenewed((await call('POST /auth/recovery-codes')).recovery_codes))}
    >
      {isBusy && <Spinner />}
      Make new codes
    </button>
  );
}
