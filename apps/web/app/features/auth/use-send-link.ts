import { ApiError } from '@assay/contracts/client';
import { type Dispatch, useRef } from 'react';
import { browserClient } from '../../shell/session/browser-client.ts';
import { pendingCheckText, readPendingCheck } from '../../shell/session/pending-check.ts';
import { keepSentLink, type SentLink } from '../../shell/session/sent-link.ts';
import { useSiteNavigate } from '../../shell/site-link.tsx';
import { type AuthFormAction, refusalOf } from './auth-form-state.ts';

/** Asks for a link, together with the check that waits; then the page that says to look into the mail. */
export async function sendLink(sent: SentLink, acceptTerms: boolean): Promise<void> {
  const email = sent.email.trim().toLowerCase();
  await browserClient().login({
    email,
    acceptTerms,
    cryptoAssetOrder: readPendingCheck(pendingCheckText()),
  });
  keepSentLink({ email, type: sent.type });
}

export interface SendLinkOptions {
  readonly type: SentLink['type'];
  readonly dispatch: Dispatch<AuthFormAction>;
}

/** One link at a time: repeated clicks while one is on its way are ignored. */
export function useSendLink({ type, dispatch }: SendLinkOptions) {
  const navigate = useSiteNavigate();
  const underWay = useRef(false);

  return async function send(email: string, acceptTerms: boolean): Promise<void> {
    if (underWay.current) return;
    underWay.current = true;
    dispatch({ type: 'sending' });
    try {
      await sendLink({ email, type }, acceptTerms);
      await navigate('/success-auth');
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      dispatch(refusalOf(type, error));
    } finally {
      underWay.current = false;
    }
  };
}
