import { z } from 'zod';

/** An answer of JSON-RPC 2.0, alone or in a batch. */
export const answerShape = z.object({
  id: z.union([z.number(), z.string(), z.null()]).optional(),
  result: z.unknown().optional(),
  error: z.object({ code: z.number(), message: z.string() }).nullish(),
});

export interface RpcError {
  readonly code: number;
  readonly message: string;
}

/**
 * What an error of an EVM node means: it does not offer the method, refuses a question for its size, allows no more
 * questions for now, or has deleted what the answer needs. Nodes agree on few codes, so their words are read.
 */
export type RefusalKind = 'no-method' | 'too-wide' | 'limited' | 'pruned' | 'other';

const WIDE = /range|too many (results|logs|blocks)|more than \d+|exceed|limited to|response size|timeout|timed out/i;
const LIMITED = /rate limit|too many requests|request limit|capacity|quota/i;
const PRUNED = /missing trie node|pruned|historical state|state .*not available|archive|header not found/i;

export function refusalKind({ code, message }: RpcError): RefusalKind {
  if (code === -32_601 || /method .*(not|does not) (found|exist|available|supported|allowed)/i.test(message)) {
    return 'no-method';
  }
  if (LIMITED.test(message) || code === 429) return 'limited';
  if (PRUNED.test(message)) return 'pruned';
  if (WIDE.test(message) || code === -32_005) return 'too-wide';
  return 'other';
}

/** How many blocks to ask for next, after a node refused so many as too wide. */
export function narrowerThan(blocks: number): number {
  return Math.max(1, Math.floor(blocks / 4));
}
