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
  type FileServiceDisputeBody,
  type LabelledAddress,
  type OwnDisputeData,
  type ProofBody,
} from '@assay/contracts';
import { type Audit, currentAct } from '../../../platform/audit/index.ts';
import type { Db } from '../../../platform/db/index.ts';
import { AppError } from '../../../platform/kernel/app-error.ts';
import { isStorable } from '../../../platform/kernel/text/is-storable.ts';
import type { QueueDispute } from './dispute-jobs.ts';
import type { Decision, DisputedLabels, StoredEvidence } from './disputes.ports.ts';
import { networkName, presentForAdmin, presentLogged, presentOwn, presentStated } from './disputes.presenter.ts';
import type { DisputesStore } from './disputes.store.ts';
import { evidenceName } from './evidence-name.ts';
import {
  assertNoAuthority,
  canonicalPlace,
  type Filing,
  type FilingDeps,
  fileDispute,
  fileServiceDispute,
  hashKey,
  invalid,
} from './file-dispute.ts';
import { newChallenge, type ProofDeps, proveControl } from './prove-control.ts';

export interface DisputesDeps extends FilingDeps {
  readonly db: Db;
  readonly store: DisputesStore;
  readonly labels: DisputedLabels;
  readonly audit: Audit;
  readonly queueDecided: QueueDispute;
  readonly challenges: ProofDeps['challenges'];
  /** Host of the site, which texts to sign name. */
  readonly domain: string;
}

export interface DisputesService {
  /** @throws AppError SecretNotAddress, InvalidAddress */
  labelsOf(place: LabelledAddress): Promise<DisputableLabelsData>;
  /** @throws AppError SecretNotAddress, InvalidAddress, ValidationError, LabelOfAuthority, TooManyRequests */
  file(body: FileDisputeBody, filing: Filing): Promise<FiledDispute>;
  /** @throws AppError SecretNotAddress, NotFound, ValidationError, TooManyRequests */
  fileOfService(body: FileServiceDisputeBody, filing: Filing): Promise<FiledDispute>;
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
  /** Those that wait, or of them those about the same as the dispute with the number `alike`. */
  waiting(page: number, alike: number | null): Promise<AdminDisputesData>;
  decided(page: number): Promise<AdminDisputesData>;
  /**
   * Decides once, and withdraws labels in the same transaction. What is decided of a service's row is public, and is
   * carried out in the operator's file of services.
   *
   * @throws AppError NotFound, DisputeDecided, ValidationError, LabelOfAuthority
   */
  decide(id: number, decision: Decision): Promise<AdminDispute>;
}

export function buildDisputesService(deps: DisputesDeps): DisputesService {
  const { db, transaction, store, labels } = deps;
  const proofs: ProofDeps = deps;

  return {
    async labelsOf(place) {
      const { network, address } = canonicalPlace(place);
      const stated = await labels.stated(db, network, address);
      return { network, networkName: networkName(network), address, labels: stated.map(presentStated) };
    },

    file: (body, filing) => fileDispute(deps, body, filing),
    fileOfService: (body, filing) => fileServiceDispute(deps, body, filing),

    async log(page, dispute) {
      if (dispute !== undefined) {
        const decided = await store.findDecided(db, dispute);
        const disputes = decided === null ? [] : [presentLogged(decided)];
        return { disputes, meta: metaOf(1, disputes.length) };
      }
      const { disputes, total } = await store.listDecided(db, page, DISPUTES_PAGE_SIZE);
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

    async waiting(page, alike) {
      const { disputes, total } = await store.listOpen(db, alike, page, DISPUTES_PAGE_SIZE);
      const shown = disputes.map((dispute) => ({ ...presentForAdmin(dispute), alike: dispute.alike }));
      return { disputes: shown, meta: metaOf(page, total) };
    },

    async decided(page) {
      const { disputes, total } = await store.listDecided(db, page, DISPUTES_PAGE_SIZE);
      return {
        disputes: disputes.map((dispute) => ({ ...presentForAdmin(dispute), alike: null })),
        meta: metaOf(page, total),
      };
    },

    async decide(id, decision) {
      const { withdraw, correct, reason } = decision;
      if (!isStorable(reason)) throw invalid('reason', 'holds a character of no text');
      const decided = await transaction(async (tx) => {
        const dispute = await store.lock(tx, id);
        if (dispute === null || dispute.proofBy !== null) throw new AppError('NotFound');
        if (dispute.decidedAt !== null) throw new AppError('DisputeDecided');
        const chosen = withdraw.map((index) => dispute.labels[index]);
        if (!chosen.every((label) => label !== undefined)) throw invalid('withdraw', 'indexes of the dispute’s labels');
        assertNoAuthority(chosen);
        const { network, address, service } = dispute;
        if (correct && service === null) throw invalid('correct', 'false: the dispute is about labels');
        if (network !== null && address !== null) {
          for (const { source, entity, category } of chosen) {
            await labels.withdraw(tx, { network, address, source, entity, category });
          }
        }
        await store.decide(tx, id, { ...decision, reason: reason.trim() });
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

function metaOf(page: number, total: number) {
  return { page, totalPages: Math.ceil(total / DISPUTES_PAGE_SIZE), total };
}
