import { createHash } from 'node:crypto';
import { validateAddress } from '@assay/address';
import { schemeOf } from '@assay/address/signatures';
import type { FileDisputeBody, FiledDispute, FileServiceDisputeBody, LabelledAddress } from '@assay/contracts';
import type { Db } from '../../../platform/db/index.ts';
import type { Transaction } from '../../../platform/db/transactions.ts';
import { AppError } from '../../../platform/kernel/app-error.ts';
import { isStorable } from '../../../platform/kernel/text/is-storable.ts';
import { refuseSecretAsAddress, refuseSecretIn } from '../../../platform/kernel/text/pasted-secrets.ts';
import type { Clock } from '../../../platform/kernel/time/clock.ts';
import type { StatedLabel } from '../../labels/index.ts';
import type { QueueDispute } from './dispute-jobs.ts';
import { OPEN_DISPUTES_PER_ADDRESS, PROOF_WITHIN_MS } from './disputes.policy.ts';
import type { DisputedLabels, LabelChoice, NewDispute } from './disputes.ports.ts';
import { authorityListOf } from './disputes.presenter.ts';
import type { DisputesStore } from './disputes.store.ts';

export interface FilingDeps {
  readonly transaction: Transaction;
  readonly store: Pick<DisputesStore, 'lockAddress' | 'countOpen' | 'insert'>;
  readonly labels: Pick<DisputedLabels, 'stated'>;
  /** The entity of a row of the list of services, by any spelling, as the list names it; null where there is none. */
  readonly serviceNamed: (name: string) => Promise<string | null>;
  readonly clock: Clock;
  /** 32 hexadecimal digits from a cryptographic source. */
  readonly newNonce: () => string;
  /** The key of the link that belongs to a seed: 32 hexadecimal digits. */
  readonly keyOf: (seed: string) => string;
  readonly queueFiled: QueueDispute;
}

/** Who files, and what counts it. */
export interface Filing {
  /** The account that files it; null without one. */
  readonly sub: string | null;
  /**
   * Counts it for the person, the network and the mailbox, and says whether its mails are sent; called for a body that
   * nothing is wrong with so far.
   */
  readonly admit: () => Promise<{ readonly isMailed: boolean }>;
}

/** @throws AppError SecretNotAddress, InvalidAddress, ValidationError, LabelOfAuthority, TooManyRequests */
export async function fileDispute(deps: FilingDeps, body: FileDisputeBody, filing: Filing): Promise<FiledDispute> {
  const place = canonicalPlace(body);
  const { network, address } = place;
  assertReadable(body);
  assertNoAuthority(body.labels);
  const { isMailed } = await filing.admit();
  return file(deps, body, async (tx) => {
    await deps.store.lockAddress(tx, network, address);
    const stated = await deps.labels.stated(tx, network, address);
    if (!body.labels.every((label) => isStated(stated, label)) || hasRepeats(body.labels)) {
      throw invalid('labels', 'each a label that the address has, once');
    }
    const proofBy = await proofByFor(deps, tx, place);
    return { ...place, service: null, labels: body.labels, ground: body.ground, sub: filing.sub, proofBy, isMailed };
  });
}

/**
 * A dispute of a service's row: by anybody, and read without a proof, since nobody controls a row. However many wait, one
 * more is filed: a limit of the row could be used up by a stranger.
 *
 * @throws AppError SecretNotAddress, NotFound, ValidationError, TooManyRequests
 */
export async function fileServiceDispute(
  deps: FilingDeps,
  body: FileServiceDisputeBody,
  filing: Filing,
): Promise<FiledDispute> {
  assertReadable(body);
  const service = await deps.serviceNamed(body.service);
  if (service === null) throw new AppError('NotFound');
  const { isMailed } = await filing.admit();
  const about = { network: null, address: null, service, labels: [] };
  return file(deps, body, async () => ({
    ...about,
    ...{ ground: body.ground, sub: filing.sub, proofBy: null, isMailed },
  }));
}

type Filed = Omit<NewDispute, 'keyHash' | 'keySeed' | 'statement' | 'email'>;

/** Stores what `about` finds right in the same transaction, and queues its receipt. */
async function file(
  { transaction, store, newNonce, keyOf, queueFiled }: FilingDeps,
  { statement, email }: { readonly statement: string; readonly email: string },
  about: (tx: Db) => Promise<Filed>,
): Promise<FiledDispute> {
  const keySeed = newNonce();
  const key = keyOf(keySeed);
  const id = await transaction(async (tx) => {
    const filed = await about(tx);
    const dispute = { ...filed, keyHash: hashKey(key), keySeed, statement: statement.trim(), email };
    const number = await store.insert(tx, dispute);
    await queueFiled(tx, number);
    return number;
  });
  return { id, key };
}

/** Until when a dispute must show control of its address to be read; null where one more may wait without. */
async function proofByFor({ store, clock }: FilingDeps, tx: Db, place: LabelledAddress): Promise<Date | null> {
  const { network, address } = place;
  const { unproven } = await store.countOpen(tx, network, address);
  // Where no signature is verified, nobody could make room for the person whom the label concerns.
  if (unproven < OPEN_DISPUTES_PER_ADDRESS || schemeOf(network, address) === null) return null;
  return new Date(clock.now().getTime() + PROOF_WITHIN_MS);
}

/** @throws AppError SecretNotAddress, ValidationError */
function assertReadable({ statement, email }: { readonly statement: string; readonly email: string }): void {
  for (const [field, text] of Object.entries({ statement, email })) {
    refuseSecretIn(text);
    if (!isStorable(text)) throw invalid(field, 'holds a character of no text');
  }
}

/** What is stored of the key in a dispute's link. */
export function hashKey(key: string): Buffer {
  return createHash('sha256').update(key).digest();
}

/** @throws AppError SecretNotAddress, InvalidAddress */
export function canonicalPlace({ network, address }: LabelledAddress): LabelledAddress {
  refuseSecretAsAddress(address);
  if (!isStorable(address) || !isStorable(network)) throw new AppError('InvalidAddress');
  const verdict = validateAddress(address.trim(), network);
  if (!verdict.ok) throw new AppError('InvalidAddress');
  return { network, address: verdict.canonical };
}

/** Only an authority can end its own listing. @throws AppError LabelOfAuthority */
export function assertNoAuthority(chosen: readonly LabelChoice[]): void {
  for (const { source } of chosen) {
    const list = authorityListOf(source);
    if (list === null) continue;
    throw new AppError('LabelOfAuthority', {
      publicText: `${list}: only the authority can change its own list. A label of it is not withdrawn here.`,
    });
  }
}

function isStated(stated: readonly StatedLabel[], { source, entity, category }: LabelChoice): boolean {
  return stated.some((label) => label.source === source && label.entity === entity && label.category === category);
}

function hasRepeats(chosen: readonly LabelChoice[]): boolean {
  const keys = chosen.map(({ source, entity, category }) => JSON.stringify([source, entity, category]));
  return new Set(keys).size < keys.length;
}

export function invalid(field: string, problem: string): AppError {
  return new AppError('ValidationError', { fields: [{ field, problem }] });
}
