import type { CallToolResult } from '@modelcontextprotocol/server';
import { AssayError, AssayProblemError } from '../../client/src/index.ts';

/** What a tool could not do for a reason of the request; the message says what to do. */
export class ToolError extends Error {
  override readonly name = 'ToolError';
  /** Stable: programs decide by it. */
  readonly code: string;

  constructor(code: string, message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }
}

/** @param text the same for a reader of text */
export function answer(structured: object, text: string): CallToolResult {
  return { structuredContent: { ...structured }, content: [{ type: 'text', text }] };
}

/**
 * Runs a tool. What the service refuses becomes a result with `isError`, whose text begins with the service's stable code
 * and says what to do; programs find the same in `_meta`.
 */
export async function answering(work: () => Promise<CallToolResult>): Promise<CallToolResult> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof AssayProblemError) return refusal(error.code, problemText(error), problemFacts(error));
    if (error instanceof ToolError) return refusal(error.code, error.message);
    if (error instanceof AssayError) return refusal('no_answer', `${error.message}. Try again later.`);
    throw error;
  }
}

function refusal(code: string, text: string, facts: object = {}): CallToolResult {
  return {
    isError: true,
    content: [{ type: 'text', text: `${code}: ${text}` }],
    _meta: { 'assay/problem': { code, detail: text, ...facts } },
  };
}

function problemText({ message, retryAfterSeconds, requestId }: AssayProblemError): string {
  const wait = retryAfterSeconds === null ? '' : ` Try again in ${retryAfterSeconds} s.`;
  return `${message}${wait}${requestId === null ? '' : ` (request ${requestId})`}`;
}

function problemFacts({ status, pointer, retryAfterSeconds, requestId }: AssayProblemError): object {
  return { status, pointer, retry_after_seconds: retryAfterSeconds, request_id: requestId };
}
