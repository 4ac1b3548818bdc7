import { type AddressLabelsV1, RetrieveLabelsV1 } from '@assay/contracts/v1';
import { type ApiMode, type Asset, CATEGORIES, kindOfSource } from '@assay/domain';
import type { Label } from '@assay/exposure';
import type { FastifyInstance } from 'fastify';
import type { Limit } from '../../../platform/http/limits/limiter.ts';
import { type CheckSubject, networkNameOf, onNetwork, resolveSubject } from '../../checks/index.ts';
import { answerV1 } from './answer-v1.ts';
import { keyOf, rateLimited } from './key-gate.ts';
import { ProblemError } from './problem-error.ts';

/** What is known of an address, the most certain first. */
export interface KnownOfAddress {
  readonly labels: readonly Label[];
  readonly labelSetVersion: string;
}

export interface LabelRoutesOptions {
  readonly catalogue: readonly Asset[];
  /** Null while the first labels are being imported. @throws ProblemError test_address_required in test mode */
  readonly labelsOf: Readonly<Record<ApiMode, (subject: CheckSubject) => Promise<KnownOfAddress | null>>>;
}

/** Look-ups of a workspace a minute: they cost nothing, and are no way to copy the lists. */
const LIMIT: Limit = { name: 'label look-ups of a workspace', max: 60, windowMs: 60_000 };

const LOADING_SECONDS = 10;

/** What published lists say of an address. */
export async function labelRoutes(app: FastifyInstance, { catalogue, labelsOf }: LabelRoutesOptions): Promise<void> {
  answerV1(app, RetrieveLabelsV1, async ({ params, request, reply }) => {
    const { mode, workspace } = keyOf(request);
    const { network, address } = params;
    const asset = assetOn(catalogue, network);
    const subject = resolveSubject(catalogue, { address, ticker: asset.ticker, parent: asset.parent });
    const { isExceeded, resetMs } = await app.limiter.hit(LIMIT, `${mode} ${workspace}`);
    if (isExceeded) throw rateLimited(resetMs);
    const known = await labelsOf[mode](subject);
    if (known === null) {
      throw new ProblemError('labels_not_loaded', 'The labels are being loaded. Send the request again in a while.', {
        retryAfterSeconds: LOADING_SECONDS,
      });
    }
    reply.header('cache-control', 'private, no-cache');
    return {
      object: 'address_labels' as const,
      mode,
      network: networkNameOf(asset),
      address: subject.address,
      labels: known.labels.map(presentLabel),
      label_set_version: known.labelSetVersion,
    };
  });
}

/** Any asset of the network: its addresses are those of all of them. @throws ProblemError not_found */
function assetOn(catalogue: readonly Asset[], network: string): Asset {
  const found = onNetwork(catalogue, network);
  if (found !== undefined) return found;
  throw new ProblemError('not_found', 'There is no such network. GET /api/v1/networks lists them.', {
    pointer: 'path/network',
  });
}

function presentLabel(label: Label): AddressLabelsV1['labels'][number] {
  const { entity, category, source, sourceUrl, sourceDate, confidence, validFrom, validTo } = label;
  return {
    entity,
    category,
    title: CATEGORIES[category].title,
    source: { kind: kindOfSource(label), name: source, url: sourceUrl, date: sourceDate },
    confidence,
    valid_from: isoOrNull(validFrom),
    valid_to: isoOrNull(validTo),
  };
}

function isoOrNull(seconds: number | null): string | null {
  return seconds === null ? null : new Date(seconds * 1000).toISOString();
}
