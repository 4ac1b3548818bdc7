/** Disputes, an entry of its own (`@assay/contracts/disputes`): what comes with the client is loaded by every page. */
import { objectOf } from './answer.ts';
import type { AdminDispute, AdminDisputesData, DecideDisputeBody } from './dispute/admin-disputes.ts';
import type { DisputableLabelsData, LabelledAddress } from './dispute/dispute-labels.ts';
import type { DisputeLogData } from './dispute/dispute-log.ts';
import type { FileDisputeBody, FiledDispute } from './dispute/file-dispute.ts';
import type { ChallengeData, EvidenceBody, OwnDisputeData, ProofBody } from './dispute/own-dispute.ts';
import type { Sender } from './survey-client.ts';

export * from './dispute/dispute-words.ts';

interface CallOptions<Signal> {
  readonly signal?: Signal;
}

/** Disputes of everybody: filing one, its state, and the public log. */
export interface DisputeClient<Signal> {
  /** GET /disputes/labels. */
  labels(address: LabelledAddress, options?: CallOptions<Signal>): Promise<DisputableLabelsData>;
  /** POST /disputes. */
  file(body: FileDisputeBody, options?: CallOptions<Signal>): Promise<FiledDispute>;
  /** GET /disputes, or the decision on one dispute alone. */
  log(page: number, dispute: number | null, options?: CallOptions<Signal>): Promise<DisputeLogData>;
  /** GET /disputes/own/:key. */
  own(key: string, options?: CallOptions<Signal>): Promise<OwnDisputeData>;
  /** POST /disputes/own/:key/evidence. */
  addEvidence(key: string, file: EvidenceBody): Promise<OwnDisputeData>;
  /** POST /disputes/own/:key/challenge. */
  challenge(key: string): Promise<ChallengeData>;
  /** POST /disputes/own/:key/proof. */
  prove(key: string, proof: ProofBody): Promise<OwnDisputeData>;
}

/** Disputes for administrators. */
export interface DisputeAdminClient<Signal> {
  /** GET /disputes/admin. */
  list(state: 'open' | 'decided', page: number, options?: CallOptions<Signal>): Promise<AdminDisputesData>;
  /** POST /disputes/admin/:id/decision. */
  decide(id: number, body: DecideDisputeBody): Promise<AdminDispute>;
}

/**
 * Disputes over any client.
 *
 * @example
 * const { labels } = await disputeClient(client).labels({ network: 'ETH', address });
 */
export function disputeClient<Signal>({ send }: Sender<Signal>): DisputeClient<Signal> {
  return {
    async labels({ network, address }, options) {
      const query = `network=${encodeURIComponent(network)}&address=${encodeURIComponent(address)}`;
      const data = await send('GET', `/disputes/labels?${query}`, undefined, options);
      return objectOf<DisputableLabelsData>(data, { labels: 'array' });
    },
    file: async (body, options) =>
      objectOf<FiledDispute>(await send('POST', '/disputes', body, options), { id: 'number', key: 'string' }),
    async log(page, dispute, options) {
      const query = dispute === null ? `page=${page}` : `dispute=${dispute}`;
      return objectOf<DisputeLogData>(await send('GET', `/disputes?${query}`, undefined, options), {
        disputes: 'array',
      });
    },
    challenge: async (key) =>
      objectOf<ChallengeData>(await send('POST', `/disputes/own/${encodeURIComponent(key)}/challenge`), {
        text: 'string',
        nonce: 'string',
      }),
    prove: async (key, proof) =>
      objectOf<OwnDisputeData>(await send('POST', `/disputes/own/${encodeURIComponent(key)}/proof`, proof), {
        labels: 'array',
      }),
    addEvidence: async (key, file) =>
      objectOf<OwnDisputeData>(await send('POST', `/disputes/own/${encodeURIComponent(key)}/evidence`, file), {
        evidence: 'array',
      }),
    own: async (key, options) =>
      objectOf<OwnDisputeData>(await send('GET', `/disputes/own/${encodeURIComponent(key)}`, undefined, options), {
        labels: 'array',
        evidence: 'array',
      }),
  };
}

/** Disputes for administrators, over any client. */
export function disputeAdminClient<Signal>({ send }: Sender<Signal>): DisputeAdminClient<Signal> {
  return {
    list: async (state, page, options) =>
      objectOf<AdminDisputesData>(
        await send('GET', `/disputes/admin?state=${state}&page=${page}`, undefined, options),
        { disputes: 'array', meta: 'object' },
      ),
    decide: async (id, body) =>
      objectOf<AdminDispute>(await send('POST', `/disputes/admin/${id}/decision`, body), { labels: 'array' }),
  };
}
