import { schemeOf } from '@assay/address/signatures';
import type { AdminDispute, DisputableLabel, LoggedDispute, OwnDisputeData } from '@assay/contracts';
import {
  AUTHORITIES,
  CATEGORIES,
  type Category,
  findAuthority,
  isCategory,
  isNetworkId,
  NETWORKS,
} from '@assay/domain';
import { sourceKindOf } from '@assay/wording';
import type { StatedLabel } from '../../labels/index.ts';
import type { DecidedChoice, StoredDispute } from './disputes.ports.ts';

export function networkName(network: string): string {
  return isNetworkId(network) ? NETWORKS[network].name : network;
}

/** The list of an authority, in words; null for a source that is none. */
export function authorityListOf(source: string): string | null {
  const authority = findAuthority(source);
  return authority === null ? null : AUTHORITIES[authority].list;
}

export function presentStated({ source, entity, category, sourceDate, isDerived }: StatedLabel): DisputableLabel {
  const known = categoryOf(category);
  const label = { entity, category: known, source, ...(isDerived ? { origin: 'derived' as const } : {}) };
  return {
    source,
    entity,
    category,
    categoryTitle: CATEGORIES[known].title,
    sourceKind: sourceKindOf(label),
    sourceDate,
    authorityList: authorityListOf(source),
  };
}

function presentSubject({ network, address, service, labels }: StoredDispute) {
  const name = network === null ? null : networkName(network);
  return { network, networkName: name, address, service, labels: labels.map(presentDecided) };
}

function outcomeOf({ labels, correctsService }: StoredDispute): LoggedDispute['decision'] {
  if (correctsService) return 'corrected';
  return labels.some(({ isWithdrawn }) => isWithdrawn) ? 'withdrawn' : 'kept';
}

/** @throws Error for a dispute that is open */
export function presentLogged(dispute: StoredDispute): LoggedDispute {
  const { decidedAt, reason } = dispute;
  if (decidedAt === null || reason === null) throw new Error('The public log holds only decided disputes');
  const { id, ground, filedAt } = dispute;
  return {
    ...presentSubject(dispute),
    id,
    ground,
    decision: outcomeOf(dispute),
    reason,
    filedAt: filedAt.toISOString(),
    decidedAt: decidedAt.toISOString(),
    hasProof: dispute.proof !== null,
  };
}

export function presentOwn(dispute: StoredDispute): OwnDisputeData {
  const { id, network, address, ground, filedAt, decidedAt } = dispute;
  const decided = decidedAt === null ? null : presentLogged(dispute);
  return {
    ...presentSubject(dispute),
    id,
    ground,
    filedAt: filedAt.toISOString(),
    decision:
      decided === null ? null : { outcome: decided.decision, reason: decided.reason, decidedAt: decided.decidedAt },
    evidence: dispute.evidence.map((file) => ({ ...file })),
    proof: dispute.proof,
    scheme: network === null || address === null ? null : schemeOf(network, address),
    proofBy: dispute.proofBy?.toISOString() ?? null,
    isMailed: dispute.isMailed,
  };
}

export function presentForAdmin(dispute: StoredDispute): AdminDispute {
  const own = presentOwn(dispute);
  return {
    ...own,
    labels: own.labels.map((label) => ({ ...label, authorityList: authorityListOf(label.source) })),
    statement: dispute.statement,
    email: dispute.email,
  };
}

function presentDecided({ source, entity, category, isWithdrawn }: DecidedChoice): OwnDisputeData['labels'][number] {
  return { source, entity, category, categoryTitle: CATEGORIES[categoryOf(category)].title, isWithdrawn };
}

function categoryOf(id: string): Category {
  if (!isCategory(id)) throw new Error(`A dispute names the unknown category "${id}"`);
  return id;
}
