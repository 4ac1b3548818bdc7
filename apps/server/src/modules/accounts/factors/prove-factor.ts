import type { FactorProof, PasskeyAnswer } from '@assay/contracts';
import type { Db } from '../../../platform/db/index.ts';
import type { Transaction } from '../../../platform/db/transactions.ts';
import { AppError, tooManyRequests } from '../../../platform/kernel/app-error.ts';
import type { SecurityEvents } from '../../../platform/kernel/security-events/index.ts';
import type { Clock } from '../../../platform/kernel/time/clock.ts';
import type { FactorMethod } from '../../../platform/kernel/who/assurance.ts';
import { takeChallenge } from './challenges.store.ts';
import type { FactorKeys } from './factor-keys.ts';
import { FAILURES } from './factors.policy.ts';
import type { RelyingParty } from './factors.ports.ts';
import {
  findPasskey,
  insertFailure,
  listFactors,
  lockFactors,
  notePasskeyUse,
  noteTotpUse,
  type PasskeyFactor,
  timeOfNthFailure,
} from './factors.store.ts';
import { readPasskeyAnswer } from './passkeys.ts';
import { useCode } from './recovery-codes.store.ts';
import { readRecoveryCode } from './recovery-codes.ts';
import { acceptedStep } from './totp.ts';

export interface ProveDeps {
  readonly transaction: Transaction;
  readonly clock: Clock;
  readonly keys: FactorKeys;
  readonly party: RelyingParty;
  readonly securityEvents: SecurityEvents;
  readonly onProven: Proven;
}

/** What else follows from a factor that was accepted or enrolled, in the same transaction. */
export type Proven = (tx: Db, proof: { readonly sub: string; readonly method: FactorMethod }) => Promise<void>;

/** What the proof is given for. */
export type ProofPurpose = 'second_step' | 'step_up';

export interface ProveFactor {
  /**
   * Verifies a factor of an account and, in the same transaction, does what it was given for. Refused codes of an
   * authenticator app are counted, and too many stop such codes for a while. Passkeys and recovery codes, which nobody
   * guesses, are neither counted nor stopped: who reads the mailbox could otherwise keep the owner out.
   *
   * @throws AppError FactorRefused, SignInExpired for a passkey's challenge that is gone, TooManyRequests
   */
  prove<Result>(
    sub: string,
    proof: FactorProof,
    purpose: ProofPurpose,
    work: (tx: Db, method: FactorMethod) => Promise<Result>,
  ): Promise<Result>;
  /**
   * Verifies an answer of any passkey of this site: who signs in follows from it.
   *
   * @throws AppError FactorRefused, SignInExpired
   */
  provePasskey<Result>(
    asked: { readonly challengeId: string; readonly answer: PasskeyAnswer },
    work: (tx: Db, sub: string) => Promise<Result>,
  ): Promise<Result>;
}

type Verdict = 'accepted' | 'refused' | 'expired';

export function buildProveFactor(deps: ProveDeps): ProveFactor {
  const { clock, keys, party } = deps;

  async function provesTotp(tx: Db, sub: string, code: string): Promise<Verdict> {
    const now = clock.now();
    for (const factor of await listFactors(tx, sub)) {
      if (factor.kind !== 'totp') continue;
      const secret = keys.open(sub, factor.sealedSecret);
      const step = secret === null ? null : acceptedStep(secret, code, { now, lastStep: factor.lastStep });
      if (step === null) continue;
      await noteTotpUse(tx, factor.id, { step, now });
      return 'accepted';
    }
    return 'refused';
  }

  async function provesPasskey(
    tx: Db,
    { challenge, passkey, answer }: { challenge: string; passkey: PasskeyFactor; answer: PasskeyAnswer },
  ): Promise<Verdict> {
    const signCount = await readPasskeyAnswer(party, challenge, { passkey, answer }, () => undefined);
    if (signCount === null) return 'refused';
    await notePasskeyUse(tx, passkey.id, { signCount, now: clock.now() });
    return 'accepted';
  }

  async function verify(tx: Db, sub: string, proof: FactorProof, purpose: ProofPurpose): Promise<Verdict> {
    switch (proof.method) {
      case 'totp':
        return provesTotp(tx, sub, proof.code);
      case 'recovery_code': {
        const code = readRecoveryCode(proof.code);
        const isUsed = code !== null && (await useCode(tx, sub, keys.codeHash(sub, code), clock.now()));
        return isUsed ? 'accepted' : 'refused';
      }
      case 'passkey': {
        const asked = await takeChallenge(tx, { id: proof.challenge_id, purpose, sub }, clock.now());
        const challenge = asked?.challenge ?? null;
        if (challenge === null) return 'expired';
        const passkey = await findPasskey(tx, proof.answer.id);
        if (passkey?.sub !== sub) return 'refused';
        return provesPasskey(tx, { challenge, passkey, answer: proof.answer });
      }
    }
  }

  async function secondsToWait(tx: Db, sub: string): Promise<number | null> {
    const now = clock.now().getTime();
    for (const { most, withinMs } of FAILURES) {
      const oldestOfMost = await timeOfNthFailure(tx, sub, new Date(now - withinMs), most);
      if (oldestOfMost !== null) return Math.max(1, Math.ceil((oldestOfMost.getTime() + withinMs - now) / 1000));
    }
    return null;
  }

  return {
    async prove(sub, proof, purpose, work) {
      // What was refused is counted: an error would undo that, so it is thrown after the transaction.
      const outcome = await deps.transaction(async (tx) => {
        await lockFactors(tx, sub);
        const isGuessable = proof.method === 'totp';
        const waitSeconds = isGuessable ? await secondsToWait(tx, sub) : null;
        if (waitSeconds !== null) return { verdict: 'limited', waitSeconds } as const;
        const verdict = await verify(tx, sub, proof, purpose);
        if (verdict === 'accepted') {
          await deps.onProven(tx, { sub, method: proof.method });
          return { verdict, result: await work(tx, proof.method) } as const;
        }
        if (verdict === 'refused' && isGuessable) await insertFailure(tx, sub, clock.now());
        return { verdict } as const;
      });
      switch (outcome.verdict) {
        case 'accepted':
          return outcome.result;
        case 'limited':
          throw tooManyRequests(outcome.waitSeconds);
        case 'expired':
          throw new AppError('SignInExpired');
        case 'refused':
          throw refusedFactor(sub, proof.method, purpose);
      }
    },

    async provePasskey({ challengeId, answer }, work) {
      const outcome = await deps.transaction(async (tx) => {
        const asked = await takeChallenge(tx, { id: challengeId, purpose: 'sign_in', sub: null }, clock.now());
        const challenge = asked?.challenge ?? null;
        if (challenge === null) return { verdict: 'expired' } as const;
        const passkey = await findPasskey(tx, answer.id);
        if (passkey === null) return { verdict: 'refused', sub: null } as const;
        await lockFactors(tx, passkey.sub);
        const verdict = await provesPasskey(tx, { challenge, passkey, answer });
        if (verdict === 'accepted') {
          await deps.onProven(tx, { sub: passkey.sub, method: 'passkey' });
          return { verdict, result: await work(tx, passkey.sub) } as const;
        }
        return { verdict: 'refused', sub: passkey.sub } as const;
      });
      if (outcome.verdict === 'accepted') return outcome.result;
      if (outcome.verdict === 'expired') throw new AppError('SignInExpired');
      throw refusedFactor(outcome.sub, 'passkey', 'sign_in');
    },
  };
}

function refusedFactor(sub: string | null, method: FactorMethod, during: ProofPurpose | 'sign_in'): AppError {
  const event = { name: 'factor_refused', method, during } as const;
  return new AppError('FactorRefused', {
    security: sub === null ? { event } : { event, subject: { kind: 'account', sub } },
  });
}
