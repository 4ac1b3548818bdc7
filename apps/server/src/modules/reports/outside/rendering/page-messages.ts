import type { MessagePort } from 'node:worker_threads';
import type { PageJob } from '../../../../platform/host/page-renderer.ts';
import type { BuildOrigin } from '../../../../platform/host/site-build.ts';

/** What the thread that renders pages is given: one page, and the port for its calls of the API. */
export interface PageTask {
  readonly origin: BuildOrigin;
  readonly job: PageJob;
  readonly port: MessagePort;
}

/** A build for the thread to load, before a page of it is asked for. */
export interface SiteTask extends Pick<PageTask, 'origin'> {
  /** A page to render once it is loaded, for nobody. */
  readonly rehearsal?: PageJob | undefined;
}

type Headers = readonly (readonly [name: string, value: string])[];

/** A page asks the API. */
export interface CallMessage {
  readonly id: number;
  readonly path: string;
  readonly method: string;
  readonly headers: Headers;
  readonly body: string | null;
}

/** The answer to a call, its failure, or that the visitor has left. */
export type ReplyMessage =
  | {
      readonly kind: 'answer';
      readonly id: number;
      readonly status: number;
      readonly headers: Headers;
      readonly body: string | null;
    }
  | { readonly kind: 'failure'; readonly id: number; readonly message: string }
  | { readonly kind: 'gone' };
