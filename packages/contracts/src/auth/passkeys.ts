import { z } from 'zod';
import type { Contract } from '../wire/contract.ts';
import { success } from '../wire/envelope.ts';
import { ConfirmLinkData } from './confirm-link.ts';
import { EnrolledData, FactorName } from './factors.ts';
import { ChallengeId, NewPasskey, PasskeyAnswer } from './proof.ts';
import { SecondStepHeaders } from './second-step.ts';

/** What the browser's API takes as it is (WebAuthn level 3, options as JSON), and the name of the question. */
export const PasskeyQuestion = z
  .object({ challenge_id: ChallengeId, options: z.record(z.string(), z.unknown()) })
  .meta({ id: 'PasskeyQuestion' });
export type PasskeyQuestion = z.infer<typeof PasskeyQuestion>;

/** A credential id as examples write it. */
const EXAMPLE_ID = 'AbCdEfGhIjKlMnOpQrStUg';
const EXAMPLE_CHALLENGE = '0123456789abcdef0123456789abcdef';
const CREDENTIAL = { id: EXAMPLE_ID, rawId: EXAMPLE_ID, type: 'public-key' } as const;

const EnrolPasskeyRequest = z.object({ challenge_id: ChallengeId, passkey: NewPasskey, name: FactorName }).meta({
  id: 'EnrolPasskeyRequest',
  examples: [
    {
      challenge_id: EXAMPLE_CHALLENGE,
      passkey: { ...CREDENTIAL, response: { clientDataJSON: 'eyJ0eXBlIjoi', attestationObject: 'o2NmbXRk' } },
      name: 'Laptop',
    },
  ],
});

const PasskeySignIn = z.object({ challenge_id: ChallengeId, answer: PasskeyAnswer }).meta({
  id: 'PasskeySignIn',
  examples: [
    {
      challenge_id: EXAMPLE_CHALLENGE,
      answer: {
        ...CREDENTIAL,
        response: { clientDataJSON: 'eyJ0eXBlIjoi', authenticatorData: 'SZYN5YgO', signature: 'MEUCIQ' },
      },
    },
  ],
});

/** POST /auth/factors/passkey: begins to enrol a passkey; it is made within 5 minutes. */
export const BeginPasskey = {
  method: 'POST',
  path: '/auth/factors/passkey',
  summary: 'Begin to enrol a passkey',
  tag: 'auth',
  limit: 'tokens',
  needs: { stepUp: 'always' },
  answers: { 200: success(PasskeyQuestion) },
  errors: ['TooManyFactors'],
} as const satisfies Contract;

/** POST /auth/factors/passkey/enrol: enrols the passkey that was made. With the first factor, other sessions end. */
export const EnrolPasskey = {
  method: 'POST',
  path: '/auth/factors/passkey/enrol',
  summary: 'Enrol the passkey that was made',
  tag: 'auth',
  limit: 'tokens',
  needs: { stepUp: 'always' },
  body: EnrolPasskeyRequest,
  answers: { 200: success(EnrolledData) },
  errors: ['FactorRefused', 'SecretNotAddress', 'SignInExpired', 'TooManyFactors'],
} as const satisfies Contract;

/** POST /auth/passkey/options: asks for any passkey of this site, to sign in by it alone. */
export const AskPasskey = {
  method: 'POST',
  path: '/auth/passkey/options',
  summary: 'Ask for a passkey to sign in by',
  tag: 'auth',
  limit: 'tokens',
  credentials: 'none',
  answers: { 200: success(PasskeyQuestion) },
} as const satisfies Contract;

/** POST /auth/passkey: signs in by a passkey whose user was verified by the authenticator. */
export const SignInByPasskey = {
  method: 'POST',
  path: '/auth/passkey',
  summary: 'Sign in by a passkey',
  tag: 'auth',
  limit: 'tokens',
  credentials: 'none',
  body: PasskeySignIn,
  answers: { 200: success(ConfirmLinkData) },
  errors: ['FactorRefused', 'CompanySignInRequired', 'SignInExpired'],
} as const satisfies Contract;

/** POST /auth/second-step/passkey: asks for a passkey of the account whose login waits. */
export const AskSecondStepPasskey = {
  method: 'POST',
  path: '/auth/second-step/passkey',
  summary: 'Ask for a passkey to complete a login by',
  tag: 'auth',
  limit: 'tokens',
  credentials: 'any session',
  headers: SecondStepHeaders,
  answers: { 200: success(PasskeyQuestion) },
  errors: ['SignInExpired'],
} as const satisfies Contract;

/** POST /auth/step-up/passkey: asks for a passkey of the signed-in user. */
export const AskStepUpPasskey = {
  method: 'POST',
  path: '/auth/step-up/passkey',
  summary: 'Ask for a passkey to confirm by',
  tag: 'auth',
  limit: 'tokens',
  isOfPerson: true,
  answers: { 200: success(PasskeyQuestion) },
} as const satisfies Contract;
