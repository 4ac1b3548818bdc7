import { createHash } from 'node:crypto';
import { validateAddress } from '@assay/address';
import { schemeOf } from '@assay/address/signatures';
import {
  type AdminDispute,
  type AdminDisputesData,
  type ChallengeData,
  DISPUTES_PAGE_SIZE,
  type DisputableLabelsData,
  type DisputeLogData,
  EVIDENCE_BYTES_MAX,
  EVIDENCE_FILES_MAX,
  type EvidenceBody,
  type FileDisputeBody,
  type FiledDispute,
  type LabelledAddress,
  type OwnDisputeData,
  type ProofBody,
} from '@assay/contracts';
import { type Audit, currentAct } from '../../../platform/audit/index.ts';
import type { Db } from '../../../platform/db/index.ts';
import type { Transaction } from '../../../platform/db/transactions.ts';
import { AppError } from '../../../platform/kernel/app-error.ts';
import { isStorable } from '../../../platform/kernel/text/is-storable.ts';
import { refuseSecretAsAddress, refuseSecretIn } from '../../../platform/kernel/text/pasted-secrets.ts';
import type { Clock } from '../../../platform/kernel/time/clock.ts';
import type { StatedLabel } from '../../labels/index.ts';
import type { QueueDispute } from './dispute-jobs.ts';
import { OPEN_DISPUTES_PER_ADDRESS, PROOF_WITHIN_MS } from './disputes.policy.ts';
import type { DisputedLabels, DisputeState, LabelChoice, StoredEvidence } from './disputes.ports.ts';
import {
  authorityListOf,
  networkName,
  presentForAdmin,
  presentLogged,
  presentOwn,
  presentStated,
} from './disputes.presenter.ts';
import type { DisputesStore } from './disputes.store.ts';
import { evidenceName } from './evidence-name.ts';
import { newChallenge, type ProofDeps, proveControl } from './prove-control.ts';

export interface DisputesDeps {
  readonly db: Db;
  readonly transaction: Transaction;
  readonly store: DisputesStore;
  readonly labels: DisputedLabels;
  readonly clock: Clock;
  /** 32 hexadecimal digits from a cryptographic source. */
  readonly newNonce: () => string;
  /** The key of the link that belongs to a seed: 32 hexadecimal digits. */
  readonly keyOf: (seed: string) => string;
  readonly audit: Audit;
  readonly queueDecided: QueueDispute;
  readonly queueFiled: QueueDispute;
  readonly challenges: ProofDeps['challenges'];
  /** Host of the site, which texts to sign name. */
  readonly domain: string;
}

export interface Decision {
  /** Indexes in the dispute's list of labels. */
  readonly withdraw: readonly number[];
  readonly reason: string;
  /** The administrator's account. */
  readonly decidedBy: string;
}

export interface DisputesService {
  /** @throws AppError SecretNotAddress, InvalidAddress */
  labelsOf(place: LabelledAddress): Promise<DisputableLabelsData>;
  /**
   * @param sub the account that files it; null without one
   * @param admit counts it for the person, the network and the mailbox, and says whether its mails are sent; called for a
   *   body that nothing is wrong with so far
   * @throws AppError SecretNotAddress, InvalidAddress, ValidationError, LabelOfAuthority, TooManyRequests
   */
  file(
    body: FileDisputeBody,
    sub: string | null,
    admit: () => Promise<{ readonly isMailed: boolean }>,
  ): Promise<FiledDispute>;
  /** One page of the public log, or the decision on one dispute alone. */
  log(page: number, dispute?: number): Promise<DisputeLogData>;
  /** @throws AppError NotFound */
  own(key: string): Promise<OwnDisputeData>;
  /** @throws AppError NotFound, DisputeDecided, ValidationError, PayloadTooLarge */
  addEvidence(key: string, file: EvidenceBody): Promise<OwnDisputeData>;
  /** @throws AppError NotFound, DisputeDecided, ValidationError, TooManyRequests */
  challenge(key: string): Promise<ChallengeData>;
  /** @throws AppError NotFound, DisputeDecided, ValidationError, SignatureRefused */
  prove(key: string, proof: ProofBody): Promise<OwnDisputeData>;
  /** @throws AppError NotFound */
  evidence(id: number, file: number): Promise<StoredEvidence>;
  list(state: DisputeState, page: number): Promise<AdminDisputesData>;
  /**
   * Decides once, and withdraws labels in the same transaction.
   *
   * @throws AppError NotFound, DisputeDecided, ValidationError, LabelOfAuthority
   */
  decide(id: number, decision: Decision): Promise<AdminDispute>;
}

export function buildDisputesService(deps: DisputesDeps): DisputesService {
  const { db, transaction, store, labels } = deps;
  const proofs: ProofDeps = deps;

  /** Until when a dispute must show control of its address to be read; null where the address has room without. */
  async function proofByFor(tx: Db, { network, address }: LabelledAddress): Promise<Date | null> {
    const { unproven } = await store.countOpen(tx, network, address);
    if (unproven < OPEN_DISPUTES_PER_ADDRESS) return null;
    if (schemeOf(network, address) !== null) return new Date(deps.clock.now().getTime() + PROOF_WITHIN_MS);
    throw new AppError('TooManyRequests', {
      publicText: `${OPEN_DISPUTES_PER_ADDRESS} disputes of this address already wait for a decision.`,
    });
  }

  return {
    async labelsOf(place) {
      const { network, address } = canonicalPlace(place);
      const stated = await labels.stated(db, network, address);
      return { network, networkName: networkName(network), address, labels: stated.map(presentStated) };
    },

    async file(body, sub, admit) {
      const { network, address } = canonicalPlace(body);
      refuseSecretIn(body.statement);
      if (![body.statement, body.email].every(isStorable)) throw invalid('statement', 'holds a character of no text');
      assertNoAuthority(body.labels);
      const { isMailed } = await admit();
      const keySeed = deps.newNonce();
      const key = deps.keyOf(keySeed);
      const id = await transaction(async (tx) => {
        await store.lockAddress(tx, network, address);
        const stated = await labels.stated(tx, network, address);
        if (!body.labels.every((label) => isStated(stated, label)) || hasRepeats(body.labels)) {
          throw invalid('labels', 'each a label that the address has, once');
        }
        const proofBy = await proofByFor(tx, { network, address });
        const filed = await store.insert(tx, {
          keyHash: hashKey(key),
          keySeed,
          network,
          address,
          labels: body.labels,
          ground: body.ground,
          statement: body.statement.trim(),
          email: body.email,
          sub,
          proofBy,
          isMailed,
        });
        await deps.queueFiled(tx, filed);
        return filed;
      });
      return { id, key };
    },

    async log(page, dispute) {
      if (dispute !== undefined) {
        const decided = await store.findDecided(db, dispute);
        const disputes = decided === null ? [] : [presentLogged(decided)];
        return { disputes, meta: metaOf(1, disputes.length) };
      }
      const { disputes, total } = await store.list(db, 'decided', page, DISPUTES_PAGE_SIZE);
      return { disputes: disputes.map(presentLogged), meta: metaOf(page, total) };
    },

    async own(key) {
      const dispute = await store.findByKey(db, hashKey(key));
      if (dispute === null) throw new AppError('NotFound');
      return presentOwn(dispute);
    },

    async addEvidence(key, file) {
      const evidence = { name: evidenceName(file.name), content: bytesOf(file.content) };
      const changed = await transaction(async (tx) => {
        const filed = await store.findByKey(tx, hashKey(key));
        const dispute = filed === null ? null : await store.lock(tx, filed.id);
        if (dispute === null) throw new AppError('NotFound');
        if (dispute.decidedAt !== null) throw new AppError('DisputeDecided');
        if (dispute.evidence.length >= EVIDENCE_FILES_MAX)
          throw invalid('content', `${EVIDENCE_FILES_MAX} files at most`);
        await store.addEvidence(tx, dispute.id, evidence);
        return store.find(tx, dispute.id);
      });
      if (changed === null) throw new Error('A dispute is gone that is locked');
      return presentOwn(changed);
    },

    challenge: (key) => newChallenge(proofs, hashKey(key)),
    prove: (key, proof) => proveControl(proofs, hashKey(key), proof),

    async evidence(id, file) {
      const found = await store.findEvidence(db, id, file);
      if (found === null) throw new AppError('NotFound');
      return found;
    },

    async list(state, page) {
      const { disputes, total } = await store.list(db, state, page, DISPUTES_PAGE_SIZE);
      return { disputes: disputes.map(presentForAdmin), meta: metaOf(page, total) };
    },

    async decide(id, { withdraw, reason, decidedBy }) {
      if (!isStorable(reason)) throw invalid('reason', 'holds a character of no text');
      const decided = await transaction(async (tx) => {
        const dispute = await store.lock(tx, id);
        if (dispute === null || dispute.proofBy !== null) throw new AppError('NotFound');
        if (dispute.decidedAt !== null) throw new AppError('DisputeDecided');
        const chosen = withdraw.map((index) => dispute.labels[index]);
        if (!chosen.every((label) => label !== undefined)) throw invalid('withdraw', 'indexes of the dispute’s labels');
        assertNoAuthority(chosen);
        const { network, address } = dispute;
        for (const { source, entity, category } of chosen) {
          await labels.withdraw(tx, { network, address, source, entity, category });
        }
        await store.decide(tx, id, { withdraw, reason: reason.trim(), decidedBy });
        await deps.queueDecided(tx, id);
        const target = { kind: 'dispute', id: String(id) };
        await deps.audit(tx, { ...currentAct(), workspace: null, action: 'dispute.decide', target, text: null });
        return store.find(tx, id);
      });
      if (decided === null) throw new Error('A decided dispute is gone');
      return presentForAdmin(decided);
    },
  };
}

/** @throws AppError ValidationError, PayloadTooLarge */
function bytesOf(base64: string): Buffer {
  const content = Buffer.from(base64, 'base64');
  if (content.length === 0 || content.toString('base64') !== base64) throw invalid('content', 'base64 of a file');
  if (content.length > EVIDENCE_BYTES_MAX) throw new AppError('PayloadTooLarge');
  return content;
}

function hashKey(key: string): Buffer {
  return createHash('sha256').update(key).digest();
}

function metaOf(page: number, total: number) {
  return { page, totalPages: Math.ceil(total / DISPUTES_PAGE_SIZE), total };
}

/** @throws AppError SecretNotAddress, InvalidAddress */
function canonicalPlace({ network, address }: LabelledAddress): LabelledAddress {
  refuseSecretAsAddress(address);
  if (!isStorable(address) || !isStorable(network)) throw new AppError('InvalidAddress');
  const verdict = validateAddress(address.trim(), network);
  if (!verdict.ok) throw new AppError('InvalidAddress');
  return { network, address: verdict.canonical };
}

/** Only an authority can end its own listing. */
function assertNoAuthority(chosen: readonly LabelChoice[]): void {
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

function invalid(field: string, problem: string): AppError {
  return new AppError('ValidationError', { fields: [{ field, problem }] });
}
