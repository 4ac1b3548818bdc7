import { OpenBatchV1Body } from '@assay/contracts/v1';
import { ProblemError } from '../public-api/problem-error.ts';
import type { BatchWishes } from './batches.service.ts';

/** @throws ZodError as of a body, ProblemError unsupported_media_type */
export function openBatchBodyOf(body: unknown): OpenBatchV1Body {
  const read = OpenBatchV1Body.safeParse(body);
  if (read.success) return read.data;
  const [issue] = read.error.issues;
  throw new ProblemError('invalid_request', `/${issue?.path.join('/') ?? ''}: ${issue?.message ?? 'is not valid'}`, {
    pointer: `/${issue?.path.join('/') ?? ''}`,
  });
}

export function wishesOf(wish: {
  readonly name?: string | undefined;
  readonly asset?: string | undefined;
  readonly network?: string | undefined;
  readonly metadata?: Readonly<Record<string, string>>;
}): BatchWishes {
  const { name = null, asset = null, network = null, metadata = {} } = wish;
  return { name, asset, network, metadata };
}
