import type { RecoveryStateData } from '@assay/contracts';
import { Spinner } from '@assay/ui';
import { formatMoment } from '@assay/wording';
import type { FormEvent } from 'react';
import { SiteLink } from '../../shell/navigation/site-link.tsx';
import { useTimeZone } from '../../shell/time/use-time-zone.ts';

export interface RecoveryPartProps {
  readonly email: string;
  readonly state: RecoveryStateData;
  readonly isBusy: boolean;
  readonly onBegin: () => void;
  readonly onComplete: () => void;
}

/** For who has lost factor and recovery codes: how a recovery begins, how long it waits, and how it ends. */
export function RecoveryPart({ email, state, isBusy, onBegin, onComplete }: RecoveryPartProps) {
  const { is_offered, wait_hours, recovery } = state;
  if (!is_offered) {
    return (
      <details className="recovery">
        <summary>Lost your factor and recovery codes?</summary>
        <p>This account cannot be recovered by mail. Ask who runs this service.</p>
      </details>
    );
  }
  if (recovery === null) {
    return (
      <details className="recovery">
        <summary>Lost your factor and recovery codes?</summary>
        <p>
          You can recover the account by mail. It takes {wait_hours} hours, and we send mails about it to <b>{email}</b>
          . Until it is completed nothing changes. Your factor, a recovery code, or the link of any of the mails cancels
          it.
        </p>
        <RecoveryForm as="begin" label="Begin recovery" isBusy={isBusy} onSubmit={onBegin} />
      </details>
    );
  }
  return (
    <section className="recovery" aria-labelledby="recovery">
      <h2 id="recovery">Recovery is under way</h2>
      {recovery.can_complete ? (
        <>
          <p>
            The waiting period is over. Completing removes <b>all second factors and recovery codes</b> of the account
            and ends all its other sessions.
          </p>
          <RecoveryForm as="complete" label="Remove my factors and log in" isBusy={isBusy} onSubmit={onComplete} />
        </>
      ) : (
        <RecoveryWait recovery={recovery} />
      )}
    </section>
  );
}

function RecoveryWait({ recovery }: { readonly recovery: NonNullable<RecoveryStateData['recovery']> }) {
  const timeZone = useTimeZone();
  const { begun_at, ready_at, expires_at } = recovery;
  const time = (moment: string) => <time dateTime={moment}>{formatMoment(moment, timeZone)}</time>;
  return (
    <>
      <p>
        It was begun on {time(begun_at)}. From {time(ready_at)} until {time(expires_at)} you can complete it:{' '}
        <SiteLink className="link" to="/login">
          log in
        </SiteLink>{' '}
        by a new link then.
      </p>
      <p>If you find your factor or a recovery code, give it above: that logs you in and cancels the recovery.</p>
    </>
  );
}

interface RecoveryFormProps {
  /** What the page's action does where there is no script. */
  readonly as: 'begin' | 'complete';
  readonly label: string;
  readonly isBusy: boolean;
  readonly onSubmit: () => void;
}

function RecoveryForm({ as, label, isBusy, onSubmit }: RecoveryFormProps) {
  function submit(event: FormEvent) {
    event.preventDefault();
    onSubmit();
  }
  return (
    <form method="post" action="/second-step" onSubmit={submit}>
      <input type="hidden" name="as" value={as} />
      <button className="btn btn-line" type="submit" aria-busy={isBusy}>
        {isBusy && <Spinner />}
        {label}
      </button>
    </form>
  );
}
