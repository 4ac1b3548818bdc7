import type { Dispatch } from 'react';
import { useAction } from '../../shell/data/use-action.ts';
import { useSiteNavigate } from '../../shell/navigation/site-link.tsx';
import { call } from '../../shell/session/browser-client.ts';
import { pendingCheckText, readPendingCheck } from '../../shell/session/pending-check.ts';
import { keepSentLink, type SentLink } from '../../shell/session/sent-link.ts';
import { type AuthFormAction, refusalOf } from './auth-form-state.ts';

/** Requests a link, together with the pending check, and remembers what it was for. */
export async function sendLink(sent: SentLink, acceptTerms: boolean, link: string | null = null): Promise<void> {
  const email = sent.email.trim().toLowerCase();
  const cryptoAssetOrder = readPendingCheck(pendingCheckText());
  const body = { email, acceptTerms, cryptoAssetOrder, ...(link === null ? {} : { link }) };
  await call('POST /auth/login', { body });
  keepSentLink({ email, type: sent.type });
}

export interface SendLinkOptions {
  readonly type: SentLink['type'];
  readonly dispatch: Dispatch<AuthFormAction>;
}

/** Sends one link at a time: repeated clicks are ignored. */
export function useSendLink({ type, dispatch }: SendLinkOptions) {
  const navigate = useSiteNavigate();
  const { run } = useAction((error) => dispatch(refusalOf(type, error)));

  return (email: string, acceptTerms: boolean, link: string | null = null) =>
    run(async () => {
      dispatch({ type: 'sending' });
      await sendLink({ email, type }, acceptTerms, link);
      await navigate('/success-auth');
    });
}
