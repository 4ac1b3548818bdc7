import type { CheckRequest, PaymentRequest } from '@assay/contracts';
import { CHECK_ID, type CheckV1, type Expansion, TRANSFER_ID, type TransferV1 } from '@assay/contracts/v1';
import type { ApiMode } from '@assay/domain';
import type { KeyHolder } from '../api-keys/api-keys.ports.ts';
import type { ApiObject, Position } from './api-checks.store.ts';
import { resourceOf, type ShownCheck } from './check-resource.ts';
import { cursorOf, readCursor } from './cursor.ts';
import { ProblemError } from './problem-error.ts';

/** What a client says of a new check beside its subject. */
export interface CheckWish {
  readonly reference: string | null;
  readonly metadata: Readonly<Record<string, string>>;
  /** Longest time to wait for the result. */
  readonly waitMs: number;
}

/** What is checked, by the object that the public API makes of it. */
export type AskedObject =
  | { readonly object: 'check'; readonly request: CheckRequest }
  | { readonly object: 'transfer'; readonly request: PaymentRequest };

/** A check as it is at the moment. */
export interface CheckView<Resource = CheckV1 | TransferV1> {
  readonly isRunning: boolean;
  resource(expand: readonly Expansion[]): Resource;
}

export interface PageWish {
  readonly cursor: string | null;
  readonly reference: string | null;
  readonly limit: number;
}

/** The newest first; the cursor of the next page is null on the last one. */
export interface CheckPage<Resource = CheckV1 | TransferV1> {
  readonly checks: readonly CheckView<Resource>[];
  readonly nextCursor: string | null;
}

/** Checks by keys of one mode, of records or of published outcomes: what the other mode made is not found. */
export interface CheckSource {
  /** Starts a check and waits for it, `waitMs` at most. @throws ProblemError, AppError; nothing is spent then */
  create(key: KeyHolder, asked: AskedObject, wish: CheckWish): Promise<ShownCheck>;
  find(workspace: string, object: ApiObject, id: string): Promise<ShownCheck | null>;
  /** The newest first, after a position. */
  page(
    workspace: string,
    object: ApiObject,
    wanted: { readonly after: Position | null; readonly reference: string | null; readonly size: number },
  ): Promise<readonly ShownCheck[]>;
  /** Ends one of the workspace that runs, at no cost; null where it is over. */
  cancel(workspace: string, object: ApiObject, id: string): Promise<ShownCheck | null>;
}

const ID_FORMS = { check: CHECK_ID, transfer: TRANSFER_ID } as const satisfies Record<ApiObject, RegExp>;
const NOT_FOUND = {
  live: (object) => `There is no ${object} of this id that a key of the workspace made.`,
  test: (object) => `There is no test ${object} of this id. What live keys made is not found by test keys.`,
} as const satisfies Record<ApiMode, (object: ApiObject) => string>;

/** The calls about one kind of object, for keys of either mode. */
export function buildCheckCalls(object: ApiObject, sources: Readonly<Record<ApiMode, CheckSource>>) {
  async function findOwn({ workspace, mode }: KeyHolder, id: string): Promise<ShownCheck> {
    const found = await sources[mode].find(workspace, object, id);
    if (found === null) throw new ProblemError('not_found', NOT_FOUND[mode](object));
    return found;
  }

  return {
    async create(key: KeyHolder, asked: AskedObject, wish: CheckWish): Promise<CheckView> {
      return viewOf(await sources[key.mode].create(key, asked, wish));
    },

    /** @throws ProblemError not_found */
    async retrieve(key: KeyHolder, id: string): Promise<CheckView> {
      return viewOf(await findOwn(key, id));
    },

    /** @throws ProblemError invalid_request for a cursor that is none of ours */
    async list({ workspace, mode }: KeyHolder, { cursor, reference, limit }: PageWish): Promise<CheckPage> {
      const after = cursor === null ? null : readCursor(cursor, ID_FORMS[object]);
      const found = await sources[mode].page(workspace, object, { after, reference, size: limit + 1 });
      const shown = found.slice(0, limit);
      const last = shown.at(-1);
      return {
        checks: shown.map(viewOf),
        nextCursor: found.length > limit && last !== undefined ? cursorOf(last.named) : null,
      };
    },

    /** Ends a running one at no cost. @throws ProblemError not_found, check_is_over */
    async cancel(key: KeyHolder, id: string): Promise<CheckView> {
      await findOwn(key, id);
      const cancelled = await sources[key.mode].cancel(key.workspace, object, id);
      if (cancelled !== null) return viewOf(cancelled);
      throw new ProblemError('check_is_over', `Only a running ${object} can be cancelled. Retrieve it for its result.`);
    },
  };
}

function viewOf(shown: ShownCheck): CheckView {
  return {
    isRunning: shown.status === 'running',
    resource: (expand) => resourceOf(shown, { withEvidence: expand.includes('evidence') }),
  };
}
