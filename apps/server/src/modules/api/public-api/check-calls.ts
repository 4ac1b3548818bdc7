import type { CheckRequest, PaymentRequest } from '@assay/contracts';
import type { CheckV1, Expansion, TransferV1 } from '@assay/contracts/v1';
import type { KeyHolder } from '../api-keys/api-keys.ports.ts';

/** What a client asks a new check for. */
export interface NewCheckWish<Request = CheckRequest> {
  readonly request: Request;
  readonly reference: string | null;
  readonly metadata: Readonly<Record<string, string>>;
  /** Longest time to wait for the result. */
  readonly waitMs: number;
}

/** A check as it is at the moment. */
export interface CheckView<Resource = CheckV1> {
  readonly isRunning: boolean;
  resource(expand: readonly Expansion[]): Resource;
}

export interface PageWish {
  readonly cursor: string | null;
  readonly reference: string | null;
  readonly limit: number;
}

/** The newest first; the cursor of the next page is null on the last one. */
export interface CheckPage<Resource = CheckV1> {
  readonly checks: readonly CheckView<Resource>[];
  readonly nextCursor: string | null;
}

/** The calls about checks, for the keys of one mode: what the other mode made is not found. */
export interface CheckCalls<Request = CheckRequest, Resource = CheckV1> {
  /** Starts a check and waits for it, `waitMs` at most. @throws ProblemError, AppError; nothing is spent then */
  create(key: KeyHolder, wish: NewCheckWish<Request>): Promise<CheckView<Resource>>;
  /** @throws ProblemError not_found */
  retrieve(workspace: string, id: string): Promise<CheckView<Resource>>;
  /** @throws ProblemError invalid_request for a cursor that is none of ours */
  list(workspace: string, wish: PageWish): Promise<CheckPage<Resource>>;
  /** Ends a running check at no cost. @throws ProblemError not_found, check_is_over */
  cancel(workspace: string, id: string): Promise<CheckView<Resource>>;
}

/** The same about checks of transactions. */
export type TransferCalls = CheckCalls<PaymentRequest, TransferV1>;
