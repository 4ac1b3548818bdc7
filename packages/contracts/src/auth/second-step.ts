import { z } from 'zod';
import type { Contract } from '../wire/contract.ts';
import { CONFIRMATIONS, success } from '../wire/envelope.ts';
import { ConfirmLinkData } from './confirm-link.ts';
import { Done } from './logout.ts';
import { FactorProof } from './proof.ts';

/** Where the token of a login that waits for its second step travels: this header, or for a browser its cookie. */
export const SecondStepHeaders = z.object({ 'second-step': z.string().max(128).optional() });

export const SecondStepStateData = z
  .object({
    email: z.string(),
    /** What the login can be completed by. */
    confirm_by: z.array(z.enum(CONFIRMATIONS)),
    expires_at: z.iso.datetime(),
  })
  .meta({ id: 'SecondStepStateData' });
export type SecondStepStateData = z.infer<typeof SecondStepStateData>;

/** GET /auth/second-step: the login that waits for its second factor. */
export const SecondStepState = {
  method: 'GET',
  path: '/auth/second-step',
  summary: 'The login that waits for its second factor',
  tag: 'auth',
  limit: 'reads',
  credentials: 'any session',
  headers: SecondStepHeaders,
  answers: { 200: success(SecondStepStateData) },
  errors: ['SignInExpired'],
} as const satisfies Contract;

/** POST /auth/second-step: completes the login by a second factor; answers what confirming the link would have. */
export const SecondStep = {
  method: 'POST',
  path: '/auth/second-step',
  summary: 'Complete a login by a second factor',
  tag: 'auth',
  limit: 'tokens',
  credentials: 'any session',
  headers: SecondStepHeaders,
  body: FactorProof,
  answers: { 200: success(ConfirmLinkData) },
  errors: ['FactorRefused', 'CompanySignInRequired', 'TooManyMembers', 'TooManyWorkspaces', 'SignInExpired'],
} as const satisfies Contract;

/** GET /auth/step-up: whether the session is confirmed recently; before a download, whose failure no page could show. */
export const StepUpState = {
  method: 'GET',
  path: '/auth/step-up',
  summary: 'Whether the session was confirmed recently',
  tag: 'auth',
  limit: 'reads',
  needs: { stepUp: 'always' },
  answers: { 200: success(Done) },
} as const satisfies Contract;

/** POST /auth/step-up: gives a factor again in the session; for 10 minutes what needs a confirmation may be done. */
export const StepUp = {
  method: 'POST',
  path: '/auth/step-up',
  summary: 'Confirm by a second factor in the session',
  tag: 'auth',
  limit: 'tokens',
  isOfPerson: true,
  body: FactorProof,
  answers: { 200: success(Done) },
  errors: ['FactorRefused', 'SignInExpired'],
} as const satisfies Contract;
