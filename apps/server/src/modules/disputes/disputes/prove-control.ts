import { isSignedBy, schemeOf } from '@assay/address/signatures';
import type { ChallengeData, LabelledAddress, OwnDisputeData, ProofBody } from '@assay/contracts';
import type { Db } from '../../../platform/db/index.ts';
import type { Transaction } from '../../../platform/db/transactions.ts';
import { AppError, tooManyRequests } from '../../../platform/kernel/app-error.ts';
import type { challengesStore } from './challenges.store.ts';
import { OPEN_DISPUTES_PER_ADDRESS } from './disputes.policy.ts';
import type { StoredDispute } from './disputes.ports.ts';
import { presentOwn } from './disputes.presenter.ts';
import type { DisputesStore } from './disputes.store.ts';

export interface ProofDeps {
  readonly transaction: Transaction;
  readonly store: Pick<DisputesStore, 'findByKey' | 'lock' | 'lockAddress' | 'find' | 'countOpen' | 'admit'>;
  readonly challenges: typeof challengesStore;
  /** 32 hexadecimal digits from a cryptographic source. */
  readonly newNonce: () => string;
  /** Host of the site, which the text names. */
  readonly domain: string;
}

/** How long a text may be signed. */
const CHALLENGE_SECONDS = 3_600;
/** Texts that a dispute is given in all. */
const MOST_CHALLENGES = 20;

/** Gives a text to sign. @throws AppError NotFound, DisputeDecided, ValidationError, TooManyRequests */
export function newChallenge(deps: ProofDeps, keyHash: Buffer): Promise<ChallengeData> {
  const { challenges, domain, newNonce } = deps;
  return deps.transaction(async (tx) => {
    const dispute = await lockOpen(deps, tx, keyHash);
    const place = controlledPlace(dispute);
    const { expiresAt, given } = await challenges.begin(tx, dispute.id, CHALLENGE_SECONDS);
    if (given >= MOST_CHALLENGES) throw tooManyRequests(CHALLENGE_SECONDS);
    const nonce = newNonce();
    const text = textOf({ domain, dispute: dispute.id, place, nonce, expiresAt });
    await challenges.insert(tx, dispute.id, { nonce, text, expiresAt });
    return { nonce, text, expiresAt: expiresAt.toISOString(), scheme: place.scheme };
  });
}

/**
 * Accepts a signature of a text that was given for this dispute, once. A dispute that waited for it is read from then on.
 *
 * @throws AppError NotFound, DisputeDecided, ValidationError, SignatureRefused, TooManyRequests
 */
export function proveControl(
  deps: ProofDeps,
  keyHash: Buffer,
  { nonce, signature }: ProofBody,
): Promise<OwnDisputeData> {
  const { store, challenges } = deps;
  return deps.transaction(async (tx) => {
    const dispute = await lockOpen(deps, tx, keyHash);
    const place = controlledPlace(dispute);
    const { scheme } = place;
    const text = await challenges.findOpen(tx, dispute.id, nonce);
    if (text === null) {
      throw new AppError('SignatureRefused', { publicText: 'This text was used or has expired. Ask for a new one.' });
    }
    if (!isSignedBy(scheme, place.address, text, signature)) {
      throw new AppError('SignatureRefused', { publicText: 'This is no signature of the text by the address.' });
    }
    if (dispute.proofBy !== null) await assertRoomForProven(store, tx, place);
    await challenges.use(tx, nonce, scheme);
    await store.admit(tx, dispute.id);
    return presentOwn({ ...dispute, proof: scheme, ...(await store.find(tx, dispute.id)) });
  });
}

/** Only who controls the address can use this room up. @throws AppError TooManyRequests */
async function assertRoomForProven(
  store: ProofDeps['store'],
  tx: Db,
  { network, address }: LabelledAddress,
): Promise<void> {
  await store.lockAddress(tx, network, address);
  if ((await store.countOpen(tx, network, address)).proven < OPEN_DISPUTES_PER_ADDRESS) return;
  throw new AppError('TooManyRequests', {
    publicText: `${OPEN_DISPUTES_PER_ADDRESS} disputes with a proof of control of this address already wait for a decision.`,
  });
}

async function lockOpen({ store }: ProofDeps, tx: Db, keyHash: Buffer): Promise<StoredDispute> {
  const filed = await store.findByKey(tx, keyHash);
  const dispute = filed === null ? null : await store.lock(tx, filed.id);
  if (dispute === null) throw new AppError('NotFound');
  if (dispute.decidedAt !== null) throw new AppError('DisputeDecided');
  return dispute;
}

/** The address whose control can be shown, and how. @throws AppError ValidationError: there is none */
function controlledPlace({ network, address }: StoredDispute) {
  const scheme = network === null || address === null ? null : schemeOf(network, address);
  if (network !== null && address !== null && scheme !== null) return { network, address, scheme };
  throw new AppError('ValidationError', {
    fields: [{ field: 'address', problem: 'signatures of such addresses are not verified here' }],
  });
}

/** Lines that a person can read before signing, and that fit no other site, dispute, address or time. */
function textOf({
  domain,
  dispute,
  place: { network, address },
  nonce,
  expiresAt,
}: {
  readonly domain: string;
  readonly dispute: number;
  readonly place: LabelledAddress;
  readonly nonce: string;
  readonly expiresAt: Date;
}): string {
  return [
    `${domain}: proof of control`,
    `Dispute: ${dispute}`,
    `Network: ${network}`,
    `Address: ${address}`,
    'Statement: I control this address. This signature moves no funds and gives no permission.',
    `Nonce: ${nonce}`,
    `Valid until: ${expiresAt.toISOString()}`,
  ].join('\n');
}
