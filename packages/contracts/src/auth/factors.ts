import { z } from 'zod';
import type { Contract } from '../wire/contract.ts';
import { success } from '../wire/envelope.ts';
import { lineText } from '../wire/stored-text.ts';
import { Done } from './logout.ts';
import { ChallengeId } from './proof.ts';

export const FACTOR_KINDS = ['passkey', 'totp'] as const;
/** Most characters of the name that a user gives a factor. */
export const FACTOR_NAME_MAX = 60;
export const FactorName = lineText().min(1).max(FACTOR_NAME_MAX);

/** A passkey or an authenticator app of the account. */
export const Factor = z
  .object({
    id: z.string(),
    kind: z.enum(FACTOR_KINDS),
    name: z.string(),
    created_at: z.iso.datetime(),
    last_used_at: z.iso.datetime().nullable(),
  })
  .meta({ id: 'Factor' });
export type Factor = z.infer<typeof Factor>;

export const FactorsData = z
  .object({
    factors: z.array(Factor),
    recovery_codes_left: z.number().int(),
    /** Whether this session may change factors now; else a change is answered `StepUpRequired`. */
    is_confirmed: z.boolean(),
    /** Whether the account should have a factor: it administers the service. */
    is_needed: z.boolean(),
  })
  .meta({ id: 'FactorsData' });
export type FactorsData = z.infer<typeof FactorsData>;

/** GET /auth/factors: the second factors of one's account. */
export const Factors = {
  method: 'GET',
  path: '/auth/factors',
  summary: 'The second factors of one’s account',
  tag: 'auth',
  limit: 'reads',
  answers: { 200: success(FactorsData) },
} as const satisfies Contract;

export const NewTotpData = z
  .object({
    challenge_id: ChallengeId,
    /** Base32 without padding, to be typed into an app that cannot scan. */
    secret: z.string(),
    /** `otpauth://totp/…`, which the QR code holds. */
    uri: z.string(),
    /** The QR code: side in modules, and its dark modules as an SVG path, one unit a module. */
    qr: z.object({ size: z.number().int(), path: z.string() }),
  })
  .meta({ id: 'NewTotpData' });
export type NewTotpData = z.infer<typeof NewTotpData>;

/** POST /auth/factors/totp: begins to enrol an authenticator app. It is enrolled by its first code, within 10 minutes. */
export const BeginTotp = {
  method: 'POST',
  path: '/auth/factors/totp',
  summary: 'Begin to enrol an authenticator app',
  tag: 'auth',
  limit: 'tokens',
  needs: { stepUp: 'always' },
  answers: { 200: success(NewTotpData) },
  errors: ['NotFound', 'TooManyFactors'],
} as const satisfies Contract;

export const EnrolTotpRequest = z
  .object({
    challenge_id: ChallengeId,
    code: z
      .string()
      .max(16)
      .transform((code) => code.replaceAll(/\s/g, ''))
      .pipe(z.string().regex(/^\d{6}$/)),
    name: FactorName,
  })
  .meta({
    id: 'EnrolTotpRequest',
    examples: [{ challenge_id: '0123456789abcdef0123456789abcdef', code: '123456', name: 'Phone' }],
  });

export const EnrolledData = z
  .object({
    factor: Factor,
    /** With the first factor: the recovery codes, which are shown this once. Null later. */
    recovery_codes: z.array(z.string()).nullable(),
  })
  .meta({ id: 'EnrolledData' });
export type EnrolledData = z.infer<typeof EnrolledData>;

/** POST /auth/factors/totp/enrol: enrols the app by a code of it. With the first factor, other sessions end. */
export const EnrolTotp = {
  method: 'POST',
  path: '/auth/factors/totp/enrol',
  summary: 'Enrol an authenticator app by a code of it',
  tag: 'auth',
  limit: 'tokens',
  needs: { stepUp: 'always' },
  body: EnrolTotpRequest,
  answers: { 200: success(EnrolledData) },
  errors: ['NotFound', 'FactorRefused', 'SecretNotAddress', 'SignInExpired', 'TooManyFactors'],
} as const satisfies Contract;

/** DELETE /auth/factors/{id}: removes a factor; with the last one its recovery codes go too. */
export const RemoveFactor = {
  method: 'DELETE',
  path: '/auth/factors/:id',
  summary: 'Remove a second factor',
  tag: 'auth',
  limit: 'tokens',
  needs: { stepUp: 'always' },
  params: z.object({ id: ChallengeId }),
  answers: { 200: success(Done) },
  errors: ['NotFound'],
} as const satisfies Contract;

export const RecoveryCodesData = z.object({ recovery_codes: z.array(z.string()) }).meta({ id: 'RecoveryCodesData' });

/** POST /auth/recovery-codes: new recovery codes in place of the former ones, shown this once; 404 without a factor. */
export const RenewRecoveryCodes = {
  method: 'POST',
  path: '/auth/recovery-codes',
  summary: 'New recovery codes in place of the former ones',
  tag: 'auth',
  limit: 'tokens',
  needs: { stepUp: 'always' },
  answers: { 200: success(RecoveryCodesData) },
  errors: ['NotFound'],
} as const satisfies Contract;
