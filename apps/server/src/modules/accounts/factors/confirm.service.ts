import type { ConfirmedCheck, FactorProof, PasskeyAnswer, SecondStepStateData } from '@assay/contracts';
import type { Db } from '../../../platform/db/index.ts';
import { AppError } from '../../../platform/kernel/app-error.ts';
import type { SignedIn } from '../../../platform/kernel/caller.ts';
import { confirmationsOf } from '../../../platform/kernel/who/assurance.ts';
import type { SecondStepService } from '../auth/second-step.service.ts';
import type { Renewed, SessionsService } from '../auth/sessions.service.ts';
import type { SignInService } from '../auth/sign-in.service.ts';
import { findUser } from '../auth/users.store.ts';
import { listFactors } from './factors.store.ts';
import type { ProveFactor } from './prove-factor.ts';

export interface ConfirmDeps {
  readonly db: Db;
  readonly proofs: ProveFactor;
  readonly secondStep: SecondStepService;
  readonly signIn: Pick<SignInService, 'checkOf'>;
  readonly sessions: Pick<SessionsService, 'open' | 'stepUp'>;
}

/** Takes second factors: to complete a sign-in, and to confirm in a session. */
export interface ConfirmService {
  /** @throws AppError SignInExpired */
  readSecondStep(token: string): Promise<SecondStepStateData>;
  /** @throws AppError SignInExpired, FactorRefused, TooManyRequests */
  finishSecondStep(
    token: string,
    proof: FactorProof,
  ): Promise<{ readonly signedIn: Renewed; readonly check: ConfirmedCheck | null }>;
  /** Whose sign-in waits. @throws AppError SignInExpired */
  subOfSecondStep(token: string): Promise<string>;
  /**
   * Signs in by a passkey alone: the authenticator verified its user.
   *
   * @throws AppError FactorRefused, SignInExpired
   */
  signInByPasskey(
    asked: { readonly challengeId: string; readonly answer: PasskeyAnswer },
    device: string,
  ): Promise<Renewed>;
  /** @throws AppError FactorRefused, SignInExpired, TooManyRequests */
  stepUp(signedIn: SignedIn, proof: FactorProof): Promise<void>;
}

export function buildConfirmService(deps: ConfirmDeps): ConfirmService {
  const { db, proofs, secondStep } = deps;
  return {
    async readSecondStep(token) {
      const { sub, expiresAt } = await secondStep.read(db, token);
      const user = await findUser(db, sub);
      if (user === null) throw new AppError('SignInExpired');
      const kinds = new Set((await listFactors(db, sub)).map(({ kind }) => kind));
      return {
        email: user.email,
        confirm_by: kinds.size === 0 ? [] : [...confirmationsOf({ factors: [...kinds] })],
        expires_at: expiresAt.toISOString(),
      };
    },

    async finishSecondStep(token, proof) {
      const pending = await secondStep.read(db, token);
      const signedIn = await proofs.prove(pending.sub, proof, 'second_step', (tx, method) =>
        secondStep.finish(tx, pending, method),
      );
      return { signedIn, check: await deps.signIn.checkOf(signedIn.caller, pending) };
    },

    subOfSecondStep: async (token) => (await secondStep.read(db, token)).sub,

    signInByPasskey: (asked, device) =>
      proofs.provePasskey(asked, async (tx, sub) => {
        const user = await findUser(tx, sub);
        if (user === null) throw new AppError('FactorRefused');
        return deps.sessions.open(tx, user, { device, methods: ['passkey'] });
      }),

    stepUp: (signedIn, proof) =>
      proofs.prove(signedIn.caller.sub, proof, 'step_up', (tx, method) => deps.sessions.stepUp(tx, signedIn, method)),
  };
}
