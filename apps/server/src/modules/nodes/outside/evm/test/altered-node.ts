import { type FaultyServer, startFaultyServer } from '@assay/testkit/chains';
import { z } from 'zod';

/** One call that the node was asked, and its answer, which may be changed in place of the node. */
export interface AlteredCall {
  readonly method: string;
  readonly params: readonly unknown[];
}

/** A change of an answer: another result, or an error in its place; undefined leaves the node's own. */
export type Alter = (call: AlteredCall, result: unknown) => { result: unknown } | { error: RpcFailure } | undefined;

export interface RpcFailure {
  readonly code: number;
  readonly message: string;
}

/** A real node behind a server that changes its answers, or fails as set. */
export interface AlteredNode extends FaultyServer {
  /** Null hands on what the node answers. */
  alter(change: Alter | null): void;
}

const Call = z.object({ id: z.unknown(), method: z.string(), params: z.array(z.unknown()).default([]) });
const Asked = z.union([Call, z.array(Call)]);
const Answer = z.looseObject({ id: z.unknown(), result: z.unknown().optional() });
const Answered = z.union([Answer, z.array(Answer)]);

export async function startAlteredNode(node: string): Promise<AlteredNode> {
  let change: Alter | null = null;
  const server = await startFaultyServer(async ({ body }) => {
    const response = await fetch(node, { method: 'POST', headers: { 'content-type': 'application/json' }, body });
    const asked = Asked.parse(JSON.parse(body));
    const answered = Answered.parse(await response.json());
    const calls = Array.isArray(asked) ? asked : [asked];
    const altered = (answer: z.output<typeof Answer>): unknown => {
      const call = calls.find(({ id }) => id === answer.id);
      const other = call === undefined ? undefined : change?.(call, answer.result);
      return other === undefined ? answer : { jsonrpc: '2.0', id: answer.id, ...other };
    };
    const answers = Array.isArray(answered) ? answered.map(altered) : altered(answered);
    return { status: 200, body: JSON.stringify(answers) };
  });
  return Object.assign(server, {
    alter(other: Alter | null) {
      change = other;
    },
  });
}
