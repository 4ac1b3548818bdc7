import { Spinner } from '@assay/ui';
import { useAction } from '../../shell/data/use-action.ts';
import { hasPasskeys, makePasskey } from '../../shell/factors/passkeys.ts';
import { useAlerts } from '../../shell/layout/alerts.tsx';
import { useInBrowser } from '../../shell/layout/use-in-browser.ts';
import { call } from '../../shell/session/browser-client.ts';

export interface AddPasskeyProps {
  /** Of the new passkey. */
  readonly name: string;
  /** With the recovery codes, if these are the account's first. */
  readonly onEnrolled: (codes: readonly string[] | null) => void;
}

/** Makes a passkey on this device, or on one that the browser offers. */
export function AddPasskey({ name, onEnrolled }: AddPasskeyProps) {
  const isInBrowser = useInBrowser();
  const { show } = useAlerts();
  const { isBusy, run } = useAction(({ message }) => show({ type: 'error', message }));
  if (!isInBrowser || !hasPasskeys()) return null;
  return (
    <button
      className="btn btn-line"
      type="button"
      aria-busy={isBusy}
      onClick={() =>
        void run(async () => {
          const question = await call('POST /auth/factors/passkey');
          const passkey = await makePasskey(question);
          const { challenge_id } = question;
          const body = { challenge_id, passkey, name };
          const { recovery_codes } = await call('POST /auth/factors/passkey/enrol', { body });
          show({ type: 'success', message: 'Your passkey was added.' });
          onEnrolled(recovery_codes);
        })
      }
    >
      {isBusy && <Spinner />}
      Add a passkey
    </button>
  );
}
