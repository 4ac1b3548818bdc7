import { useCallback, useState } from 'react';
import { useAction } from '../../shell/data/use-action.ts';
import { useSiteNavigate } from '../../shell/navigation/site-link.tsx';
import { call } from '../../shell/session/browser-client.ts';
import { findingOf, type LinkFinding } from './confirm-state.ts';
import { type Outcome, useOutcome } from './use-outcome.ts';

export type ConfirmState = LinkFinding | { readonly kind: 'confirming' } | Outcome;

/** Confirms a link once, and opens the page that follows. */
export function useConfirm(link: string, found: LinkFinding) {
  const [state, setState] = useState<LinkFinding | { readonly kind: 'confirming' }>(found);
  const { run } = useAction((error) => setState(findingOf(error)));
  const { outcome, settle } = useOutcome();
  const navigate = useSiteNavigate();

  const confirm = useCallback(
    () =>
      run(async () => {
        setState({ kind: 'confirming' });
        const answer = await call('GET /auth/confirm-link/:link', { link });
        if ('second_step' in answer) await navigate('/second-step', { replace: true });
        else await settle(answer);
      }),
    [run, link, settle, navigate],
  );

  return { state: (outcome ?? state) satisfies ConfirmState, confirm };
}
