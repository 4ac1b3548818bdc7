/** The calls of second factors, apart from the client so that no first page carries them. */
import { objectOf } from './answer.ts';
import type { ConfirmLinkData } from './auth/confirm-link.ts';
import type { EnrolledData, FactorsData, NewTotpData, RecoveryCodesData } from './auth/factors.ts';
import type { PasskeyQuestion } from './auth/passkeys.ts';
import type { FactorProof, NewPasskey, PasskeyAnswer } from './auth/proof.ts';
import type { SecondStepStateData } from './auth/second-step.ts';
import type { Sender } from './survey-client.ts';

/** What a signed-in user asks about factors. */
export interface FactorClient<Signal> {
  /** GET /auth/factors. */
  factors(options?: { readonly signal?: Signal }): Promise<FactorsData>;
  /** POST /auth/factors/totp. */
  beginTotp(): Promise<NewTotpData>;
  /** POST /auth/factors/totp/enrol. */
  enrolTotp(request: {
    readonly challenge_id: string;
    readonly code: string;
    readonly name: string;
  }): Promise<EnrolledData>;
  /** POST /auth/factors/passkey. */
  beginPasskey(): Promise<PasskeyQuestion>;
  /** POST /auth/factors/passkey/enrol. */
  enrolPasskey(request: {
    readonly challenge_id: string;
    readonly passkey: NewPasskey;
    readonly name: string;
  }): Promise<EnrolledData>;
  /** POST /auth/step-up/passkey. */
  askStepUpPasskey(): Promise<PasskeyQuestion>;
  /** DELETE /auth/factors/{id}. */
  removeFactor(id: string): Promise<void>;
  /** POST /auth/recovery-codes. */
  renewRecoveryCodes(): Promise<RecoveryCodesData>;
  /** POST /auth/step-up. */
  stepUp(proof: FactorProof): Promise<void>;
}

/** What a login that waits for its second step asks. */
export interface SecondStepClient<Signal> {
  /** GET /auth/second-step. */
  state(options?: { readonly signal?: Signal }): Promise<SecondStepStateData>;
  /** POST /auth/second-step/passkey. */
  askPasskey(): Promise<PasskeyQuestion>;
  /** POST /auth/second-step. */
  finish(proof: FactorProof): Promise<ConfirmLinkData>;
}

/**
 * The factors of the signed-in user, over any client.
 *
 * @example
 * const { factors } = await factorClient(client).factors();
 */
export function factorClient<Signal>({ send }: Sender<Signal>): FactorClient<Signal> {
  return {
    async factors(options) {
      const data = await send('GET', '/auth/factors', undefined, options);
      return objectOf<FactorsData>(data, { factors: 'array' });
    },
    async beginTotp() {
      return objectOf<NewTotpData>(await send('POST', '/auth/factors/totp'), { secret: 'string', qr: 'object' });
    },
    async enrolTotp(request) {
      return objectOf<EnrolledData>(await send('POST', '/auth/factors/totp/enrol', request), { factor: 'object' });
    },
    async beginPasskey() {
      return objectOf<PasskeyQuestion>(await send('POST', '/auth/factors/passkey'), { options: 'object' });
    },
    async enrolPasskey(request) {
      return objectOf<EnrolledData>(await send('POST', '/auth/factors/passkey/enrol', request), { factor: 'object' });
    },
    async askStepUpPasskey() {
      return objectOf<PasskeyQuestion>(await send('POST', '/auth/step-up/passkey'), { options: 'object' });
    },
    async removeFactor(id) {
      await send('DELETE', `/auth/factors/${encodeURIComponent(id)}`);
    },
    async renewRecoveryCodes() {
      return objectOf<RecoveryCodesData>(await send('POST', '/auth/recovery-codes'), { recovery_codes: 'array' });
    },
    async stepUp(proof) {
      await send('POST', '/auth/step-up', proof);
    },
  };
}

/** The second step of a login, over any client. */
export function secondStepClient<Signal>({ send }: Sender<Signal>): SecondStepClient<Signal> {
  return {
    async state(options) {
      const data = await send('GET', '/auth/second-step', undefined, options);
      return objectOf<SecondStepStateData>(data, { email: 'string', confirm_by: 'array' });
    },
    async askPasskey() {
      return objectOf<PasskeyQuestion>(await send('POST', '/auth/second-step/passkey'), { options: 'object' });
    },
    async finish(proof) {
      return objectOf<ConfirmLinkData>(await send('POST', '/auth/second-step', proof), { user: 'object' });
    },
  };
}

/** Signing in by a passkey alone. */
export interface PasskeyClient {
  /** POST /auth/passkey/options. */
  ask(): Promise<PasskeyQuestion>;
  /** POST /auth/passkey. */
  signIn(request: { readonly challenge_id: string; readonly answer: PasskeyAnswer }): Promise<ConfirmLinkData>;
}

/** Signing in by a passkey, over any client. */
export function passkeyClient<Signal>({ send }: Sender<Signal>): PasskeyClient {
  return {
    async ask() {
      return objectOf<PasskeyQuestion>(await send('POST', '/auth/passkey/options'), { options: 'object' });
    },
    async signIn(request) {
      return objectOf<ConfirmLinkData>(await send('POST', '/auth/passkey', request), { user: 'object' });
    },
  };
}
