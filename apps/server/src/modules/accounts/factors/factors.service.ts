import type { EnrolledData, Factor, FactorsData, NewPasskey, NewTotpData } from '@assay/contracts';
import { type Audit, currentOrigin } from '../../../platform/audit/index.ts';
import type { Db } from '../../../platform/db/index.ts';
import type { Transaction } from '../../../platform/db/transactions.ts';
import { AppError } from '../../../platform/kernel/app-error.ts';
import type { SignedIn } from '../../../platform/kernel/caller.ts';
import type { SecurityEvents } from '../../../platform/kernel/security-events/index.ts';
import { refuseSecretName } from '../../../platform/kernel/text/pasted-secrets.ts';
import type { Clock } from '../../../platform/kernel/time/clock.ts';
import type { FactorKind, FactorMethod } from '../../../platform/kernel/who/assurance.ts';
import {
  type ChallengePurpose,
  deleteChallengesBefore,
  findChallenge,
  insertChallenge,
  takeChallenge,
} from './challenges.store.ts';
import type { FactorKeys } from './factor-keys.ts';
import { CHALLENGE_SECONDS, ENROL_SECONDS, FACTORS_AT_MOST, FAILURES_KEPT_MS } from './factors.policy.ts';
import type { NotifyChange, RelyingParty } from './factors.ports.ts';
import {
  deleteFactor,
  deleteFailuresBefore,
  insertPasskey,
  insertTotp,
  listFactors,
  lockFactors,
  type StoredFactor,
} from './factors.store.ts';
import {
  askForNewPasskey,
  askForPasskey,
  type PublicKeyCredentialCreationOptionsJSON,
  type PublicKeyCredentialRequestOptionsJSON,
  readNewPasskey,
} from './passkeys.ts';
import type { Proven } from './prove-factor.ts';
import { qrPath } from './qr-path.ts';
import { countUnusedCodes, deleteCodes, replaceCodes } from './recovery-codes.store.ts';
import { newRecoveryCodes, readRecoveryCode } from './recovery-codes.ts';
import { acceptedStep, describeTotp, newTotpSecret } from './totp.ts';

export interface FactorsDeps {
  readonly db: Db;
  readonly transaction: Transaction;
  readonly clock: Clock;
  /** 32 lower-case hex digits from a cryptographic source. */
  readonly newId: () => string;
  readonly keys: FactorKeys;
  readonly party: RelyingParty;
  readonly securityEvents: SecurityEvents;
  readonly audit: Audit;
  readonly notify: NotifyChange;
  readonly onProven: Proven;
  readonly sessions: {
    /** Records that a factor was given in the session. */
    stepUp(db: Db, signedIn: Pick<SignedIn, 'sessionId' | 'caller'>, method: FactorMethod): Promise<void>;
    /** Ends all other sessions of the user. */
    endOthers(db: Db, signedIn: Pick<SignedIn, 'sessionId' | 'caller'>): Promise<void>;
  };
}

export interface AskedPasskey<Options> {
  readonly challengeId: string;
  readonly options: Options;
}

export interface FactorsService {
  list(signedIn: SignedIn): Promise<FactorsData>;
  /** @throws AppError TooManyFactors */
  beginTotp(signedIn: SignedIn): Promise<NewTotpData>;
  /**
   * Enrols the app by a code of it. With the first factor, other sessions end: they were opened without one.
   *
   * @throws AppError FactorRefused, SignInExpired, TooManyFactors
   */
  enrolTotp(
    signedIn: SignedIn,
    given: { readonly challengeId: string; readonly code: string; readonly name: string },
  ): Promise<EnrolledData>;
  /** @throws AppError TooManyFactors */
  beginPasskey(signedIn: SignedIn): Promise<AskedPasskey<PublicKeyCredentialCreationOptionsJSON>>;
  /** @throws AppError FactorRefused, SignInExpired, TooManyFactors */
  enrolPasskey(
    signedIn: SignedIn,
    given: { readonly challengeId: string; readonly passkey: NewPasskey; readonly name: string },
  ): Promise<EnrolledData>;
  /** A challenge for a passkey: of the account, or for signing in by any passkey of this site. */
  askPasskey(
    purpose: Extract<ChallengePurpose, 'sign_in' | 'second_step' | 'step_up'>,
    sub: string | null,
  ): Promise<AskedPasskey<PublicKeyCredentialRequestOptionsJSON>>;
  /** @throws AppError NotFound */
  remove(signedIn: SignedIn, id: string): Promise<void>;
  /** New recovery codes in place of all former ones. @throws AppError NotFound: the account has no factor */
  renewCodes(signedIn: SignedIn): Promise<readonly string[]>;
  forgetOld(): Promise<void>;
}

export function buildFactorsService(deps: FactorsDeps): FactorsService {
  const { db, clock, keys, party } = deps;

  function record(sub: string, change: 'added' | 'removed' | 'codes_renewed', kind: FactorKind | null): void {
    deps.securityEvents.record({ name: 'factor_changed', change, kind }, { kind: 'account', sub });
  }

  function audit(tx: Db, sub: string, action: 'factor.add' | 'factor.remove' | 'factor.reset', id: string | null) {
    const target = id === null ? null : { kind: 'factor', id };
    const actor = { kind: 'person', sub } as const;
    return deps.audit(tx, { workspace: sub, actor, action, target, from: currentOrigin(), text: null });
  }

  async function assertRoom(tx: Db, sub: string): Promise<readonly StoredFactor[]> {
    const factors = await listFactors(tx, sub);
    if (factors.length >= FACTORS_AT_MOST) throw new AppError('TooManyFactors');
    return factors;
  }

  async function ask(
    purpose: ChallengePurpose,
    sub: string | null,
    asked: { challenge: string } | { sealedSecret: Buffer },
  ): Promise<string> {
    const createdAt = clock.now();
    const seconds = purpose === 'enrol_totp' ? ENROL_SECONDS : CHALLENGE_SECONDS;
    const id = deps.newId();
    const expiresAt = new Date(createdAt.getTime() + seconds * 1000);
    const isKept = await insertChallenge(db, {
      challenge: null,
      sealedSecret: null,
      ...asked,
      id,
      purpose,
      sub,
      createdAt,
      expiresAt,
    });
    if (!isKept) throw new AppError('Unauthorized');
    return id;
  }

  async function writeCodes(tx: Db, sub: string): Promise<readonly string[]> {
    const codes = newRecoveryCodes();
    const hashes = codes.map((code) => keys.codeHash(sub, readRecoveryCode(code) ?? code));
    await replaceCodes(tx, sub, hashes, clock.now());
    return codes;
  }

  /** What every enrolment does, in its transaction, around writing the factor. */
  async function enrol(
    tx: Db,
    signedIn: SignedIn,
    kind: FactorKind,
    write: (id: string, createdAt: Date) => Promise<void>,
  ): Promise<EnrolledData> {
    const { sub } = signedIn.caller;
    const former = await assertRoom(tx, sub);
    const id = deps.newId();
    await write(id, clock.now());
    if (former.length === 0) await deps.sessions.endOthers(tx, signedIn);
    await deps.sessions.stepUp(tx, signedIn, kind);
    await deps.onProven(tx, { sub, method: kind });
    const added = (await listFactors(tx, sub)).find((factor) => factor.id === id);
    if (added === undefined) throw new Error('The factor was not written');
    await deps.notify(tx, { sub, kind: 'factor_added', target: id, detail: inWords(added) });
    await audit(tx, sub, 'factor.add', id);
    const codes = former.length === 0 ? await writeCodes(tx, sub) : null;
    return { factor: present(added), recovery_codes: codes === null ? null : [...codes] };
  }

  return {
    async list({ caller: { sub, isAdmin }, assurance: { isFresh } }) {
      const factors = await listFactors(db, sub);
      return {
        factors: factors.map(present),
        recovery_codes_left: await countUnusedCodes(db, sub),
        is_confirmed: isFresh,
        is_needed: isAdmin,
      };
    },

    async beginTotp({ caller: { sub, email } }) {
      await assertRoom(db, sub);
      const secret = newTotpSecret();
      const { base32, uri } = describeTotp(secret, { issuer: party.name, label: email });
      const challengeId = await ask('enrol_totp', sub, { sealedSecret: keys.seal(sub, secret) });
      return { challenge_id: challengeId, secret: base32, uri, qr: { ...qrPath(uri) } };
    },

    async enrolTotp(signedIn, { challengeId, code, name }) {
      refuseSecretName(name, 'name');
      const { sub } = signedIn.caller;
      const now = clock.now();
      const wanted = { id: challengeId, purpose: 'enrol_totp', sub } as const;
      const enrolled = await deps.transaction(async (tx) => {
        await lockFactors(tx, sub);
        // A mistyped code does not use the secret up: it is of the user's own making, and guessing it gains nothing.
        const asked = await findChallenge(tx, wanted, now);
        const secret = asked?.sealedSecret == null ? null : keys.open(sub, asked.sealedSecret);
        if (asked === null || secret === null) throw new AppError('SignInExpired');
        const step = acceptedStep(secret, code, { now, lastStep: null });
        if (step === null) throw new AppError('FactorRefused');
        await takeChallenge(tx, wanted, now);
        return enrol(tx, signedIn, 'totp', (id, createdAt) =>
          insertTotp(tx, { id, sub, name, createdAt, sealedSecret: keys.seal(sub, secret), lastStep: step }),
        );
      });
      record(sub, 'added', 'totp');
      return enrolled;
    },

    async beginPasskey({ caller: { sub, email } }) {
      const known = (await assertRoom(db, sub)).filter((factor) => factor.kind === 'passkey');
      const options = await askForNewPasskey(party, { sub, email }, known);
      return { challengeId: await ask('enrol_passkey', sub, { challenge: options.challenge }), options };
    },

    async enrolPasskey(signedIn, { challengeId, passkey, name }) {
      refuseSecretName(name, 'name');
      const { sub } = signedIn.caller;
      const asked = await takeChallenge(db, { id: challengeId, purpose: 'enrol_passkey', sub }, clock.now());
      if (asked === null || asked.challenge === null) throw new AppError('SignInExpired');
      let reason = 'not verified';
      const made = await readNewPasskey(party, asked.challenge, passkey, (why) => {
        reason = why;
      });
      if (made === null) throw new AppError('FactorRefused', { internal: reason });
      const enrolled = await deps.transaction(async (tx) => {
        await lockFactors(tx, sub);
        return enrol(tx, signedIn, 'passkey', async (id, createdAt) => {
          const isNew = await insertPasskey(tx, { id, sub, name, createdAt, ...made });
          if (!isNew) throw new AppError('FactorRefused', { internal: 'the passkey is enrolled already' });
        });
      });
      record(sub, 'added', 'passkey');
      return enrolled;
    },

    async askPasskey(purpose, sub) {
      const factors = sub === null ? [] : await listFactors(db, sub);
      const options = await askForPasskey(
        party,
        factors.filter((factor) => factor.kind === 'passkey'),
      );
      return { challengeId: await ask(purpose, sub, { challenge: options.challenge }), options };
    },

    async remove({ caller: { sub } }, id) {
      const removed = await deps.transaction(async (tx) => {
        await lockFactors(tx, sub);
        const factor = await deleteFactor(tx, sub, id);
        if (factor === null) throw new AppError('NotFound');
        if ((await listFactors(tx, sub)).length === 0) await deleteCodes(tx, sub);
        await deps.notify(tx, { sub, kind: 'factor_removed', target: id, detail: inWords(factor) });
        await audit(tx, sub, 'factor.remove', id);
        return factor;
      });
      record(sub, 'removed', removed.kind);
    },

    async renewCodes({ caller: { sub } }) {
      const codes = await deps.transaction(async (tx) => {
        await lockFactors(tx, sub);
        if ((await listFactors(tx, sub)).length === 0) throw new AppError('NotFound');
        const made = await writeCodes(tx, sub);
        await deps.notify(tx, { sub, kind: 'codes_renewed' });
        await audit(tx, sub, 'factor.reset', null);
        return made;
      });
      record(sub, 'codes_renewed', null);
      return codes;
    },

    async forgetOld() {
      const now = clock.now();
      await deleteChallengesBefore(db, now);
      await deleteFailuresBefore(db, new Date(now.getTime() - FAILURES_KEPT_MS));
    },
  };
}

/** As a mail names it. */
function inWords({ kind, name }: StoredFactor): string {
  return `The ${kind === 'passkey' ? 'passkey' : 'authenticator app'} “${name}”`;
}

function present({ id, kind, name, createdAt, lastUsedAt }: StoredFactor): Factor {
  const last_used_at = lastUsedAt?.toISOString() ?? null;
  return { id, kind, name, created_at: createdAt.toISOString(), last_used_at };
}
