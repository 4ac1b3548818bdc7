/** The calls of the session policy of a workspace, apart from those of its other parts. */
import { objectOf } from './answer.ts';
import type { Sender } from './survey-client.ts';
import type { SessionPolicy, SessionPolicyData } from './workspaces/session-policy.ts';

export interface SessionPolicyClient<Signal> {
  /** GET /workspace/session-policy. */
  read(options?: { readonly signal?: Signal }): Promise<SessionPolicyData>;
  /** PUT /workspace/session-policy. */
  save(policy: SessionPolicy): Promise<SessionPolicyData>;
}

/**
 * What the selected company asks of sessions, over any client.
 *
 * @example
 * const { policy } = await sessionPolicyClient(client).read();
 */
export function sessionPolicyClient<Signal>({ send }: Sender<Signal>): SessionPolicyClient<Signal> {
  const path = '/workspace/session-policy';
  const shape = { policy: 'object', own_address: 'string' } as const;
  return {
    read: async (options) => objectOf<SessionPolicyData>(await send('GET', path, undefined, options), shape),
    save: async (policy) => objectOf<SessionPolicyData>(await send('PUT', path, policy), shape),
  };
}
