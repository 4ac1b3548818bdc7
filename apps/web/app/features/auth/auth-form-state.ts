import type { ApiError } from '@assay/contracts/client';
import { judgeEmail } from '../../shell/layout/judge-email.ts';
import type { SentLink } from '../../shell/session/sent-link.ts';

export const TERMS_MESSAGE = 'Please read and accept the Terms of Service';

const NOT_SENT = 'Not sent. Try again.';

export interface AuthFormState {
  readonly email: string;
  readonly emailError: string | null;
  /** Login shows the box only after the server asked for it. */
  readonly hasTermsBox: boolean;
  readonly isTicked: boolean;
  readonly termsError: string | null;
  /** What the server said, where it belongs to no field. */
  readonly problem: string | null;
  readonly isPending: boolean;
}

export type AuthFormAction =
  | { readonly type: 'email typed'; readonly email: string }
  | { readonly type: 'terms ticked'; readonly isTicked: boolean }
  | { readonly type: 'submitted' }
  | { readonly type: 'sending' }
  | { readonly type: 'terms asked for' }
  | { readonly type: 'email refused'; readonly message: string }
  | { readonly type: 'failed'; readonly message: string | null };

export function startAuthForm(email: string, hasTermsBox: boolean): AuthFormState {
  return {
    email,
    emailError: null,
    hasTermsBox,
    isTicked: false,
    termsError: null,
    problem: null,
    isPending: false,
  };
}

/** One state for both forms: registering asks for the terms from the start, logging in after a 400. */
export function reduceAuthForm(state: AuthFormState, action: AuthFormAction): AuthFormState {
  switch (action.type) {
    case 'email typed':
      return { ...state, email: action.email, emailError: null, problem: null };
    case 'terms ticked':
      return { ...state, isTicked: action.isTicked, termsError: null };
    case 'submitted':
      return { ...state, ...faultsOf(state), problem: null };
    case 'sending':
      return { ...state, isPending: true };
    case 'terms asked for':
      return { ...state, isPending: false, hasTermsBox: true, termsError: TERMS_MESSAGE };
    case 'email refused':
      return { ...state, isPending: false, emailError: action.message };
    case 'failed':
      return { ...state, isPending: false, problem: action.message };
  }
}

/** Whether the form may be sent in its present state. */
export function isReady(state: AuthFormState): boolean {
  const { emailError, termsError } = faultsOf(state);
  return !state.isPending && emailError === null && termsError === null;
}

/**
 * What a refusal by the server does to the form. Failures of registering give no reason (row AUTH-11): the form stays
 * as it was, and its button says that nothing was sent.
 */
export function refusalOf(type: SentLink['type'], error: Pick<ApiError, 'status' | 'message'>): AuthFormAction {
  if (type === 'register') return { type: 'failed', message: NOT_SENT };
  if (error.status === 400) return { type: 'terms asked for' };
  return { type: error.status === 403 ? 'email refused' : 'failed', message: error.message };
}

function faultsOf(state: AuthFormState): Pick<AuthFormState, 'emailError' | 'termsError'> {
  return {
    emailError: judgeEmail(state.email),
    termsError: state.hasTermsBox && !state.isTicked ? TERMS_MESSAGE : null,
  };
}
