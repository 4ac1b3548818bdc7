import { FieldError } from '@assay/ui';
import { useId, useState } from 'react';
import { useAction } from '../../shell/data/use-action.ts';
import { PasskeyButton } from '../../shell/factors/passkey-button.tsx';
import { useSiteNavigate } from '../../shell/navigation/site-link.tsx';
import { call } from '../../shell/session/browser-client.ts';
import { useSession } from '../../shell/session/session.tsx';
import { useReturn } from './use-return.ts';

/** Signing in by a passkey alone. The check that waits stays with the page it was typed on. */
export function PasskeyLogin() {
  const { setUser } = useSession();
  const navigate = useSiteNavigate();
  const goBack = useReturn();
  const [problem, setProblem] = useState<string | null>(null);
  const { run } = useAction(({ message }) => setProblem(message));
  const problemId = useId();
  return (
    <div className="auth-demo">
      <PasskeyButton
        label="Log in with a passkey"
        askPasskey={() => call('POST /auth/passkey/options')}
        onAnswer={({ challenge_id, answer }) =>
          void run(async () => {
            setProblem(null);
            const { user } = await call('POST /auth/passkey', { body: { challenge_id, answer } });
            setUser(user);
            await navigate((await goBack(user)) ?? '/', { replace: true });
          })
        }
      />
      {problem !== null && <FieldError id={problemId}>{problem}</FieldError>}
    </div>
  );
}
