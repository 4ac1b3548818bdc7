import { z } from 'zod';
import { readShape } from '../../../formats/wire.ts';
import type { ProviderRequest } from '../../providers/provider.ts';

/**
 * The words by which servers of each format say that they have no such thing. A status alone says nothing: a proxy before
 * the server answers 404 too, in its own words, while the address has a history.
 */
type IsAbsent = NonNullable<ProviderRequest['isAbsent']>;

/** Electrs and the backend of mempool.space, as text. */
const NO_TRANSACTION = /transaction not found|no such (mempool or blockchain )?transaction/i;

export const isNoEsploraTransaction: IsAbsent = ({ status, text }) =>
  (status === 404 || status === 400) && !text.includes('<') && NO_TRANSACTION.test(text);

const BlockbookError = z.object({ error: z.string().regex(/^(transaction|tx)\b.*not found|no such mempool/i) });

export const isNoBlockbookTransaction: IsAbsent = ({ status, text }) =>
  (status === 400 || status === 404) && hasShape(BlockbookError, text);

const HorizonProblem = z.object({ type: z.string().regex(/\/horizon-errors\/not_found$/) });

export const isNoHorizonResource: IsAbsent = ({ status, text }) => status === 404 && hasShape(HorizonProblem, text);

const BlockscoutMessage = z.object({ message: z.string().regex(/^not found$/i), error: z.never().optional() });

export const isNoBlockscoutEntry: IsAbsent = ({ status, text }) => status === 404 && hasShape(BlockscoutMessage, text);

const TronGridFailure = z.object({ success: z.literal(false), statusCode: z.literal(404) });

/** TronGrid, of a list that it does not have; an account that was never used is an empty list. */
export const isNoTronGridPath: IsAbsent = ({ status, text }) => status === 404 && hasShape(TronGridFailure, text);

function hasShape(schema: z.ZodType, text: string): boolean {
  try {
    return readShape(schema, JSON.parse(text)).isRead;
  } catch (error) {
    if (error instanceof SyntaxError) return false;
    throw error;
  }
}
