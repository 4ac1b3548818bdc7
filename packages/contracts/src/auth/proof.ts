import { z } from 'zod';

/** Digits of an authenticator app, with or without blanks. */
const TotpCode = z
  .string()
  .max(16)
  .transform((code) => code.replaceAll(/\s/g, ''))
  .pipe(z.string().regex(/^\d{6}$/));

/** Bytes as base64url. */
const Bytes = z
  .string()
  .max(16_384)
  .regex(/^[\w-]+$/);

/** What `navigator.credentials.get` returned, as JSON (WebAuthn level 3, `AuthenticationResponseJSON`). */
export const PasskeyAnswer = z
  .object({
    id: Bytes,
    rawId: Bytes,
    type: z.literal('public-key'),
    response: z.object({
      clientDataJSON: Bytes,
      authenticatorData: Bytes,
      signature: Bytes,
      userHandle: Bytes.optional(),
    }),
  })
  .meta({ id: 'PasskeyAnswer' });
export type PasskeyAnswer = z.infer<typeof PasskeyAnswer>;

/** What `navigator.credentials.create` returned, as JSON (WebAuthn level 3, `RegistrationResponseJSON`). */
export const NewPasskey = z
  .object({
    id: Bytes,
    rawId: Bytes,
    type: z.literal('public-key'),
    response: z.object({
      clientDataJSON: Bytes,
      attestationObject: Bytes,
      transports: z.array(z.string().max(32)).max(16).optional(),
    }),
  })
  .meta({ id: 'NewPasskey' });
export type NewPasskey = z.infer<typeof NewPasskey>;

/** Names a question of the server that is answered once, within minutes. */
export const ChallengeId = z.string().regex(/^[0-9a-f]{32}$/);

/** A second factor as it is given: a code of an authenticator app, a recovery code, or the answer of a passkey. */
export const FactorProof = z
  .discriminatedUnion('method', [
    z.object({ method: z.literal('totp'), code: TotpCode }),
    z.object({ method: z.literal('recovery_code'), code: z.string().min(1).max(32) }),
    z.object({ method: z.literal('passkey'), challenge_id: ChallengeId, answer: PasskeyAnswer }),
  ])
  .meta({ id: 'FactorProof', examples: [{ method: 'totp', code: '123456' }] });
export type FactorProof = z.output<typeof FactorProof>;
